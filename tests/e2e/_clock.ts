/** Lets time pass without sleeping: moves every time in a loop's files back. */
import { join } from "@std/path";

/** A file's text; null if it cannot be read. */
export function readIfThere(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return null;
  }
}

/** Files whose times belong to a loop. */
interface TimedFiles {
  readonly state: string;
  /** `loops/{id}`. */
  readonly loopDir: string;
  readonly sessionsDir: string;
  readonly transcripts: readonly string[];
}

/**
 * Moves every time back.
 *
 * @param seconds By how many; negative sets the clock back.
 */
export function letTimePass(files: TimedFiles, seconds: number): void {
  const state = JSON.parse(Deno.readTextFileSync(files.state));
  state.last_hook_timestamp = Math.max(0, state.last_hook_timestamp - seconds);
  state.started_at = shiftInstant(state.started_at, seconds);
  state.turn.since = shiftInstant(state.turn.since, seconds);
  if (state.pause !== null) {
    state.pause.since = shiftInstant(state.pause.since, seconds);
    if (state.pause.until !== null) state.pause.until = shiftInstant(state.pause.until, seconds);
  }
  if (state.user_wait != null) {
    state.user_wait.since = shiftInstant(state.user_wait.since, seconds);
  }
  state.beats_offset = shiftBeats(join(files.loopDir, "beats.jsonl"), state.beats_offset, seconds);
  const text = JSON.stringify(state, null, 2);
  Deno.writeTextFileSync(files.state, text);
  // Otherwise ralph takes the change for one by a running tool call, and undoes it.
  const copy = join(files.loopDir, "copies", "ralph-state.json");
  if (readIfThere(copy) !== null) Deno.writeTextFileSync(copy, text);
  for (const path of files.transcripts) shiftTranscript(path, seconds);
  for (const entry of readDir(files.sessionsDir)) shiftSession(entry, seconds);
}

function shiftInstant(instant: string, seconds: number): string {
  const shifted = new Date(Date.parse(instant) - seconds * 1000).toISOString();
  // The width must not change: offsets are in bytes.
  return instant.includes(".") ? shifted : shifted.replace(".000Z", "Z");
}

function shiftBeats(path: string, offset: number, seconds: number): number {
  const text = readIfThere(path);
  if (text === null) return offset;
  const shift = (part: string) =>
    part.split("\n").filter((line) => line !== "").map((line) => {
      const beat = JSON.parse(line);
      return `${JSON.stringify({ ...beat, at: beat.at - seconds })}\n`;
    }).join("");
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  const before = shift(decoder.decode(bytes.subarray(0, offset)));
  Deno.writeTextFileSync(path, before + shift(decoder.decode(bytes.subarray(offset))));
  return new TextEncoder().encode(before).length;
}

function shiftTranscript(path: string, seconds: number): void {
  const text = readIfThere(path);
  if (text === null) return;
  const shifted = text.replaceAll(
    /"timestamp":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"/g,
    (_line, instant) => `"timestamp":"${shiftInstant(instant, seconds)}"`,
  );
  Deno.writeTextFileSync(path, shifted);
}

function shiftSession(path: string, seconds: number): void {
  const session = JSON.parse(Deno.readTextFileSync(path));
  session.toolless_continuations = session.toolless_continuations.map((at: number) => at - seconds);
  if (session.answered !== null) session.answered.at_seconds -= seconds;
  Deno.writeTextFileSync(path, JSON.stringify(session));
}

function readDir(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].filter(({ name }) => /^[^.].*\.json$/.test(name))
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
