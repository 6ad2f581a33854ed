/** The rooms of the house and who may import whom: `ARCHITECTURE.md`'s table, as data. */
import type { Import } from "./sources.js";

interface Rule {
  /** Rooms it may import (itself always). */
  readonly rooms: readonly string[];
  /** Rooms and files of which it may import types only. */
  readonly types?: readonly string[];
  /** Single files that it may import although their room is closed to it. */
  readonly files?: readonly string[];
  /** Packages it never imports (a trailing `*` stands for anything). */
  readonly never?: readonly string[];
}

const DRAWING = ["react", "react-dom", "react-router-dom", "recoil", "@blueprintjs/*", "@rjsf/*"];
const SERVING = ["fastify", "@fastify/*", "graphql-http", "graphql-jit", "undici", "pg", "kysely", "@electric-sql/*"];

export const ROOMS: Readonly<Record<string, Rule>> = {
  "src/engine": {
    rooms: [],
    never: [...DRAWING, ...SERVING, "node:fs", "node:fs/promises", "node:http", "node:https", "node:child_process"],
  },
  "src/theme": { rooms: [], never: ["recoil", "react-router-dom", "graphql", "graphql-request", ...SERVING] },
  "src/blocks": { rooms: ["src/theme"], types: ["src/engine"], never: ["recoil", "graphql", "graphql-request", ...SERVING] },
  "src/state": { rooms: ["src/engine"], never: ["graphql", "graphql-request", ...SERVING] },
  "src/runtime": { rooms: ["src/engine", "src/blocks", "src/state"], never: ["recoil", "graphql", "graphql-request", ...SERVING] },
  "src/api": { rooms: [], types: ["src/runtime/port.ts", "src/engine"], never: ["recoil", "graphql", ...DRAWING, ...SERVING] },
  "src/app": { rooms: ["src/engine", "src/theme", "src/blocks", "src/state", "src/runtime", "src/api"], never: ["recoil", ...SERVING] },
  "src/cli": { rooms: ["src/engine"], never: [...SERVING, "recoil"] },
  "gateway/upstream": { rooms: [], never: ["graphql", "fastify", ...DRAWING] },
  "gateway/resolvers": { rooms: ["gateway/upstream", "src/engine"], never: DRAWING },
  "gateway/sandbox": { rooms: [], never: ["fastify", "@fastify/*", "graphql", ...DRAWING] },
  "gateway/plugins": { rooms: ["gateway", "gateway/upstream", "src/engine"], never: DRAWING },
  gateway: {
    rooms: ["gateway/upstream", "gateway/resolvers", "gateway/plugins", "src/engine"],
    files: ["src/cli/source-files.ts"],
    never: DRAWING,
  },
};

/** The composition root sees every room of the gateway, the sandbox and the tool that builds bundles. */
const COMPOSITION_ROOT = "gateway/main.ts";
const OF_THE_ROOT = ["gateway/sandbox", "src/cli"];

const NAMES = Object.keys(ROOMS).sort((a, b) => b.length - a.length);

export const roomOf = (path: string): string | null => NAMES.find((room) => path.startsWith(`${room}/`)) ?? null;

const matches = (pattern: string, specifier: string): boolean =>
  pattern.endsWith("*")
    ? specifier.startsWith(pattern.slice(0, -1))
    : specifier === pattern || (specifier.startsWith(`${pattern}/`) && !pattern.startsWith("node:"));

/** Why an import is not allowed, or null. */
export function offence({ from, to, specifier, line, typeOnly }: Import): string | null {
  const room = roomOf(from);
  const rule = room === null ? undefined : ROOMS[room];
  if (room === null || !rule) return null;
  const where = `${from}:${line}`;
  if (!specifier.startsWith(".")) {
    return rule.never?.some((pattern) => matches(pattern, specifier)) ? `${where}: ${room} never imports ${specifier}` : null;
  }
  if (to.startsWith("schemas/") || to.startsWith("../")) return to.startsWith("../") ? `${where}: ${to} is outside the repository` : null;
  const other = roomOf(to);
  if (other === room || rule.files?.includes(to)) return null;
  if (other === null) return `${where}: ${room} may not import ${to}`;
  if (rule.rooms.includes(other)) return null;
  if (from === COMPOSITION_ROOT && OF_THE_ROOT.includes(other)) return null;
  if (rule.types?.some((allowed) => allowed === other || allowed === to)) {
    return typeOnly ? null : `${where}: ${room} may import only types of ${other} (${to})`;
  }
  return `${where}: ${room} may not import ${other} (${to})`;
}
