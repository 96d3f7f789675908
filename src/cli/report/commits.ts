/** Adds the commits and changed files of each step, from git at the time of the report. */
import { askGit } from "../../system/run_git.ts";
import type { LoopReport } from "./build.ts";
import type { ReportedCommit, ReportedStep } from "./model.ts";
import { addNested, readNested } from "./nested_commits.ts";
import { SECOND_MS } from "../../text/time.ts";
import { oneLine } from "../../text/shorten.ts";

interface Commit {
  readonly subject: string;
  readonly parents: readonly string[];
  readonly files: readonly string[];
  readonly atMs: number;
}

const HASH = /^[0-9a-f]{40,64}$/;
const DEADLINE_MS = 10_000;
const SUBJECT_CHARACTERS = 160;
/** Maximum number of commits, more than any loop makes. */
const MOST_COMMITS = 20_000;
/** The mark at the start of a commit in git's answer. */
const MARK = "\x01";

/**
 * Adds the facts from git to a report.
 *
 * @param gitTop The top of the project's repository; null if there is none, or it is gone.
 * @param baseCommit The commit at the loop's start; null if unknown.
 * @returns The report. Facts that git does not know stay unknown, with the reason.
 */
export async function addCommits(
  report: LoopReport,
  gitTop: string | null,
  baseCommit: string | null,
): Promise<LoopReport> {
  if (report.steps.length === 0) return report;
  const named = report.steps.map(({ commit }) => commit);
  const branches = report.steps.flatMap(({ heads }) => heads.map(({ commit }) => commit));
  const heads = [...new Set([baseCommit, ...named, ...branches].filter(isHash))];
  const why = heads.length === 0
    ? named.every((commit) => commit === "")
      ? "the project had no commit in git"
      : "the journal names no commit"
    : "the project is not in a git repository any more";
  if (heads.length === 0 || gitTop === null) return withUnknown(report, why);
  const log = await readLog(gitTop, heads, baseCommit === "");
  if (log === null) return withUnknown(report, "git could not list them");
  const counted = countCommits(report, baseCommit, log);
  const { project, startedAtMs } = report.loop;
  const { steps, added } = addNested(counted.steps, await readNested(project, startedAtMs));
  const made = steps.flatMap(({ newCommits }) => newCommits ?? []);
  const committed = { commits: made, work: workOf(report, steps) };
  const blind = steps.filter(({ commits }) => commits === null).length;
  if (blind > 0) {
    const why = "the journal or the repository does not have the commits before and after them";
    return withUnknown(
      { ...report, steps, ...committed },
      why,
      ` for ${blind} of ${steps.length} turns`,
    );
  }
  const totals = {
    ...report.totals,
    commits: counted.commits.size + added.length,
    files: countFiles(counted.commits, log) + added.reduce((sum, { files }) => sum + files, 0),
  };
  return { ...report, steps, totals, ...committed };
}

/** Returns the work, each item with the commits of its turn. */
function workOf({ work }: LoopReport, steps: readonly ReportedStep[]): LoopReport["work"] {
  const done = work.done?.map((item) => ({
    ...item,
    commits: steps.find(({ toMs, turn }) => toMs === item.atMs && turn === item.turn)
      ?.newCommits ?? null,
  })) ?? null;
  return { ...work, done };
}

function withUnknown(report: LoopReport, why: string, where = ""): LoopReport {
  const sentence = `Commits and changed files are unknown${where}: ${why}.`;
  return { ...report, unknown: [...report.unknown, sentence] };
}

function countFiles(hashes: Iterable<string>, log: ReadonlyMap<string, Commit>): number {
  return new Set([...hashes].flatMap((hash) => log.get(hash)?.files ?? [])).size;
}

/**
 * Counts the commits of each step: the commits that are reachable from its heads, but not from earlier
 * ones. Commits that a branch had before the loop are not the loop's. Pure.
 *
 * @param base The commit at the loop's start; null if unknown.
 */
function countCommits(
  { steps, loop: { startedAtMs } }: Pick<LoopReport, "steps" | "loop">,
  base: string | null,
  log: ReadonlyMap<string, Commit>,
): { readonly steps: ReportedStep[]; readonly commits: ReadonlySet<string> } {
  const seen = new Set<string>();
  const commits = new Set<string>();
  let before = base !== null && (base === "" || log.has(base)) ? base : null;
  if (before !== null) collect(before, log, seen);
  const counted = steps.map((step) => {
    const { commit } = step;
    // An empty hash means that the project had no commit yet, so its first one is new.
    const isKnown = commit !== null && (commit === "" || log.has(commit));
    if (!isKnown) {
      before = null;
      return step;
    }
    const since = before;
    before = commit;
    const own = collect(commit, log, seen);
    const onBranches = step.heads.map(({ commit, name }) => ({
      name,
      hashes: collect(commit, log, seen)
        .filter((hash) => log.get(hash)!.atMs >= startedAtMs - SECOND_MS),
    }));
    if (since === null) return step;
    const fresh = [...own, ...onBranches.flatMap(({ hashes }) => hashes)];
    for (const hash of fresh) commits.add(hash);
    const newCommits = [
      ...own.reverse().flatMap((hash) => describeCommit(hash, step, log)),
      ...onBranches.flatMap(({ hashes, name: branch }) =>
        hashes.reverse().flatMap((hash) => describeCommit(hash, step, log))
          .map((commit) => ({ ...commit, branch }))
      ),
    ];
    return { ...step, newCommits, commits: fresh.length, files: countFiles(fresh, log) };
  });
  return { steps: counted, commits };
}

function describeCommit(
  hash: string,
  { turn }: Pick<ReportedStep, "turn">,
  log: ReadonlyMap<string, Commit>,
): ReportedCommit[] {
  const commit = log.get(hash);
  if (commit === undefined) return [];
  return [{ hash, subject: commit.subject, turn, files: commit.files.length }];
}

/** Collects the reachable commits that were not seen yet. */
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
 * @returns The commits by hash, including the first head; null if git fails.
 */
async function readLog(
  gitTop: string,
  heads: readonly string[],
  isFromFirst: boolean,
): Promise<Map<string, Commit> | null> {
  const oldest = isFromFirst ? undefined : heads[0];
  const answer = await askGit(gitTop, "log", [
    ...["--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-mailmap"],
    ...["--no-notes", "--ignore-missing", "--name-only", "-z"],
    `--max-count=${MOST_COMMITS}`,
    "--format=%x01%H %ct %P%x00%s",
    ...heads,
    ...(oldest === undefined ? [] : [`^${oldest}`]),
    "--",
  ], performance.now() + DEADLINE_MS);
  if (answer.kind !== "text") return null;
  const log = parseLog(answer.text);
  if (oldest !== undefined) log.set(oldest, { subject: "", parents: [], files: [], atMs: 0 });
  return log;
}

/** Parses git's list: for each commit a mark, hash, parents and files, separated by NUL. Pure. */
function parseLog(text: string): Map<string, Commit> {
  const log = new Map<string, Commit>();
  for (const part of text.split(MARK).slice(1)) {
    const [head = "", subject = "", ...files] = part.split("\0");
    const [hash = "", seconds = "", ...parents] = head.trim().split(" ");
    if (!isHash(hash)) continue;
    log.set(hash, {
      subject: oneLine(subject, SUBJECT_CHARACTERS),
      parents: parents.filter(isHash),
      atMs: Number(seconds) * SECOND_MS,
      files: files.map((file) => file.replace(/^\n/, "")).filter((file) => file !== ""),
    });
  }
  return log;
}

function isHash(text: string | null): text is string {
  return text !== null && HASH.test(text);
}
