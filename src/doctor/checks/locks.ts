/** Locks that a process does not release, and lock files that cannot be locked. */
import { messageOf } from "../../error.ts";
import { join } from "../../path/path.ts";
import { openKernelFiles } from "../../process/kernel_files.ts";
import { infoOf, isThere, namesIn } from "../../store/files/presence.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { showText } from "../../text/show_text.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";
import { moveAside } from "../move_aside.ts";

/** A lock that is not free. */
export interface LockFact {
  readonly path: string;
  readonly state: "held" | "unusable";
  readonly why: string;
  /** Whether it is a file: a lock file is never moved, since two processes could lock two files. */
  readonly isFile: boolean;
  /** The process that has it; null where the system does not say. */
  readonly holder: { readonly pid: number; readonly command: string } | null;
}

interface MoveLock {
  readonly path: string;
}

interface LockFacts {
  readonly count: number;
  readonly taken: readonly LockFact[];
}

const MOST_LOCKS = 500;
/** A hook has a lock for milliseconds, a command while it waits for the disk. */
const PATIENCE_MS = 400;
const POLL_MS = 20;

/** The check of the locks. */
export const locks = defineCheck<LockFacts, MoveLock>({
  id: "loops.locks",
  subject: "the locks",
  gather: gatherLocks,
  judge: judgeLocks,
  repair: ({ places, nowMs }, { path }) => [moveAside(places, path, nowMs())],
});

async function gatherLocks({ places }: DoctorContext): Promise<LockFacts> {
  const { locksDir } = places;
  if (isThere(locksDir) && !infoOf(locksDir)!.isDirectory) {
    const why = "it is not a folder";
    return {
      count: 0,
      taken: [{ path: locksDir, state: "unusable", why, isFile: false, holder: null }],
    };
  }
  // The lock of a run is taken as long as the run works.
  const names = namesIn(locksDir).filter((name) => name.endsWith(".lock"))
    .filter((name) => !name.endsWith(".run.lock")).slice(0, MOST_LOCKS);
  const paths = names.map((name) => join(locksDir, name));
  const taken: LockFact[] = [];
  const until = performance.now() + PATIENCE_MS;
  let waiting = paths;
  for (;;) {
    const results = waiting.map((path) => ({ path, ...tryLock(path) }));
    for (const { path, state, why } of results) {
      if (state === "unusable") {
        taken.push({ path, state, why, isFile: isFile(path), holder: null });
      }
    }
    waiting = results.filter(({ state }) => state === "held").map(({ path }) => path);
    if (waiting.length === 0 || performance.now() >= until) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const held = waiting.map((path): LockFact => ({
    path,
    state: "held",
    why: "",
    isFile: true,
    holder: findHolder(path),
  }));
  return { count: names.length, taken: [...taken, ...held] };
}

function isFile(path: string): boolean {
  return infoOf(path)?.isFile ?? false;
}

function tryLock(path: string): { state: "free" | "held" | "unusable"; why: string } {
  try {
    if (!Deno.lstatSync(path).isFile) return { state: "unusable", why: "it is not a regular file" };
    const file = Deno.openSync(path, { read: true, write: true });
    try {
      return { state: file.tryLockSync(true) ? "free" : "held", why: "" };
    } finally {
      // Not `using`: the bundler turns a resource that is used once into an expression, and never
      // closes it.
      file.close();
    }
  } catch (error) {
    return { state: "unusable", why: messageOf(error) };
  }
}

/** Finds who has a lock, by the file's number in `/proc/locks`. */
function findHolder(path: string): LockFact["holder"] {
  const read = openKernelFiles();
  const inode = infoOf(path)?.ino;
  if (read === null || inode == null) return null;
  const line = (read("/proc/locks") ?? "").split("\n")
    .find((each) => each.split(/\s+/).some((word) => word.endsWith(`:${inode}`)));
  const pid = Number(/\b(?:READ|WRITE)\s+(\d+)/.exec(line ?? "")?.[1] ?? NaN);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const command = (read(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ").trim();
  return { pid, command: showText(command, 120) };
}

/** Judges the locks: each can be taken within the time that a hook needs. */
export function judgeLocks({ count, taken }: LockFacts): Finding<MoveLock>[] {
  if (taken.length === 0) {
    const title = count === 0 ? "There are no locks yet" : `All ${count} locks are free`;
    return [{ id: "loops.locks", status: "pass", title }];
  }
  return taken.map(({ path, state, why, isFile, holder }) =>
    state === "held"
      ? {
        id: "loops.lock-held",
        status: "warn",
        title: "A process does not release a lock, so hooks and commands wait for it",
        detail: [
          `"${path}"`,
          holder === null ? "its process is unknown" : `process ${holder.pid}: ${holder.command}`,
        ],
        advice: holder === null
          ? "Look for a ralph process that hangs, and end it."
          : "If it hangs, end it: the lock is free then.",
        ...holder === null ? {} : { command: `kill ${holder.pid}` },
      }
      : {
        id: "loops.lock-unusable",
        status: "fail",
        title: "A lock cannot be taken, so hooks and commands fail",
        detail: [`"${path}": ${why}`],
        advice: isFile
          ? "Check the permissions and the owner of the file."
          : "Move it away; ralph makes lock files itself.",
        ...isFile
          ? { command: `ls -l ${quoteForShell(path)}` }
          : { repair: { title: `Move "${path}" away`, needsConsent: false, action: { path } } },
      }
  );
}
