/** Exports the reader of the named depositor states of `flows/personas`, validated against `schemas/persona.schema.json`. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { validatorOf } from "../compiler/schema-validator.js";
import type { DepositorState } from "../engine/events.js";
import { completeState } from "../engine/state-writes.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { JsonObject } from "../language/json.js";
import { type Problem, problemAt, unknownPredicate } from "../language/problems.js";
import { childOf, keysOf, readDocument } from "../language/source.js";
import { contentOf, type JsonFile, readJsonFile, WrongFiles } from "./json-file.js";
import { withStateSchema } from "./state-check.js";

export interface Persona {
  readonly name: string;
  readonly description: string;
  readonly state: { readonly [slice: string]: Json };
}

/** A persona as it is written, with the values of predicates that it lists. */
export interface WrittenPersona extends Pick<Persona, "state"> {
  readonly file: string;
  readonly predicates: Readonly<Record<string, boolean>>;
  readonly placeOf: JsonFile<unknown>["placeOf"];
}

export interface PersonaFiles {
  /** Those of files without problems, by name. */
  readonly personas: readonly Persona[];
  readonly written: readonly WrittenPersona[];
  readonly problems: readonly Problem[];
}

const FOLDER = "flows/personas";

type Written = Omit<Persona, "name"> & { readonly predicates: Readonly<Record<string, boolean>> };

/** Reads all personas, and validates them: a wrong value of the state would show another depositor than the author means. */
export async function readPersonaFiles(root: string): Promise<PersonaFiles> {
  const schema = await contentOf<object>(root, "schemas/persona.schema.json");
  const state = await contentOf<JsonObject>(root, "schemas/state.schema.json");
  const validate = withStateSchema(state, (one) => validatorOf<Written>(schema, one));
  const known = await predicateNames(root);
  const names = (await readdir(join(root, FOLDER))).filter((name) => name.endsWith(".json")).sort();
  const files = await Promise.all(names.map((name) => readJsonFile(root, `${FOLDER}/${name}`, validate)));
  const problems = files.flatMap(({ file, content, problems: found, placeOf }) => [
    ...found,
    ...Object.keys(content?.predicates ?? {})
      .filter((name) => known !== null && !known.has(name))
      .map((name) => problemAt({ file, ...placeOf(["predicates"], name) }, unknownPredicate(name, known ?? []))),
  ]);
  const personas = files.flatMap(({ file, content }): readonly Persona[] => {
    if (content === null) return [];
    const { description, state } = content;
    return [{ name: basename(file, ".json"), description, state }];
  });
  const written = files.flatMap(({ file, content, placeOf }) => (content === null ? [] : [{ file, ...content, placeOf }]));
  return { personas, written, problems };
}

/** The named predicates of the base and of every brand; null where the base's cannot be read, since every name would be unknown. */
async function predicateNames(root: string): Promise<ReadonlySet<string> | null> {
  const brands = await readdir(join(root, "flows/brands"));
  const files = ["flows/predicates.json", ...brands.map((slug) => `flows/brands/${slug}/overlay.json`)];
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), "utf8").catch(() => "{}")));
  // A file with errors has the names that can be read: `flows check` reports the errors.
  const roots = files.map((file, index) => readDocument(file, texts[index] ?? "", "base").root);
  if (childOf(roots[0], "predicates") === null) return null;
  return new Set(roots.flatMap((node) => keysOf(childOf(node, "predicates"))));
}

/** All personas, by name; the errors of their files are thrown as {@link WrongFiles}. */
export async function readPersonas(root: string): Promise<readonly Persona[]> {
  const { personas, problems } = await readPersonaFiles(root);
  if (problems.length > 0) throw new WrongFiles(problems);
  return personas;
}

/** The persona's state, whole, at an instant. */
export function personaState(core: BundleCore, persona: Persona, now: string): DepositorState {
  return { ...completeState(core, persona.state), now };
}
