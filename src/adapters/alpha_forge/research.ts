/**
 * Whether the newest research session says that it has converged: a line that says so of itself, not
 * one that has the word in it (as in `NOT CONVERGED`).
 *
 * @module
 */
import { join } from "../../path/path.ts";
import { readText } from "../../store/files/text_file.ts";
import { findByGlob } from "../metrics/glob.ts";

const LOGS = "outputs/research_sessions/research_*/research_log.md";
/** The state stands at the head of a log. */
const LINES_LOOKED_AT = 30;

/** The word alone, behind a label (`Status:`, `Session 12 =`), or said of the research. */
const STATED = new RegExp(
  "^(?:[\\p{L}\\p{N} ]{1,40}[:=]\\s*|(?:The )?(?:[Rr]esearch|[Ss]earch|[Ss]ession) (?:is |has )?)?" +
    "[^\\p{L}\\p{N}:=]*CONVERGED(?![\\p{L}\\p{N}_-])(.*)$",
  "u",
);
/** What follows a word that is only explained, asked about, or one of several. */
const NOT_A_STATEMENT = /^\s*(?:[?/|]|=|\b(?:if|when|once|means|or|only if|unless)\b)/i;
const NEGATION = /\b(?:not|no|never|isn't|hasn't|until|unless|before|almost|nearly)\b/i;

/**
 * Looks at the newest session.
 *
 * @param root Where the outputs lie, absolute.
 * @returns False also where there is no session, or its log cannot be read.
 */
export function isResearchConverged(root: string): boolean {
  const newest = findByGlob(root, LOGS).paths.at(-1);
  if (newest === undefined) return false;
  const read = readText(join(root, newest));
  return read.kind === "text" && saysConverged(read.text);
}

/**
 * Whether a log says that the research has converged. Pure.
 *
 * @param log The log's text.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(saysConverged("# Research\n**Status**: CONVERGED\n"), true);
 * assertEquals(saysConverged("Status: NOT CONVERGED"), false);
 * ```
 */
export function saysConverged(log: string): boolean {
  return log.split("\n", LINES_LOOKED_AT).some((line) => {
    const plain = line.replace(/[*_`#>~]+/g, "").replace(/^\s*(?:[-+]|\d+\.)\s+/, "").trim();
    const found = STATED.exec(plain);
    if (found === null) return false;
    const before = plain.slice(0, plain.indexOf("CONVERGED"));
    return !NEGATION.test(before) && !NOT_A_STATEMENT.test(found[1] ?? "");
  });
}
