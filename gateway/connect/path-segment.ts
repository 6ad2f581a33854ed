/** Exports `pathSegment` and `urlValue` for the calls to the upstream: a value as one part of their URL. */
import { BadRequest, NotFound } from "../upstream/errors.js";

/** Also percent-encoded, because the upstream may decode a path twice. */
const DOT_SEGMENT = /^(\.|%2e){1,2}$/i;

/** Characters of a value in a URL. Servers refuse a longer URL without an answer that the gateway could read. */
const LONGEST_VALUE = 1_000;

/** A value, percent-encoded. Throws `BadRequest` at `name`, the argument that it comes from, for one that is too long. */
export function urlValue(value: string, name: string): string {
  if (value.length <= LONGEST_VALUE) return encodeURIComponent(value);
  throw new BadRequest({ code: "too_long", errors: [{ path: name, message: `Use ${LONGEST_VALUE} characters or fewer.` }] });
}

/**
 * A value as one part of a path. Throws `NotFound` for one that would address another resource, since no record has such an id:
 * an empty one, and `.` and `..`, which URL parsers remove together with the part before (RFC 3986, 5.2.4).
 */
export function pathSegment(value: string, name: string): string {
  if (value === "" || DOT_SEGMENT.test(value)) throw new NotFound();
  return urlValue(value, name);
}
