/**
 * Where in a transcript a moment lies. Looked for from the end, so that it costs what came after the
 * moment, however long the session was before it.
 *
 * @module
 */
import { toSeconds } from "../../text/instant.ts";

/** Bytes looked at in one step back. */
const BLOCK_BYTES = 256 * 1024;
/** A line's time stands in front of its content, or behind it; a longer line is passed over. */
const TIMED_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/**
 * The offset of a line's beginning before which every line is older than a moment.
 *
 * @param file An open regular file; its position is moved.
 * @param size Its size in bytes.
 * @param sinceSeconds The moment, Unix seconds.
 * @returns 0 where no older line is found.
 */
export function offsetSince(file: Deno.FsFile, size: number, sinceSeconds: number): number {
  for (let end = size; end > 0;) {
    const from = Math.max(0, end - BLOCK_BYTES);
    const block = readAt(file, from, Math.min(size - from, BLOCK_BYTES + TIMED_BYTES));
    const line = from === 0 ? 0 : block.indexOf(LINE_FEED) + 1;
    if (line > 0 || from === 0) {
      const time = timeIn(block.subarray(line, line + TIMED_BYTES));
      if (time !== null && time < sinceSeconds) return from + line;
    }
    end = from;
  }
  return 0;
}

function readAt(file: Deno.FsFile, from: number, length: number): Uint8Array {
  const block = new Uint8Array(length);
  file.seekSync(from, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < length) {
    const count = file.readSync(block.subarray(filled));
    if (count === null || count === 0) break;
    filled += count;
  }
  return block.subarray(0, filled);
}

/** The time of the line that begins here, or of one of the next. */
function timeIn(bytes: Uint8Array): number | null {
  const found = /"timestamp":"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/.exec(new TextDecoder().decode(bytes));
  const time = found === null ? NaN : toSeconds(found[1] ?? "");
  return Number.isFinite(time) ? time : null;
}
