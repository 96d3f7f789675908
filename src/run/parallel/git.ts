/**
 * Changes a repository: worktrees, branches, commits and merges of a parallel run.
 *
 * @module
 */
import { join } from "@std/path";
import { RalphError } from "../../error.ts";
import { isThere } from "../../store/files/presence.ts";
import { type GitPrograms, runGit } from "../../system/run_git.ts";
import type { ProgramResult } from "../../system/run_program.ts";
import type { GitFolders } from "../../store/git_exclude.ts";
import { showDuration } from "../../text/time.ts";

/** The result of a git command. */
export interface GitResult {
  readonly isOk: boolean;
  /** Standard output without the final newline. */
  readonly out: string;
  /** Why it failed: the end of standard error, or of standard output if that is empty. */
  readonly why: string;
}

const CONFIG: readonly string[] = [
  "advice.detachedHead=false",
  "rerere.enabled=false",
  // Waits for an editor's git, as with the lock of the index.
  "core.filesRefLockTimeout=2000",
  // Converted line endings are not a reason to lose work.
  "core.safecrlf=false",
];
/** The output limit fits the index of some 500,000 files. */
const LIMITS = { timeoutMs: 300_000, maxBytes: 64 << 20, keptErrorBytes: 4_000 };

/** Maximum wait for the lock of the index, in milliseconds. */
const LOCK_WAIT_MS = 5_000;
const LOCK_POLL_MS = 100;

/** Commands that take the lock of the index before they change anything. */
const BEGIN_WITH_LOCK: readonly string[] = "add checkout commit merge reset rm update-index".split(
  " ",
);

/** Commits need an author; the user's own identity has priority. */
const IDENTITY = {
  GIT_AUTHOR_NAME: "ralph",
  GIT_AUTHOR_EMAIL: "ralph@localhost",
  GIT_COMMITTER_NAME: "ralph",
  GIT_COMMITTER_EMAIL: "ralph@localhost",
};

/** Options for running git. */
export interface GitOptions {
  /** Default: 5 minutes. */
  readonly timeoutMs?: number;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Whether git may fetch from a file on this machine. */
  readonly readsFiles?: boolean;
  /** Additional settings, as `key=value`. */
  readonly settings?: readonly string[];
  /** Whether its memory is limited. */
  readonly isBounded?: boolean;
  readonly signal?: AbortSignal;
  /** Ends git and the processes it started. Default: kills them. */
  readonly end?: (pid: number) => Promise<unknown>;
}

/** Runs git with the user's own variables; never throws. */
export async function callGit(
  args: readonly string[],
  cwd: string,
  programs: GitPrograms,
  options: GitOptions,
): Promise<GitResult> {
  const { timeoutMs = LIMITS.timeoutMs } = options;
  return readResult(await startGit(args, cwd, programs, options), timeoutMs);
}

function startGit(
  [command = "", ...args]: readonly string[],
  cwd: string,
  programs: GitPrograms,
  { env, settings = [], ...more }: GitOptions,
): Promise<ProgramResult> {
  return runGit(command, args, {
    ...LIMITS,
    programs,
    config: [...CONFIG, ...settings],
    cwd,
    env: { ...inheritedEnvironment(), GIT_EDITOR: "true", LC_ALL: "C", ...env },
    ...more,
  });
}

/** Interprets the result of a git that ran with a time limit. */
export function readResult(result: ProgramResult, timeoutMs: number): GitResult {
  if (result.kind !== "ended") {
    return { isOk: false, out: "", why: describeFailure(result, timeoutMs) };
  }
  const decoder = new TextDecoder();
  const out = decoder.decode(result.stdout).replace(/\n$/, "");
  const said = decoder.decode(result.stderr).trim() || out;
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  const why = lines.slice(-8).join("; ").replaceAll(":; ", ": ");
  return { isOk: result.code === 0, out, why: why || describeExit(result.code) };
}

/** Exit codes from here on mean that a signal ended the program. */
const SIGNALED = 128;

/** Describes how a program ended that printed nothing, for example because it was killed. */
function describeExit(code: number): string {
  return code > SIGNALED
    ? `git was ended by signal ${code - SIGNALED}, for example because memory ran out`
    : `git ended with exit code ${code}`;
}

function describeFailure(
  result: Exclude<ProgramResult, { kind: "ended" }>,
  timeoutMs: number,
): string {
  switch (result.kind) {
    case "timed-out":
      return `git did not end within ${showDuration(timeoutMs)}`;
    case "too-large":
      return "git printed more than 64 MiB";
    case "aborted":
      return "the run stops";
    case "not-started":
      return result.why;
  }
}

/** Variables that point git to another repository, such as those of a hook that started ralph. */
const ELSEWHERE =
  /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|PREFIX|NAMESPACE|.*OBJECT.*|QUARANTINE_PATH)$/;

/**
 * Runs git in one work tree. Git runs no program that the repository configures, unless the user trusts it
 * (`allowGitPrograms`), and never runs the repository's hooks.
 */
export class Git {
  #hasIdentity: Promise<boolean> | null = null;
  #owner: Git | null = null;
  /** Limits for git if an agent wrote what it reads. */
  #bounds: Pick<GitOptions, "signal" | "isBounded"> = {};
  readonly #place: Readonly<Record<string, string>>;

