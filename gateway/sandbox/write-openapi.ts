/**
 * Runs as `npx tsx gateway/sandbox/write-openapi.ts`, which writes `schemas/api/openapi.json`. A test compares the file with
 * the routes.
 */
import { writeFileSync } from "node:fs";
import { openApiDocument } from "./http/openapi.js";
import { routes } from "./routes/routes.js";

writeFileSync(new URL("../../schemas/api/openapi.json", import.meta.url), `${JSON.stringify(openApiDocument(routes), null, 2)}\n`);
