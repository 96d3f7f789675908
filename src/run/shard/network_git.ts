/**
 * Runs git commands that contact a remote as the user would: with hooks, credentials and proxies.
 *
 * @module
 */
import { attempt } from "../../error.ts";
import { findForeignRepository, findGitFolders } from "../../store/git_exclude.ts";
import { showDuration } from "../../text/time.ts";
import { REAL_CLOCK } from "../watchdog/clock.ts";
import type { StopSource } from "../loop/stop_source.ts";
import { callGit, type Git, type GitResult } from "../parallel/git.ts";

/** Maximum duration of a command. */
const NETWORK_MS = 180_000;
const SLOW_MS = 10_000;
const SLOW = `Warning: the remote has not answered for ${showDuration(SLOW_MS)}; ` +
  `git is terminated after ${showDuration(NETWORK_MS)}`;
/** Time for a push after a stop: engines wait for 30 seconds, and a person can ask again. */
const PUSH_MS = 10_000;
/** Time from TERM to KILL, in which git removes its lock files. */
const GRACE_MS = 500;
const POLL_MS = 20;

/** Turns off password prompts, including windows that no one may be there to see. */
const NO_QUESTIONS = {
  SSH_ASKPASS: "",
  SSH_ASKPASS_REQUIRE: "never",
  GCM_INTERACTIVE: "never",
};

/** How long to wait for a command. */
export interface Patience {
  /** Ends the command. */
  readonly signal: AbortSignal;
  /** Called once if the command has not ended after some seconds. */
  readonly onSlow: (sentence: string) => void;
}

/**
 * Runs a command without password prompts. Never throws.
 *
 * @param git Git in the work tree, whose configuration is trusted.
 */
export async function runNetworkGit(
  git: Git,
  args: readonly string[],
  { signal, onSlow }: Patience,
): Promise<GitResult> {
  if (signal.aborted) return { isOk: false, out: "", why: "the run stops" };
  const { folder, programs } = git;
  if (programs !== "trusted") return { isOk: false, out: "", why: "the repository is not trusted" };
  const folders = findGitFolders(folder);
  const foreign = folders === null ? null : findForeignRepository(folder, folders);
  if (foreign !== null) return { isOk: false, out: "", why: foreign };
  const isSshChosen =
    ["GIT_SSH_COMMAND", "GIT_SSH"].some((name) => Deno.env.get(name) !== undefined) ||
    (await git.run("config", "core.sshCommand")).isOk;
  const slow = setTimeout(() => onSlow(SLOW), SLOW_MS);
  try {
    return await callGit(args, folder, "network", {
      timeoutMs: NETWORK_MS,
      signal,
      end: endGit,
      env: { ...NO_QUESTIONS, ...isSshChosen ? {} : { GIT_SSH_COMMAND: "ssh -oBatchMode=yes" } },
    });
  } finally {
    clearTimeout(slow);
  }
}

/** Ends git and the program that it communicates through; both are in one process group. */
async function endGit(pid: number): Promise<void> {
  const send = (signal: Deno.Signal) =>
    attempt(() => {
      Deno.kill(-pid, signal);
      return true;
    }) === true;
  if (!send("SIGTERM")) return;
  const endsAtMs = REAL_CLOCK.monotonicMs() + GRACE_MS;
  while (REAL_CLOCK.monotonicMs() < endsAtMs) {
    await REAL_CLOCK.sleep(POLL_MS);
    // This fails when the group is empty.
    if (!send("SIGCONT")) return;
  }
  send("SIGKILL");
}

/**
 * Creates the signal that ends a push: some seconds after a stop request, or at once at a second request.
 */
export function limitPush(
  stop: Pick<StopSource, "signal" | "nowSignal">,
): AbortSignal {
  const limit = new AbortController();
  const end = () => limit.abort();
  stop.nowSignal.addEventListener("abort", end);
  stop.signal.addEventListener("abort", () => Deno.unrefTimer(setTimeout(end, PUSH_MS)));
  return limit.signal;
}
