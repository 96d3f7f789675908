/** `ralph adapters explain`. */
import type { Judgement, MetricsEntry } from "../../adapters/protocol.ts";
import { detectAdapters, type DetectedAdapter } from "../../adapters/registry.ts";
import { showCount } from "../../text/human_units.ts";
import { showText } from "../../text/show_text.ts";
import { adapterContext, adapterFields, requireAdapter, SINCE_OPTION, sinceOf } from "./find.ts";
import { defineCommand, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { renderExactInstant } from "../../text/instant.ts";

/** Maximum number of runs listed; the others are only counted. */
const RUNS_SHOWN = 10;

export const explain = defineCommand({
  name: "explain",
  summary: "Show what an adapter detects and reads, and the outcome of its rules line by line",
  args: [{ name: "name", help: "Name of the adapter", listedBy: ["adapters"], required: true }],
  options: [SINCE_OPTION, JSON_OPTION],
  examples: [[
    "ralph adapters explain mine --since 2026-01-31T18:00:00Z",
    "As if a loop had started then",
  ]],
  run: async (context, { args, options }) => {
    const here = adapterContext(context);
    const adapter = requireAdapter(here, args.name);
    const sinceMs = sinceOf(here, options.since);
    const [detected] = await detectAdapters([adapter], true);
    const judgement = await adapter.judge(sinceMs, 1);
    const since = sinceMs === 0 ? null : renderExactInstant(sinceMs);
    return show(
      { project: here.project, ...toJson(detected!, since, judgement) },
      () => render(detected!, since, judgement),
    );
  },
});

function toJson(detected: DetectedAdapter, since: string | null, judgement: Judgement) {
  const { convergence } = judgement;
  return {
    ...adapterFields(detected),
    since,
    entries: judgement.entries,
    rules: judgement.rules,
    verdict: convergence === null ? null : {
      should_continue: convergence.shouldContinue,
      confidence: convergence.confidence,
      converged: convergence.converged,
      reason: convergence.reason,
    },
    problems: [
      ...judgement.problems,
      ...(judgement.problem === null ? [] : [judgement.problem]),
    ],
  };
}

function render(
  detected: DetectedAdapter,
  since: string | null,
  judgement: Judgement,
): string {
  const { name, kind, file, detection, skipped } = detected;
  const { convergence, rules, problem } = judgement;
  const fits = skipped !== null
    ? `skipped: ${skipped}`
    : detection.isMatch
    ? "it matches"
    : "it does not match";
  const runs = judgement.entries.length;
  const verdict = convergence === null
    ? `unknown: ${problem ?? "it gave no verdict"}; unknown never ends a loop`
    : `${convergence.shouldContinue ? "go on" : "stop"} (confidence ${convergence.confidence}${
      convergence.converged ? ", converged" : ""
    }): ${convergence.reason}`;
  return [
    `${name} (${kind}${file === null ? "" : `, ${file}`})`,
    "",
    `Detection: ${showText(fits, 300)}`,
    ...detection.evidence.map((line) => `  ${showText(line, 300)}`),
    "",
    `Metrics ${since === null ? "of all times" : `since ${since}`}: ${showCount(runs, "run")}`,
    ...(runs > RUNS_SHOWN ? [`  … ${runs - RUNS_SHOWN} earlier runs`] : []),
    ...judgement.entries.slice(-RUNS_SHOWN).map(renderEntry),
    ...judgement.problems.map((text) => `  ! ${showText(text, 300)}`),
    "",
    ...(rules.length === 0 ? [] : ["Rules, the first that applies decides:"]),
    ...rules.map(({ rule, outcome, detail }) => `  ${rule}: ${outcome} (${showText(detail, 200)})`),
    `Verdict: ${showText(verdict, 400)}`,
  ].join("\n");
}

function renderEntry({ timestamp, identifier, primary, secondary }: MetricsEntry): string {
  const others = Object.entries(secondary).map(([name, value]) => `${name} ${value ?? "unknown"}`);
  const line = [`${primary ?? "unknown"}`, ...others].join(", ");
  return `  ${timestamp}  ${showText(identifier, 80)}: ${showText(line, 200)}`;
}
