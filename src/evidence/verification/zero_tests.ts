/**
 * Whether any test ran, from the lines of test runners: "0 passing" with exit code 0 does not count as
 * passed.
 */
import { CLOSING_LINES } from "./_closing_lines.ts";

/** Characters; longer lines are ignored. */
const MAX_LINE_LENGTH = 300;
/** A cheap filter: a relevant line contains a word of both kinds. */
const COUNT_WORD = /\d|\bno\b|zero|notests|skipped|cached|task/i;
const TEST_WORD =
  /test|spec|example|scenario|pass|skipped|selected|\bruns?\b|success|collected|executed|\b1\.\.\d|^(?:not )?ok\b|DONE|Ok:|coverage/i;
// deno-lint-ignore no-control-regex -- colours begin with a control character
const COLOURS = /\x1b\[[\d;?]*[A-Za-z]/g;

/** Reads the lines of one command's output, whichever stream they come from. */
export class TestCount {
  #hasRun = false;
  #noneLine: string | null = null;

  read(line: string): void {
    if (this.#hasRun || line.length > MAX_LINE_LENGTH) return;
    if (!COUNT_WORD.test(line) || !TEST_WORD.test(line)) return;
    const words = line.replace(COLOURS, "").trim();
    for (const [, closing] of CLOSING_LINES) {
      const match = closing.exec(words);
      if (match === null) continue;
      const ran = match.groups?.["ran"];
      // Of several suites, some may be empty.
      if (ran === undefined || /^0+$/.test(ran)) this.#noneLine = words;
      else this.#hasRun = true;
    }
  }

  /** The line that reports that no test ran; null where a test ran, or without such a line. */
  get zeroLine(): string | null {
    return this.#hasRun ? null : this.#noneLine;
  }
}
