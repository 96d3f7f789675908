/**
 * Whether the log of the newest research session states that it has converged; a line that only
 * contains the word, such as `NOT CONVERGED`, does not count.
 */
import { join } from "../../path/path.ts";
import { readText } from "../../store/files/text_file.ts";
import { findByGlob } from "../metrics/glob.ts";

const LOGS = "outputs/research_sessions/research_*/research_log.md";
/** Only the head of a log, which states the session's status, is read. */
const LINES_LOOKED_AT = 30;

/** The word alone, after a label (`Status:`, `Session 12 =`), or with the research as subject. */
const STATED = new RegExp(
  "^(?:[\\p{L}\\p{N} ]{1,40}[:=]\\s*|(?:The )?(?:[Rr]esearch|[Ss]earch|[Ss]ession) (?:is |has )?)?" +
    "[^\\p{L}\\p{N}:=]*CONVERGED(?![\\p{L}\\p{N}_-])(.*)$",
  "u",
);
/** Text after a word that is only explained, asked about, or listed. */
const NOT_A_STATEMENT = /^\s*(?:[?/|]|=|\b(?:if|when|once|means|or|only if|unless)\b)/i;
const NEGATION = /\b(?:not|no|never|isn't|hasn't|until|unless|before|almost|nearly)\b/i;

/**
 * Whether the newest research session has converged.
 *
 * @param root The folder of the outputs, absolute.
 * @returns False also without a session, or with an unreadable log.
 */
export function isResearchConverged(root: string): boolean {
  const newest = findByGlob(root, LOGS).paths.at(-1);
  if (newest === undefined) return false;
  const read = readText(join(root, newest));
  return read.kind === "text" && saysConverged(read.text);
}

/** Whether a log states that the research has converged. Pure. */
export function saysConverged(log: string): boolean {
  return log.split("\n", LINES_LOOKED_AT).some((line) => {
    const plain = line.replace(/[*_`#>~]+/g, "").replace(/^\s*(?:[-+]|\d+\.)\s+/, "").trim();
    const match = STATED.exec(plain);
    if (match === null) return false;
    const lead = plain.slice(0, plain.indexOf("CONVERGED"));
    return !NEGATION.test(lead) && !NOT_A_STATEMENT.test(match[1] ?? "");
  });
}
