/** The line itself: what fits of the loop's state and progress. Pure. */
import { type StateCode, STATES } from "../../lifecycle/view/state_view.ts";
import { showText } from "../../text/show_text.ts";
import { countColumns, fitColumns } from "../../text/columns.ts";

/** The facts that a status line can show; what does not fit is left out. */
export interface LineFacts {
  readonly code: StateCode;
  /** The state for people, such as `waiting for you`; empty while the loop works. */
  readonly state: string;
  /** Whether the loop belongs to `ralph run`. */
  readonly isRun: boolean;
  /** Continuations so far and at most; null if unknown. */
  readonly turns: { readonly done: number; readonly most: number } | null;
  /** Active hours so far and at most; null for a loop that has ended. */
  readonly hours: { readonly active: number; readonly most: number } | null;
  /** Items of the plan; null without a plan that can be read. */
  readonly items: { readonly done: number; readonly total: number } | null;
  /** Its activity other than its plan: `validation`, `exploration`; null for its plan. */
  readonly phase: string | null;
  readonly isNearLimit: boolean;
}

/** The parts of a loop about which nothing is known. */
export const NOTHING_KNOWN: Omit<LineFacts, "code" | "state"> = {
  isRun: false,
  turns: null,
  hours: null,
  items: null,
  phase: null,
  isNearLimit: false,
};

/** How a line may look. */
export interface LineView {
  /** The most columns, 1 or more. */
  readonly columns: number;
  readonly hasColor: boolean;
}

const SEPARATOR = " · ";

const LEAST_STATE = 12;

/** Longest state that is shown, characters. */
const MOST_STATE = 120;

const CODES = { green: 32, yellow: 33, red: 31, dim: 2 } as const;
type LineTone = keyof typeof CODES;

/**
 * Renders the line: the name and the count of turns first, then the state, then what still fits.
 *
 * @example A loop that works
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const facts: LineFacts = {
 *   code: "working",
 *   state: "",
 *   isRun: false,
 *   turns: { done: 12, most: 99 },
 *   hours: { active: 1.42, most: 9 },
 *   items: { done: 7, total: 12 },
 *   phase: null,
 *   isNearLimit: false,
 * };
 * const line = renderLine(facts, { columns: 80, hasColor: false });
 * assertEquals(line, "ralph turn 12/99 · 1.4 of 9 h · 7/12 items");
 * ```
 */
export function renderLine(
  facts: LineFacts,
  { columns, hasColor }: LineView,
): string {
  const paint = (tone: LineTone | null, text: string) =>
    hasColor && tone !== null ? `\x1b[${CODES[tone]}m${text}\x1b[0m` : text;
  const { turns, hours, items, phase } = facts;
  const name = facts.isRun ? "ralph run" : "ralph";
  const head = turns === null ? name : `${name} turn ${turns.done}/${turns.most}`;
  const state = showText(facts.state, MOST_STATE);
  const warning = facts.isNearLimit ? "yellow" : null;
  const parts: LinePart[] = [
    { text: head, tone: state === "" ? warning ?? STATES[facts.code].tone : warning, least: 1 },
    { text: state, tone: STATES[facts.code].tone, least: LEAST_STATE },
    { text: hours === null ? "" : showHours(hours), tone: warning },
    { text: items === null ? "" : `${items.done}/${items.total} items`, tone: null },
    { text: phase ?? "", tone: "dim" },
  ];
  const shown: string[] = [];
  let left = columns;
  for (const { text, tone, least = Infinity } of parts) {
    if (text === "") continue;
    const room = left - (shown.length === 0 ? 0 : SEPARATOR.length);
    if (countColumns(text) > room && room < least) break;
    const fitted = fitColumns(text, room);
    shown.push(paint(tone, fitted));
    left = room - countColumns(fitted);
  }
  return shown.join(paint("dim", SEPARATOR));
}

interface LinePart {
  /** Empty for a part that is not shown. */
  readonly text: string;
  readonly tone: LineTone | null;
  /** The fewest columns that it may be cut to; it is not cut if that is missing. */
  readonly least?: number;
}

/** Hours with one decimal if that says something; limits under an hour in minutes. */
function showHours({ active, most }: { active: number; most: number }): string {
  if (most < 1) return `${Math.floor(active * 60)} of ${Math.round(most * 60)} min`;
  return `${trimZero(Math.floor(active * 10) / 10)} of ${trimZero(Math.round(most * 10) / 10)} h`;
}

function trimZero(hours: number): string {
  return hours.toFixed(1).replace(/\.0$/, "");
}
