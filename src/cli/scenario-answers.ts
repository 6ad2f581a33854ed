/**
 * Exports the findings about the data of scenarios, for `flows test`: fields of answers that are not selected, answers
 * that no call gets, and data that its form rejects.
 */
import { pathOf } from "../compiler/schema-findings.js";
import type { BundleCore } from "../language/bundle.js";
import type { FlowSource } from "../language/source.js";
import { noSuch } from "../language/suggest.js";
import { isBranch } from "../scenarios/expand-cases.js";
import type { LoadedBundle } from "../scenarios/loaded-bundle.js";
import type { Answer, Branch, ScenarioFile } from "../scenarios/scenario.js";
import { unselectedPaths } from "../scenarios/selected-fields.js";
import type { JsonFile } from "./json-file.js";
import type { ScenarioFiles, WrongScenario } from "./scenario-files.js";

type Path = readonly (string | number)[];

interface GivenAnswer {
  readonly operation: string;
  readonly answer: Answer;
  readonly path: Path;
  /** Whether it is for any later call, and not for one that waits. */
  readonly isForLater: boolean;
}

const laterAnswers = (answers: Readonly<Record<string, Answer>>, path: Path): readonly GivenAnswer[] =>
  Object.entries(answers).map(([operation, answer]) => ({ operation, answer, path: [...path, operation], isForLater: true }));

function answersOfSteps(steps: Branch["steps"], path: Path): readonly GivenAnswer[] {
  return steps.flatMap((step, index): readonly GivenAnswer[] => {
    const at = [...path, index];
    if ("answers" in step) return laterAnswers(step.answers, [...at, "answers"]);
    return "answer" in step ? [{ operation: step.answer, answer: step, path: at, isForLater: false }] : [];
  });
}

function answersOfBranch({ steps, cases = {} }: Branch, path: Path): readonly GivenAnswer[] {
  const inCases = Object.entries(cases).flatMap(([name, written]) => {
    const at = [...path, "cases", name];
    return isBranch(written) ? answersOfBranch(written, at) : answersOfSteps(written, at);
  });
  return [...answersOfSteps(steps, [...path, "steps"]), ...inCases];
}

const answersOfFile = ({ scenarios }: ScenarioFile): readonly GivenAnswer[] =>
  Object.entries(scenarios).flatMap(([title, scenario]) => {
    const path = ["scenarios", title];
    return [...laterAnswers(scenario.answers ?? {}, [...path, "answers"]), ...answersOfBranch(scenario, path)];
  });

/** The fields of answers that the document of the operation does not select: no page gets them. */
export function unselectedAnswers(
  core: BundleCore,
  files: readonly JsonFile<ScenarioFile>[],
  common: ScenarioFiles["common"],
): readonly WrongScenario[] {
  const { answers = {}, brandAnswers = {} } = common.content ?? {};
  const inCommon = [
    ...laterAnswers(answers, ["answers"]),
    ...Object.entries(brandAnswers).flatMap(([slug, own]) => laterAnswers(own, ["brandAnswers", slug])),
  ];
  return [
    ...inCommon.flatMap((given) => unselectedIn(core, given, common)),
    ...files.flatMap((file) =>
      file.content === null ? [] : answersOfFile(file.content).flatMap((given) => unselectedIn(core, given, file)),
    ),
  ];
}

function unselectedIn(core: BundleCore, { operation, answer, path }: GivenAnswer, { file, placeOf }: JsonFile<unknown>): WrongScenario[] {
  const compiled = core.operations[operation];
  if (compiled === undefined || !("ok" in answer)) return [];
  const [only = "", ...more] = compiled.fields;
  // The answer of an operation with one field is the value of the field.
  const root = more.length === 0 ? 1 : 0;
  const paths = unselectedPaths(compiled.document, root === 1 ? { [only]: answer.ok } : answer.ok);
  return paths.map((found) => {
    const owner = [...path, "ok", ...found.slice(root, -1)];
    const field = String(found.at(-1));
    return { file, ...placeOf(owner, field), message: `The document of "${operation}" does not select "${field}": no page gets it.` };
  });
}

/** The answers of a file that calls after it get, each with its place, which is the same in every process. */
const laterAnswersOf = ({ file, content }: JsonFile<ScenarioFile>): readonly (GivenAnswer & { readonly place: string })[] =>
  (content === null ? [] : answersOfFile(content)).flatMap((given) =>
    given.isForLater ? [{ ...given, place: JSON.stringify([file, ...given.path]) }] : [],
  );

/** The places of the answers that calls got. */
export const usedPlaces = (files: readonly JsonFile<ScenarioFile>[], used: ReadonlySet<Answer>): readonly string[] =>
  files.flatMap((file) => laterAnswersOf(file).flatMap(({ answer, place }) => (used.has(answer) ? [place] : [])));

/** The answers of whole files that no call got in any walk with any brand. `used`: the places of the others. */
export function unusedAnswers(files: readonly JsonFile<ScenarioFile>[], used: ReadonlySet<string>): readonly WrongScenario[] {
  return files.flatMap((file) =>
    laterAnswersOf(file)
      .filter(({ place }) => !used.has(place))
      .map(({ operation, path }) => ({
        file: file.file,
        ...file.placeOf(path.slice(0, -1), operation),
        message: `No step calls ${operation} after this answer: remove it.`,
      })),
  );
}

/**
 * The data of `fills` that its form does not accept: `flows coverage --write` would find no step after it. The loaded brands may
 * have removed the screens of a form that the base has.
 */
export function rejectedFills(
  loaded: readonly LoadedBundle[],
  source: FlowSource,
  { file, content, placeOf }: ScenarioFiles["common"],
): readonly WrongScenario[] {
  return Object.entries(content?.fills ?? {}).flatMap(([form, data]) => {
    const [validate] = loaded.flatMap(({ validators }) => validators[form]?.[form] ?? []);
    if (validate === undefined && source.files.has(`schemas/${form}`)) return [];
    if (validate === undefined) {
      const forms = loaded.flatMap(({ validators }) => Object.keys(validators));
      return [{ file, ...placeOf(["fills"], form), message: noSuch("form", form, [...new Set(forms)]) }];
    }
    const errors = validate(data) ? [] : (validate.errors ?? []);
    return errors.map((error) => ({
      file,
      ...placeOf(["fills", form, ...pathOf(error)]),
      message: `The form does not accept this: ${error.message ?? error.keyword}.`,
    }));
  });
}