  /**
   * @param folder The work tree.
   * @param folders The folders of its repository. They are passed to git because agents can write the files
   * that lead git to them, and from there to its configuration. Null lets git find them.
   * @param programs Only `allowGitPrograms` creates a git whose filters run.
   */
  constructor(
    readonly folder: string,
    readonly folders: GitFolders | null,
    readonly programs: Exclude<GitPrograms, "network"> = "none",
  ) {
    this.#place = folders === null ? {} : {
      GIT_DIR: folders.own,
      GIT_COMMON_DIR: folders.common,
      GIT_WORK_TREE: folder,
    };
  }

  /** Returns git in a worktree of this repository, with the user's identity as known here. */
  at(folder: string, folders: GitFolders | null): Git {
    const git = new Git(folder, folders, this.programs);
    git.#owner = this;
    git.#bounds = this.#bounds;
    return git;
  }

  /** Returns this git with a memory limit, for untrusted contents, and with a signal that ends it. */
  bounded(signal: AbortSignal): Git {
    const git = this.at(this.folder, this.folders);
    git.#bounds = { signal, isBounded: true };
    return git;
  }

  /** The folder of `HEAD` and the index. */
  get ownFolder(): string {
    return this.folders?.own ?? join(this.folder, ".git");
  }

  /** Whether a rebase is in progress there. */
  get isRebasing(): boolean {
    return ["rebase-merge", "rebase-apply"].some((name) => isThere(join(this.ownFolder, name)));
  }

  /** Runs a command; never throws. Waits while another git has the lock, such as an editor's. */
  run(...args: string[]): Promise<GitResult> {
    return this.#call(args);
  }

  /** Returns the output of a command that must succeed. */
  async ask(...args: string[]): Promise<string> {
    return outputOf(args, await this.#call(args));
  }

  /** Finds the commit of a revision; null if there is none. */
  async find(revision: string): Promise<string | null> {
    const { isOk, out } = await this.run("rev-parse", "-q", "--verify", revision);
    return isOk ? out : null;
  }

  /** Checks whether a commit contains another one. */
  async contains(commit: string, other: string): Promise<boolean> {
    return (await this.run("merge-base", "--is-ancestor", other, commit)).isOk;
  }

  /** Returns the output of a command that reads a text and must succeed. */
  async write(input: string, ...args: string[]): Promise<string> {
    return outputOf(args, await this.#call(args, input));
  }

  /** Returns the output of a command that reads a text and must succeed, as bytes. */
  async askBytes(input: string, ...args: string[]): Promise<Uint8Array> {
    const how = { ...this.#bounds, env: this.#place, input };
    const result = await startGit(args, this.folder, this.programs, how);
    outputOf(args, readResult(result, LIMITS.timeoutMs));
    return result.kind === "ended" ? result.stdout : new Uint8Array();
  }

  async #call(args: readonly string[], input?: string): Promise<GitResult> {
    const [command = ""] = args;
    const env = await this.#needsIdentity(command) ? IDENTITY : {};
    const options = {
      ...this.#bounds,
      env: { ...this.#place, ...env },
      ...input === undefined ? {} : { input },
    };
    for (let waitedMs = 0;; waitedMs += LOCK_POLL_MS) {
      const result = await callGit(args, this.folder, this.programs, options);
      // Any other command could have changed something before it met the lock.
      const isLocked = !result.isOk && /Unable to create .*index\.lock/.test(result.why) &&
        BEGIN_WITH_LOCK.includes(command);
      if (!isLocked || waitedMs >= LOCK_WAIT_MS) return result;
      await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
    }
  }

  /** Fetches from a file, such as a bundle, without reaching anything else. Never throws. */
  fetchFile(settings: readonly string[], args: readonly string[]): Promise<GitResult> {
    return callGit(["fetch", ...args], this.folder, "none", {
      ...this.#bounds,
      env: this.#place,
      settings,
      readsFiles: true,
    });
  }

  async #needsIdentity(command: string): Promise<boolean> {
    if (!["commit", "commit-tree", "rebase", "stash"].includes(command)) return false;
    return !await this.#knowsIdentity();
  }

  #knowsIdentity(): Promise<boolean> {
    if (this.#owner !== null) return this.#owner.#knowsIdentity();
    this.#hasIdentity ??= this.run("var", "GIT_COMMITTER_IDENT").then(({ isOk }) => isOk);
    return this.#hasIdentity;
  }
}

function outputOf([command, option]: readonly string[], { isOk, out, why }: GitResult): string {
  if (isOk) return out;
  throw new GitError(`git ${[command, option].join(" ").trim()} failed: ${why}`);
}

function inheritedEnvironment(): Record<string, string> {
  const entries = Object.entries(Deno.env.toObject()).filter(([name]) => !ELSEWHERE.test(name));
  return Object.fromEntries(entries);
}

/** The error of a git command that had to succeed. */
export class GitError extends RalphError {
  /** @param message The command, and git's message. */
  constructor(message: string) {
    super("git", 1, message, { hint: "Check that git works here: git status, git fsck." });
  }
}
