/**
 * The log of an iteration: the output or, if that is too large, its start and its end.
 *
 * At every moment, even after SIGKILL, the files on disk contain the text in order and within the limit. The
 * start is in the log itself; the end is in two alternating parts next to it, which are joined when the log
 * is closed.
 */
import { messageOf } from "../../error.ts";
import { infoOf, isThere, removeFile } from "../../store/files/presence.ts";

const LOG_LIMIT_BYTES = 64 * 1024 * 1024;
/** Space for the line that says how much was left out, in bytes. */
const NOTE_BYTES = 256;

/** A log of an agent's output. */
export interface LogSink {
  /** Adds text whose secrets are masked. Never throws. */
  write(text: string): void;
  /** Why the log no longer grows, such as a full disk; null while it does. */
  readonly problem: string | null;
  /** Joins the parts. Never throws; a second call does nothing. */
  close(): void;
}

/** An open file: opening it for each piece would cost more than writing. */
interface LogPart {
  readonly file: Deno.FsFile;
  bytes: number;
}

/** A log that only the user can read; an older log of the same name is overwritten. */
export class IterationLog implements LogSink {
  readonly #limitBytes: number;
  readonly #older: string;
  readonly #newer: string;
  /** Null if it is closed or could not be opened. */
  #start: LogPart | null = null;
  #end: LogPart | null = null;
  #leftOutBytes = 0;
  problem: string | null = null;

  /** @param limitBytes Maximum size in bytes (default: 64 MiB). */
  constructor(path: string, limitBytes = LOG_LIMIT_BYTES) {
    this.#limitBytes = limitBytes;
    this.#older = `${path}.end-1`;
    this.#newer = `${path}.end-2`;
    this.#try(() => {
      this.#start = openPart(path);
      for (const old of [this.#older, this.#newer]) removeFile(old);
    });
  }

  write(text: string): void {
    const start = this.#start;
    if (start === null || this.problem !== null) return;
    this.#try(() => {
      let rest: Uint8Array = new TextEncoder().encode(text);
      if (this.#end === null) rest = fill(start, rest, this.#limitBytes / 2 - NOTE_BYTES);
      while (rest.length > 0) {
        this.#end ??= openPart(this.#newer);
        const before = rest.length;
        rest = fill(this.#end, rest, this.#limitBytes / 4);
        if (rest.length === before) this.#turn();
      }
    });
  }

  /** Makes the newer part the older one, and drops the text of the former older part. */
  #turn(): void {
    this.#leftOutBytes += infoOf(this.#older)?.size ?? 0;
    this.#end?.file.close();
    this.#end = null;
    Deno.renameSync(this.#newer, this.#older);
  }

  close(): void {
    using start = this.#start?.file;
    using end = this.#end?.file;
    this.#start = null;
    if (start === undefined || end === undefined) return;
    this.#try(() => {
      if (this.#leftOutBytes > 0) {
        const note = `\n[ralph left out ${this.#leftOutBytes} bytes here]\n`;
        writeAll(start, new TextEncoder().encode(note));
      }
      for (const path of [this.#older, this.#newer]) {
        if (isThere(path)) writeAll(start, Deno.readFileSync(path));
        removeFile(path);
      }
    });
  }

  #try(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.problem ??= messageOf(error);
    }
  }
}

/** Writes as much as fits, without cutting a character. @returns The rest. */
function fill(part: LogPart, bytes: Uint8Array, limitBytes: number): Uint8Array {
  let end = Math.min(bytes.length, Math.max(0, Math.floor(limitBytes) - part.bytes));
  if (end < bytes.length) { while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--; }
  if (end > 0) writeAll(part.file, bytes.subarray(0, end));
  part.bytes += end;
  return bytes.subarray(end);
}

function openPart(path: string): LogPart {
  const how = { write: true, create: true, truncate: true, mode: 0o600 };
  return { file: Deno.openSync(path, how), bytes: 0 };
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
}
