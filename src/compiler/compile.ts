/** Exports `compile`: from a brand's files to its bundle (read, merge, normalise, check, link, assemble). */
import type { Bundle } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isLanguageFile, type Language, missingLanguageFiles, readLanguage } from "../language/meta-schema.js";
import { sortProblems, withoutSyntaxConsequences } from "../language/problem-order.js";
import type { Problem } from "../language/problems.js";
import * as problems from "../language/problems.js";
import { RecentResults } from "../language/recent-results.js";
import { RecentTexts, textsOf } from "../language/recent-texts.js";
import { childOf, type FlowSource, plain, readDocument, type SourceNode } from "../language/source.js";
import { ANY, followWithin, type StaticType, typeOfSchema } from "../language/static-types.js";
import { assemble } from "./assemble.js";
import { brandNames, checkBrands } from "./brands.js";
import type { Linker, PersonalSlices } from "./compile-context.js";
import { compileNode } from "./compile-node.js";
import { compileParts } from "./compile-parts.js";
import { type CheckedCalls, checkCalls } from "./connect/check-calls.js";
import { checkOutcomeCodes } from "./connect/check-outcomes.js";
import { formatsOf } from "./formats.js";
import { type GatewaySchema, readGatewaySchema } from "./gateway-schema.js";
import { LaterChecks } from "./later-checks.js";
import { brandSlugs, type Definition, readDefinition } from "./merged-definition.js";
import { type Operations, readOperations } from "./operations.js";
import { withPaths } from "./origins.js";
import { checkPredicates } from "./predicates.js";
import { atRemovals } from "./removed-screens.js";
import { inlineSchema, stateSchema } from "./schemas.js";
import { checkScreens } from "./screens.js";
import { checkState } from "./secrets.js";
import { checkReadElsewhere, checkSelected, checkUnread, checkUnreadState, type Reads } from "./selections.js";
import { checkSlices } from "./semantic-checks.js";
import { checkNames, readSemantics, type Semantics, withNames, withRouteState } from "./semantics.js";
import { checkSessions } from "./session-queries.js";
import { checkPersonal, compileSlices, NO_SLICES, personalSlices, type SliceDeclarations, STATE_KEYWORDS } from "./slices.js";
import { Stages } from "./stages.js";
import { checkUnasked } from "./unasked.js";
import { unreadFiles } from "./unread-files.js";
import { checkUnused, noUses, type Uses } from "./unused.js";
import { atFaultyUses } from "./value-uses.js";
import { type Waivers, waiversOf } from "./waivers.js";

/** The result of compiling one brand: a bundle exactly when no problem is an error. */
export interface Compilation {
  /** Null when there is an error. */
  readonly bundle: Bundle | null;
  /**
   * The screens with errors, if all errors are in screens: everything else has been checked. Empty for a bundle and for
   * errors elsewhere.
   */
  readonly faulty: readonly string[];
  /** Every problem of every file, in the order of files and places. */
  readonly problems: readonly Problem[];
}

const STATE = "schemas/state.schema.json";

const recent = new RecentResults<Compilation>();

/** The inputs of the operations and of the checks of their calls: both are the same for all brands, and after most edits. */
const GATEWAY_FILES = /^gateway\/schema\.graphql$/;
const OPERATION_FILES = /^(?:gateway\/schema\.graphql|schemas\/api\/.*|flows\/[a-z-]+\.graphql|flows\/semantics\.json)$/;
const CALL_FILES = /^(?:gateway\/schema\.graphql|schemas\/api\/.*)$/;
const STATE_FILES = /^(?:gateway\/schema\.graphql|schemas\/state\.schema\.json|flows\/semantics\.json)$/;
const gatewayOf = new RecentTexts<GatewaySchema>();
const operationsOf = new RecentTexts<Operations>();
const callsOf = new RecentTexts<CheckedCalls>();
const stateOf = new RecentTexts<State>();

/** Compiles one brand. It never throws: every finding is in `problems`, and so is an exception of a stage (`internal-error`). */
export function compile(source: FlowSource, slug: string): Compilation {
  return recent.of(source, slug, () => compilation(source, slug));
}

