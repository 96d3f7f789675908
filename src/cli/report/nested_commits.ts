/** Finds commits in repositories inside of the project, which its own git does not see. */
import { listNested } from "../../evidence/progress/_files.ts";
import { askGit } from "../../system/run_git.ts";
import { oneLine } from "../../text/shorten.ts";
import { SECOND_MS } from "../../text/time.ts";
import type { ReportedCommit, ReportedStep } from "./model.ts";

/** A commit with its time, which git has in whole seconds. */
interface NestedCommit extends Omit<ReportedCommit, "turn"> {
  readonly atMs: number;
}

const DEADLINE_MS = 10_000;
const SUBJECT_CHARACTERS = 160;
const MOST_REPOSITORIES = 20;
const MOST_COMMITS = 2_000;
/** The mark at the start of a commit in git's answer. */
const MARK = "\x01";

/** Reads the commits since an instant, oldest first. */
export async function readNested(project: string, sinceMs: number): Promise<NestedCommit[]> {
  const endsAtMs = performance.now() + DEADLINE_MS;
  const lists = await Promise.all(
    listNested(project).slice(0, MOST_REPOSITORIES).map(async (folder) => {
      const since = `--since=${Math.floor(sinceMs / SECOND_MS)}`;
      const options = ["--branches", `--max-count=${MOST_COMMITS}`, "--name-only", "-z"];
      const format = "--format=%x01%H %ct%x00%s";
      const answer = await askGit(folder, "log", [...options, since, format, "--"], endsAtMs);
      const branch = folder.slice(project.length + 1);
      return answer.kind === "text" ? parseNested(answer.text, branch) : [];
    }),
  );
  return lists.flat().sort((one, other) => one.atMs - other.atMs);
}

function parseNested(text: string, branch: string): NestedCommit[] {
  return text.split(MARK).slice(1).map((part) => {
    const [head = "", subject = "", ...files] = part.split("\0");
    const [hash = "", seconds = ""] = head.split(" ");
    return {
      hash,
      branch,
      subject: oneLine(subject, SUBJECT_CHARACTERS),
      files: files.filter((file) => file.trim() !== "").length,
      atMs: Number(seconds) * SECOND_MS,
    };
  }).reverse();
}

/**
 * Adds each commit to the step during which it was made; other commits are not the loop's. Pure.
 *
 * @returns The steps, and the commits that were added.
 */
export function addNested(
  steps: readonly ReportedStep[],
  nested: readonly NestedCommit[],
): { readonly steps: ReportedStep[]; readonly added: readonly NestedCommit[] } {
  let left = nested;
  const added: NestedCommit[] = [];
  const all = steps.map((step) => {
    const { commits, files, fromMs, newCommits, toMs, turn } = step;
    if (commits === null || left.length === 0) return step;
    const { own = [], others = [] } = Object.groupBy(
      left,
      ({ atMs }) => atMs <= toMs && atMs + SECOND_MS > fromMs ? "own" : "others",
    );
    left = others;
    added.push(...own);
    const made = own.map(({ atMs: _atMs, ...commit }) => ({ ...commit, turn }));
    return {
      ...step,
      commits: commits + made.length,
      files: (files ?? 0) + made.reduce((sum, commit) => sum + commit.files, 0),
      newCommits: [...newCommits ?? [], ...made],
    };
  });
  return { steps: all, added };
}
