/** The `metrics` key of a user's file. Pure. */
import * as v from "valibot";
import { faultOfGlob } from "../metrics/glob.ts";
import { isPath } from "../metrics/json_value.ts";
import type { MetricSpec, TimestampSpec } from "../metrics/spec.ts";
import { readNamePattern } from "../metrics/timestamp.ts";
import { choice, object, oneOrMore, orElse, shortOr, text } from "./fields.ts";
import { NAME_PATTERN } from "./form.ts";

/** A glob, or a list of globs. */
export const GLOBS = oneOrMore(text(faultOfGlob));
/** Whether higher or lower values are better. */
export const DIRECTION = choice("higher", "lower");

const COLUMN = "a column or a path in JSON";
const PATH = text(
  (path) => path !== "" && isPath(path) ? null : "a column or a path such as eval.runs[0].loss",
  COLUMN,
);

const RANGE = v.custom<readonly [number, number]>(
  (bounds) =>
    Array.isArray(bounds) && bounds.length === 2 && bounds.every(Number.isFinite) &&
    bounds[0] < bounds[1],
  "the least and the most, such as [0, 1]",
);

/** A metric: its path, or an object. */
const METRIC = shortOr<MetricSpec>(
  v.pipe(PATH, v.transform((path) => ({ name: shortName(path), path }))),
  v.pipe(
    object({
      path: PATH,
      name: v.exactOptional(
        text((name) => NAME_PATTERN.test(name) ? null : "letters, digits, '.', '_' and '-'"),
      ),
      range: v.exactOptional(RANGE),
      usual: v.exactOptional(RANGE),
    }),
    v.transform((metric) => ({ ...metric, name: metric.name ?? shortName(metric.path) })),
  ),
);

const TIMES = 'mtime, {field: …} or {file_name: "run_YYYYMMDD_HHMMSS"}';
const TIMESTAMP = shortOr<TimestampSpec>(
  v.pipe(v.literal("mtime", TIMES), v.transform((kind) => ({ kind }))),
  v.pipe(
    object({
      field: v.exactOptional(PATH),
      file_name: v.exactOptional(
        text((pattern) =>
          readNamePattern(pattern) === null
            ? "a name with YYYY, MM and DD, and HH, MM, SS once each"
            : null
        ),
      ),
      zone: v.exactOptional(choice("local", "utc")),
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

/** What `metrics` in a described adapter may contain. */
export const METRICS = object({
  files: GLOBS,
  format: orElse(choice("json", "jsonl", "csv"), null),
  rows: orElse(PATH, null),
  identifier: orElse(PATH, null),
  timestamp: orElse(TIMESTAMP, { kind: "mtime" } as const),
  primary: METRIC,
  secondary: orElse(v.array(METRIC, "a list of columns or paths"), []),
  direction: orElse(DIRECTION, "higher" as const),
}, { needs: { files: "a glob, or a list of them", primary: COLUMN } });

/** A metric is named after the last step of its path. */
function shortName(path: string): string {
  return /([^.[\]"$]+)[\]"]*$/.exec(path)?.[1]?.trim() ?? path;
}
