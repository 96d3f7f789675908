/** Locks that a process does not release, and lock files that cannot be locked. */
import { join } from "@std/path";
import { messageOf } from "../../../error.ts";
import { namesIn } from "../../../store/files/presence.ts";
import { type Checkup, type DoctorFinding, fail, warn } from "../check.ts";

const MOST_LOCKS = 500;
/** A hook has a lock for milliseconds, a command while it waits for the disk. */
const PATIENCE_MS = 400;
const POLL_MS = 20;

/** Yields each lock that cannot be taken within the time that a hook waits. */
export async function* locks(
  { places: { locksDir } }: Checkup,
): AsyncGenerator<DoctorFinding, string> {
  // The lock of a run is taken as long as the run works.
  const names = namesIn(locksDir).filter((name) => /(?<!\.run)\.lock$/.test(name));
  const paths = names.slice(0, MOST_LOCKS).map((name) => join(locksDir, name));
  const untilMs = performance.now() + PATIENCE_MS;
  const states = await Promise.all(paths.map((path) => tryLock(path, untilMs)));
  for (const [index, path] of paths.entries()) {
    const state = states[index]!;
    if (state === "held") {
      const title = "A process does not release a lock, so hooks and commands wait for it";
      yield warn("loops.lock", title, {
        detail: [`"${path}"`],
        advice: "Look for a ralph process that hangs, and end it: the lock is free then.",
        command: "ps -C ralph -o pid,etime,args",
      });
    } else if (state !== "free") {
      // A lock file is never moved, since two processes could lock two files.
      yield fail("loops.lock", "A lock cannot be taken, so hooks and commands fail", {
        detail: [`"${path}": ${state.why}`],
        advice: "Check the kind, the permissions and the owner of the file.",
      });
    }
  }
  return names.length === 0 ? "There are no locks yet" : `All ${names.length} locks are free`;
}

/** Tries until a time; `why` says why the lock cannot be taken at all. */
async function tryLock(
  path: string,
  untilMs: number,
): Promise<"free" | "held" | { readonly why: string }> {
  try {
    while (!isFree(path)) {
      if (performance.now() >= untilMs) return "held";
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return "free";
  } catch (error) {
    return { why: messageOf(error) };
  }
}

function isFree(path: string): boolean {
  const file = Deno.openSync(path, { read: true, write: true });
  try {
    return file.tryLockSync(true);
  } finally {
    // Not `using`: the bundler turns a resource that is used once into an expression, and never
    // closes it.
    file.close();
  }
}
