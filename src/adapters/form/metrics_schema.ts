/**
 * The `metrics` key of a user's file. Pure.
 *
 * @module
 */
import * as v from "valibot";
import { faultOfGlob } from "../metrics/glob.ts";
import { isPath } from "../metrics/json_value.ts";
import type { MetricSpec, MetricsSpec, TimestampSpec } from "../metrics/spec.ts";
import { readNamePattern } from "../metrics/timestamp.ts";
import { choice, object, oneOrMore, shortOr, text } from "./fields.ts";
import { NAME_PATTERN } from "./form.ts";

/** Globs, or one alone. */
export const GLOBS = oneOrMore(text(faultOfGlob));
/** Which way is better. */
export const DIRECTION = choice("higher", "lower");

const COLUMN = "a column or a path in JSON";
const PATH = text((path) =>
  path !== "" && isPath(path) ? null : "a column or a path such as eval.runs[0].loss"
);

const RANGE = v.custom<readonly [number, number]>(
  (found) =>
    Array.isArray(found) && found.length === 2 && found.every(Number.isFinite) &&
    found[0] < found[1],
  "the least and the most, such as [0, 1]",
);

/** A metric is its path alone, or an object with more. */
const METRIC = shortOr<MetricSpec>(
  v.pipe(PATH, v.transform((path) => ({ name: shortName(path), path }))),
  v.pipe(
    object({
      path: PATH,
      name: text((name) => NAME_PATTERN.test(name) ? null : "letters, digits, '.', '_' and '-'"),
      range: RANGE,
      usual: RANGE,
    }, { needs: { path: COLUMN } }),
    v.transform(({ path = "", name = shortName(path), range, usual }) => ({
      name,
      path,
      ...(range && { range }),
      ...(usual && { usual }),
    })),
  ),
);

const TIMES = 'mtime, {field: …} or {file_name: "run_YYYYMMDD_HHMMSS"}';
const TIMESTAMP = shortOr<TimestampSpec>(
  v.pipe(v.literal("mtime", TIMES), v.transform((kind) => ({ kind }))),
  v.pipe(
    object({
      field: PATH,
      file_name: text((pattern) =>
        readNamePattern(pattern) === null
          ? "a name with YYYY, MM and DD, and HH, MM, SS once each"
          : null
      ),
      zone: choice("local", "utc"),
    }, {
      check: ({ field, file_name: pattern, zone }, say) => {
        if ((field === undefined) === (pattern === undefined)) say(null, TIMES);
        if (field !== undefined && zone !== undefined) {
          say("zone", "has no effect on a field: write it with its zone");
        }
      },
    }),
    v.transform(({ field, file_name: pattern = "", zone = "local" }) =>
      field === undefined
        ? { kind: "file_name", pattern, zone } as const
        : { kind: "field", field } as const
    ),
  ),
);

/** The key. */
export const METRICS: v.GenericSchema<unknown, MetricsSpec> = v.pipe(
  object({
    files: GLOBS,
    format: choice("json", "jsonl", "csv"),
    rows: PATH,
    identifier: PATH,
    timestamp: TIMESTAMP,
    primary: METRIC,
    secondary: v.array(METRIC, "a list of columns or paths"),
    direction: DIRECTION,
  }, { needs: { files: "a glob, or a list of them", primary: COLUMN } }),
  v.transform((metrics) => ({
    files: metrics.files ?? [],
    format: metrics.format ?? null,
    rows: metrics.rows ?? null,
    identifier: metrics.identifier ?? null,
    timestamp: metrics.timestamp ?? { kind: "mtime" },
    primary: metrics.primary!,
    secondary: metrics.secondary ?? [],
    direction: metrics.direction ?? "higher",
  })),
);

/** The last step of a path is what people call it. */
function shortName(path: string): string {
  return /([^.[\]"$]+)[\]"]*$/.exec(path)?.[1]?.trim() ?? path;
}
