/**
 * The agent's tool calls that run now: one small file per call, since calls run side by side.
 *
 * A call's file is written when the call is about to begin and removed when it has ended. A call that
 * never ran (the user refused it) has no end: its file counts until its time is up.
 *
 * @module
 */
import { join } from "../../path/path.ts";
import { fileNameOf } from "../files/file_name.ts";
import { openInFolder } from "../files/folder.ts";
import { readJson } from "../files/json_text.ts";
import { isThere, namesIn, removeFile, removeFolder } from "../files/presence.ts";
import { readText } from "../files/text_file.ts";
import { activeFile, loopPlaces, type Places } from "../places.ts";
import { amount, object, readOr, type ShapeOf, text, truth, writeAs } from "./shape.ts";

const CallShape = object({
  session: text,
  isSubagent: truth,
  /** Unix seconds; after that the call cannot run any more. */
  until: amount,
  /** What the agent called, for people: a command line or a tool's name. */
  what: text,
});

/** A tool call that runs. */
export type Call = ShapeOf<typeof CallShape>;

const ActiveLoopShape = object({ id: text, project: text });

/** A session's loop, as the home folder has it. */
export type ActiveLoop = Readonly<ShapeOf<typeof ActiveLoopShape>>;

/** More files than this are not looked at: no agent runs so many calls at once. */
const MOST_CALLS = 50;

/**
 * Notes that a call is about to begin.
 *
 * @param places The home's places.
 * @param loop The loop in whose project the call runs.
 * @param toolUseId The client's id of the call; empty where it gave none, and then nothing is noted.
 * @param call The call.
 */
export function noteCall(places: Places, loop: ActiveLoop, toolUseId: string, call: Call): void {
  if (toolUseId === "") return;
  writeSmall(
    join(loopPlaces(places, loop.id).callsDir, fileNameOf(toolUseId)),
    writeAs(CallShape, call),
  );
  const active = activeFile(places, call.session);
  const { id, project } = loop;
  const known = readText(active);
  if (known.kind === "text" && known.text === JSON.stringify({ id, project })) return;
  writeSmall(active, { id, project });
}

/** In one go: a file that was cut off by a crash counts as none. */
function writeSmall(path: string, value: unknown): void {
  try {
    const options = { write: true, create: true, truncate: true, mode: 0o600 };
    using file = openInFolder(path, options);
    file.writeSync(new TextEncoder().encode(JSON.stringify(value)));
  } catch {
    // Without the note a destroyed file counts as the user's wish, as it does without ralph's home.
  }
}

/**
 * Notes that a call has ended.
 *
 * @param places The home's places.
 * @param id The loop's id.
 * @param toolUseId The client's id of the call.
 */
export function endCall(places: Places, id: string, toolUseId: string): void {
  removeFile(join(loopPlaces(places, id).callsDir, fileNameOf(toolUseId)));
}

/**
 * Notes that the calls of a session's main agent have all ended, whatever became of them.
 *
 * @param places The home's places.
 * @param id The loop's id.
 * @param session The session's id.
 */
export function endCallsOf(places: Places, id: string, session: string): void {
  for (const [path, call] of listCalls(places, id)) {
    if (call === null || call.session === session && !call.isSubagent) removeFile(path);
  }
}

/**
 * Forgets all calls of a loop that has ended.
 *
 * @param places The home's places.
 * @param id The loop's id.
 * @param owner The session that drove the loop, or null.
 */
export function endAllCalls(places: Places, id: string, owner: string | null): void {
  removeFolder(loopPlaces(places, id).callsDir);
  if (owner !== null) removeFile(activeFile(places, owner));
}

/**
 * Reads the calls that run.
 *
 * @param places The home's places.
 * @param id The loop's id.
 * @param now Unix seconds.
 */
export function runningCalls(places: Places, id: string, now: number): Call[] {
  return listCalls(places, id).flatMap(([, call]) =>
    call !== null && call.until >= now ? [call] : []
  );
}

/**
 * Whether ralph looks after the calls of a session.
 *
 * @param places The home's places.
 * @param session The session's id, or null.
 */
export function isActive(places: Places, session: string | null): boolean {
  return session !== null && isThere(activeFile(places, session));
}

/**
 * Reads which loop a session's calls belong to, also where the project's marks are gone.
 *
 * @param places The home's places.
 * @param session The session's id.
 */
export function activeLoop(places: Places, session: string): ActiveLoop | null {
  return readOr(ActiveLoopShape, readJson(activeFile(places, session)), null);
}

function listCalls(places: Places, id: string): [path: string, call: Call | null][] {
  const { callsDir } = loopPlaces(places, id);
  return namesIn(callsDir).slice(0, MOST_CALLS).map((name) => {
    const path = join(callsDir, name);
    return [path, readOr(CallShape, readJson(path), null)];
  });
}
