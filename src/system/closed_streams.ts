/** Checks whether the other ends of standard input and output are closed, without reading or writing. */
import { openCLibrary } from "./c_library.ts";

/** `POLLERR` and `POLLHUP` (poll(2), the same on Linux and macOS). */
const GONE = 0x18;

/**
 * Opens a check for a program that seldom writes, and must end when its output is no longer read.
 *
 * @returns The check: true once the pipe to standard input, or from standard output, is closed. Files,
 * terminals and `/dev/null` never are. On a system without the call it is always false; a write then
 * fails.
 */
export function openClosedCheck(): () => boolean {
  const library = openCLibrary({
    poll: { parameters: ["buffer", "u32", "i32"], result: "i32" },
  });
  if (library === null) return () => false;
  const streams = new DataView(new ArrayBuffer(16));
  return () => {
    // Two `struct pollfd`: the descriptor, the requested events (none), the events that occurred.
    streams.setInt32(0, 0, true);
    streams.setInt32(4, 0, true);
    streams.setInt32(8, 1, true);
    streams.setInt32(12, 0, true);
    if (library.symbols.poll(streams.buffer, 2, 0) <= 0) return false;
    return ((streams.getInt16(6, true) | streams.getInt16(14, true)) & GONE) !== 0;
  };
}
