/** Commits and changed files of each step, asked from git when the report is made. */
import { askGit } from "../process/run_git.ts";
import type { LoopReport, ReportedStep } from "./model.ts";

interface Commit {
  readonly parents: readonly string[];
  readonly files: readonly string[];
}

const HASH = /^[0-9a-f]{40,64}$/;
const DEADLINE_MS = 10_000;
/** More than any loop makes. */
const MOST_COMMITS = 20_000;
/** Starts a commit in git's answer. */
const MARK = "\x01";

/**
 * Adds what git knows to a report.
 *
 * @param gitTop The top of the project's repository; null where it is not one, or is gone.
 * @param baseCommit The commit at the loop's start; null where unknown.
 * @returns The report; what git does not know stays unknown, with the reason.
 */
export async function addCommits(
  report: LoopReport,
  gitTop: string | null,
  baseCommit: string | null,
): Promise<LoopReport> {
  const heads = [
    ...new Set([baseCommit, ...report.steps.map(({ commit }) => commit)].filter(isHash)),
  ];
  const unknown = (why: string): LoopReport => ({
    ...report,
    unknown: [...report.unknown, `Commits and changed files are unknown: ${why}.`],
  });
  if (report.steps.length === 0) return report;
  if (heads.length === 0) {
    const isWithoutGit = report.steps.every(({ commit }) => commit === "");
    return unknown(
      isWithoutGit ? "the project had no commit in git" : "the journal names no commit",
    );
  }
  if (gitTop === null) return unknown("the project is not in a git repository any more");
  const log = await readLog(gitTop, heads, baseCommit === "");
  if (log === null) return unknown("git could not list them");
  const { steps, commits } = countCommits(report.steps, baseCommit, log);
  const isPartial = steps.some(({ commits }) => commits === null);
  const isComplete = steps.every(({ commits }) => commits !== null);
  const files = new Set([...commits].flatMap((hash) => log.get(hash)?.files ?? []));
  return {
    ...(isPartial ? unknownSteps(report, steps) : report),
    steps,
    totals: isComplete
      ? { ...report.totals, commits: commits.size, files: files.size }
      : report.totals,
  };
}

function unknownSteps(report: LoopReport, steps: readonly ReportedStep[]): LoopReport {
  const count = steps.filter(({ commits }) => commits === null).length;
  const sentence = `Commits and changed files are unknown for ${count} of ${steps.length} steps: ` +
    "the journal or the repository does not have the commits before and after them.";
  return { ...report, unknown: [...report.unknown, sentence] };
}

/**
 * Counts the commits of each step: those that its commit has and those before it do not. Pure.
 *
 * @param steps The steps, oldest first.
 * @param base The commit at the loop's start; null where unknown.
 */
function countCommits(
  steps: readonly ReportedStep[],
  base: string | null,
  log: ReadonlyMap<string, Commit>,
): { readonly steps: ReportedStep[]; readonly commits: ReadonlySet<string> } {
  const seen = new Set<string>();
  const commits = new Set<string>();
  let before = base !== null && (base === "" || log.has(base)) ? base : null;
  if (before !== null) collect(before, log, seen);
  const counted = steps.map((step) => {
    const { commit } = step;
    // Empty where the project had no commit yet, so that its first one is new.
    const isKnown = commit !== null && (commit === "" || log.has(commit));
    if (!isKnown) {
      before = null;
      return step;
    }
    const since = before;
    before = commit;
    const fresh = collect(commit, log, seen);
    if (since === null) return step;
    for (const hash of fresh) commits.add(hash);
    const files = new Set(fresh.flatMap((hash) => log.get(hash)?.files ?? []));
    return { ...step, commits: fresh.length, files: files.size };
  });
  return { steps: counted, commits };
}

/** Lists what is reachable and was not seen yet. */
function collect(
  head: string,
  log: ReadonlyMap<string, Commit>,
  seen: Set<string>,
): string[] {
  const fresh: string[] = [];
  const queue = [head];
  for (let hash = queue.pop(); hash !== undefined; hash = queue.pop()) {
    const commit = log.get(hash);
    if (commit === undefined || seen.has(hash)) continue;
    seen.add(hash);
    fresh.push(hash);
    queue.push(...commit.parents);
  }
  return fresh;
}

/**
 * Reads the commits after the first head.
 *
 * @returns The commits by hash, the first head included; null where git cannot say.
 */
async function readLog(
  gitTop: string,
  heads: readonly string[],
  isFromFirst: boolean,
): Promise<Map<string, Commit> | null> {
  const oldest = isFromFirst ? undefined : heads[0];
  const answer = await askGit(gitTop, "log", [
    "--no-show-signature",
    "--no-ext-diff",
    "--no-textconv",
    "--no-renames",
    "--no-mailmap",
    "--no-notes",
    "--ignore-missing",
    "--name-only",
    "-z",
    `--max-count=${MOST_COMMITS}`,
    "--format=%x01%H %P",
    ...heads,
    ...(oldest === undefined ? [] : [`^${oldest}`]),
    "--",
  ], performance.now() + DEADLINE_MS);
  if (answer.kind !== "text") return null;
  const log = parseLog(answer.text);
  if (oldest !== undefined) log.set(oldest, { parents: [], files: [] });
  return log;
}

/** Parses git's list: per commit a mark, its hash and parents, and its files, split by NUL. Pure. */
function parseLog(text: string): Map<string, Commit> {
  const log = new Map<string, Commit>();
  for (const part of text.split(MARK).slice(1)) {
    const [head = "", ...files] = part.split("\0");
    const [hash = "", ...parents] = head.trim().split(" ");
    if (!isHash(hash)) continue;
    log.set(hash, {
      parents: parents.filter(isHash),
      files: files.map((file) => file.replace(/^\n/, "")).filter((file) => file !== ""),
    });
  }
  return log;
}

function isHash(text: string | null): text is string {
  return text !== null && HASH.test(text);
}
