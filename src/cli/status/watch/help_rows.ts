/**
 * The keys of the live view, as its help lists them.
 *
 * @module
 */
import { span } from "../../screen/line.ts";
import type { Row } from "./rows.ts";

const HELP: readonly (readonly [keys: string, meaning: string])[] = [
  ["e", "Encourage: tell the agent what to do, from the next continuation on"],
  ["f", "Forbid: tell the agent what not to do"],
  ["s", "Stop the loop; it asks first"],
  ["o", "Write the report and open it in the browser"],
  ["↑ ↓", "Scroll, or choose a loop in the list (also j, k, PgUp, PgDn, Home, End)"],
  ["Enter", "Open the chosen loop (with --all)"],
  ["Esc", "Back to the list; cancel what is being typed"],
  ["Ctrl-L", "Draw the screen again"],
  ["Ctrl-Z", "Suspend; 'fg' brings the view back"],
  ["q, Ctrl-C", "Quit; the loop goes on"],
  ["", "A prompt is edited as in a shell: Ctrl-A, Ctrl-E, Ctrl-U, Ctrl-K, Ctrl-W"],
];

/** The rows of the help. */
export const HELP_ROWS: readonly Row[] = HELP.map(([label, meaning]) => ({
  label,
  spans: [span(meaning)],
}));
