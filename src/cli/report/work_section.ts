/** Makes the beginning of the page: what was done, what is open, and what failed. Pure. */
import { showCount } from "../../text/human_units.ts";
import {
  type Column,
  folded,
  lead,
  listOf,
  type Markup,
  markup,
  type MarkupPart,
  section,
  tableOf,
} from "./markup.ts";
import type { LoopReport } from "./build.ts";
import type { DoneItem, ReportedCommit } from "./model.ts";
import { hashOf, nameTurn, orUnknown, withCode } from "./values.ts";

/** Maximum number of items in a list, so that they do not hide what is below. */
const MOST_ITEMS = 25;
const LAST_ITEMS = 15;
/** Maximum number of commits of a turn next to its items. */
const MOST_COMMITS = 3;

/** Makes the sections on what was done, what is open, what failed, and the open findings. */
export function workSections(report: LoopReport): Markup[] {
  const { failed } = report.work;
  const findings = report.validation.findings.filter(({ isOpen }) => isOpen === true);
  return [
    section("done", "Done", doneOf(report)),
    openSection(report),
    failed.length === 0 ? null : section(
      "failed",
      "Failed",
      marks(
        "✗",
        "bad",
        failed.map(({ times, turn, what, why }) =>
          markup`${withCode(what)}: ${why}${turnNote(turn, times)}`
        ),
      ),
    ),
    findings.length === 0 ? null : section(
      "findings",
      "Open findings",
      marks("-", "neutral", findings.map(({ severity, text }) => `${severity}: ${text}`)),
    ),
  ].filter((part) => part !== null);
}

/** Makes a list whose lines begin with a mark instead of a bullet. */
function marks(mark: string, tone: string, lines: readonly MarkupPart[]): Markup {
  return markup`<ul class="marks">${
    lines.map((line) => markup`<li><span class="${tone}">${mark}</span>${line}</li>`)
  }</ul>`;
}

function turnNote(turn: number | null, times: number): MarkupPart {
  const parts = [
    ...times > 1 ? [`${times} times`] : [],
    ...turn === null ? [] : [times > 1 ? `last in ${nameTurn(turn)}` : nameTurn(turn)],
  ];
  return parts.length > 0 && markup` <span class="lead">(${parts.join(", ")})</span>`;
}

function doneOf({ commits, totals: { items }, work: { checks, done } }: LoopReport): Markup {
  const others = checks.filter((command) => done?.every(({ check }) => check !== command) ?? true);
  const passed = others.length > 0 &&
    markup`<p>Checks passed: ${
      others.map((command, at) => [at === 0 ? "" : ", ", codeOf(command)])
    }.</p>`;
  if (done !== null && done.length > 0) return markup`${itemsOf(done)}${passed}`;
  const made = commits ?? [];
  if (made.length > 0) return markup`${listOf(made.map((each) => commitOf(each)))}${passed}`;
  const count = items?.done ?? 0;
  return markup`${
    lead(
      count === 0 ? "Nothing yet." : `${showCount(count, "item")}; the journal does not name them.`,
    )
  }${passed}`;
}

/** Lists the items. If there are many, shows the last ones, with the complete list folded. */
function itemsOf(done: readonly DoneItem[]): Markup {
  const columns = columnsOf(done);
  if (done.length <= MOST_ITEMS) return tableOf("Items", columns, done);
  return markup`${tableOf("The last items", columns, done.slice(-LAST_ITEMS))}${
    folded(`All ${done.length} items`, tableOf("Items", columns, done))
  }`;
}

const ITEM: Column<DoneItem> = [
  "Item",
  "text",
  ({ text }) => markup`<span class="good">✓</span> ${text}`,
];
const TURN: Column<DoneItem> = [
  "Turn",
  "word",
  ({ turn }) =>
    turn === null ? null : [
      // In the stacked layout of a phone, a number alone would be meaningless.
      turn > 0 && markup`<span class="phone">turn </span>`,
      nameTurn(turn, true),
    ],
];
const COMMIT: Column<DoneItem> = ["Commit", "text", ({ commits }) => orUnknown(commits, commitsOf)];
const CHECK: Column<DoneItem> = [
  "Check passed",
  "word",
  ({ check }) => check === null ? "" : markup`<span class="phone">passed: </span>${codeOf(check)}`,
];

/** Returns the columns of the items, without columns that are empty for all items. */
function columnsOf(done: readonly DoneItem[]): Column<DoneItem>[] {
  const hasCommits = done.some(({ commits }) => commits !== null && commits.length > 0);
  const hasChecks = done.some(({ check }) => check !== null);
  return [ITEM, TURN, ...hasCommits ? [COMMIT] : [], ...hasChecks ? [CHECK] : []];
}

function commitsOf(commits: readonly ReportedCommit[]): MarkupPart {
  const rest = commits.length - MOST_COMMITS;
  return [
    commits.slice(0, MOST_COMMITS).map((each, at) => [at > 0 && markup`<br>`, commitOf(each)]),
    rest > 0 && markup`<br>and ${rest} more`,
  ];
}

/** Shows a commit by its subject. */
export function commitOf({ branch, hash, subject }: ReportedCommit): Markup {
  return markup`${hashOf(hash)} ${subject}${branch === undefined ? "" : ` (${branch})`}`;
}

function codeOf(text: string): Markup {
  return markup`<code>${text}</code>`;
}

function openSection({ outcome, totals: { items }, work: { open } }: LoopReport): Markup | null {
  const count = items === null ? open?.length ?? 0 : items.total - items.done;
  if (count <= 0) return null;
  const named = open ?? [];
  const rest = count - named.length;
  const title = outcome.hasEnded ? "Open" : "Still open";
  return section("open", title, [
    named.length > 0 && marks("-", "neutral", named),
    rest > 0 && lead(named.length > 0 ? `and ${rest} more` : showCount(rest, "item")),
  ]);
}
