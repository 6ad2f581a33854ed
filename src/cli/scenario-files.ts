/** Exports the reader of `flows/scenarios/*.json`, validated against `schemas/scenario.schema.json`. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ValidateFunction } from "ajv";
import { schemaFindings } from "../compiler/schema-findings.js";
import { validatorOf } from "../compiler/schema-validator.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { DeclaredFailure, OutcomesFile } from "../language/outcomes.js";
import { problemAt } from "../language/problems.js";
import { noSuch, withKnown } from "../language/suggest.js";
import { undeclaredAnswer } from "../scenarios/declared-answers.js";
import { expandCases, type Walk } from "../scenarios/expand-cases.js";
import type { Answer, Scenario, ScenarioFile, See, Step } from "../scenarios/scenario.js";
import { differentBranding } from "./branding-answers.js";
import { contentOf, type JsonFile, readJsonFile, WrongFiles } from "./json-file.js";
import { stateFindings, unknownPath } from "./state-check.js";

/** A walk of a scenario, and where it is. */
export interface WrittenScenario extends Walk {
  readonly file: string;
  /** Line and column of a step, from 1; of the scenario itself for a step that it does not have. */
  readonly place: (step: number) => { readonly line: number; readonly column: number };
}

/** Something in a file that is not a scenario. */
export interface WrongScenario {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The rule of a finding. */
  readonly rule?: string;
  readonly message: string;
}

export interface ScenarioFiles extends CommonData {
  /** The files as they are written; those with errors have no content. */
  readonly files: readonly JsonFile<ScenarioFile>[];
  /** The file of the data that scenarios have in common. */
  readonly common: JsonFile<Pick<CommonData, "answers"> & Partial<CommonData>>;
  /** The message and the fields of a failure, as `flows/outcomes.json` declares them. */
  readonly failureOf: (operation: string, failure: string) => DeclaredFailure;
  readonly scenarios: readonly WrittenScenario[];
  readonly wrong: WrongScenario[];
}

const FOLDER = "flows/scenarios";
const STATE = "schemas/state.schema.json";
const ANSWERS = "answers.json";

/** Files of the folder that contain no scenarios. */
const OTHER_FILES = new Set([ANSWERS, "equivalents.json"]);

/** What scenarios have in common. */
export interface CommonData {
  /** The answers of operations in every scenario that does not override them. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** The different answers with a brand, by its slug. */
  readonly brandAnswers: Readonly<Record<string, Readonly<Record<string, Answer>>>>;
  /** Data that the forms accept, by schema id. */
  readonly fills: Readonly<Record<string, { readonly [field: string]: Json }>>;
  /** Why what `flows coverage` lists cannot occur, by kind and name. */
  readonly unreachable: Readonly<Record<string, string>>;
}

type CommonFile = ScenarioFiles["common"];

/** In place of an answer that has errors: whoever uses it has not run as written. */
export const BROKEN_ANSWER: Answer = { fails: "network" };

/** Where an answer with an error is in the file; null for an error elsewhere. */
function brokenAnswer([keyword, name, operation]: readonly (string | number)[]): readonly string[] | null {
  if (keyword === "answers" && name !== undefined) return [keyword, String(name)];
  return keyword === "brandAnswers" && operation !== undefined ? [keyword, String(name), String(operation)] : null;
}

function withBroken(data: Json, [name, ...rest]: readonly string[]): Json {
  if (name === undefined) return BROKEN_ANSWER as Json;
  return isObject(data) ? { ...data, [name]: withBroken(data[name] ?? null, rest) } : data;
}

/** Errors of the file are thrown as `WrongFiles`; with `keepsSound`, only those outside of answers, and the others are its problems. */
async function readCommonFile(root: string, validate: ValidateFunction, keepsSound: boolean): Promise<CommonFile> {
  const common = await readJsonFile<CommonFile["content"] & object>(root, `${FOLDER}/${ANSWERS}`);
  const { file, content, placeOf } = common;
  if (content === null) throw new WrongFiles(common.problems);
  if (validate(content)) return common;
  const found = schemaFindings(validate.errors ?? []);
  const problems = found.map(({ path, keyword, found: finding }) => problemAt({ file, ...placeOf(path, keyword) }, finding));
  const broken = found.map(({ path, keyword }) => brokenAnswer([...path, ...(keyword === undefined ? [] : [keyword])]));
  if (!keepsSound || broken.includes(null)) throw new WrongFiles(problems);
  const sound = broken.reduce((data: Json, path) => withBroken(data, path ?? []), content as unknown as Json);
  return { ...common, content: sound as unknown as CommonFile["content"], problems };
}

/** Answers that an operation does not have, as `flows/outcomes.json` declares them. */
function undeclaredAnswers({ common, operations }: OutcomesFile, { answers = {}, steps }: Scenario): ReadonlyMap<number, string> {
  const wrong = new Map<number, string>();
  const check = (step: number, operation: string, answer: Answer): void => {
    const known = operations[operation];
    if (known === undefined) {
      wrong.set(step, noSuch("operation", operation, Object.keys(operations)));
      return;
    }
    if (!("fails" in answer)) {
      const reason = undeclaredAnswer(operation, answer.ok, known.ok);
      if (reason !== null) wrong.set(step, reason);
      return;
    }
    const declared = { ...common, ...known.failures };
    if (!Object.hasOwn(declared, answer.fails))
      wrong.set(step, withKnown(`${operation} does not fail with ${answer.fails}`, answer.fails, Object.keys(declared)));
  };
  for (const [operation, answer] of Object.entries(answers)) check(steps.length, operation, answer);
  for (const [index, step] of steps.entries()) {
    if ("answer" in step) check(index, step.answer, step);
    if ("answers" in step) for (const [operation, answer] of Object.entries(step.answers)) check(index, operation, answer);
  }
  return wrong;
}

