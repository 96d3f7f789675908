/**
 * The agent's running tool calls: one small file per call, since calls run in parallel.
 *
 * A call's file is written when the call is about to begin and removed when it has ended. If the call left
 * processes running, it counts as running until its session's turn is over. A call that never ran because
 * the user refused it has no end: its file counts until its time is up.
 */
import { attempt } from "../../error.ts";
import { join } from "../../system/path.ts";
import { fileNameOf } from "../files/file_name.ts";
import { openInFolder, writeAll } from "../files/atomic_file.ts";
import { readJson } from "../files/json_text.ts";
import { exists, infoOf, namesIn, removeFile, removeFolder } from "../files/presence.ts";
import { readText } from "../files/text_file.ts";
import { activeFile, loopPlaces, type Places } from "../places.ts";
import {
  count,
  inFile,
  object,
  readOr,
  seconds,
  type ShapeOf,
  text,
  truth,
  writeAs,
} from "../records/shape.ts";

const CallShape = object({
  session: text,
  isSubagent: truth,
  /** Epoch milliseconds. After that the call cannot be running. */
  untilMs: inFile("until", seconds),
  /** The call as people see it: a command line or a tool's name. */
  what: text,
}, {
  /** The process of the hook that recorded it. Processes that the call started have higher ids. */
  pid: count,
  /** True if it has ended and left a process running. */
  hasEnded: truth,
});

/** A tool call that has begun and not ended, as the hooks recorded it. */
export type Call = ShapeOf<typeof CallShape>;

const ActiveLoopShape = object({ id: text, project: text });

/** The loop of a session, as the home folder records it. */
type ActiveLoop = Readonly<ShapeOf<typeof ActiveLoopShape>>;

/** Maximum number of files to read: no agent runs that many calls at once. */
const MOST_CALLS = 50;

/**
 * Records that a call is about to begin.
 *
 * @param toolUseId The client's id of the call; if empty, nothing is recorded.
 */
export function noteCall(places: Places, loop: ActiveLoop, toolUseId: string, call: Call): void {
  if (toolUseId === "") return;
  writeSmall(
    join(loopPlaces(places, loop.id).callsDir, fileNameOf(toolUseId)),
    writeAs(CallShape, call),
  );
  noteActive(places, loop, call.session);
}

/** Records that a session drives a loop, so that its hooks find it even if the project's marks disappear. */
export function noteActive(places: Places, { id, project }: ActiveLoop, session: string): void {
  const active = activeFile(places, session);
  const written = readText(active);
  if (written.kind === "text" && written.text === JSON.stringify({ id, project })) return;
  writeSmall(active, { id, project });
}

/** The resolution of file systems' clocks: some have whole seconds. */
const CLOCK_MS = 1_000;

/**
 * Records when a loop's files were last compared with their copies. After a call that left them older than
 * that, the gate starts no program. A session without a record gets none.
 *
 * @param atMs When the comparison began, epoch milliseconds.
 */
export function noteCompared(places: Places, session: string, atMs: number): void {
  const at = new Date(Math.floor(atMs / CLOCK_MS) * CLOCK_MS - CLOCK_MS);
  attempt(() => Deno.utimeSync(activeFile(places, session), at, at));
}

/** Reads when a running call was recorded, epoch milliseconds; null if it was not. */
export function readBeginMs(places: Places, id: string, toolUseId: string): number | null {
  if (toolUseId === "") return null;
  const path = join(loopPlaces(places, id).callsDir, fileNameOf(toolUseId));
  return infoOf(path)?.mtime?.getTime() ?? null;
}

/** Writes a small file, not atomically: a file that a crash cut off counts as missing. */
function writeSmall(path: string, value: unknown): void {
  try {
    const options = { write: true, create: true, truncate: true, mode: 0o600 };
    using file = openInFolder(path, options);
    writeAll(file, new TextEncoder().encode(JSON.stringify(value)));
  } catch {
    // Without the record, a deleted file counts as deleted by the user, as without ralph's home.
  }
}

/** How long a left-over process counts if the turn has no end, because the client was killed. */
const LEFT_MS = 86_400_000;

/**
 * Records that a call has ended.
 *
 * @param hasLeft True if it left a process running.
 */
export function endCall(
  places: Places,
  id: string,
  toolUseId: string,
  nowMs: number,
  hasLeft: (call: Call) => boolean,
): void {
  const path = join(loopPlaces(places, id).callsDir, fileNameOf(toolUseId));
  const call = readOr(CallShape, readJson(path), null);
  if (call === null || !hasLeft(call)) removeFile(path);
  else writeSmall(path, writeAs(CallShape, { ...call, hasEnded: true, untilMs: nowMs + LEFT_MS }));
}

/**
 * Records that a session's turn is over, which ends the calls of its main agent and any process they left.
 */
export function endCallsOf(places: Places, id: string, session: string): void {
  for (const [path, call] of listCalls(places, id)) {
    const isOver = call === null || !call.isSubagent || call.hasEnded === true;
    if (call === null || call.session === session && isOver) removeFile(path);
  }
}

/** Removes the records of all calls of a loop, and of the sessions they belong to. */
export function endAllCalls(places: Places, id: string): void {
  removeFolder(loopPlaces(places, id).callsDir);
  for (const path of namesIn(places.activeDir).map((name) => join(places.activeDir, name))) {
    if (readOr(ActiveLoopShape, readJson(path), null)?.id === id) removeFile(path);
  }
}

/** Lists the running calls. */
export function runningCalls(places: Places, id: string, nowMs: number): Call[] {
  return listCalls(places, id).flatMap(([, call]) =>
    call !== null && call.untilMs >= nowMs ? [call] : []
  );
}

/** Checks whether ralph guards the calls of a session. */
export function isActive(places: Places, session: string | null): boolean {
  return session !== null && exists(activeFile(places, session));
}

/**
 * Reads which loop a session's calls belong to, even if the project's marks are gone.
 *
 * @returns The loop; null if the session has none.
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
