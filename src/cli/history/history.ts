/** `ralph history`: lists past and present loops, or shows what one of them did. */
import { attempt, NoLoopError, UsageError } from "../../error.ts";
import type { ChosenLoop } from "../../lifecycle/choose_loop.ts";
import { type JournalEntry, readJournal } from "../../store/records/journal.ts";
import { readLoop } from "../../store/records/loops.ts";
import { loopPlaces, placesOf } from "../../store/places.ts";
import { showCount } from "../../text/human_units.ts";
import { renderInstant, showLocalDate } from "../../text/instant.ts";
import { withSnakeCaseNames } from "../../text/snake_case.ts";
import { defineTopCommand, flag, JSON_OPTION } from "../core/command.ts";
import { type CommandContext, viewOf } from "../core/context.ts";
import { type CommandDocument, show } from "../core/document.ts";
import { chooseLoopHere, locateLastLoop } from "../core/locate.ts";
import { JSON_SCHEMA_VERSION } from "../core/output.ts";
import { refuseBoth, refuseInSession } from "../core/usage.ts";
import { entryDocument } from "./entry_view.ts";
import { JournalPrinter } from "./journal_text.ts";
import { renderList } from "./list_text.ts";
import { type HistoryRow, listRows } from "./rows.ts";
import { adding, line } from "../../text/again.ts";

/** The default number of loops in the list. */
const LISTED = 20;
/** The interval at which a growing journal is read, in milliseconds. */
const FOLLOW_MS = 500;

export const command = defineTopCommand({
  description:
    "Without LOOP, lists the loops of this project, newest first. With LOOP or --follow, " +
    "shows a loop's journal: decisions, pauses, gaps, guidance, agents.",
  args: [{ name: "loop", help: "Id of a loop, or its beginning or end" }],
  options: [
    flag("all", "List the loops of all projects", { alias: "a" }),
    flag("follow", "Print new entries too, until the loop ends", { alias: "f" }),
    {
      name: "limit",
      alias: "n",
      type: "integer",
      min: 1,
      help: "Show only the newest N loops, or the last N lines of a journal",
      defaultText: `${LISTED} loops, all lines`,
    },
    JSON_OPTION,
  ],
  examples: [
    ["ralph history", "The loops of this project"],
    ["ralph history --follow", "What this project's loop did, and what it does now"],
    ["ralph history 20260105-18", "What the loop with this id did"],
  ],
  exitCodes: [[5, "no such loop"]],
  run: async (context, { args, options }) => {
    const { all, follow, json, limit } = options;
    refuseBoth(options, "all", "follow");
    if (follow) refuseInSession(context, "ralph history --follow");
    if (all && args.loop !== undefined) {
      throw new UsageError("--all and LOOP exclude each other", {
        hint: "An id is looked for in all projects.",
      });
    }
    if (args.loop === undefined && !follow) {
      return await list(context, all, limit ?? LISTED);
    }
    const { loop } = chooseLoopHere(context, args.loop);
    await print(context, loop, { follow, json, last: limit ?? null });
    return 0;
  },
});

async function list(
  context: CommandContext,
  isAll: boolean,
  most: number,
): Promise<CommandDocument> {
  const { env } = context;
  const { places, project } = isAll
    ? { places: placesOf(env), project: null }
    : locateLastLoop(context);
  const { rows, total } = await listRows(context, places, project, most);
  const more = `\nThe newest ${rows.length} of ${total}; '--limit ${total}' shows all.`;
  const value = withSnakeCaseNames({ loops: rows.map(toJson), total }) as object;
  const nothing = isAll
    ? new NoLoopError("No loop has run on this machine", {
      hint: "Start one:",
      again: line("start"),
    })
    : new NoLoopError("No loop has run in this project", {
      hint: "The loops of all projects:",
      again: adding("--all"),
    });
  return show(value, () => {
    // For a program, an empty list is the right answer.
    if (total === 0) throw nothing;
    return renderList(rows, { ...viewOf(context), isAll });
  }, {
    exitCode: total === 0 ? nothing.exitCode : 0,
    notes: rows.length < total ? [more] : [],
    isData: true,
  });
}

/** Prints a journal, and follows it until the loop ends or the reader is gone. */
async function print(
  { env, out }: CommandContext,
  { facts: { id } }: ChosenLoop,
  { follow, json, last }: { follow: boolean; json: boolean; last: number | null },
): Promise<void> {
  const places = placesOf(env);
  const { journal } = loopPlaces(places, id);
  const { style, width } = out;
  const printer = new JournalPrinter({ style, width, localTime: showLocalDate });
  const head = { schema_version: JSON_SCHEMA_VERSION, loop: id };
  const printEntry = (entry: JournalEntry) =>
    json
      ? out.jsonLine(JSON.stringify({ ...head, ...entryDocument(entry) }))
      : out.data(printer.render(entry));
  let isFirst = true;
  for (let offset = 0;;) {
    // Checked before reading, so that everything written before the end is printed.
    const hasEnded = attempt(() => readLoop(places, id))?.hasEnded ?? true;
    const { entries, nextOffset, unread } = readJournal(journal, offset);
    offset = nextOffset;
    for (const entry of isFirst && last !== null ? entries.slice(-last) : entries) {
      printEntry(entry);
    }
    if (unread > 0) {
      out.say(`Warning: ${showCount(unread, "line")} of the journal cannot be read (${journal})`);
    }
    if (isFirst && entries.length === 0 && hasEnded) {
      out.say(`The loop ${id} has no journal.`);
    }
    if (!follow || hasEnded || out.isClosed) return;
    isFirst = false;
    await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
  }
}

function toJson(row: HistoryRow) {
  const endedAt = row.endedAt === null ? null : renderInstant(row.endedAt);
  return { ...row, startedAt: renderInstant(row.startedAt), endedAt };
}
