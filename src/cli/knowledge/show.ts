/** `ralph knowledge show`. */
import { withSnakeCaseNames } from "../../text/snake_case.ts";
import {
  type CheckKnowledge,
  hitRate,
  isSunk,
  type Knowledge,
  knowledgeOf,
  type Note,
  type Tried,
} from "../../explore/knowledge/knowledge.ts";
import { readKnowledge } from "../../explore/knowledge/store.ts";
import { type CheckName, CHECKS } from "../../explore/opportunity.ts";
import { type ExploreHead, exploreMemory } from "../../explore/head.ts";
import { showText } from "../../text/show_text.ts";
import { defineCommand, JSON_OPTION } from "../core/command.ts";
import { locate } from "../core/locate.ts";
import { renderRows } from "../core/text_layout.ts";
import { renderExactInstant, renderInstant } from "../../text/instant.ts";

/** Most entries that are shown, the newest first; `--json` has all. */
const TRIED_SHOWN = 10;
const NOTES_SHOWN = 10;

const OUTCOMES: Record<Tried["outcome"], string> = {
  open: "open",
  acted: "gone after a change",
  ignored: "still there",
};

export const show = defineCommand({
  name: "show",
  summary: "Show what was learned of each check, what was tried last, and what agents noted",
  options: [JSON_OPTION],
  run: (context, { options }) => {
    const { out } = context;
    const { places, project } = locate(context);
    const { knowledge, problem } = readKnowledge(project);
    const head = exploreMemory(places, project).readHead();
    const nowMs = context.nowMs();
    const checks = (Object.keys(CHECKS) as CheckName[]).map((check) => {
      const learned = knowledgeOf(knowledge, check);
      return {
        check,
        title: CHECKS[check].title,
        found: head === null ? null : countFound(head, check),
        ...learned,
        hit_rate: hitRate(learned),
        sunk: isSunk(learned, nowMs),
      };
    });
    if (problem !== null) out.say(`Warning: ${showText(problem, 300)}`);
    if (options.json) {
      const scanned_at = head === null ? null : renderExactInstant(head.lookedAtMs);
      const { tried, notedIdeas, notedWorked } = knowledge;
      const document = {
        ...{ project, scanned_at },
        checks: checks.map((check) => ({
          ...check,
          lastOffered: showExact(check.lastOffered),
          lastActed: showExact(check.lastActed),
        })),
        tried: tried.map((entry) => ({
          ...entry,
          firstAt: showExact(entry.firstAt),
          lastAt: showExact(entry.lastAt),
        })),
        worked: notedWorked.map((note) => ({ ...note, at: showExact(note.at) })),
        ideas: notedIdeas.map((note) => ({ ...note, at: showExact(note.at) })),
      };
      out.json(withSnakeCaseNames(document) as Record<string, unknown>);
      return 0;
    }
    const rows = checks.map((view) => [view.check, describeCheck(view)] as const);
    out.text([
      "Checks",
      ...renderRows(rows, out.width),
      "",
      ...describeTried(knowledge),
      ...describeNotes("What worked, as agents noted it", knowledge.notedWorked),
      ...describeNotes("Feature ideas, as agents noted them", knowledge.notedIdeas),
      "'ralph knowledge scan' lists what is found now, 'ralph knowledge reset' forgets what was learned.",
    ].join("\n"));
    return 0;
  },
});

/** Counts what a check found; of tasks, those that failed last. Null where none ran. */
function countFound({ opportunities, tasks }: ExploreHead, wanted: CheckName): number | null {
  if (wanted !== "project-task") {
    return opportunities.filter(({ check }) => check === wanted).length;
  }
  const runs = Object.values(tasks);
  return runs.length === 0 ? null : runs.filter(({ failure }) => failure !== null).length;
}

type CheckView = CheckKnowledge & {
  readonly title: string;
  readonly found: number | null;
  readonly hit_rate: number | null;
  readonly sunk: boolean;
};

function describeCheck(
  { title, found, offered, acted, ignored, hit_rate, sunk }: CheckView,
): string {
  const rate = hit_rate === null ? "" : ` (${Math.round(hit_rate * 100)} % helped)`;
  return [
    `${title}.`,
    found === null
      ? offered === 0 ? "Not scanned, not shown yet." : "Not scanned yet."
      : `${found} found by the last scan.`,
    offered === 0
      ? found === null ? "" : "Not shown yet."
      : `${offered} shown: ${acted} acted on, ${ignored} ignored${rate}.`,
    ...(sunk
      ? ["Off the list: it led to nothing. A reset brings it back, and so does a week."]
      : []),
  ].filter((sentence) => sentence !== "").join(" ");
}

function describeNotes(title: string, notes: readonly Note[]): string[] {
  if (notes.length === 0) return [];
  const shown = notes.slice(-NOTES_SHOWN).toReversed();
  const rest = notes.length - shown.length;
  return [
    title,
    ...shown.map(({ at, text }) => `  ${renderInstant(at).slice(0, 10)}  ${showText(text, 300)}`),
    ...(rest > 0 ? [`  … and ${rest} before ('--json' has them)`] : []),
    "",
  ];
}

function describeTried({ tried }: Knowledge): string[] {
  if (tried.length === 0) return ["Nothing was tried yet.", ""];
  const shown = tried.slice(-TRIED_SHOWN).toReversed();
  const rest = tried.length - shown.length;
  return [
    "Tried last",
    ...shown.map((entry) =>
      `  ${renderInstant(entry.lastAt)}  ${OUTCOMES[entry.outcome]}: ` +
      `${showText(entry.text, 160)} (iteration ${entry.iteration} of loop ${
        showText(entry.loopId, 40)
      }, shown ${entry.offered === 1 ? "once" : `${entry.offered} times`})`
    ),
    ...(rest > 0 ? [`  … and ${rest} before ('--json' has them)`] : []),
    "",
  ];
}

function showExact(ms: number | null): string | null {
  return ms === null ? null : renderExactInstant(ms);
}
