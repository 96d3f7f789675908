/**
 * The `convergence` key of a user's file. Pure.
 *
 * @module
 */
import * as v from "valibot";
import type { Rule } from "../metrics/rules.ts";
import type { MetricsSpec } from "../metrics/spec.ts";
import type { Confidence } from "../protocol.ts";
import { choice, count, number, object, oneOrMore, shortOr, text } from "./fields.ts";
import { DIRECTION } from "./metrics_schema.ts";

/** How sure a rule is. */
export const CONFIDENCE = choice(0, 0.5, 1);

/** `patience: 5`, or `patience: {runs: 5, confidence: 1}`. */
function runs(
  usual: Confidence,
): v.GenericSchema<unknown, { runs: number; confidence: Confidence }> {
  return shortOr(
    v.pipe(count(), v.transform((runs) => ({ runs, confidence: usual }))),
    v.pipe(
      object({ runs: count(), confidence: CONFIDENCE }, {
        needs: { runs: "a whole number of 1 or more" },
      }),
      v.transform(({ runs = 1, confidence = usual }) => ({ runs, confidence })),
    ),
  );
}

const MIN_CHANGE = v.pipe(
  object({ below: number(0, 10), window: count(2), confidence: CONFIDENCE }, {
    needs: { below: "a fraction such as 0.03" },
  }),
  v.transform(({ below: fraction = 0, window = 5, confidence = 0.5 }): Rule => ({
    kind: "min_change",
    fraction,
    window,
    confidence,
  })),
);

/** Where the metrics themselves do not fit, any name may be one of them. */
const UNKNOWN = { primary: { name: "" }, secondary: [], direction: "higher" } as const;

function targets(metrics: MetricsSpec | null) {
  const { primary, secondary, direction: usual } = metrics ?? UNKNOWN;
  const names = [primary.name, ...secondary.map(({ name }) => name)];
  const known = text((name) =>
    metrics === null || names.includes(name) ? null : `one of ${names.join(", ")}`
  );
  return oneOrMore(v.pipe(
    object({ metric: known, value: number(), direction: DIRECTION, confidence: CONFIDENCE }, {
      needs: { value: "a number" },
    }),
    v.transform(({ metric = primary.name, value: at = 0, direction, confidence = 0.5 }): Rule => {
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
 * The key.
 *
 * @param metrics The metrics that rules may name; null where they are not known.
 * @returns What reads it into the rules, in the order in which they are judged.
 */
export function rulesFor(metrics: MetricsSpec | null): v.GenericSchema<unknown, Rule[]> {
  return v.pipe(
    object({
      warm_up: count(),
      hard_limit: runs(1),
      target: targets(metrics),
      min_change: MIN_CHANGE,
      patience: runs(0.5),
    }, {
      check: ({ warm_up: warmUp, hard_limit: limit }, say) => {
        const runs = v.is(v.object({ runs: v.number() }), limit) ? limit.runs : limit;
        if (typeof runs === "number" && typeof warmUp === "number" && runs <= warmUp) {
          say("hard_limit", `should be more runs than warm_up (${warmUp}), and is ${runs}`);
        }
      },
    }),
    v.transform((
      { warm_up: warmUp, hard_limit: limit, target = [], min_change: change, patience },
    ) => [
      ...(warmUp === undefined ? [] : [{ kind: "warm_up", runs: warmUp } as const]),
      ...(limit === undefined ? [] : [{ kind: "hard_limit", ...limit } as const]),
      ...target,
      ...(change === undefined ? [] : [change]),
      ...(patience === undefined ? [] : [{ kind: "patience", ...patience } as const]),
    ]),
  );
}
