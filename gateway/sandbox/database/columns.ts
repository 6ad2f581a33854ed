/** Exports Kysely types of columns that may be omitted or null. */
import type { ColumnType } from "kysely";

export type Json<T> = ColumnType<T | null, string | null | undefined, string | null>;
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
