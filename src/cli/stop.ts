/**
 * `ralph stop`: ends the loop of this project, in every state, even if every file of ours is broken.
 *
 * @module
 */
import { toInstant } from "../text/instant.ts";
import { judgeLiveness } from "../evidence/liveness.ts";
import { endLoop } from "../lifecycle/end.ts";
import { findUnmarkedLoop } from "../lifecycle/lost_loop.ts";
import { findLoop, type FoundLoop, readOwnRecord, recordOf } from "../lifecycle/loop.ts";
import { stoppedByUser } from "../loop/reason.ts";
import { moveTo } from "../loop/time/pausing.ts";
import { quoteForShell } from "../text/shell_word.ts";
import { NoLoopError } from "../error.ts";
import { journal } from "../lifecycle/journal.ts";
import { tryWithLock } from "../store/files/lock.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import { listLoops } from "../store/records/loops.ts";
import { type Places, projectLock, projectPlaces } from "../store/places.ts";
import { isThere, removeFile } from "../store/files/presence.ts";
import { writeLoopRecord } from "../store/records/project_marks.ts";
import { setAside } from "../store/files/set_aside.ts";
import { showAge, showCount } from "../text/human_units.ts";
import { readStopRecord } from "../store/records/stop_record.ts";
import { defineCommand, JSON_OPTION } from "./core/command.ts";
import type { CommandContext } from "./core/context.ts";
import { locate } from "./core/locate.ts";
import { endProjectLeftovers } from "../runner/loop/dead_run.ts";
import { readEndedLoop, viewOfEnd } from "./status/ended.ts";

/** What became of one project's loop. */
interface Stopped {
  readonly project: string;
  readonly loop: string;
  /** `draining`: the turn that runs ends first. */
  readonly state: "stopped" | "draining";
  readonly lines: readonly string[];
}

/** The command. */
export const command = defineCommand({
  name: "stop",
  summary: "End the loop of this project",
  description: "While a turn runs, the loop ends when the turn ends; to end it at once, touch " +
    ".claude/STOP_LOOP. In every other state it ends now. No model is involved.",
  options: [
    { name: "all", type: "boolean", help: "End the loops of all projects" },
    JSON_OPTION,
  ],
  examples: [
    { command: "ralph stop", help: "End this project's loop" },
    { command: "ralph stop --all", help: "End every loop on this machine" },
  ],
  exitCodes: [[5, "no loop here"]],
  run: async (context, { options }) => {
    const { places, project: here } = locate(context);
    const projects = options.all
      ? [
        ...new Set(
          listLoops(places, null).filter((loop) => !loop.hasEnded).map((loop) =>
            loop.facts.project
          ),
        ),
      ]
      : [here];
    const stopped = projects.flatMap((project) => stopIn(context, places, project) ?? []);
    const leftovers: string[] = [];
    for (const project of options.all ? listProjects(places) : [here]) {
      leftovers.push(...await endProjectLeftovers(places, project));
    }
    if (stopped.length === 0 && leftovers.length === 0) {
      if (options.all) {
        throw new NoLoopError("No loop runs on this machine", {
          hint: "There is nothing to do; 'ralph status' in a project says how its last loop ended.",
        });
      }
      const last = await findLastStop(context, places, here);
      if (last === null || !last.wasAsked) throw noLoopIn(here, last);
      if (options.json) context.out.json({ stopped: [], ended: last.at });
      else context.out.data(`Stopped ${last.age}, as asked.`);
      return 0;
    }
    if (options.json) context.out.json({ stopped, notes: leftovers });
    else context.out.data([...stopped.flatMap(({ lines }) => lines), ...leftovers].join("\n"));
    return 0;
  },
});

/** How long a stop that was asked for is remembered: a queued command comes after it. */
const REMEMBERED_SECONDS = 60;

/** The last stop of a project's loop. */
interface LastStop {
  readonly at: string;
  /** How long ago, for people. */
  readonly age: string;
  readonly sentence: string;
  /** Whether this very session asked for it a moment ago. */
  readonly wasAsked: boolean;
}

async function findLastStop(
  { env, now }: CommandContext,
  places: Places,
  project: string,
): Promise<LastStop | null> {
  const stop = readStopRecord(places);
  const ended = await readEndedLoop(places, project, stop);
  if (stop === null || ended === null) return null;
  const seconds = (now().epochMilliseconds - Date.parse(stop.timestamp)) / 1000;
  return {
    at: stop.timestamp,
    age: showAge(seconds),
    sentence: viewOfEnd(null, ended).what,
    wasAsked: env.sessionId !== null && stop.session_id === env.sessionId &&
      stop.code === stoppedByUser().code && seconds >= 0 && seconds < REMEMBERED_SECONDS,
  };
}

