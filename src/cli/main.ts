#!/usr/bin/env node
/** The flow tool: `flows COMMAND`. Exit code 0 = done and nothing wrong, 1 = the flows have errors, 2 = wrong usage. */
import { fileURLToPath } from "node:url";
import { processIo } from "./io.js";
import { tool } from "./tool.js";

process.exitCode = await tool(process.argv.slice(2), processIo(fileURLToPath(new URL("../..", import.meta.url))));
