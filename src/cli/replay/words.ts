/** What a replay says of a loop, in words. Pure. */
import { describeHead } from "../../lifecycle/end_line.ts";
import type { Instruction } from "../../loop/decision.ts";
import { basename } from "@std/path";
import type { Condition } from "../../replay/judging/possible_ends.ts";
import type { JudgedStop, PossibleEnd } from "../../replay/judging/simulated_loop.ts";
import type { LoopResult } from "../../replay/judging/simulation.ts";
import type { ReplayedLoop } from "../../replay/replay.ts";
import { showDuration } from "../../text/time.ts";
import { showText } from "../../text/show_text.ts";

const COMMAND_CHARACTERS = 60;

/**
 * Describes where a loop would have ended: a sentence for each possible end, and one if the recording
 * ended first.
 */
export function describeResult(loop: ReplayedLoop, result: LoopResult): string[] {
  const { ends, hasEnded } = result;
  const sentences = ends.map((end, index) => {
    const where = `${index === 0 ? "Stop" : "Otherwise stop"} ${end.stop}`;
    const after = `after ${showDuration(end.activeMs)}`;
    return `${where}, ${after}: ${describeEnd(end, loop)}${describeLater(end.alsoAt)}`;
  });
  if (hasEnded) return sentences;
  const goesOn = ends.length === 0 ? "It would have gone on" : "Otherwise it would have gone on";
  return [...sentences, `${goesOn}; the recording ends here.`];
}

/** The later Stops at which the same end is possible. */
function describeLater(stops: readonly number[]): string {
  const last = stops.at(-1);
  if (last === undefined) return "";
  if (stops.length === 1) return ` The same at stop ${last}.`;
  return ` The same at ${stops.length} later stops, the last is ${last}.`;
}

function describeEnd(end: PossibleEnd, loop: ReplayedLoop): string {
  const head = describeHead(end.reason).replace(/\.$/, "");
  if (end.conditions.length === 0) return `${head}.`;
  return `${head}. Only if ${
    end.conditions.map((condition) => describeCondition(condition, end, loop)).join(" and ")
  }.`;
}

/** Describes what an end depends on, as the end of a sentence that begins with "if". */
function describeCondition(
  { fact, isTrue }: Condition,
  { sinceStop, checks }: Pick<PossibleEnd, "sinceStop" | "checks">,
  { plan }: Pick<ReplayedLoop, "plan">,
): string {
  switch (fact) {
    case "tree":
      return sinceStop === null
        ? "nothing changed in the project between those checks"
        : `nothing else changed in the project since stop ${sinceStop}`;
    case "plan":
      return `${plan === null ? "the plan" : basename(plan)} was complete by then`;
    case "verification":
      return `${nameChecks(checks)} ${isTrue ? "passed" : "failed"}`;
    case "exploration":
      return isTrue ? "the scanner found nothing to work on" : "the scanner found something";
  }
}

function nameChecks(checks: readonly string[]): string {
  const [first = "", ...others] = checks;
  const name = `\`${showText(first, COMMAND_CHARACTERS)}\``;
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

const INSTRUCTIONS: Readonly<Record<string, string>> = {
  "work": "continue",
  "explore": "continue: explore",
  "validate": "continue: validate",
  "use-a-tool": "continue: use a tool",
  "confirm-completion": "continue: is it complete?",
  "verification-failed": "continue, if the checks failed",
  "run-verification": "continue: run the checks",
} satisfies Record<Instruction["kind"], string>;

/** Describes the decision at a Stop. */
export function describeDecision(judged: JudgedStop, loop: ReplayedLoop): string {
  const ends = judged.ends.map((end) => `end: ${describeEnd(end, loop)}`);
  const { onward } = judged;
  const rest = onward === null ? [] : [
    onward.kind === "wait" ? `wait for ${onward.what}` : INSTRUCTIONS[onward.what] ?? "continue",
  ];
  return [...ends, ...rest].join(" Otherwise ");
}
