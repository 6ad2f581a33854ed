/** Writes `schemas/api/openapi.json`: `npx tsx gateway/sandbox/write-openapi.ts`. A test holds the file to the code. */
import { writeFileSync } from "node:fs";
import { openApiDocument } from "./http/openapi.js";
import { routes } from "./routes/routes.js";

writeFileSync(new URL("../../schemas/api/openapi.json", import.meta.url), `${JSON.stringify(openApiDocument(routes), null, 2)}\n`);
