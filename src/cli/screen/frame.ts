/**
 * Renders a frame for a terminal: only the changed rows, in one piece, so that nothing flickers. Pure.
 */

/** The content of a full screen. */
export interface Frame {
  readonly columns: number;
  /** One rendered row for each row of the screen; each leaves the last column free. */
  readonly rows: readonly string[];
  /** The position of the cursor, counted from 0; null hides it. */
  readonly cursor: { readonly row: number; readonly column: number } | null;
}

const HIDE_CURSOR = "\x1b[?25l";
const SHOW_CURSOR = "\x1b[?25h";
/** Synchronized output: the terminal shows everything at once. Terminals without it ignore it. */
const BEGIN = "\x1b[?2026h";
const END = "\x1b[?2026l";

/** The alternate screen with marked pastes, without wrapping: a character may be wider than calculated. */
export const ENTER_SCREEN = `\x1b[?1049h\x1b[?7l\x1b[?2004h${HIDE_CURSOR}`;

/** The sequence that restores the terminal, even in the middle of a drawing. */
export const LEAVE_SCREEN = `${END}\x1b[0m\x1b[?2004l\x1b[?7h${SHOW_CURSOR}\x1b[?1049l`;

/**
 * Renders the step from one frame to the next.
 *
 * @param before The present content of the screen; null if unknown, as after a resize.
 * @returns Empty if nothing changed.
 *
 * @example One row changed
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const before = { columns: 9, rows: ["a", "b"], cursor: null };
 * const step = renderStep(before, { ...before, rows: ["a", "c"] });
 * assertEquals(step, "\x1b[?2026h\x1b[?25l\x1b[2;1Hc\x1b[K\x1b[?2026l");
 * ```
 */
export function renderStep(before: Frame | null, after: Frame): string {
  const isKnown = before !== null && before.columns === after.columns &&
    before.rows.length === after.rows.length;
  const rows = isKnown ? before.rows : [];
  const changed = after.rows.map((row, index) =>
    // Clears the row after its text. Cleared first, it would be visible as empty.
    row === (rows[index] ?? "") ? "" : `\x1b[${index + 1};1H${row}\x1b[K`
  ).join("");
  const cursor = showCursor(after.cursor);
  if (isKnown && changed === "" && showCursor(before.cursor) === cursor) return "";
  return `${BEGIN}${HIDE_CURSOR}${isKnown ? "" : "\x1b[2J"}${changed}${cursor}${END}`;
}

function showCursor(cursor: Frame["cursor"]): string {
  return cursor === null ? "" : `\x1b[${cursor.row + 1};${cursor.column + 1}H${SHOW_CURSOR}`;
}
