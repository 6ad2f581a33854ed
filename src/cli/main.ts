/** Runs the flow tool; `flows.mjs` starts it. */
import { fileURLToPath } from "node:url";
import { processIo } from "./io.js";
import { tool } from "./tool.js";

const [, program = "", ...args] = process.argv;
process.exitCode = await tool(args, processIo(fileURLToPath(new URL("../..", import.meta.url)), program));