function noLoopIn(project: string, last: LastStop | null): NoLoopError {
  return new NoLoopError(`No loop runs in ${project}`, {
    hint: last === null
      ? "'ralph status --all' lists the loops of this machine."
      : `The last one ended ${last.age}: ${last.sentence}`,
  });
}

/** Every project that a loop was started in, and is still remembered of. */
function listProjects(places: Places): Set<string> {
  return new Set(listLoops(places, null).map(({ facts }) => facts.project));
}

function stopIn(context: CommandContext, places: Places, project: string): Stopped | null {
  const here = findLoop(places, project) ?? findUnmarked(places, project);
  if (here === null) return clearOrphan(project);
  const now = context.now().epochMilliseconds / 1000;
  // The user is always right to leave: without the lock the stop is done all the same.
  const typedIn = context.prompt === undefined ? null : context.env.sessionId;
  const stop = () => stopFound(places, here, typedIn, now);
  const locked = tryWithLock(projectLock(places, project), stop);
  return locked.kind === "done" ? locked.value : stop();
}

/** A running command of the agent may have removed the marks: it must not bring the loop back. */
function findUnmarked(places: Places, project: string): FoundLoop | null {
  const living = listLoops(places, project).find(({ hasEnded }) => !hasEnded);
  return living === undefined ? null : findUnmarkedLoop(places, project, living.facts.id);
}

/** A session whose prompt is being answered is in no turn, even if none was seen to end. */
function stopFound(
  places: Places,
  here: FoundLoop,
  typedIn: string | null,
  now: number,
): Stopped {
  const present = readOwnRecord(here);
  const record = present.kind === "ok" ? present.value : null;
  if (record !== null && record.owner_session !== typedIn && isTurnRunning(record)) {
    const drained = drain(places, here, record, now);
    if (drained !== null) return drained;
  }
  return endNow(places, here, now);
}

/** A turn runs, and the session that runs it is not known to be gone. */
function isTurnRunning(record: LoopRecord): boolean {
  return record.driver === "session" && record.owner_session !== null &&
    record.turn.state === "running" && judgeLiveness(record.session_process) !== "gone";
}

function drain(places: Places, here: FoundLoop, record: LoopRecord, now: number): Stopped | null {
  const draining = moveTo(record, "draining");
  if (draining === null) return null;
  const written = writeLoopRecord(places, here.project, {
    ...draining,
    stop_asked_at: toInstant(now),
  });
  if (written.kind === "failed") return null;
  journal(places, record, {
    at: now,
    event: "stop",
    kind: "drain",
    code: "stopped-by-user",
    sentence: "A stop was asked for while a turn runs",
  });
  return {
    project: here.project,
    loop: record.id,
    state: "draining",
    lines: [
      `The loop in ${here.project} ends when the running turn ends.`,
      `To end it at once: touch ${
        quoteForShell(projectPlaces(here.project).killSwitch)
      } (or run 'ralph stop' again)`,
    ],
  };
}

function endNow(places: Places, here: FoundLoop, now: number): Stopped {
  const record = recordOf(here);
  const broken = here.record.kind === "broken" || here.record.kind === "newer";
  const kept = broken ? setAside(projectPlaces(here.project).state) : null;
  const problems = endLoop(places, record, {
    kind: "halt",
    reason: stoppedByUser(),
    evidence: [],
    event: "stop",
    sessionId: null,
    killSwitch: here.killSwitch,
    now,
  });
  return {
    project: here.project,
    loop: record.id,
    state: "stopped",
    lines: [
      `The loop in ${here.project} is stopped${
        broken || record.iteration === 0 ? "" : ` after ${showCount(record.iteration, "turn")}`
      }.`,
      ...(kept?.kind === "aside"
        ? [`Its record could not be read and was kept as ${kept.path}`]
        : []),
      ...problems.map((why) => `Warning: not recorded: ${why}`),
    ],
  };
}

/** Marks of a loop that the home folder does not know: they block no session, but they are removed. */
function clearOrphan(project: string): Stopped | null {
  const { marker, state } = projectPlaces(project);
  if (!isThere(marker) && !isThere(state)) return null;
  removeFile(marker);
  const kept = setAside(state);
  return {
    project,
    loop: "",
    state: "stopped",
    lines: [
      `Removed the marks of a loop that this machine does not know from ${project}.`,
      ...(kept.kind === "aside" ? [`Its record was kept as ${kept.path}`] : []),
    ],
  };
}
