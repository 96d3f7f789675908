/** Lists the commits of a turn, in the project's repository and in nested ones. */
import { listNested } from "../../evidence/progress/_files.ts";
import { findGitTop } from "../../store/project.ts";
import { askGitLines } from "../../system/run_git.ts";

/** A repository with the commits that its heads had before the turn. */
interface KnownRepository {
  readonly folder: string;
  /** Its folder in the project; empty for the project's own repository. */
  readonly name: string;
  /** Null if the repository did not exist yet. */
  readonly tips: readonly string[] | null;
}

const TIMEOUT_MS = 10_000;
const MOST_REPOSITORIES = 20;
/** Maximum number of heads, newest first. */
const MOST_TIPS = 500;
const MOST_COMMITS = 20;

/** Compares the heads of the repositories with their state before a turn. */
export class TurnCommits {
  private constructor(
    readonly project: string,
    readonly isAlone: boolean,
    readonly known: readonly KnownRepository[],
  ) {}

  /** Remembers the heads. @param isAlone Whether nothing else of the run moves the repository's branches. */
  static async begin(project: string, isAlone: boolean): Promise<TurnCommits> {
    const known = await Promise.all(
      listRepositories(project, isAlone).map(async (repository) => ({
        ...repository,
        tips: await readTips(repository.folder, ["--all"]),
      })),
    );
    return new TurnCommits(project, isAlone, known);
  }

  /** Lists the new commits on any branch: number, title, the branch that ends with it, and the repository. */
  async list(): Promise<string[]> {
    const lists = await Promise.all(
      listRepositories(this.project, this.isAlone).map(async ({ folder, name }) => {
        const { tips = null } = this.known.find((repository) => repository.folder === folder) ?? {};
        const heads = ["HEAD", ...this.isAlone ? ["--branches"] : []];
        const moved = (await readTips(folder, heads)).filter((tip) => !tips?.includes(tip));
        if (moved.length === 0) return [];
        const commits = await ask(folder, [
          ...["--format=%h %s%d", "--decorate-refs=refs/heads", `--max-count=${MOST_COMMITS}`],
          // The commits that came with a new clone are not the turn's.
          ...[...moved, "--not", ...tips ?? ["--remotes"], "--"],
        ]);
        return commits.map((commit) => name === "" ? commit : `${commit} in ${name}`);
      }),
    );
    return lists.flat();
  }
}

function listRepositories(
  project: string,
  isAlone: boolean,
): Pick<KnownRepository, "folder" | "name">[] {
  const top = findGitTop(project);
  const nested = isAlone ? listNested(project) : [];
  return [
    ...top === null ? [] : [{ folder: top, name: "" }],
    ...nested.map((folder) => ({ folder, name: folder.slice(project.length + 1) })),
  ].slice(0, MOST_REPOSITORIES);
}

function readTips(folder: string, heads: readonly string[]): Promise<string[]> {
  return ask(folder, ["--no-walk", `--max-count=${MOST_TIPS}`, "--format=%H", ...heads, "--"]);
}

function ask(folder: string, args: readonly string[]): Promise<string[]> {
  return askGitLines(folder, "log", args, performance.now() + TIMEOUT_MS);
}
