/** A thread that checks one brand. */
import { parentPort, workerData } from "node:worker_threads";
import type { BrandToCheck } from "./check-brand.js";
import { checkBrand } from "./check-brand.js";

parentPort?.postMessage(checkBrand(workerData as BrandToCheck));
