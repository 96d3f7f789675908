/** Where a project's metrics are, as data, for the user's adapters and the built-in one. */
import type { Direction } from "./rules.ts";

/** A metric, and where its value is. */
export interface MetricSpec {
  readonly name: string;
  /** A column of a table, or a path in JSON. */
  readonly path: string;
  /** A value outside of it is impossible: the metric is then unknown. */
  readonly range?: readonly [least: number, most: number];
  /** A value outside of it is used, with a warning. */
  readonly usual?: readonly [least: number, most: number];
}

/** Where the time of a run is. */
export type TimestampSpec =
  /** A column or a path in JSON. */
  | { readonly kind: "field"; readonly field: string }
  /** A pattern in the file's path, such as `run_YYYYMMDD_HHMMSS`. */
  | { readonly kind: "file_name"; readonly pattern: string; readonly zone: "local" | "utc" }
  /** The file's modification time. */
  | { readonly kind: "mtime" };

/** Where the metrics of a project are. */
export interface MetricsSpec {
  /** Globs from the project's root. */
  readonly files: readonly string[];
  /** Null: by the file's extension. */
  readonly format: "json" | "jsonl" | "csv" | null;
  /** In JSON, the path of a list of runs; null where a file is one run. */
  readonly rows: string | null;
  /** A column or a path that names the run; null: by file and row. */
  readonly identifier: string | null;
  readonly timestamp: TimestampSpec;
  readonly primary: MetricSpec;
  readonly secondary: readonly MetricSpec[];
  readonly direction: Direction;
}
