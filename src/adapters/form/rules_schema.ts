/** The `convergence` key of a user's file. Pure. */
import * as v from "valibot";
import type { Rule } from "../metrics/rules.ts";
import type { MetricsSpec } from "../metrics/spec.ts";
import type { Confidence } from "../protocol.ts";
import { choice, count, number, object, oneOrMore, orElse, shortOr, text } from "./fields.ts";
import { DIRECTION } from "./metrics_schema.ts";

/** The confidence of a rule. */
export const CONFIDENCE = choice(0, 0.5, 1);

/** `patience: 5`, or `patience: {runs: 5, confidence: 1}`. */
function runs(usual: Confidence) {
  return shortOr<{ readonly runs: number; readonly confidence: Confidence }>(
    v.pipe(count(), v.transform((runs) => ({ runs, confidence: usual }))),
    object({ runs: count(), confidence: orElse(CONFIDENCE, usual) }),
  );
}

const MIN_CHANGE = v.pipe(
  object({
    below: number(0, 10),
    window: orElse(count(2), 5),
    confidence: orElse(CONFIDENCE, 0.5 as const),
  }, { needs: { below: "a fraction such as 0.03" } }),
  v.transform(({ below: fraction, window, confidence }): Rule => ({
    kind: "min_change",
    fraction,
    window,
    confidence,
  })),
);

/** If the metrics are not valid, any name is accepted. */
const UNKNOWN = { primary: { name: "" }, secondary: [], direction: "higher" } as const;

function targets(metrics: MetricsSpec | null) {
  const { primary, secondary, direction: usual } = metrics ?? UNKNOWN;
  const names = [primary.name, ...secondary.map(({ name }) => name)];
  const known = text((name) =>
    metrics === null || names.includes(name) ? null : `one of ${names.join(", ")}`
  );
  return oneOrMore(v.pipe(
    object({
      metric: orElse(known, primary.name),
      value: number(),
      direction: v.exactOptional(DIRECTION),
      confidence: orElse(CONFIDENCE, 0.5 as const),
    }),
    v.transform(({ metric, value: at, direction, confidence }): Rule => {
      const isPrimary = metric === primary.name;
      return {
        kind: "target",
        metric: isPrimary ? null : metric,
        at,
        direction: direction ?? (isPrimary ? usual : "higher"),
        confidence,
      };
    }),
  ));
}

/**
 * Makes the schema of `convergence`.
 *
 * @param metrics The metrics that rules may name; null where they are not valid.
 */
export function rulesFor(metrics: MetricsSpec | null): v.GenericSchema<unknown, Rule[]> {
  return v.pipe(
    object({
      warm_up: orElse(count(), 0),
      hard_limit: v.exactOptional(runs(1)),
      target: orElse(targets(metrics), []),
      min_change: orElse(v.pipe(MIN_CHANGE, v.transform((rule) => [rule])), []),
      patience: v.exactOptional(runs(0.5)),
    }, {
      check: ({ warm_up: warmUp, hard_limit: limit }, say) => {
        const most = (limit as { readonly runs?: unknown } | undefined)?.runs;
        if (typeof most === "number" && typeof warmUp === "number" && most <= warmUp) {
          say("hard_limit", `should be more runs than warm_up (${warmUp}), and is ${most}`);
        }
      },
    }),
    v.transform(({ warm_up: runs, hard_limit: limit, target, min_change: change, patience }) => [
      ...(runs === 0 ? [] : [{ kind: "warm_up", runs } as const]),
      ...(limit === undefined ? [] : [{ kind: "hard_limit", ...limit } as const]),
      ...target,
      ...change,
      ...(patience === undefined ? [] : [{ kind: "patience", ...patience } as const]),
    ]),
  );
}
