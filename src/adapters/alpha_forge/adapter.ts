/** The adapter for Alpha Forge: its runs, its rules, its research log. */
import { join } from "@std/path";
import { isThere, namesIn } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { type Adapter, type AdapterContext, isKnown } from "../protocol.ts";
import { detectAlphaForge, RUNS_FOLDER } from "./detect.ts";
import { promptOfAlphaForge } from "./prompt.ts";
import { judgeRuns } from "./rules.ts";
import { readRuns } from "./runs.ts";

/** Makes the Alpha Forge adapter of a project. */
export function alphaForge({ project, nowMs }: AdapterContext): Adapter {
  return {
    name: "alpha-forge",
    kind: "alpha-forge",
    file: null,
    fault: null,
    detect: () => detectAlphaForge(project),
    judge: (sinceMs, turn) => {
      // In a subfolder, the runs are in the project above it.
      const isRoot = isThere(join(project, RUNS_FOLDER));
      const root = isRoot ? project : detectAlphaForge(project).root;
      const { entries, problems } = readRuns(root, sinceMs);
      // A research session before the first run of this loop belongs to an earlier loop.
      const converged = entries.some(isKnown) && isResearchConverged(root);
      const convergence = { ...judgeRuns(entries), converged };
      const addition = promptOfAlphaForge(
        { turn, year: new Date(nowMs).getUTCFullYear() },
        entries,
        convergence,
      );
      return { entries, problems, convergence, problem: null, addition };
    },
  };
}

const SESSIONS = "outputs/research_sessions";
/** Number of lines that are read: the head of a log states the session's status. */
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

/** Checks whether the newest research session has converged; false also without a readable log. */
function isResearchConverged(root: string): boolean {
  const newest = namesIn(join(root, SESSIONS)).filter((name) => name.startsWith("research_"))
    .sort().at(-1);
  if (newest === undefined) return false;
  const read = readText(join(root, SESSIONS, newest, "research_log.md"));
  return read.kind === "text" && saysConverged(read.text);
}

/** Checks whether a log states that the research has converged; `NOT CONVERGED` does not. Pure. */
export function saysConverged(log: string): boolean {
  return log.split("\n", LINES_LOOKED_AT).some((line) => {
    const plain = line.replace(/[*_`#>~]+/g, "").replace(/^\s*(?:[-+]|\d+\.)\s+/, "").trim();
    const match = STATED.exec(plain);
    if (match === null) return false;
    const lead = plain.slice(0, plain.indexOf("CONVERGED"));
    return !NEGATION.test(lead) && !NOT_A_STATEMENT.test(match[1] ?? "");
  });
}
