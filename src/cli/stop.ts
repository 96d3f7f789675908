/** `ralph stop`: ends the loop of this project. */
import { NoLoopError } from "../error.ts";
import { viewProject } from "../lifecycle/view/loop_view.ts";
import { readEndedLoop, viewOfEnd } from "../lifecycle/view/ended.ts";
import { stopLoop, type StoppedLoop } from "../lifecycle/stop_loop.ts";
import { stoppedByUser } from "../loop/reason.ts";
import { type Places, projectPlaces } from "../store/places.ts";
import { listLoops } from "../store/records/loops.ts";
import { readStopRecord } from "../store/records/stop_record.ts";
import { showCount } from "../text/human_units.ts";
import { MINUTE_MS, showAge } from "../text/time.ts";
import { showCommand } from "../text/shell_word.ts";
import { defineTopCommand, flag, JSON_OPTION } from "./core/command.ts";
import type { CommandContext } from "./core/context.ts";
import { type CommandDocument, show } from "./core/document.ts";
import { locate } from "./core/locate.ts";
import { awaitRunEnd } from "../run/loop/await_end.ts";
import { endProjectLeftovers } from "../run/loop/dead_run.ts";
import type { RunHolder } from "../store/run_lock.ts";
import { line } from "../text/again.ts";

export const command = defineTopCommand({
  description: "If a turn is running, the loop ends with that turn; to end it at once, touch " +
    ".claude/STOP_LOOP. In every other state, the loop ends now. No model is involved.",
  options: [
    flag("all", "End the loops of all projects"),
    JSON_OPTION,
  ],
  examples: [
    ["ralph stop", "End this project's loop"],
    ["ralph stop --all", "End every loop on this machine"],
  ],
  exitCodes: [[1, "a loop continues, because its files cannot be written"], [5, "no loop here"]],
  run: async (context, { options }) => {
    const { env, nowMs } = context;
    const { places, project: here } = locate(context);
    const asked = {
      typedIn: context.prompt === undefined ? null : env.sessionId,
      nowMs: nowMs(),
    };
    const stopped: Stopped[] = [];
    const listProjects = (isActive: boolean) =>
      new Set(listLoops(places, null, { isActive }).map(({ facts }) => facts.project));
    for (const project of options.all ? listProjects(true) : [here]) {
      const seen = await viewProject({ env, places }, project, asked.nowMs);
      const isCutOff = seen?.counted.record.driver === "session" && seen.state.code === "paused";
      const counted = seen?.counted ?? null;
      const result = stopLoop(places, project, { ...asked, counted, isCutOff });
      if (result === null) continue;
      const isRunner = result.record?.driver === "runner" && result.state === "stopped";
      // An agent inside the run must not wait for its own end.
      const ending = { project, loop: result.loop, isWaiting: !env.isInsideRun };
      const runner = isRunner ? await awaitRunEnd(places, ending) : null;
      stopped.push({ project, ...result, runner });
    }
    const notes: string[] = [];
    // Includes processes of loops that have already ended.
    for (const project of options.all ? listProjects(false) : [here]) {
      notes.push(...await endProjectLeftovers(places, project));
    }
    if (stopped.length === 0 && notes.length === 0) {
      if (!options.all) return await answerNoLoop(context, places, here);
      throw new NoLoopError("No loop runs on this machine", {
        hint: "There is nothing to do. How the last loop of a project ended:",
        again: line("status"),
      });
    }
    const shown = stopped.map((each) => ({
      project: each.project,
      loop: each.loop,
      state: each.runner === null ? each.state : "ending",
      lines: describeStopped(each),
    }));
    return show(
      { stopped: shown, notes },
      () => [...shown.flatMap(({ lines }) => lines), ...notes].join("\n"),
      { exitCode: stopped.some(({ state }) => state === "running") ? 1 : 0 },
    );
  },
});

/** A loop that was asked to stop. */
interface Stopped extends StoppedLoop {
  readonly project: string;
  /** The runner that has not ended yet. */
  readonly runner: RunHolder | null;
}

function describeStopped(
  { project, loop, state, record, keptAs, problems, runner }: Stopped,
): string[] {
  const { killSwitch } = projectPlaces(project);
  if (state === "running") {
    return [
      `The loop in ${project} continues: ${problems[0] ?? "its files cannot be written"}`,
      `To end it, run 'ralph stop' where its files can be written, or: ${
        showCommand(["touch", killSwitch])
      }`,
    ];
  }
  if (state === "draining") {
    return [
      `The loop in ${project} ends when the running turn ends.`,
      `To end it at once, run 'ralph stop' again, or: ${showCommand(["touch", killSwitch])}`,
    ];
  }
  if (runner !== null) {
    return [
      `The loop in ${project} is ending: its run (process ${runner.pid}) still terminates its agents.`,
      `If that takes too long, kill it, then run 'ralph stop' again: ${
        showCommand(["kill", "-KILL", `${runner.pid}`])
      }`,
    ];
  }
  if (loop === "") {
    return [
      `Removed a loop that was not started on this machine from ${project}.`,
      ...keptAs === null ? [] : [`Its record was kept as ${keptAs}`],
    ];
  }
  const worked = record === null || record.iteration === 0
    ? ""
    : ` after ${showCount(record.iteration, "turn")}`;
  return [
    `The loop in ${project} is stopped${worked}.`,
    ...keptAs === null ? [] : [`Its record could not be read and was kept as ${keptAs}`],
    ...problems.map((why) => `Warning: not recorded: ${why}`),
  ];
}

/** The time in which a second stop is not an error, since a queued command may follow the first one. */
const REMEMBERED_MS = MINUTE_MS;

/**
 * Answers a stop without a running loop, which is not an error soon after this session's own stop.
 *
 * @throws {NoLoopError} This session did not ask for a stop; the hint tells how the last loop ended.
 */
async function answerNoLoop(
  { env, nowMs }: CommandContext,
  places: Places,
  project: string,
): Promise<CommandDocument> {
  const stop = readStopRecord(places);
  const ended = await readEndedLoop(places, project);
  if (ended === null) {
    throw new NoLoopError(`No loop runs in ${project}`, {
      hint: "The loops of this machine:",
      again: line("status", "--all"),
    });
  }
  const ageMs = nowMs() - (ended.endedAt ?? NaN);
  const wasAsked = env.sessionId !== null && stop?.sessionId === env.sessionId &&
    stop.loopId === ended.id && stop.code === stoppedByUser().code && ageMs >= 0 &&
    ageMs < REMEMBERED_MS;
  if (!wasAsked) {
    throw new NoLoopError(`No loop runs in ${project}`, {
      hint: `The last one ended ${showAge(ageMs)}: ${viewOfEnd(null, ended, env.place).what}`,
    });
  }
  return show(
    { stopped: [], ended: stop.timestamp },
    () => `Stopped ${showAge(ageMs)}, as asked.`,
  );
}
