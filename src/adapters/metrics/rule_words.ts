/**
 * The sentences of a user's rules. Pure.
 *
 * @module
 */
import type { MetricsSpec } from "./spec.ts";
import { type RuleWords, showNumber, showPercent } from "./rules.ts";

/**
 * The sentences of a user's rules.
 *
 * @param metrics what is measured
 */
export function wordsFor({ primary, direction }: MetricsSpec): RuleWords {
  return {
    warmUp: (runs, needed) => `Warm-up: ${runs} of ${needed} runs`,
    hardLimit: (runs) => `The limit of ${runs} runs is reached`,
    target: (metric, value, rule) =>
      `Target reached: ${metric ?? primary.name} ${showNumber(value)} ${
        rule.direction === "higher" ? ">=" : "<="
      } ${showNumber(rule.at)}`,
    minChange: (mean, { fraction, window }) =>
      `${primary.name} changed by ${showPercent(mean)} on average over ${window} runs, less than ${
        showPercent(fraction)
      }`,
    patience: (runs) => `No better ${primary.name} for ${runs} runs`,
    otherwise: (runs, best) =>
      `${runs} ${runs === 1 ? "run" : "runs"}, ${
        best === null
          ? `no ${primary.name} known`
          : `${direction === "higher" ? "highest" : "lowest"} ${primary.name} ${showNumber(best)}`
      }`,
  };
}
