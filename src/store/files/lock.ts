/**
 * An advisory lock on a file of its own, which the kernel frees when the process dies.
 *
 * The lock file is never the file that it protects (that one is replaced by rename) and is never
 * removed (two processes could then hold "the" lock on two files of the same name).
 */
import { LockError, messageOf, StateError } from "../../error.ts";
import { openInFolder } from "./folder.ts";

/** How long to wait for a lock. */
export interface LockOptions {
  /** Milliseconds until the wait is given up. Default 2,000. */
  readonly deadlineMs?: number;
  /** Milliseconds between two tries. Default 5. */
  readonly pollMs?: number;
}

/** The outcome of work under a lock. */
export type LockOutcome<T> =
  | { readonly kind: "done"; readonly value: T }
  /** Somebody else held it until the deadline. */
  | { readonly kind: "busy"; readonly waitedMs: number }
  /** No lock can be had here: home missing, read-only folder, a file system without locks. */
  | { readonly kind: "impossible"; readonly why: string };

/** Longer than any of our hooks works, shorter than a person waits. */
const DEADLINE_MS = 2_000;
const POLL_MS = 5;

/**
 * Runs `work` under a lock, and returns a value if that is not possible.
 *
 * Not reentrant: the same lock taken again inside `work` waits for itself until the deadline.
 *
 * @param lockFile The lock's own file; made where it is missing.
 * @param work Runs while the lock is held; what it throws passes through.
 */
export function tryWithLock<T>(
  lockFile: string,
  work: () => T,
  options: LockOptions = {},
): LockOutcome<T> {
  let file: Deno.FsFile;
  try {
    // Opened for reading too: a pipe there would wait for its reader otherwise.
    file = openInFolder(lockFile, { create: true, read: true, write: true, mode: 0o600 });
  } catch (error) {
    return { kind: "impossible", why: messageOf(error) };
  }
  try {
    if (!file.statSync().isFile) return { kind: "impossible", why: "it is not a regular file" };
    const refusal = acquire(file, options);
    return refusal ?? { kind: "done", value: work() };
  } finally {
    // Closing frees the lock; so does dying.
    file.close();
  }
}

/**
 * Runs `work` under a lock, for commands.
 *
 * @throws {LockError} Where somebody else held the lock until the deadline.
 * @throws {StateError} Where no lock can be had.
 */
export function withLock<T>(lockFile: string, options: LockOptions, work: () => T): T {
  const outcome = tryWithLock(lockFile, work, options);
  switch (outcome.kind) {
    case "done":
      return outcome.value;
    case "busy":
      throw new LockError(
        `Another ralph process held "${lockFile}" for ${Math.round(outcome.waitedMs)} ms`,
        { hint: "Try again; if it stays so, look for a ralph process that hangs." },
      );
    case "impossible":
      throw new StateError(`Cannot lock "${lockFile}": ${outcome.why}`, {
        hint: "Check that the folder exists and can be written, or set RALPH_HOME to one that can.",
      });
  }
}

type Refusal = Exclude<LockOutcome<never>, { kind: "done" }>;

function acquire(file: Deno.FsFile, options: LockOptions): Refusal | null {
  const { deadlineMs = DEADLINE_MS, pollMs = POLL_MS } = options;
  // Not the wall clock: it may jump.
  const began = performance.now();
  try {
    while (!file.tryLockSync(true)) {
      const waitedMs = performance.now() - began;
      if (waitedMs >= deadlineMs) return { kind: "busy", waitedMs };
      sleep(Math.min(pollMs, deadlineMs - waitedMs));
    }
    return null;
  } catch (error) {
    return { kind: "impossible", why: messageOf(error) };
  }
}

const clock = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this thread: hooks are processes of their own with nothing else to do. */
function sleep(milliseconds: number): void {
  Atomics.wait(clock, 0, 0, Math.max(1, milliseconds));
}
