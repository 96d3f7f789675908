/**
 * Changes a repository: worktrees, branches, commits and merges of a parallel run.
 *
 * The repository's hooks do not run, since they belong to the user's own commits, and nothing is
 * signed, since nobody is there to unlock a key.
 *
 * @module
 */
import { runProgram } from "../../process/run_program.ts";

/** How a git command ended. */
export interface GitResult {
  readonly isOk: boolean;
  /** Standard output without the last line end. */
  readonly out: string;
  /** Why it failed: the end of standard error, else of standard output. */
  readonly why: string;
}

const OPTIONS: readonly string[] = [
  ...["-c", "core.hooksPath=/dev/null"],
  ...["-c", "core.fsmonitor=false"],
  ...["-c", "commit.gpgsign=false"],
  ...["-c", "gc.auto=0"],
  ...["-c", "advice.detachedHead=false"],
  ...["-c", "rerere.enabled=false"],
];
const LIMITS = { timeoutMs: 300_000, maxBytes: 16 << 20, keptErrorBytes: 4_000 };

/** Commits need an author; an identity of the user's wins. */
const IDENTITY = {
  GIT_AUTHOR_NAME: "ralph",
  GIT_AUTHOR_EMAIL: "ralph@localhost",
  GIT_COMMITTER_NAME: "ralph",
  GIT_COMMITTER_EMAIL: "ralph@localhost",
};

/** Runs git in one work tree, without the hooks and programs that the repository configures. */
export class Git {
  #hasIdentity: boolean | null = null;

  /** @param folder The work tree. */
  constructor(readonly folder: string) {}

  /** Runs a command; never throws. */
  async run(...args: string[]): Promise<GitResult> {
    const result = await runProgram("git", [...OPTIONS, ...args], {
      ...LIMITS,
      cwd: this.folder,
      env: {
        GIT_TERMINAL_PROMPT: "0",
        GIT_EDITOR: "true",
        LC_ALL: "C",
        ...await this.#needsIdentity(args[0] ?? "") ? IDENTITY : {},
      },
    });
    if (result.kind !== "ended") {
      const why = result.kind === "not-started" ? result.why : `git was ended (${result.kind})`;
      return { isOk: false, out: "", why };
    }
    const decoder = new TextDecoder();
    const out = decoder.decode(result.stdout).replace(/\n$/, "");
    const said = decoder.decode(result.stderr).trim() || out;
    return { isOk: result.code === 0, out, why: said.split("\n").slice(-6).join("; ") };
  }

  /** Returns the output of a command that has to work. */
  async ask(...args: string[]): Promise<string> {
    const { isOk, out, why } = await this.run(...args);
    if (!isOk) throw new GitError(`git ${args.slice(0, 2).join(" ")} failed: ${why}`);
    return out;
  }

  async #needsIdentity(command: string): Promise<boolean> {
    if (!["commit", "rebase", "stash"].includes(command)) return false;
    this.#hasIdentity ??= (await this.run("var", "GIT_COMMITTER_IDENT")).isOk;
    return !this.#hasIdentity;
  }
}

/** A git command that had to work failed. */
export class GitError extends Error {
  override readonly name = "GitError";
}
