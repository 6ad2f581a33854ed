/** Exports whether a text can be the value of a header of the gateway's calls, for what an upstream makes the gateway repeat. */

/** Visible ASCII, with spaces inside at most (RFC 9110, 5.5): a client refuses to send other characters, or changes them. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

export const isHeaderValue = (text: string): boolean => HEADER_VALUE.test(text);
