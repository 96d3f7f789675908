/**
 * Reading a transcript from its end, for what is asked once and not at every event.
 *
 * @module
 */
import { openRegular } from "../../store/files/foreign_file.ts";
import type { Fields } from "./_fields.ts";
import { readLines } from "./_lines.ts";
import { parseLine } from "./_scan.ts";

/** One record of a transcript, as the client wrote it. */
export type TranscriptRecord = Fields;

/**
 * The last records of a transcript, oldest first; broken lines are left out.
 *
 * @param path The transcript.
 * @param maxBytes How much of its end is read.
 * @returns The records; none where the file cannot be read.
 */
export function tailOf(path: string, maxBytes: number): TranscriptRecord[] {
  const records: TranscriptRecord[] = [];
  withFile(path, (file, size) => {
    const from = Math.max(0, size - maxBytes);
    readLines(file, from, size, (line) => {
      const entry = parseLine(line);
      if (entry) records.push(entry);
    }, from > 0);
  });
  return records;
}

function withFile(path: string, read: (file: Deno.FsFile, size: number) => void): void {
  try {
    using file = openRegular(path);
    read(file, file.statSync().size);
  } catch {
    // What cannot be read says nothing.
  }
}
