/** `ralph explain`: shows why a loop decided as it did. */
import { UsageError } from "../../error.ts";
import type { ChosenLoop } from "../../lifecycle/choose_loop.ts";
import { loopPlaces, placesOf } from "../../store/places.ts";
import { readJournal } from "../../store/records/journal.ts";
import { nextStep, type ReadIn, rowOf } from "../../loop/reasons.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { showCount } from "../../text/human_units.ts";
import { showDuration } from "../../text/time.ts";
import { renderInstant, showLocalDate } from "../../text/instant.ts";
import { withSnakeCaseNames } from "../../text/snake_case.ts";
import { defineTopCommand, JSON_OPTION } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import { show } from "../core/document.ts";
import { chooseLoopHere, whereIsRead } from "../core/locate.ts";
import { wrapText } from "../core/text_layout.ts";
import { entryDocument } from "../history/entry_view.ts";
import { gatherStatus } from "../status/facts.ts";
import { nameState } from "../status/phrases.ts";
import { type ExplainedDecision, explainEntries, listTurns } from "./gather.ts";
import { renderDecision } from "./text.ts";
import { line } from "../../text/again.ts";

export const command = defineTopCommand({
  description:
    "Shows the journal's entry for a decision: the facts, the rule that decided, how near the " +
    "others were, and the setting or command that belongs to an end.",
  args: [{
    name: "loop",
    help: "Id of a loop, or its beginning or end (default: this project's current or last loop)",
  }],
  options: [
    {
      name: "turn",
      alias: "t",
      type: "integer",
      min: 0,
      help: "Explain the decisions of this turn; 0 is that of the first prompt",
      defaultText: "the last decision",
    },
    JSON_OPTION,
  ],
  examples: [
    ["ralph explain", "Why this project's loop ended, or what it decided last"],
    ["ralph explain --turn 41", "An earlier decision"],
  ],
  exitCodes: [[5, "no such loop"]],
  run: async (context, { args, options }) => {
    const { out } = context;
    const { places, loop } = chooseLoopHere(context, args.loop);
    const { entries, unread } = readJournal(loopPlaces(places, loop.facts.id).journal);
    if (unread > 0) {
      out.say(`Warning: ${showCount(unread, "line")} of the journal cannot be read`);
    }
    const turn = options.turn ?? null;
    const where = whereIsRead(context, loop.facts.project);
    const decisions = explainEntries(
      entries,
      turn,
      (code) => nextOf(code, loop.record, where),
    );
    if (decisions.length === 0 && turn !== null) {
      refuseTurn(turn, loop, listTurns(entries));
    }
    const present = await describePresent(context, loop);
    const { id, project } = loop.facts;
    const value = {
      loop: id,
      project,
      has_ended: loop.hasEnded,
      present,
      decisions: decisions.map(documentOf),
    };
    return show(value, (_value, layout) =>
      [
        ...wrapText(`Loop ${id} in ${project}`, layout.width),
        ...present === null ? [] : wrapText(`Now: ${present}`, layout.width),
        ...decisions.length === 0 ? ["", "It has made no decision yet."] : [],
        ...decisions.flatMap((decision) => [
          "",
          renderDecision(decision, { ...layout, localTime: showLocalDate }),
        ]),
      ].join("\n"), { isData: true });
  },
});

/** Names the option that raises the limit of an end, or else what to do next other than `ralph explain`. */
function nextOf(code: string, record: LoopRecord | null, where: ReadIn): string | null {
  const limit = rowOf(code)?.limit;
  if (limit !== undefined) return `\`${limit.option}\` raises it`;
  if (record === null) return null;
  return nextStep(code, record, where).replace(/^.*\bexplain(?: \S+)?(?:, then |$)/, "") || null;
}

function refuseTurn(
  turn: number,
  { facts: { id } }: ChosenLoop,
  numbers: readonly number[],
): never {
  const [first, last] = [numbers[0], numbers.at(-1)];
  throw new UsageError(`The loop has no decision of turn ${turn}`, {
    ...first === undefined || last === undefined ? { hint: "It has made no decision yet." } : {
      hint: `Its decisions are of the turns ${first} to ${last}. The list:`,
      again: line("history", id),
    },
  });
}

/** Describes what an active loop does now; null if it has ended or its state is unknown. */
async function describePresent(
  context: CommandContext,
  { facts: { id, project }, hasEnded, record }: ChosenLoop,
): Promise<string | null> {
  if (hasEnded || record === null) return null;
  const status = await gatherStatus(context, { places: placesOf(context.env), project });
  if (status.loop?.record.id !== id) return null;
  const { code, what, howToContinue } = status.state;
  const { accumulatedRuntimeMs } = status.loop.counted.record;
  const state = `${nameState(code)}: ${what} · ${showDuration(accumulatedRuntimeMs)} active`;
  return howToContinue === null ? state : `${state} → ${howToContinue}`;
}

function documentOf(
  { inputsAtMs, entry, guidance, next, outside, rules, ...around }: ExplainedDecision,
): Record<string, unknown> {
  const inputs = around.inputs ?? undefined;
  return withSnakeCaseNames({
    ...entryDocument({ ...entry, inputs }),
    inputsAt: inputsAtMs === null ? null : renderInstant(inputsAtMs),
    guidance,
    before: around.before.map(entryDocument),
    since: around.since.map(entryDocument),
    rules,
    why: outside,
    next,
  }) as Record<string, unknown>;
}
