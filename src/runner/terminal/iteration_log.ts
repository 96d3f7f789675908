/**
 * The log of one iteration: all of the output, or, where that is too much, its start and its end.
 *
 * At every moment, also after SIGKILL, the files on disk hold text in its order and no more than the
 * limit: the start in the log itself, the end in two parts beside it that take turns, joined when
 * the log is closed.
 *
 * @module
 */
import { messageOf } from "../../error.ts";

/** So large may an iteration's log grow, in bytes. */
export const LOG_LIMIT_BYTES = 64 * 1024 * 1024;

/** Where a run's output is kept. */
export interface LogSink {
  /** Adds text; secrets were masked before. It never throws. */
  write(text: string): void;
  /** Why it keeps no more, such as a full disk; null while it does. */
  readonly problem: string | null;
  /** Joins the parts. It never throws; a second call does nothing. */
  close(): void;
}

/** One file that is written. */
interface Part {
  readonly path: string;
  readonly file: Deno.FsFile;
  bytes: number;
}

/**
 * Opens a log, readable by nobody else; an older one of that name is overwritten.
 *
 * @param path Its file; the folder exists.
 * @param limitBytes How large it may become. Default 64 MiB.
 */
export function openIterationLog(path: string, limitBytes = LOG_LIMIT_BYTES): LogSink {
  return new BoundedLog(path, limitBytes);
}

class BoundedLog implements LogSink {
  readonly #path: string;
  /** A line that says what was left out needs room too. */
  readonly #startBytes: number;
  readonly #partBytes: number;
  readonly #encoder = new TextEncoder();
  #start: Part | null = null;
  #end: Part | null = null;
  #leftOutBytes = 0;
  #isClosed = false;
  problem: string | null = null;

  constructor(path: string, limitBytes: number) {
    this.#path = path;
    this.#startBytes = Math.floor(limitBytes / 2) - 256;
    this.#partBytes = Math.floor(limitBytes / 4);
    this.#try(() => {
      this.#start = openPart(path);
      for (const part of this.#parts) removeQuietly(part);
    });
  }

  get #parts(): [older: string, newer: string] {
    return [`${this.#path}.end-1`, `${this.#path}.end-2`];
  }

  write(text: string): void {
    if (this.#isClosed || this.problem !== null) return;
    this.#try(() => {
      const bytes = this.#encoder.encode(text);
      const toStart = this.#end === null && this.#start !== null
        ? countWhole(bytes, this.#startBytes - this.#start.bytes)
        : 0;
      if (toStart > 0) writeAll(this.#start!, bytes.subarray(0, toStart));
      if (toStart < bytes.length) this.#writeEnd(bytes.subarray(toStart));
    });
  }

  #writeEnd(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0) {
      this.#end ??= openPart(this.#parts[1]);
      const fitting = countWhole(rest, this.#partBytes - this.#end.bytes);
      if (fitting === 0) this.#turn();
      else writeAll(this.#end, rest.subarray(0, fitting));
      rest = rest.subarray(fitting);
    }
  }

  /** The newer part becomes the older one, whose text is left out from now on. */
  #turn(): void {
    const [older, newer] = this.#parts;
    this.#leftOutBytes += sizeOf(older);
    this.#end?.file.close();
    this.#end = null;
    Deno.renameSync(newer, older);
  }

  close(): void {
    this.#isClosed = true;
    const start = this.#start;
    if (start === null) return;
    this.#start = null;
    const wasEnded = this.#end !== null;
    this.#end?.file.close();
    this.#end = null;
    this.#try(() => {
      if (wasEnded) this.#join(start);
    });
    start.file.close();
  }

  #join(start: Part): void {
    if (this.#leftOutBytes > 0) {
      const note = `\n[ralph left out ${this.#leftOutBytes} bytes here]\n`;
      writeAll(start, this.#encoder.encode(note));
    }
    for (const part of this.#parts) {
      if (sizeOf(part) > 0) copyInto(start, part);
      removeQuietly(part);
    }
  }

  #try(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.problem ??= messageOf(error);
    }
  }
}

/** How many bytes fit such that no character is cut. */
function countWhole(bytes: Uint8Array, room: number): number {
  if (bytes.length <= room) return bytes.length;
  let end = Math.max(0, room);
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return end;
}

function openPart(path: string): Part {
  const options = { write: true, create: true, truncate: true, mode: 0o600 };
  return { path, file: Deno.openSync(path, options), bytes: 0 };
}

function writeAll(part: Part, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += part.file.writeSync(bytes.subarray(done));
  part.bytes += bytes.length;
}

function copyInto(target: Part, path: string): void {
  using source = Deno.openSync(path);
  const buffer = new Uint8Array(1024 * 1024);
  for (let read = source.readSync(buffer); read !== null; read = source.readSync(buffer)) {
    writeAll(target, buffer.subarray(0, read));
  }
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0;
  }
}

function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // There is none.
  }
}
