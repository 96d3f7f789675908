/**
 * An advisory lock on its own file, which the kernel releases when the process dies.
 *
 * The lock file is never the protected file, which is replaced by rename. It is never removed: two
 * processes could then hold "the" lock on two files of the same name.
 */
import { attempt, LockError, messageOf, StateError } from "../../error.ts";
import { openInFolder } from "./atomic_file.ts";

/** How long to wait for a lock. */
export interface LockOptions {
  /** Milliseconds before giving up. Default 2,000. */
  readonly deadlineMs?: number;
  /** Milliseconds between two attempts. Default 5. */
  readonly pollMs?: number;
}

/** Longer than any of ralph's hooks takes, shorter than a person waits. */
const DEADLINE_MS = 2_000;

/**
 * Runs `work` under a lock.
 *
 * Not reentrant: taking the same lock inside `work` waits until the deadline.
 *
 * @param work Runs while the lock is held. Errors that it throws pass through.
 * @throws {LockError} If another process held the lock until the deadline.
 * @throws {StateError} If there can be no lock: missing home, read-only folder, a file system without
 * locks.
 */
export function withLock<T>(lockFile: string, options: LockOptions, work: () => T): T {
  return release(takeLock(lockFile, options), work);
}

/** Runs `work` under a lock, or without it if it cannot be had, for work that must be done in any case. */
export function withLockIfPossible<T>(lockFile: string, work: () => T): T {
  return release(attempt(() => takeLock(lockFile, {})), work);
}

// Not `using`, which the bundler drops (docs/start-up.md).
function release<T>(lock: Deno.FsFile | null, work: () => T): T {
  try {
    return work();
  } finally {
    if (lock !== null) freeLock(lock);
  }
}

/**
 * Releases a lock. The kernel does so when the process dies. Closing alone is not enough: a child that
 * another thread is starting may inherit the file.
 */
export function freeLock(file: Deno.FsFile): void {
  attempt(() => file.unlockSync());
  file.close();
}

function takeLock(
  lockFile: string,
  { deadlineMs = DEADLINE_MS, pollMs = 5 }: LockOptions,
): Deno.FsFile {
  let file: Deno.FsFile | null = null;
  try {
    // Also opened for reading: otherwise opening a pipe would wait for its reader.
    file = openInFolder(lockFile, { create: true, read: true, write: true, mode: 0o600 });
    if (!file.statSync().isFile) throw new TypeError("it is not a regular file");
    // Not the wall clock, which may jump.
    const began = performance.now();
    while (!file.tryLockSync(true)) {
      const waitedMs = performance.now() - began;
      if (waitedMs >= deadlineMs) {
        const held = `Another ralph process held "${lockFile}" for ${Math.round(waitedMs)} ms`;
        const hint = "Try again. If it persists, look for a ralph process that hangs.";
        throw new LockError(held, { hint });
      }
      sleep(Math.min(pollMs, deadlineMs - waitedMs));
    }
    return file;
  } catch (error) {
    file?.close();
    if (error instanceof LockError) throw error;
    throw new StateError(`Cannot lock "${lockFile}": ${messageOf(error)}`, {
      hint: "Check that the folder exists and can be written, or set RALPH_HOME to one that can.",
    });
  }
}

/** Blocks this thread. Hooks are separate processes with nothing else to do. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(1, milliseconds));
}
