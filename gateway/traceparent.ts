/** Exports the header `traceparent` (W3C, "Trace Context") as data, for the request context and the telemetry. */

export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** The flags as a number; bit 0 means that the sender samples the trace. */
  readonly flags: number;
}

/** Version 00 or later; ids of zeros are invalid. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The context that a valid header names; null for any other value. */
export function readTraceparent(header: unknown): TraceContext | null {
  const [, traceId, spanId, flags] = (typeof header === "string" && TRACEPARENT.exec(header)) || [];
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId, flags: Number.parseInt(flags ?? "00", 16) };
}

export const writeTraceparent = ({ traceId, spanId, flags }: TraceContext): string =>
  `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, "0")}`;
