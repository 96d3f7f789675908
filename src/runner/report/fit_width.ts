/**
 * Text that fits a terminal's row.
 *
 * @module
 */

import { plainText } from "../terminal/plain_text.ts";

/** Characters that take two columns: East Asian wide ones and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** Controls that a terminal may obey as well as escape sequences. */
const SECOND_CONTROLS = /[\u0080-\u009f]/g;
const WITHOUT_WIDTH = /[\u0300-\u036f\u200b-\u200f\ufe00-\ufe0f]/;

/**
 * Cuts a text to a width; control characters are left out, so that no agent can draw on our screen.
 *
 * @param text One line.
 * @param columns The most columns.
 */
export function fitWidth(text: string, columns: number): string {
  const plain = plainText(text.replaceAll("\t", "  ")).replaceAll(SECOND_CONTROLS, "");
  let width = 0;
  let kept = "";
  for (const sign of plain) {
    const own = WITHOUT_WIDTH.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1;
    if (width + own > columns) return `${cutLast(kept)}…`;
    width += own;
    kept += sign;
  }
  return kept;
}

function cutLast(text: string): string {
  return [...text].slice(0, -1).join("");
}
