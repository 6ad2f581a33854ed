#!/usr/bin/env node
// @ts-check
/** The flow tool: `flows COMMAND`. Exit code 0 = done and nothing wrong, 1 = the flows have errors, 2 = wrong usage. */
import { bundled } from "./bundled.mjs";

await import(await bundled(new URL("./main.ts", import.meta.url), new URL("../../node_modules/.cache/passbook/flows/", import.meta.url)));
