/** `ralph knowledge`: shows what could be worked on, and what exploration learned in this project. */
import { readTaskResults } from "../../ideas/checks/configured_tasks.ts";
import { countsOf, forget, type Note } from "../../ideas/knowledge/knowledge.ts";
import { changeKnowledge, readKnowledge } from "../../ideas/knowledge/store.ts";
import { type CheckName, CHECKS, readOpportunities } from "../../ideas/opportunity.ts";
import { StateError } from "../../error.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { showText } from "../../text/show_text.ts";
import { readLastScan } from "../../ideas/tree/last_scan.ts";
import { defineCommand, defineTopCommand, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { locate } from "../core/locate.ts";
import { renderRows } from "../core/text_layout.ts";
import { requireKnown } from "../core/unknown_name.ts";
import { scanCommand } from "./scan.ts";

/** Maximum number of entries shown of a list, newest first; `--json` has all. */
const MOST_SHOWN = 10;

const CHECK_NAMES = Object.keys(CHECKS) as CheckName[];

const overview = defineCommand({
  name: "show",
  summary: "Show what each check led to, what was tried last, and what agents noted",
  options: [JSON_OPTION],
  run: (context) => {
    const { places, project } = locate(context);
    const { knowledge, problem } = readKnowledge(project);
    const last = readLastScan(places, project);
    const found = readOpportunities(last?.opportunities ?? []) ?? [];
    const tasks = Object.values(readTaskResults(places, project));
    const countFound = (check: CheckName) =>
      check === "project-task"
        ? tasks.length === 0 ? null : tasks.filter(({ failure }) => failure !== null).length
        : last === null
        ? null
        : found.filter((each) => each.check === check).length;
    const noteOf = ({ at, loopId, ...note }: Note) => ({
      ...note,
      loop_id: loopId,
      at: renderExactInstant(at),
    });
    const value = {
      project,
      scanned_at: last === null ? null : renderExactInstant(last.beganAtMs),
      checks: CHECK_NAMES.map((check) => ({
        check,
        title: CHECKS[check].title,
        found: countFound(check),
        ...countsOf(knowledge, check),
      })),
      tried: knowledge.tried.map(({ at, isDone, loopId, ...tried }) => ({
        ...tried,
        loop_id: loopId,
        last_at: renderExactInstant(at),
        is_done: isDone,
      })),
      worked: knowledge.notedWorked.map(noteOf),
      ideas: knowledge.notedIdeas.map(noteOf),
      problem,
    };
    return show(value, ({ checks, tried, worked, ideas }, { width }) =>
      [
        "Checks",
        ...renderRows(checks.map((each) => [each.check, describeCheck(each)] as const), width),
        "",
        ...describeList("Tried last", tried, ({ id, is_done, last_at, text }) =>
          `${last_at.slice(0, 10)}  ${is_done ? "gone since" : "open"}: ${
            showText(text, 160)
          } (${id})`),
        ...describeList("What worked, as agents noted it", worked, renderNote),
        ...describeList("Feature ideas, as agents noted them", ideas, renderNote),
        "'ralph knowledge scan' lists what is found now, 'ralph knowledge reset' forgets the counts.",
      ].join("\n"), {
      notes: problem === null ? [] : [`Warning: ${showText(problem, 300)}`],
    });
  },
});

function describeCheck(
  { title, found, offered, done }: {
    readonly title: string;
    readonly found: number | null;
    readonly offered: number;
    readonly done: number;
  },
): string {
  return [
    `${title}.`,
    found === null ? "Not scanned yet." : `${found} found by the last scan.`,
    ...offered === 0 ? [] : [`${offered} shown, ${done} of them gone since.`],
  ].join(" ");
}

function renderNote({ at, text }: { readonly at: string; readonly text: string }): string {
  return `${at.slice(0, 10)}  ${showText(text, 300)}`;
}

function describeList<T>(
  title: string,
  entries: readonly T[],
  render: (entry: T) => string,
): string[] {
  if (entries.length === 0) return [];
  const rest = entries.length - MOST_SHOWN;
  return [
    title,
    ...entries.slice(-MOST_SHOWN).toReversed().map((entry) => `  ${render(entry)}`),
    ...(rest > 0 ? [`  … and ${rest} before ('--json' has them)`] : []),
    "",
  ];
}

const reset = defineCommand({
  name: "reset",
  summary: "Reset the counts of one check, or everything",
  args: [{
    name: "check",
    help: "Check to forget (default: everything)",
    suggested: CHECK_NAMES,
  }],
  options: [JSON_OPTION],
  run: (context, { args }) => {
    const { places, project } = locate(context);
    const check: string | null = args.check ?? null;
    if (check !== null) {
      requireKnown("No check is called", check, CHECK_NAMES, "knowledge");
    }
    let isForgotten = false;
    const { isKept, said } = changeKnowledge(places, project, (knowledge) => {
      const after = forget(knowledge, check);
      isForgotten = after !== knowledge;
      return after;
    });
    if (!isKept) {
      throw new StateError(`Cannot forget: ${said.join("; ")}`, {
        hint: "Check the permissions of .claude, or try again.",
      });
    }
    return show(
      { check, reset: isForgotten },
      () =>
        isForgotten
          ? `Forgotten: ${check === null ? "everything" : `the counts of ${check}`}.`
          : `Nothing to do: nothing is known${check === null ? "" : ` of ${check}`} yet.`,
      { notes: said.map((sentence) => `Warning: ${sentence}`) },
    );
  },
});

export const command = defineTopCommand({
  description:
    "If the task is complete and there is time left, a loop looks for more to do: broken " +
    "links, folders without a README, documentation that does not match the features, " +
    "decisions that are not implemented, failing tasks. What was shown, and what came of it, " +
    "is counted in .claude/ralph-knowledge.json. Agents can add what worked and which " +
    "features they would add, with <worked>…</worked> and <idea>…</idea> in a message.",
  examples: [
    ["ralph knowledge", "Each check, what it led to, and what was tried"],
    ["ralph knowledge scan", "Everything that could be worked on now"],
    ["ralph knowledge reset todo-density", "Reset its counts"],
  ],
  subcommands: [overview, scanCommand, reset],
  defaultSubcommand: "show",
});
