/** Locks that a process does not release, and lock files that cannot be locked. */
import { messageOf } from "../../error.ts";
import { join } from "@std/path";
import { infoOf, isThere, namesIn } from "../../store/files/presence.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";
import { moveAside } from "../move_aside.ts";

/** A lock that is not free. */
interface LockFact {
  readonly path: string;
  /** Why it cannot be taken; null where a process has it. */
  readonly why: string | null;
  /** A lock file is never moved, since two processes could lock two files. */
  readonly isFile: boolean;
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
export const locks = defineCheck<LockFacts, string>({
  id: "loops.locks",
  subject: "the locks",
  gather: gatherLocks,
  judge: judgeLocks,
  repair: ({ places, nowMs }, path) => [moveAside(places, path, nowMs())],
});

async function gatherLocks({ places }: DoctorContext): Promise<LockFacts> {
  const { locksDir } = places;
  if (isThere(locksDir) && !infoOf(locksDir)!.isDirectory) {
    return { count: 0, taken: [{ path: locksDir, why: "it is not a folder", isFile: false }] };
  }
  // The lock of a run is taken as long as the run works.
  const names = namesIn(locksDir).filter((name) => name.endsWith(".lock"))
    .filter((name) => !name.endsWith(".run.lock")).slice(0, MOST_LOCKS);
  const untilMs = performance.now() + PATIENCE_MS;
  const facts = await Promise.all(names.map((name) => tryLock(join(locksDir, name), untilMs)));
  return { count: names.length, taken: facts.filter((fact) => fact !== null) };
}

/** Null where the lock is free before the time. */
async function tryLock(path: string, untilMs: number): Promise<LockFact | null> {
  try {
    if (!Deno.lstatSync(path).isFile) {
      return { path, why: "it is not a regular file", isFile: false };
    }
    while (!isFree(path)) {
      if (performance.now() >= untilMs) return { path, why: null, isFile: true };
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return null;
  } catch (error) {
    return { path, why: messageOf(error), isFile: infoOf(path)?.isFile ?? false };
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

/** Judges the locks: each can be taken within the time that a hook needs. */
function judgeLocks({ count, taken }: LockFacts): Finding<string>[] {
  if (taken.length === 0) {
    const title = count === 0 ? "There are no locks yet" : `All ${count} locks are free`;
    return [{ id: "loops.locks", status: "pass", title }];
  }
  return taken.map((fact) => {
    const { path } = fact;
    if (fact.why === null) {
      return {
        id: "loops.lock-held",
        status: "warn",
        title: "A process does not release a lock, so hooks and commands wait for it",
        detail: [`"${path}"`],
        advice: "Look for a ralph process that hangs, and end it: the lock is free then.",
        command: "ps -C ralph -o pid,etime,args",
      };
    }
    return {
      id: "loops.lock-unusable",
      status: "fail",
      title: "A lock cannot be taken, so hooks and commands fail",
      detail: [`"${path}": ${fact.why}`],
      advice: fact.isFile
        ? "Check the permissions and the owner of the file."
        : "Move it away; ralph makes lock files itself.",
      ...fact.isFile
        ? { command: `ls -l ${quoteForShell(path)}` }
        : { repair: { title: `Move "${path}" away`, needsConsent: false, action: path } },
    };
  });
}
