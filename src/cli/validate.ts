/** `ralph validate`: forces a validation of the work so far, complete or not. */
import { changeLoop } from "../lifecycle/change.ts";
import { checkRecord } from "../lifecycle/check_record.ts";
import { findLoop } from "../lifecycle/loop.ts";
import { forceValidation } from "../loop/validation/validation.ts";
import { NoLoopError, StateError, UsageError } from "../error.ts";
import { journal } from "../lifecycle/journal.ts";
import { defineTopCommand, JSON_OPTION } from "./core/command.ts";
import { show } from "./core/document.ts";
import { locate } from "./core/locate.ts";
import { line } from "../text/again.ts";

const ROUNDS = [
  "critical issues",
  "the fixes",
  "documentation and coverage",
  "probing",
  "robustness",
];

export const command = defineTopCommand({
  description: "The agent is asked to when its turn ends, even if its task is not " +
    `complete. Rounds: ${ROUNDS.map((what, index) => `${index + 1} ${what}`).join(", ")}. ` +
    "Afterwards the loop continues where it was.",
  args: [{
    name: "round",
    help: "Round to validate; without it, all rounds",
    choices: ROUNDS.map((_what, index) => String(index + 1)),
  }],
  options: [JSON_OPTION],
  examples: [
    ["ralph validate", "All rounds, from the first"],
    ["ralph validate 4", "One round of adversarial probing"],
  ],
  exitCodes: [[5, "no loop here"]],
  run: (context, { args }) => {
    const round = args.round === undefined ? null : Number(args.round);
    const { places, project } = locate(context);
    const here = findLoop(places, project);
    if (here === null) {
      throw new NoLoopError(`No loop runs in ${project}`, {
        hint: "Start one:",
        again: line("start"),
      });
    }
    if (checkRecord(here).record?.driver === "runner") {
      throw new UsageError("A loop of 'ralph run' is not validated in rounds", {
        hint: "Give 'ralph run' its checks: --verify COMMAND.",
      });
    }
    const record = changeLoop({ places }, here, (present) => ({
      ...present,
      validation: forceValidation(present.validation, round),
    }));
    if (record === null) {
      throw new StateError("Cannot request a validation: the loop has just ended", {
        hint: "How it ended:",
        again: line("status"),
      });
    }
    const sentence = `Validation asked for: ${round === null ? "all rounds" : `round ${round}`}`;
    journal(places, record, {
      atMs: context.nowMs(),
      event: "validate",
      kind: "note",
      sentence,
    });
    const { state, turn } = record;
    const when = state === "running" && turn.state === "running"
      ? "its turn ends"
      : "its next turn ends; none is running now";
    return show(
      { loop: here.facts.id, round },
      () => `${sentence}; the agent sees it when ${when}.`,
    );
  },
});
