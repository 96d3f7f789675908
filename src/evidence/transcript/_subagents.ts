/**
 * The transcripts of a session's subagents: `<session>/subagents/agent-*.jsonl`.
 *
 * @module
 */

/** At most so many files are looked at in one event. */
const MAX_FILES = 1000;

/**
 * Visits each subagent's transcript.
 *
 * @param transcript The session's own transcript, `….jsonl`.
 * @param offsets How far each was read, by file name.
 * @param read Reads one file from an offset and returns the new one.
 * @returns The new offsets; files that are gone are left out.
 */
export function readSubagents(
  transcript: string,
  offsets: Readonly<Record<string, number>>,
  read: (path: string, offset: number) => number,
): Readonly<Record<string, number>> {
  const folder = `${transcript.replace(/\.jsonl$/, "")}/subagents`;
  const next: Record<string, number> = {};
  try {
    let count = 0;
    for (const { name } of Deno.readDirSync(folder)) {
      if (!name.startsWith("agent-") || !name.endsWith(".jsonl")) continue;
      if (++count > MAX_FILES) break;
      next[name] = read(`${folder}/${name}`, offsets[name] ?? 0);
    }
  } catch {
    return offsets;
  }
  return next;
}
