/**
 * Takes a false tick back: one byte of one line, so that nothing that somebody else writes into the
 * plan meanwhile is lost, whatever its encoding and line ends.
 *
 * @module
 */
import { messageOf } from "../../store/error.ts";
import { readPlan } from "./plan.ts";
import { findEscape } from "./plan_place.ts";

/** What came of it. */
export type Unticked =
  | { readonly kind: "unticked" }
  /** The item is gone, or open already. */
  | { readonly kind: "nothing-to-do" }
  | { readonly kind: "failed"; readonly why: string };

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;
/** `x` and `X`. */
const TICKS = new Set([0x78, 0x58]);

/**
 * Unticks an item. A file outside of the project is not written, whatever link leads there.
 *
 * @param path The plan's file, links resolved when the run began.
 * @param project The project's root, links resolved.
 * @param key The item's key; its line is looked up anew.
 */
export async function untickItem(path: string, project: string, key: string): Promise<Unticked> {
  const read = await readPlan(path);
  if (read.kind !== "plan") return { kind: "failed", why: "the plan cannot be read any more" };
  const item = read.plan.items.find((one) => one.key === key);
  if (item?.state !== "done") return { kind: "nothing-to-do" };
  try {
    using file = Deno.openSync(path, { read: true, write: true });
    // Asked after opening: what is open now cannot be exchanged any more.
    if (findEscape(path, project) !== null || !isSameFile(file, path)) {
      return { kind: "failed", why: "the plan became a link out of the project" };
    }
    const bytes = readAll(file);
    const at = findTick(bytes, item.line);
    if (at === null) return { kind: "nothing-to-do" };
    file.seekSync(at, Deno.SeekMode.Start);
    file.writeSync(new Uint8Array([SPACE]));
    return { kind: "unticked" };
  } catch (error) {
    return { kind: "failed", why: messageOf(error) };
  }
}

/**
 * Where the tick of a line stands.
 *
 * @param bytes The file.
 * @param line The line, from 1; a line ends with LF, CR or both.
 * @returns The offset of the `x`, or null where the line holds no ticked box.
 */
export function findTick(bytes: Uint8Array, line: number): number | null {
  let at = 0;
  for (let number = 1; number < line && at < bytes.length; at++) {
    const isBreak = bytes[at] === LINE_FEED ||
      bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED;
    if (isBreak) number++;
  }
  for (; at + 2 < bytes.length; at++) {
    if (bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN) return null;
    const isBox = bytes[at] === OPEN_BRACKET && TICKS.has(bytes[at + 1] ?? 0) &&
      bytes[at + 2] === CLOSE_BRACKET;
    if (isBox) return at + 1;
  }
  return null;
}

/** Whether a path still leads to what was opened. */
function isSameFile(file: Deno.FsFile, path: string): boolean {
  const [opened, named] = [file.statSync(), Deno.statSync(path)];
  return opened.dev === named.dev && opened.ino === named.ino;
}

function readAll(file: Deno.FsFile): Uint8Array {
  const bytes = new Uint8Array(file.statSync().size);
  let filled = 0;
  while (filled < bytes.length) {
    const count = file.readSync(bytes.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
