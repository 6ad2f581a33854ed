/** Exports `pathSegment` for the calls to the upstream: a value as one part of their path. */
import { NotFound } from "../upstream/errors.js";

/** Also percent-encoded, because the upstream may decode a path twice. */
const DOT_SEGMENT = /^(\.|%2e){1,2}$/i;

/**
 * A value, percent-encoded. Throws `NotFound` for one that would address another resource, since no record has such an id:
 * an empty one, and `.` and `..`, which URL parsers remove together with the part before (RFC 3986, 5.2.4).
 */
export function pathSegment(value: string): string {
  if (value === "" || DOT_SEGMENT.test(value)) throw new NotFound();
  return encodeURIComponent(value);
}
