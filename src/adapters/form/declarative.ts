/** An adapter that the user describes in YAML: signs, metric files, rules. Runs no program. */
import { join } from "../../path/path.ts";
import { readText } from "../../store/files/text_file.ts";
import { isThere } from "../../store/files/presence.ts";
import type { Places } from "../../store/places.ts";
import { findByGlob } from "../metrics/glob.ts";
import type { AdapterForm, DetectSign } from "./form.ts";
import { memoryPlace } from "../memory.ts";
import { type Adapter, type Detection, NO_JUDGEMENT } from "../protocol.ts";
import { readMetricFiles } from "../metrics/read_metrics.ts";
import { judgeRules, type RuleWords, showNumber, showPercent } from "../metrics/rules.ts";
import type { MetricsSpec } from "../metrics/spec.ts";

const MOST_FILES_OPENED = 200;

/**
 * Makes the declarative adapter of a project.
 *
 * @param project The project's root, absolute.
 */
export function declarative(
  project: string,
  places: Places,
  form: AdapterForm,
  nowMs: number,
): Adapter {
  const { name, metrics: spec } = form;
  return {
    name,
    kind: "declarative",
    sessionMode: form.sessionMode,
    detect: () => detectBySigns(project, form.detect),
    judge: (sinceMs) => {
      if (spec === null) return { ...NO_JUDGEMENT, problem: "it has no metrics" };
      const memory = memoryPlace(places, project, `metrics ${name}`);
      const read = readMetricFiles({ root: project, spec, sinceMs, nowMs, memory });
      const verdict = judgeRules(form.rules, read.entries, spec.direction, wordsFor(spec));
      return { ...read, ...verdict, problem: null };
    },
    promptAdditions: ({ phase }) => {
      const text = form.prompt[phase] ?? "";
      return text === "" ? null : { text };
    },
  };
}

/**
 * Checks a project for signs.
 *
 * @param project The project's root, absolute.
 * @param signs The signs; one is enough.
 * @returns The first sign found, or what was searched for.
 */
export function detectBySigns(project: string, signs: readonly DetectSign[]): Detection {
  for (const { file, contains } of signs) {
    const paths = findByGlob(project, file).paths.filter((path) => isThere(join(project, path)));
    const match = contains === null ? paths[0] : paths.slice(0, MOST_FILES_OPENED).find((path) => {
      const read = readText(join(project, path));
      return read.kind === "text" && read.text.includes(contains);
    });
    if (match === undefined) continue;
    const what = contains === null ? "is there" : `contains "${contains}"`;
    return { isMatch: true, evidence: [`${match} ${what}`] };
  }
  const wanted = signs.map(({ file, contains }) =>
    contains === null ? file : `${file} with "${contains}"`
  );
  return { isMatch: false, evidence: [`Nothing matches ${wanted.join(", ")}`] };
}

/** Makes the sentences of a user's rules. */
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
