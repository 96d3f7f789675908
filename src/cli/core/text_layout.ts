/** Words in lines and rows in columns, for help and tables. Pure. */
import { countShown } from "./style.ts";

/** A term, and what it means. */
export type TermRow = readonly [term: string, meaning: string];

/** A term longer than this gets a line of its own. */
const LONGEST_TERM = 34;

/** Where fewer columns are left for the meanings, they go below their terms. */
const LEAST_MEANING = 22;

/** A command after a colon or a question mark, up to the line's end, which is pasted as a whole. */
const PASTED =
  /(?<=[:?] )(?:cd|git branch|git remote|git worktree|ls -l|mkdir -p|ralph run|ralph start|touch) .+$/;
/** Such a command, a command line in quotes, or a word. */
const WORDS = new RegExp(`${PASTED.source}|(?<!\\S)\\(?'[^\\s'][^']*'\\S*|\\S+`, "g");

/**
 * Wraps text at spaces; a word longer than a line stays whole. So does a command in quotes that
 * fits into a line, and in any case a command that ends the text after a colon.
 *
 * @param text One paragraph.
 * @param columns The widest line.
 * @returns The lines, at least one.
 *
 * @example A long word stays whole
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(wrapText("to be or not", 5), ["to be", "or", "not"]);
 * assertEquals(wrapText("supercalifragilistic", 5), ["supercalifragilistic"]);
 * assertEquals(wrapText("日本 日本", 6), ["日本", "日本"]);
 * assertEquals(wrapText("use './a --b'", 9), ["use", "'./a --b'"]);
 * assertEquals(wrapText("or: touch a/b", 9), ["or:", "touch a/b"]);
 * ```
 */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  let width = 0;
  const words = text.match(WORDS) ?? [];
  const [pasted] = PASTED.exec(text) ?? [];
  const fitting = words.flatMap((word) =>
    countShown(word) > columns && word !== pasted ? word.split(/\s+/) : word
  );
  for (const word of fitting) {
    const wordWidth = countShown(word);
    if (line !== "" && width + 1 + wordWidth > columns) {
      lines.push(line);
      line = word;
      width = wordWidth;
    } else {
      width += (line === "" ? 0 : 1) + wordWidth;
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/**
 * Wraps a text behind a lead; its other lines are indented.
 *
 * @param lead What the first line begins with, as wide as the indent at most.
 * @param columns The widest line, indent included.
 */
export function hang(lead: string, text: string, columns: number, indent: string): string[] {
  return wrapText(text, columns - indent.length)
    .map((line, index) => (index === 0 ? lead : indent) + line);
}

/** What a line begins with before its text: spaces, a mark, and columns of a few words. */
const LEAD = /^ *(?:\[.\] |[-*·→] |\d+\. )?(?:\S+(?: \S+){0,2} {2,})*/;

/**
 * Wraps the lines of a text that are too wide, below their own beginning; the others stay as they
 * are.
 *
 * @example Items and labels
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(wrapLines("  - to be or not\nto be", 12), "  - to be or\n    not\nto be");
 * assertEquals(wrapLines("Used:   to be or not", 16), "Used:   to be or\n        not");
 * assertEquals(wrapLines("a/longer/path   to be or not", 16), "a/longer/path\n  to be or not");
 * ```
 */
export function wrapLines(text: string, columns: number): string {
  return text.split("\n").flatMap((line) => {
    if (countShown(line) <= columns) return line;
    const [found = ""] = LEAD.exec(line) ?? [];
    // Beside a first column that is too wide, each word would have its own line.
    const isNarrow = 2 * countShown(found) <= columns;
    const lead = isNarrow ? found : /^ */.exec(line)?.[0] ?? "";
    const indent = " ".repeat(countShown(lead) + (lead.trim() === "" ? 2 : 0));
    return wrapText(line.slice(lead.length), columns - indent.length)
      .map((part, index) => (index === 0 ? lead : indent) + part);
  }).join("\n");
}

/** A term that is wider than the screen, such as a command line, goes on in the next line. */
function breakTerm(term: string, columns: number, mark: string): string[] {
  if (term.length + 2 <= columns) return [`  ${term}`];
  const lines = wrapText(term, columns - 6 - mark.length);
  return lines.map((line, index) =>
    `${index === 0 ? "  " : "      "}${line}${index === lines.length - 1 ? "" : mark}`
  );
}

/**
 * Lays rows out in two columns, indented by two.
 *
 * @param rows Terms and meanings; a row without meaning is its term alone.
 */
export function renderRows(rows: readonly TermRow[], columns: number): string[] {
  const lengths = rows.map(([term]) => term.length).filter((length) => length <= LONGEST_TERM);
  const indent = Math.max(0, ...lengths) + 4;
  const isStacked = columns - indent < LEAST_MEANING;
  return rows.flatMap(([term, meaning]) => {
    if (meaning === "") return breakTerm(term, columns, "");
    if (isStacked) {
      const lines = wrapText(meaning, columns - 6).map((line) => `      ${line}`);
      return [...breakTerm(term, columns, " \\"), ...lines];
    }
    const pad = " ".repeat(indent);
    return term.length + 4 > indent
      ? [...breakTerm(term, columns, " \\"), ...hang(pad, meaning, columns, pad)]
      : hang(`  ${term}`.padEnd(indent), meaning, columns, pad);
  });
}
