/** Exports the reader of the named depositor states of `flows/personas`. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DepositorState } from "../engine/events.js";
import { completeState } from "../engine/state-writes.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";

export interface Persona {
  readonly name: string;
  readonly description: string;
  readonly state: { readonly [slice: string]: Json };
}

/** All personas, by name. */
export async function readPersonas(root: string): Promise<readonly Persona[]> {
  const folder = join(root, "flows", "personas");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  return Promise.all(
    names.map(async (file): Promise<Persona> => {
      const { description, state } = JSON.parse(await readFile(join(folder, file), "utf8")) as Omit<Persona, "name">;
      return { name: file.replace(/\.json$/, ""), description, state };
    }),
  );
}

/** The persona's state, whole, at an instant. */
export function personaState(core: BundleCore, persona: Persona, now: string): DepositorState {
  return { ...completeState(core, persona.state), now };
}
