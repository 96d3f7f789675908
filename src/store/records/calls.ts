/**
 * The agent's tool calls that run now: one small file per call, since calls run side by side.
 *
 * A call's file is written when the call is about to begin and removed when it has ended. A call that
 * never ran (the user refused it) has no end: its file counts until its time is up.
 *
 * @module
 */
import { join } from "@std/path";
import { fileNameOf } from "../files/file_name.ts";
import { openInFolder } from "../files/folder.ts";
import { parseJson } from "../files/json_text.ts";
import { activeFile, loopPlaces, type Places } from "../places.ts";
import { isThere, namesIn, removeFile } from "../files/presence.ts";
import { amount, object, readOr, type ShapeOf, text, truth } from "./shape.ts";
import { readText } from "../files/text_file.ts";

const CallSchema = object({
  session: text,
  isSubagent: truth,
  /** Unix seconds; after that the call cannot run any more. */
  until: amount,
  /** What the agent called, for people: a command line or a tool's name. */
  what: text,
});

/** A tool call that runs. */
export type Call = ShapeOf<typeof CallSchema>;

/** A session's loop, as the home folder has it. */
export interface ActiveLoop {
  readonly id: string;
  readonly project: string;
}

/** More files than this are not looked at: no agent runs so many calls at once. */
const MOST_CALLS = 50;

/**
 * Notes that a call is about to begin.
 *
 * @param places the home's places
 * @param loop the loop in whose project the call runs
 * @param toolUseId the client's id of the call; empty where it gave none, and then nothing is noted
 * @param call the call
 */
export function noteCall(places: Places, loop: ActiveLoop, toolUseId: string, call: Call): void {
  if (toolUseId === "") return;
  _write(join(loopPlaces(places, loop.id).callsDir, fileNameOf(toolUseId)), JSON.stringify(call));
  const active = activeFile(places, call.session);
  const text = JSON.stringify({ id: loop.id, project: loop.project });
  const known = readText(active);
  if (known.kind !== "text" || known.text !== text) _write(active, text);
}

/** In one go: a file that was cut off by a crash counts as none. */
function _write(path: string, text: string): void {
  try {
    const options = { write: true, create: true, truncate: true, mode: 0o600 };
    using file = openInFolder(path, options);
    file.writeSync(new TextEncoder().encode(text));
  } catch {
    // Without the note a destroyed file counts as the user's wish, as it does without ralph's home.
  }
}

/**
 * Notes that a call has ended.
 *
 * @param places the home's places
 * @param id the loop's id
 * @param toolUseId the client's id of the call
 */
export function endCall(places: Places, id: string, toolUseId: string): void {
  removeFile(join(loopPlaces(places, id).callsDir, fileNameOf(toolUseId)));
}

/**
 * Notes that the calls of a session's main agent have all ended, whatever became of them.
 *
 * @param places the home's places
 * @param id the loop's id
 * @param session the session's id
 */
export function endCallsOf(places: Places, id: string, session: string): void {
  for (const [path, call] of callFiles(places, id)) {
    if (call === null || call.session === session && !call.isSubagent) removeFile(path);
  }
}

/**
 * Forgets all calls of a loop that has ended.
 *
 * @param places the home's places
 * @param id the loop's id
 * @param owner the session that drove the loop, or null
 */
export function endAllCalls(places: Places, id: string, owner: string | null): void {
  try {
    Deno.removeSync(loopPlaces(places, id).callsDir, { recursive: true });
  } catch {
    // No call was ever noted.
  }
  if (owner !== null) removeFile(activeFile(places, owner));
}

/**
 * The calls that run.
 *
 * @param places the home's places
 * @param id the loop's id
 * @param now Unix seconds
 */
export function runningCalls(places: Places, id: string, now: number): Call[] {
  return callFiles(places, id).flatMap(([, call]) =>
    call !== null && call.until >= now ? [call] : []
  );
}

/**
 * Whether ralph looks after the calls of a session.
 *
 * @param places the home's places
 * @param session the session's id, or null
 */
export function isActive(places: Places, session: string | null): boolean {
  return session !== null && isThere(activeFile(places, session));
}

/**
 * The loop that a session's calls belong to, also where the project's marks are gone.
 *
 * @param places the home's places
 * @param session the session's id
 */
export function activeLoop(places: Places, session: string): ActiveLoop | null {
  return _activeLoop(activeFile(places, session));
}

const ActiveLoopSchema = object({ id: text, project: text });

function _activeLoop(path: string): ActiveLoop | null {
  return readOr(ActiveLoopSchema, jsonIn(path), null);
}

function callFiles(places: Places, id: string): [path: string, call: Call | null][] {
  const { callsDir } = loopPlaces(places, id);
  return namesIn(callsDir).slice(0, MOST_CALLS).map((name) => {
    const path = join(callsDir, name);
    return [path, readOr(CallSchema, jsonIn(path), null)];
  });
}

function jsonIn(path: string): unknown {
  const read = readText(path);
  const json = read.kind === "text" ? parseJson(read.text) : null;
  return json?.kind === "ok" ? json.value : null;
}
