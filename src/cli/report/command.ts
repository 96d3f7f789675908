/** `ralph report`: writes a page that shows what happened in a loop. */
import { messageOf, StateError, UsageError } from "../../error.ts";
import type { ChosenLoop } from "../../lifecycle/choose_loop.ts";
import { describeEnd, nameEnd } from "../../lifecycle/view/end_line.ts";
import { nextStep, type ReadIn, stateOfEnd } from "../../loop/reasons.ts";
import { dirname, join, resolve } from "@std/path";
import { openWithDesktop } from "../../system/open_with_desktop.ts";
import { addCommits } from "./commits.ts";
import { buildReport } from "./build.ts";
import type { PresentSpan } from "./spans.ts";
import { findTurnStart } from "../../loop/time/pausing.ts";
import type { LoopFacts } from "../../store/records/loops.ts";
import { PAGE_HEAD, renderPage } from "./page.ts";
import { findSecrets, maskTexts } from "../../run/terminal/secrets.ts";
import { writeAtomic } from "../../store/files/atomic_file.ts";
import { infoOf, isThere } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { loopPlaces, type Places } from "../../store/places.ts";
import { findGitTop } from "../../store/project.ts";
import { readJournal } from "../../store/records/journal.ts";
import { showCommand } from "../../text/shell_word.ts";
import { withSnakeCaseNames } from "../../text/snake_case.ts";
import { defineTopCommand, flag, JSON_OPTION } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import { show } from "../core/document.ts";
import { chooseLoopHere, whereIsRead } from "../core/locate.ts";
import { refuseBoth } from "../core/usage.ts";
import { withInstants } from "../status/json.ts";

/** Size of the largest file that is checked for being a report, in bytes. */
const LARGEST_PAGE_BYTES = 64 * 1024 * 1024;

export const command = defineTopCommand({
  description:
    "The page is a single file without scripts that needs no network, so it can be kept, sent " +
    "and printed. It shows why the loop ended, its time, progress, commits, cost, guidance " +
    "and findings. Without LOOP, it is about this project's current or last loop. Secrets are " +
    "masked.",
  args: [{ name: "loop", help: "Id of a loop, or its beginning or end" }],
  options: [
    {
      name: "output",
      alias: "o",
      type: "string",
      valueName: "FILE",
      help: "File to write; '-' is standard output",
      defaultText: "a file in the loop's folder",
    },
    flag("open", "Open the page in the browser"),
    JSON_OPTION,
  ],
  examples: [
    ["ralph report --open", "See what the last loop did"],
    ["ralph report -o report.html", "Keep it in this folder"],
    ["ralph report --json", "For scripts: the same facts"],
  ],
  exitCodes: [[5, "no such loop"]],
  run: async (context, { args, options }) => {
    const { env, nowMs, version } = context;
    const { output, open } = options;
    refuseBoth(options, "json", "output");
    refuseBoth(options, "json", "open");
    if (output === "-" && open) {
      throw new UsageError("--open needs a file, and '-' is standard output", {
        hint: "Leave out '-o -'.",
      });
    }
    const { places, loop } = chooseLoopHere(context, args.loop);
    const { facts, hasEnded, record } = loop;
    const journal = readJournal(loopPlaces(places, facts.id).journal);
    const living = hasEnded ? null : await readLiving(context, places, facts);
    const state = living?.state ?? describeLoop(loop, whereIsRead(context, facts.project));
    const sources = {
      ...{ facts, hasEnded, journal, state },
      nowMs: living?.atMs ?? nowMs(),
      record: living?.record ?? record,
      present: living?.present ?? null,
    };
    // Masked before texts are cut, or a part of a secret could remain.
    const known = buildReport(maskTexts(findSecrets(Deno.env.toObject()), sources));
    const baseCommit = journal.entries.find(({ kind }) => kind === "start")?.commit ?? null;
    const report = await addCommits(known, findGitTop(facts.project), baseCommit);
    const value = withSnakeCaseNames(withInstants(report)) as object;
    if (options.json) return show(value, () => "");
    const page = renderPage(report, { version: version.version, nowMs: nowMs() });
    if (output === "-") return page;
    const id = loop.facts.id;
    const file = findTarget(output, id, env.cwd) ?? join(loopPlaces(places, id).dir, nameOf(id));
    writePage(file, page);
    const problem = open ? await openWithDesktop(file) : null;
    const notes = problem === null
      ? []
      : [`The page could not be opened (${problem}); open it yourself.`];
    return show(value, () => file, { isData: true, notes });
  },
});

/** Reads a loop's present state, time, items and tokens; null if its record cannot be used. */
async function readLiving(context: CommandContext, places: Places, { id, project }: LoopFacts) {
  const { gatherStatus } = await import("../status/facts.ts");
  const { atMs, loop, state } = await gatherStatus(context, { places, project });
  if (loop?.record.id !== id) return null;
  const { completion: { done, total }, counted: { pauses, record } } = loop;
  const present: PresentSpan | null = record.turn.state === "resting"
    ? null
    : { fromMs: findTurnStart(record), toMs: record.lastHookAtMs, pauses };
  const items = { ...record.items ?? { next: null }, done, total };
  return { atMs, present, record: { ...record, items }, state };
}

/** Describes how the loop ended, or that its record cannot be used. */
function describeLoop({ facts, hasEnded, record }: ChosenLoop, where: ReadIn) {
  if (!hasEnded) {
    const what = `its record in ${facts.project} is missing or damaged`;
    return { code: "damaged", what } as const;
  }
  const last = record?.lastDecision ?? null;
  if (record === null || last === null) {
    return { code: "ended", what: "the loop ended; its last record cannot be read" } as const;
  }
  const what = describeEnd(record, nameEnd(last), last.at);
  const next = nextStep(last.code, record, where);
  // On the page itself, the command that opens it is useless.
  const howToContinue = next.endsWith("report --open") ? null : next;
  return { code: stateOfEnd(last.code), what, howToContinue };
}

function nameOf(id: string): string {
  return `ralph-report-${id}.html`;
}

/** Finds the file to write: the one that the user named, or one in the folder that they named. */
function findTarget(output: string | undefined, id: string, cwd: string): string | null {
  if (output === undefined) return null;
  if (output === "") throw new UsageError("--output needs a file", { hint: "Or '-' for stdout." });
  const path = resolve(cwd, output);
  return infoOf(path)?.isDirectory ? join(path, nameOf(id)) : path;
}

/** Writes the page, but never over a file that is not a report. */
function writePage(file: string, page: string): void {
  const before = readText(file, LARGEST_PAGE_BYTES);
  if (before.kind === "unreadable") {
    throw new StateError(`Cannot overwrite "${file}": ${before.why}`, {
      hint: "Name another file with --output; '-' is standard output.",
    });
  }
  if (before.kind === "text" && !before.text.startsWith(PAGE_HEAD)) {
    throw new StateError(`"${file}" exists and is not a report of ralph`, {
      hint: "Name another file with --output, or remove this one.",
    });
  }
  const folder = dirname(file);
  if (!isThere(folder)) {
    throw new StateError(`Cannot write "${file}": the folder "${folder}" is missing`, {
      hint: `Create it: ${showCommand(["mkdir", "-p", folder])}`,
    });
  }
  try {
    writeAtomic(file, page);
  } catch (error) {
    throw new StateError(messageOf(error), { hint: "Name another file with --output." });
  }
}
