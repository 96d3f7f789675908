/**
 * Where a project's metrics stand, as data: in the user's own adapters and in the built-in one.
 *
 * @module
 */
import type { Direction } from "./rules.ts";

/** One metric. */
export interface MetricSpec {
  /** Its name in prompts, rules and messages. */
  readonly name: string;
  /** A column of a table, or a path in JSON. */
  readonly path: string;
  /** Values outside of it cannot be: the metric is then unknown. */
  readonly range?: readonly [least: number, most: number];
  /** Values outside of it are used, and said to be unlikely. */
  readonly usual?: readonly [least: number, most: number];
}

/** When a run was. */
export type TimestampSpec =
  /** A column or a path in JSON. */
  | { readonly kind: "field"; readonly field: string }
  /** In the file's path, such as `run_YYYYMMDD_HHMMSS`. */
  | { readonly kind: "file_name"; readonly pattern: string; readonly zone: "local" | "utc" }
  /** When the file was changed last. */
  | { readonly kind: "mtime" };

/** Where the metrics of a project stand. */
export interface MetricsSpec {
  /** Globs from the project's root. */
  readonly files: readonly string[];
  /** Null: by the file's ending. */
  readonly format: "json" | "jsonl" | "csv" | null;
  /** In JSON, the path of a list with one entry a run; null where a file is one run. */
  readonly rows: string | null;
  /** A column or a path that names the run; null: by file and row. */
  readonly identifier: string | null;
  readonly timestamp: TimestampSpec;
  readonly primary: MetricSpec;
  readonly secondary: readonly MetricSpec[];
  readonly direction: Direction;
}
