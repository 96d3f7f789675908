/**
 * The `metrics` key of a user's file. Pure.
 *
 * @module
 */
import { isObject } from "../../store/records/json_record.ts";
import { faultOfGlob } from "../metrics/glob.ts";
import { isPath } from "../metrics/json_value.ts";
import type { Fields } from "./spec_fields.ts";
import { readNamePattern } from "../metrics/timestamp.ts";
import { NAME_PATTERN } from "./form.ts";
import type { MetricSpec, MetricsSpec, TimestampSpec } from "../metrics/spec.ts";

const FORMATS = ["json", "jsonl", "csv"] as const;
const DIRECTIONS = ["higher", "lower"] as const;

/**
 * Reads the key.
 *
 * @param fields its object; what does not fit is added to its problems
 * @returns the spec; of use only where there were no problems
 */
export function readMetricsSpec(fields: Fields): MetricsSpec {
  const files = fields.texts("files", faultOfGlob);
  if (!fields.has("files")) fields.missing("files", "a glob, or a list of them");
  const format = fields.choice("format", FORMATS, null);
  const rows = fields.text("rows", "", _faultOfPath);
  const identifier = fields.text("identifier", "", _faultOfPath);
  const timestamp = _readTimestamp(fields);
  const primary = _readMetric(fields, "primary", fields.take("primary"));
  if (!fields.has("primary")) fields.missing("primary", "a column or a path in JSON");
  const listed = fields.take("secondary") ?? [];
  const secondary = Array.isArray(listed)
    ? listed.map((one, index) => _readMetric(fields, `secondary[${index}]`, one))
    : fields.wrong("secondary", "a list of columns or paths", listed, []);
  const direction = fields.choice("direction", DIRECTIONS, "higher" as const);
  fields.end();
  return {
    files,
    format,
    rows: rows === "" ? null : rows,
    identifier: identifier === "" ? null : identifier,
    timestamp,
    primary,
    secondary,
    direction,
  };
}

function _faultOfPath(path: string): string | null {
  return path !== "" && isPath(path) ? null : "a column or a path such as eval.runs[0].loss";
}

function _readTimestamp(fields: Fields): TimestampSpec {
  const found = fields.take("timestamp");
  if (found === undefined || found === "mtime") return { kind: "mtime" };
  const expected = 'mtime, {field: …} or {file_name: "run_YYYYMMDD_HHMMSS"}';
  const own = isObject(found)
    ? fields.objectOf("timestamp", found)
    : fields.wrong("timestamp", expected, found, null);
  if (own === null) return { kind: "mtime" };
  const field = own.text("field", "", _faultOfPath);
  const pattern = own.text(
    "file_name",
    "",
    (text) =>
      readNamePattern(text) === null
        ? "a name with YYYY, MM and DD, and HH, MM, SS once each"
        : null,
  );
  const zone = own.choice("zone", ["local", "utc"] as const, "local" as const);
  if (own.has("field") === own.has("file_name")) fields.wrong("timestamp", expected, found, null);
  if (own.has("field") && own.has("zone")) {
    fields.problems.push(
      '"metrics.timestamp.zone" has no effect on a field: write it with its zone',
    );
  }
  own.end();
  return field !== "" ? { kind: "field", field } : { kind: "file_name", pattern, zone };
}

/** A metric is its path alone, or an object with more. */
function _readMetric(fields: Fields, key: string, found: unknown): MetricSpec {
  const nothing = { name: "", path: "" };
  if (found === undefined) return nothing;
  if (typeof found === "string") {
    const fault = _faultOfPath(found);
    return fault === null
      ? { name: _shortName(found), path: found }
      : fields.wrong(key, fault, found, nothing);
  }
  const own = fields.objectOf(key, found);
  if (own === null) return nothing;
  const path = own.text("path", "", _faultOfPath);
  if (!own.has("path")) own.missing("path", "a column or a path in JSON");
  const name = own.text(
    "name",
    _shortName(path),
    (text) => NAME_PATTERN.test(text) ? null : "letters, digits, '.', '_' and '-'",
  );
  const range = _readRange(own, "range");
  const usual = _readRange(own, "usual");
  own.end();
  return { name, path, ...(range && { range }), ...(usual && { usual }) };
}

/** The last step of a path is what people call it. */
function _shortName(path: string): string {
  return /([^.[\]"$]+)[\]"]*$/.exec(path)?.[1]?.trim() ?? path;
}

function _readRange(own: Fields, key: string): readonly [number, number] | null {
  const found = own.take(key);
  if (found === undefined) return null;
  const isRange = Array.isArray(found) && found.length === 2 &&
    found.every((bound) => typeof bound === "number" && Number.isFinite(bound)) &&
    found[0] < found[1];
  return isRange
    ? [found[0], found[1]]
    : own.wrong(key, "the least and the most, such as [0, 1]", found, null);
}
