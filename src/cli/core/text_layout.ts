/** Lays out words in lines and rows in columns, for help and tables. Pure. */
import { countShown } from "./style.ts";

/** A term and its meaning. */
export type TermRow = readonly [term: string, meaning: string];

/** The width above which a term gets its own line, in columns. */
const LONGEST_TERM = 34;

/** The width below which meanings go under their terms, in columns. */
const LEAST_MEANING = 22;

/** A command after a colon or a question mark, up to the end of the line. Users paste it as a whole. */
const PASTED =
  /(?<=[:?] )(?:cd|git branch|git remote|git worktree|ls -l|mkdir -p|ralph run|ralph start|touch) .+$/;
/** A pasted command, a quoted command line, or a word. */
const WORDS = new RegExp(`${PASTED.source}|(?<!\\S)\\(?'[^\\s'][^']*'\\S*|\\S+`, "g");

/**
 * Wraps text at spaces. A word longer than a line is not broken. Neither is a quoted command that
 * fits into a line, nor any command that ends the text after a colon.
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
 * Wraps a text after a lead, and indents its other lines.
 *
 * @param lead The beginning of the first line, at most as wide as the indent.
 * @param columns The widest line, indent included.
 */
export function hang(lead: string, text: string, columns: number, indent: string): string[] {
  return wrapText(text, columns - indent.length)
    .map((line, index) => (index === 0 ? lead : indent) + line);
}

/** The beginning of a line before its text: spaces, a mark, and columns of a few words. */
const LEAD = /^ *(?:\[.\] |[-*·→] |\d+\. )?(?:\S+(?: \S+){0,2} {2,})*/;

/**
 * Wraps the lines of a text that are too wide, aligned with the start of their own text. Other lines
 * stay unchanged.
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
    // Next to a first column that is too wide, each word would get its own line.
    const isNarrow = 2 * countShown(found) <= columns;
    const lead = isNarrow ? found : /^ */.exec(line)?.[0] ?? "";
    const indent = " ".repeat(countShown(lead) + (lead.trim() === "" ? 2 : 0));
    return wrapText(line.slice(lead.length), columns - indent.length)
      .map((part, index) => (index === 0 ? lead : indent) + part);
  }).join("\n");
}

/** Breaks a term that is wider than the screen, such as a command line, into several lines. */
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
