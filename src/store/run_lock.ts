/**
 * Allows one runner per project by a lock file that names its holder. The kernel unlocks it when the runner
 * dies. It is opened without truncation and never removed.
 */
import { join } from "../system/path.ts";
import { messageOf } from "../error.ts";
import { freeLock } from "./files/lock.ts";
import { openInFolder } from "./files/atomic_file.ts";
import { parseObject } from "./files/jsonl.ts";
import { readPart } from "./files/part.ts";
import { type Places, projectHash } from "./places.ts";
import { instant, number, object, readOr, type ShapeOf, text, writeAs } from "./records/shape.ts";

const HolderShape = object({
  pid: number,
  host: text,
  loop: text,
  since: instant,
  agent: text,
});

/** The run that has the lock. */
export type RunHolder = ShapeOf<typeof HolderShape>;

/** The lock, or its holder. */
type RunLocking =
  | { readonly kind: "held"; readonly lock: RunLock }
  | { readonly kind: "busy"; readonly holder: RunHolder | null }
  | { readonly kind: "impossible"; readonly why: string };

/** A lock that this process has. */
export interface RunLock extends Disposable {
  /** Writes the holder, for other runners. */
  name(holder: RunHolder): void;
}

const LARGEST_HOLDER_BYTES = 4096;

/** Returns the lock file of a project's runner. */
export function runLockFile(places: Places, project: string): string {
  return join(places.locksDir, `${projectHash(project)}.run.lock`);
}

/** Number of attempts. A process that only reads the holder (`status`) releases the lock within them. */
const TRIES = 6;
const RETRY_MS = 25;

/** Takes the lock, with a very short wait. */
export async function lockRun(places: Places, project: string): Promise<RunLocking> {
  const path = runLockFile(places, project);
  let file: Deno.FsFile;
  try {
    file = openInFolder(path, { read: true, write: true, create: true, mode: 0o600 });
  } catch (error) {
    return { kind: "impossible", why: `"${path}": ${messageOf(error)}` };
  }
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      if (file.tryLockSync(true)) return { kind: "held", lock: lockOf(file) };
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    const holder = readHolder(file);
    file.close();
    return { kind: "busy", holder };
  } catch (error) {
    file.close();
    return { kind: "impossible", why: `"${path}": ${messageOf(error)}` };
  }
}

/** Finds the current holder; null if the lock is free or does not name its holder. */
export function findRunHolder(places: Places, project: string): RunHolder | null {
  try {
    // Opened read-only: an agent in a sandbox cannot write the file, but also asks for its run's state.
    using file = Deno.openSync(runLockFile(places, project), { read: true });
    return file.tryLockSync(false) ? null : readHolder(file);
  } catch {
    return null;
  }
}

function lockOf(file: Deno.FsFile): RunLock {
  return {
    name(holder) {
      try {
        file.truncateSync(0);
        file.seekSync(0, Deno.SeekMode.Start);
        file.writeSync(new TextEncoder().encode(JSON.stringify(writeAs(HolderShape, holder))));
      } catch {
        // The lock also works without a holder's name, as on a full disk.
      }
    },
    [Symbol.dispose]: () => freeLock(file),
  };
}

function readHolder(file: Deno.FsFile): RunHolder | null {
  const text = new TextDecoder().decode(readPart(file, 0, LARGEST_HOLDER_BYTES));
  return readOr(HolderShape, parseObject(text), null);
}