function compilation(source: FlowSource, slug: string): Compilation {
  const start = { file: `flows/brands/${slug}/brand.json`, line: 1, column: 1 };
  const lacking = missingLanguageFiles(source).map((file) => problems.problemAt({ ...start, file }, problems.missingFile(file)));
  if (lacking.length > 0) return { bundle: null, faulty: [], problems: lacking };
  if (!brandSlugs(source).includes(slug))
    return { bundle: null, faulty: [], problems: [problems.problemAt(start, problems.unknownBrand(slug, brandSlugs(source)))] };

  // A file of language 1 is reported once: otherwise almost every keyword would be a separate finding.
  const outdated = outdatedFiles(source, slug);
  if (outdated.length > 0) return { bundle: null, faulty: [], problems: outdated };
  const found: Problem[] = [];
  const stages = new Stages("language schemas", inFile("schemas/flow.schema.json"));
  try {
    return compileStages(source, slug, found, stages);
  } catch (error) {
    // The reader of the language's schemas has no places.
    const syntax = [...source.files].flatMap(([file, text]) => (isLanguageFile(file) ? readDocument(file, text, "base").problems : []));
    const problems = syntax.length > 0 ? syntax : [...found, stages.failure(error)];
    return { bundle: null, faulty: [], problems: sortProblems(problems) };
  }
}

const inFile = (file: string) => ({ file, line: 1, column: 1 });

/** The stages of a compilation; `found` receives the findings. */
function compileStages(source: FlowSource, slug: string, found: Problem[], stages: Stages): Compilation {
  const language = readLanguage(source);
  stages.enter("semantic types", inFile("flows/semantics.json"));
  const semantics = readSemantics(source);
  stages.enter("declared calls", inFile("gateway/schema.graphql"));
  const gateway = gatewayOf.of(textsOf(source.files, GATEWAY_FILES), () => readGatewaySchema(source));
  const calls = callsOf.of(textsOf(source.files, CALL_FILES), () => checkCalls(source, gateway.schema));
  stages.enter("operations", inFile("gateway/schema.graphql"));
  const reading = { schema: gateway.schema, semantics, texts: calls.texts };
  const operations = operationsOf.of(textsOf(source.files, OPERATION_FILES), () => readOperations(source, reading));
  stages.enter("state schema", inFile(STATE));
  const state = stateOf.of(textsOf(source.files, STATE_FILES), () => readState(source, semantics));
  stages.enter(
    "overlay and normalisation",
    inFile(source.files.has(overlayOf(slug)) ? overlayOf(slug) : `flows/brands/${slug}/brand.json`),
  );
  const definition = readDefinition(source, slug, language, operations);
  stages.enter("outcomes", inFile("flows/outcomes.json"));
  found.push(...semantics.problems, ...gateway.problems, ...operations.problems, ...state.problems, ...definition.problems);
  found.push(...unreadFiles(source), ...calls.problems, ...checkOutcomeCodes(definition.outcomes, operations, calls));
  stages.enter("names", inFile("flows/app.flow.json"));
  const uses = noUses();
  for (const name of definition.usedValues) uses.value.add(name);
  const reads: Reads = new Map();
  const waived = waiversOf();
  const later = new LaterChecks();
  const linker = linkerOf(
    definition,
    language,
    { state: state.type, semantics, personal: state.personal, brandNames: brandNames(source) },
    { uses, reads, waived, later },
    found,
    stages,
  );
  checkBrands(source, definition.brand, slug, linker);
  checkPredicates(linker);
  checkScreens(linker);
  const parts = compileParts(definition, linker);
  const sound = (): boolean => found.every((problem) => problem.severity !== "error");
  stages.enter("slices", inFile("gateway/schema.graphql"));
  checkSlices(linker);
  later.add(() => checkSelected(linker, uses, reads));
  later.add(() => checkReadElsewhere(linker, uses));
  later.add(() => checkPersonal(state.schema, linker));
  later.add(() => checkSessions(state.schema, linker));
  later.run(found);
  // A misspelled name leaves the intended name unused: unused names are reported only when there is no error.
  if (sound()) {
    checkUnused(linker.names, uses, operations.held, linker);
    checkUnasked(linker, uses, operations.held);
    checkUnread(linker, uses, reads);
    checkUnreadState(state.schema, linker, uses, reads);
  }
  if (sound()) waived.checkStale(linker.report);
  const others = atRemovals(withoutSyntaxConsequences(found), definition.removals);
  const sorted = sortProblems(atFaultyUses(sortProblems(others), definition));
  if (sound()) return { bundle: assemble(parts, definition.names, state.slices, slug), faulty: [], problems: sorted };
  return { bundle: null, faulty: [...(later.faulty(found) ?? [])].sort(), problems: sorted };
}

