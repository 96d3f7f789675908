/**
 * Puts commands into the sandbox.
 *
 * @module
 */
import { ensureDirSync } from "@std/fs/ensure-dir";
import { dirname, join } from "@std/path";
import { attempt } from "../../error.ts";
import { isFolder } from "../../store/files/presence.ts";
import type { RunContext } from "../job/context.ts";
import { wrapInBwrap } from "./bwrap.ts";
import { removeNewPointers } from "./git_paths.ts";
import { CACHE_PATHS } from "./host_paths.ts";
import { listMounts } from "./mounts.ts";
import { readHost, type SandboxedRun } from "./read_host.ts";
import { fillTemplate } from "./sandbox.ts";

/** A command in its sandbox. */
export interface Confined {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether the started process only waits for the command, and ends with it. */
  readonly isHolder: boolean;
  /**
   * Undoes what cannot be read-only because it does not exist.
   *
   * @returns Whether there was something.
   */
  readonly restore: () => boolean;
}

/**
 * Puts a command of a run, such as its agent's or a check's, into the run's sandbox.
 *
 * @param context The run; its work folder with links resolved.
 * @param command The command's words.
 * @param env The command's environment.
 */
export function confine(
  context: SandboxedRun,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Confined {
  const { job: { sandbox }, workFolder } = context;
  switch (sandbox.kind) {
    case "none":
      return { command, env, isHolder: false, restore: () => false };
    case "command": {
      const words = fillTemplate(sandbox.template, workFolder, command);
      return { command: words, env, isHolder: false, restore: () => false };
    }
    case "bwrap": {
      createCaches(env["HOME"] || null);
      // In a worktree too, where git need not have it.
      attempt(() => Deno.mkdirSync(join(workFolder, ".claude")));
      const host = readHost(context, env);
      const mounts = listMounts(host);
      return {
        command: wrapInBwrap({ program: sandbox.program, mounts, cwd: workFolder, command }),
        env: withoutSigning(env),
        isHolder: true,
        restore: removeNewPointers(host.gitFolders),
      };
    }
  }
}

/** Says once that something led git away from the project's repository, and was removed. */
export function noteRestored(
  { noteOnce }: Pick<RunContext, "noteOnce">,
  isRestored: boolean,
): void {
  if (!isRestored) return;
  noteOnce(
    "Warning: an agent led git to a configuration of its own (commondir in the repository); " +
      "that was removed",
  );
}

/** Caches that are made also for a user who never needed them. */
const COMMON_CACHES: readonly string[] = [".cache", ".npm/_cacache", ".npm/_logs"];

/** Creates missing caches, since what does not exist cannot be mounted, and builds fail without it. */
function createCaches(home: string | null): void {
  if (home === null || !isFolder(home)) return;
  for (const path of CACHE_PATHS) {
    const folder = join(home, path);
    const isUsed = path.includes("/") && isFolder(dirname(folder));
    if (!isUsed && !COMMON_CACHES.includes(path)) continue;
    attempt(() => ensureDirSync(folder));
  }
}

/** Commits are not signed in a sandbox: the keys are hidden, and a commit would fail without them. */
function withoutSigning(env: Readonly<Record<string, string>>): Record<string, string> {
  if (env["GIT_CONFIG_COUNT"] !== undefined) return { ...env };
  return {
    ...env,
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "commit.gpgsign",
    GIT_CONFIG_VALUE_0: "false",
  };
}
