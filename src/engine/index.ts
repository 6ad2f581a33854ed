/** The engine's public face: the compiler, and everything of the run-time (`run.ts`, which is all that the browser imports). */

export type { Analysis, AnalysisInput } from "./analyse/analyse.js";
export { analyse } from "./analyse/analyse.js";
export type { AdmissionDifference } from "./analyse/compare.js";
export { compareAdmission } from "./analyse/compare.js";
export type { AnalysisFinding, Rule } from "./analyse/findings.js";
export { RULES, WARNINGS } from "./analyse/findings.js";
export { analysisInput } from "./analyse/link.js";
export type { Proof } from "./analyse/prove.js";
export { findingText, prove } from "./analyse/prove.js";
export type { Compilation } from "./compile/compile.js";
export { brands, compile } from "./compile/compile.js";
export { hashJson, hashText } from "./compile/hash.js";
export { withExtents } from "./extents.js";
export type { FieldFormat } from "./field-formats.js";
export { ageOn, centsOf, FIELD_FORMATS, normaliseFormat } from "./field-formats.js";
export type { Problem } from "./problems.js";
export { sortProblems } from "./problems.js";
export * from "./run.js";
export type { FlowSource } from "./source.js";