const overlayOf = (slug: string): string => `flows/brands/${slug}/overlay.json`;

/** A finding for each file of the base and of the brand that is written in language 1. */
function outdatedFiles(source: FlowSource, slug: string): readonly Problem[] {
  return [...source.files].flatMap(([file, text]) => {
    const [, folder] = /^flows\/(?:brands\/([^/]+)\/)?[^/]+\.json$/.exec(file) ?? [null, null];
    if (folder === null || (folder !== undefined && folder !== slug) || !/"language"\s*:\s*1\b/.test(text)) return [];
    const version = childOf(readDocument(file, text, folder === undefined ? "base" : "overlay").root, "language");
    return version !== null && plain(version) === 1 ? [problems.problemAt(version.at, problems.unknownLanguage(1))] : [];
  });
}

/** The brands of the source, in order. */
export function brands(source: FlowSource): string[] {
  return brandSlugs(source);
}

/** The findings and checks that are collected while the files are read. */
interface Gathered {
  readonly uses: Uses;
  readonly reads: Reads;
  readonly waived: Waivers;
  readonly later: LaterChecks;
}

function linkerOf(
  definition: Definition,
  language: Language,
  { state, semantics, personal, brandNames }: Pick<Linker, "state" | "semantics" | "personal" | "brandNames">,
  { uses, reads, waived, later }: Gathered,
  found: Problem[],
  stages: Stages,
): Linker {
  const report: Linker["report"] = (at, finding) => {
    const { written, ...use } = at;
    const problem =
      written === undefined ? problems.problemAt(at, finding) : { ...problems.problemAt(written, finding), uses: [problems.placeOf(use)] };
    later.note(problem);
    found.push(problem);
  };
  const inlined = new Map<string, Json>();
  return {
    language,
    names: definition.names,
    state,
    semantics,
    personal,
    brandNames,
    formats: formatsOf(definition.app, definition.brand),
    report,
    compileNode,
    use: (kind, name) => uses[kind].add(name),
    read: (origin, at) => {
      if (!reads.has(origin)) reads.set(origin, at);
    },
    later: (look) => later.add(look),
    within: (screen, work) => later.within(screen, work),
    enter: (stage, at) => stages.enter(stage, at),
    waivers: waived.of,
    formSchema: (name) => {
      const known = inlined.get(name);
      if (known !== undefined) return known;
      const using = {
        formats: childOf(definition.fields, "formats"),
        report,
        refer: (reference: string) => uses.definition.add(reference),
        useFormat: (format: string) => uses.fieldFormat.add(format),
      };
      // Several screens may use the schema.
      const schema = later.within(null, () => inlineSchema(name, definition.schemas, using));
      inlined.set(name, schema);
      return schema;
    },
  };
}

/** The declarations of the state schema, and the findings in it. */
interface State {
  readonly type: StaticType;
  readonly slices: SliceDeclarations;
  readonly personal: PersonalSlices;
  /** Null while the schema is invalid. */
  readonly schema: SourceNode | null;
  readonly problems: readonly Problem[];
}

/** Reads the state schema: unknown names are not reported while it is invalid. */
function readState(source: FlowSource, semantics: Semantics): State {
  const document = readDocument(STATE, source.files.get(STATE) ?? "", "base");
  const found: Problem[] = [...document.problems];
  if (document.root === null || document.incomplete)
    return { type: ANY, slices: NO_SLICES, personal: personalSlices(null), schema: null, problems: found };
  const report: Linker["report"] = (at, finding) => found.push(problems.problemAt(at, finding));
  const schema = stateSchema(document.root, STATE_KEYWORDS, report);
  const follow = followWithin(schema, (reference) => report({ ...inFile(STATE), layer: "base" }, problems.unresolvedReference(reference)));
  const slices = compileSlices(document.root, report);
  found.push(...checkNames(semantics, document.root, source.files.get("gateway/schema.graphql") ?? ""));
  const type = withPaths(withRouteState(withNames(typeOfSchema(schema, follow), semantics)));
  checkState(type, document.root, Object.keys(slices.persisted), semantics, report);
  return { type, slices, personal: personalSlices(document.root), schema: document.root, problems: found };
}
