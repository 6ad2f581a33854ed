/**
 * Exports the order of the test files, for the configuration: the longest first, so that the workers end at about the same
 * time. Without it, vitest takes the largest files first where it has not measured them, as after a checkout.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take much longer than their size suggests, the longest first. */
const LONGEST = ["pictures", "screens", "scenarios", "states", "opening"].map((name) => `tests/browser/${name}.journey.ts`);

function rank({ moduleId }: TestSpecification): number {
  const index = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
  return index < 0 ? LONGEST.length : index;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
