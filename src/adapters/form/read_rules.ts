/**
 * The `convergence` key of a user's file. Pure.
 *
 * @module
 */
import { isObject } from "../../store/records/json_record.ts";
import type { Fields } from "./spec_fields.ts";
import type { MetricsSpec } from "../metrics/spec.ts";
import type { Confidence } from "../protocol.ts";
import type { Direction, Rule } from "../metrics/rules.ts";

const CONFIDENCES = [0, 0.5, 1] as const;
const DIRECTIONS = ["higher", "lower"] as const;

/**
 * Reads the key.
 *
 * @param fields its object, null where it is missing: then nothing is ever judged
 * @param metrics the metrics that rules may name
 * @returns the rules in the order in which they are judged
 */
export function readRules(fields: Fields | null, metrics: MetricsSpec): Rule[] {
  if (fields === null) return [];
  const warmUp = fields.count("warm_up", 0);
  const hardLimit = _readRuns(fields, "hard_limit", 1);
  const targets = _readTargets(fields, metrics);
  const change = _readChange(fields);
  const patience = _readRuns(fields, "patience", 0.5);
  if (hardLimit !== null && hardLimit.runs <= warmUp) {
    fields.wrong("hard_limit", `more runs than warm_up (${warmUp})`, hardLimit.runs, null);
  }
  fields.end();
  return [
    ...(warmUp > 0 ? [{ kind: "warm_up", runs: warmUp } as const] : []),
    ...(hardLimit === null ? [] : [{ kind: "hard_limit", ...hardLimit } as const]),
    ...targets,
    ...(change === null ? [] : [change]),
    ...(patience === null ? [] : [{ kind: "patience", ...patience } as const]),
  ];
}

/** `patience: 5`, or `patience: {runs: 5, confidence: 1}`. */
function _readRuns(
  fields: Fields,
  name: string,
  fallback: Confidence,
): { readonly runs: number; readonly confidence: Confidence } | null {
  const found = fields.take(name);
  if (found === undefined) return null;
  if (!isObject(found)) return { runs: fields.count(name, 1), confidence: fallback };
  const own = fields.objectOf(name, found)!;
  const runs = own.count("runs", 1);
  if (!own.has("runs")) own.missing("runs", "a whole number of 1 or more");
  const confidence = own.choice("confidence", CONFIDENCES, fallback);
  own.end();
  return { runs, confidence };
}

function _readTargets(fields: Fields, metrics: MetricsSpec): Rule[] {
  const found = fields.take("target");
  if (found === undefined) return [];
  const list = Array.isArray(found) ? found : [found];
  const names = metrics.secondary.map(({ name }) => name);
  return list.flatMap((one, index) => {
    const own = fields.objectOf(Array.isArray(found) ? `target[${index}]` : "target", one);
    if (own === null) return [];
    const metric = own.text(
      "metric",
      metrics.primary.name,
      (name) =>
        name === metrics.primary.name || names.includes(name)
          ? null
          : `one of ${[metrics.primary.name, ...names].join(", ")}`,
    );
    const at = own.number("value", NaN);
    if (!own.has("value")) own.missing("value", "a number");
    const isPrimary = metric === metrics.primary.name;
    const usual: Direction = isPrimary ? metrics.direction : "higher";
    const direction = own.choice("direction", DIRECTIONS, usual);
    const confidence = own.choice("confidence", CONFIDENCES, 0.5 as const);
    own.end();
    return [{ kind: "target", metric: isPrimary ? null : metric, at, direction, confidence }];
  });
}

function _readChange(fields: Fields): Rule | null {
  const own = fields.object("min_change");
  if (own === null) return null;
  const fraction = own.number("below", 0, 0, 10);
  if (!own.has("below")) own.missing("below", "a fraction such as 0.03");
  const window = own.count("window", 5);
  if (window < 2) own.wrong("window", "a whole number of 2 or more", window, null);
  const confidence = own.choice("confidence", CONFIDENCES, 0.5 as const);
  own.end();
  return { kind: "min_change", fraction, window, confidence };
}
