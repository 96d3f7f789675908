/**
 * Reverts a false tick. Writes only the content of the box, so that simultaneous edits of the plan are kept,
 * in any encoding and with any line endings.
 */
import { messageOf } from "../../error.ts";
import { stateOfSign } from "../../plan/items/checkbox.ts";
import { readPart } from "../../store/files/part.ts";
import { readPlan } from "./plan.ts";
import { findEscape } from "./reread_plan.ts";

/** The result of opening a ticked item again in its file. */
type Unticked =
  | { readonly kind: "unticked" }
  /** The item is missing, or already open. */
  | { readonly kind: "nothing-to-do" }
  | { readonly kind: "failed"; readonly why: string };

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;
/** Maximum length of a tick, in bytes. */
const MAX_TICK = 40;

/**
 * Unticks an item. Never writes a file outside of the project, not even through a link.
 *
 * @param key The item's key; its line is looked up again.
 * @param path The plan's file, links resolved when the run began.
 */
export async function untickItem(path: string, project: string, key: string): Promise<Unticked> {
  const read = await readPlan(path);
  if (read.kind !== "plan") return { kind: "failed", why: "the plan can no longer be read" };
  const item = read.plan.items.find((candidate) => candidate.key === key);
  if (item?.state !== "done") return { kind: "nothing-to-do" };
  try {
    using file = Deno.openSync(path, { read: true, write: true });
    // Checked after opening, since an open file can no longer be replaced.
    if (findEscape(path, project) !== null || !isSameFile(file, path)) {
      return { kind: "failed", why: "the plan became a link out of the project" };
    }
    const bytes = readPart(file, 0, file.statSync().size);
    const tick = findTick(bytes, item.line);
    if (tick === null) return { kind: "failed", why: `line ${item.line} no longer has a tick` };
    file.seekSync(tick.start, Deno.SeekMode.Start);
    file.writeSync(new Uint8Array(tick.end - tick.start).fill(SPACE));
    return { kind: "unticked" };
  } catch (error) {
    return { kind: "failed", why: messageOf(error) };
  }
}

/** A range of byte offsets, without the end. */
interface TickPlace {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the tick of a line.
 *
 * @param line The line, from 1; a line ends with LF, CR or both.
 * @returns The content of the box, or null if the line does not have a ticked box.
 */
function findTick(bytes: Uint8Array, line: number): TickPlace | null {
  let at = 0;
  for (let number = 1; number < line && at < bytes.length; at++) {
    const isBreak = bytes[at] === LINE_FEED ||
      bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED;
    if (isBreak) number++;
  }
  for (; at + 2 < bytes.length; at++) {
    if (bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN) return null;
    if (bytes[at] !== OPEN_BRACKET) continue;
    const start = at + 1;
    const length = bytes.subarray(start, start + MAX_TICK).indexOf(CLOSE_BRACKET);
    const end = start + length;
    if (
      length > 0 && stateOfSign(new TextDecoder().decode(bytes.subarray(start, end))) === "done"
    ) {
      return { start, end };
    }
  }
  return null;
}

function isSameFile(file: Deno.FsFile, path: string): boolean {
  const [opened, named] = [file.statSync(), Deno.statSync(path)];
  return opened.dev === named.dev && opened.ino === named.ino;
}