/** What a step expects to be seen. */
const seenIn = (step: Step): See => ("see" in step ? step.see : "changes" in step && typeof step.changes === "object" ? step.changes : {});

/** The paths of the state that the expectations of a scenario name, each with its step. */
function statePaths({ steps }: Scenario): readonly (readonly [number, string])[] {
  return steps.flatMap((step, index) => {
    const { brands = {}, ...common } = seenIn(step);
    const paths = [common, ...Object.values(brands)].flatMap(({ state = {} }) => Object.keys(state));
    return [...new Set(paths)].map((path) => [index, path] as const);
  });
}

/** The brands that a scenario and its expectations name, each with its step. */
function namedBrands({ brands = [], steps }: Scenario): readonly (readonly [number, string])[] {
  const ofSteps = steps.flatMap((step, index) => {
    const seen = seenIn(step);
    const own = "try" in step || "destinations" in step ? step.brands : seen.brands;
    return Object.keys(own ?? {}).map((slug) => [index, slug] as const);
  });
  return [...brands.map((slug) => [steps.length, slug] as const), ...ofSteps];
}

/**
 * `brands`: those that exist. Errors of the data that scenarios have in common are thrown as `WrongFiles`. With `keepsSound`, an
 * answer with errors is among `wrong`, and `BROKEN_ANSWER` in its place.
 */
export async function readScenarios(root: string, brands: readonly string[], keepsSound = false): Promise<ScenarioFiles> {
  const schema = await contentOf<object>(root, "schemas/scenario.schema.json");
  const validate = validatorOf<ScenarioFile>(schema);
  const outcomes = await contentOf<OutcomesFile>(root, "flows/outcomes.json");
  const commonFile = await readCommonFile(root, validate, keepsSound);
  const common: CommonData = { answers: {}, brandAnswers: {}, fills: {}, unreachable: {}, ...commonFile.content };
  const stateSchema = JSON.stringify(await contentOf<Json>(root, STATE));
  const wrongIn = stateFindings(stateSchema);
  const wrongPath = unknownPath(stateSchema);
  const names = (await readdir(join(root, FOLDER))).filter((name) => name.endsWith(".json") && !OTHER_FILES.has(name)).sort();
  const scenarios: WrittenScenario[] = [];
  const wrong: WrongScenario[] = [];
  const files: JsonFile<ScenarioFile>[] = [];
  for (const name of names) {
    const file = `${FOLDER}/${name}`;
    const read = await readJsonFile(root, file, validate);
    files.push(read);
    const { content, problems, placeOf } = read;
    wrong.push(...problems);
    if (content === null) continue;
    const walks = Object.entries(content.scenarios).flatMap(([root, written]) =>
      expandCases(root, written).map((walk) => ({ ...walk, root })),
    );
    for (const [title, { given }] of Object.entries(content.scenarios))
      for (const { path, keyword, found } of wrongIn((given?.state ?? {}) as Json))
        wrong.push(problemAt({ file, ...placeOf(["scenarios", title, "given", "state", ...path], keyword) }, found));
    for (const { root, title, scenario, places } of walks) {
      const place = (step: number) => placeOf(places[step] ?? ["scenarios", root]);
      scenarios.push({ file, title, scenario, places, place });
      for (const [step, message] of undeclaredAnswers(outcomes, scenario)) wrong.push({ file, ...place(step), message });
      for (const [step, path] of statePaths(scenario)) {
        const message = wrongPath(path);
        if (message !== null && places[step] !== null) wrong.push({ file, ...place(step), message });
      }
      for (const [step, slug] of namedBrands(scenario))
        if (!brands.includes(slug)) wrong.push({ file, ...place(step), message: noSuch("brand", slug, brands) });
    }
  }
  wrong.push(...commonFile.problems);
  if (commonFile.problems.length === 0) wrong.push(...(await wrongBranding(root, brands, common, commonFile)));
  return {
    scenarios,
    wrong,
    files,
    common: commonFile,
    ...common,
    failureOf: (operation, failure) => ({ ...outcomes.common, ...outcomes.operations[operation]?.failures })[failure] ?? { message: "" },
  };
}

/** The branding that scenarios answer with, where it is not that of the brand, at its place. */
async function wrongBranding(
  root: string,
  brands: readonly string[],
  { answers, brandAnswers }: CommonData,
  { placeOf }: ScenarioFiles["common"],
): Promise<WrongScenario[]> {
  const wrong: WrongScenario[] = [];
  for (const slug of brands) {
    const brand = await contentOf<Json>(root, `flows/brands/${slug}/brand.json`);
    const own = brandAnswers[slug]?.Branding;
    const found = differentBranding(slug, brand, own ?? answers.Branding);
    const add = (path: readonly string[], keyword: string | undefined, message: string): void =>
      void wrong.push({ file: `${FOLDER}/${ANSWERS}`, ...placeOf(path, keyword), message });
    // The branding of another brand: nothing of it is this brand's.
    if (own === undefined && found.some(({ path }) => path.join() === "slug")) add([], "brandAnswers", brandUnanswered(slug));
    else
      for (const { path, message } of found)
        add([...(own === undefined ? ["answers"] : ["brandAnswers", slug]), "Branding", "ok", ...path.slice(0, -1)], path.at(-1), message);
  }
  return wrong;
}

const brandUnanswered = (slug: string): string =>
  `Scenarios have no branding of "${slug}", and would show another brand: add "${slug}": { "Branding": { "ok": { ... } } } to "brandAnswers", with the values of flows/brands/${slug}/brand.json.`;
