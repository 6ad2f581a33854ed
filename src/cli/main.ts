/** The process of the flow tool; `flows.mjs` starts it. */
import { fileURLToPath } from "node:url";
import { processIo } from "./io.js";
import { tool } from "./tool.js";

process.exitCode = await tool(process.argv.slice(2), processIo(fileURLToPath(new URL("../..", import.meta.url))));
