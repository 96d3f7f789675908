/**
 * Did any test run? What a test runner says at its end is read as it comes: "0 passing" with exit
 * code 0 is not a pass.
 *
 * @module
 */
import { CLOSING_LINES } from "./_closing_lines.ts";

/** A closing line is short; longer lines are not looked at: characters. */
const MAX_LINE_LENGTH = 300;
/** Most lines of a build lack a word of the one or the other kind, and are not looked at closer. */
const COUNT_WORD = /\d|\bno\b|zero|notests|skipped|cached|task/i;
const TEST_WORD =
  /test|spec|example|scenario|pass|skipped|selected|\bruns?\b|success|collected|executed|\b1\.\.\d|^(?:not )?ok\b|DONE|Ok:|coverage/i;
// deno-lint-ignore no-control-regex -- colours begin with a control character
const COLOURS = /\x1b\[[\d;?]*[A-Za-z]/g;

/** Reads the lines of one command's output, whichever stream they come from. */
export class TestCount {
  #hasRun = false;
  #noneLine: string | null = null;

  /** @param line One line of the output, without its end. */
  read(line: string): void {
    if (this.#hasRun || line.length > MAX_LINE_LENGTH) return;
    if (!COUNT_WORD.test(line) || !TEST_WORD.test(line)) return;
    const words = line.replace(COLOURS, "").trim();
    for (const [, closing] of CLOSING_LINES) {
      const match = closing.exec(words);
      if (match === null) continue;
      const ran = match.groups?.["ran"];
      // Of several suites one may well be empty.
      if (ran === undefined || /^0+$/.test(ran)) this.#noneLine = words;
      else this.#hasRun = true;
    }
  }

  /** The line that says that no test ran; null where one ran, or no line says anything. */
  get zeroLine(): string | null {
    return this.#hasRun ? null : this.#noneLine;
  }
}
