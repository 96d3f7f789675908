/**
 * Runs one agent and watches it: never silent too long, never for ever, nothing left behind.
 *
 * @module
 */
import { lookBefore } from "../../process/family.ts";
import { openProcessTable } from "../../process/open_process_table.ts";
import type { ProcessTable } from "../../process/process_table.ts";
import { openTerminal } from "../terminal/open.ts";
import { findSecrets } from "../terminal/secrets.ts";
import { launchAgent, type OpenTerminal } from "./_launch.ts";
import { Callbacks } from "./_callbacks.ts";
import { Novelty } from "./_novelty.ts";
import { Output } from "./_output.ts";
import { Session } from "./_session.ts";
import { Watch } from "./_watch.ts";
import { REAL_CLOCK } from "./clock.ts";
import type { WatchedResult, WatchedRun } from "./watched_run.ts";

/** What the watchdog works with; others in tests. */
export interface WatchdogWorld {
  readonly open: OpenTerminal;
  readonly table: ProcessTable | null;
}

/**
 * Runs an agent to its end, or ends it.
 *
 * Whatever happens, afterwards no process of the run lives, its log is closed and its terminal is let
 * go, within the grace and a few seconds.
 *
 * @param run What to run, and how long it may take.
 * @param world What it works with. Default: this machine.
 * @returns How it ended; it rejects only with what a callback of `run.signals` threw, after the end
 * of all processes.
 */
export async function runWatched(
  run: WatchedRun,
  world: WatchdogWorld = { open: openTerminal, table: openProcessTable() },
): Promise<WatchedResult> {
  const clock = run.clock ?? REAL_CLOCK;
  const callbacks = new Callbacks(run.signals);
  const watch = new Watch(run.limits, clock.monotonicMs(), clock.wallMs());
  const novelty = new Novelty();
  const output = new Output({
    log: run.log,
    secrets: findSecrets(run.secretEnv),
    onLine: (line) => callbacks.tell("onLine", line),
    onText: (text) => {
      if (novelty.isNew(text)) watch.noteProgress(clock.monotonicMs());
    },
  });
  const onData = (bytes: Uint8Array, stream: "out" | "err") => {
    watch.noteByte(clock.monotonicMs());
    output.push(bytes, stream);
  };
  try {
    const size = run.size();
    const before = await lookBefore(world.table);
    const launch = await launchAgent(run, size, onData, world.open);
    if (launch.kind === "failed") {
      return { ...NOT_STARTED, exitCode: launch.exitCode, startErrors: launch.startErrors };
    }
    const { terminal, startErrors } = launch;
    const parts = { run, clock, callbacks, watch, output, terminal, table: world.table, before };
    const ending = await new Session(parts, size).runToEnd();
    output.end();
    const { elapsedMs } = watch.measure(clock.monotonicMs());
    return {
      ...ending,
      backend: terminal.backend,
      lastScreen: output.readScreen(run.size().rows),
      bytes: output.bytes,
      durationMs: elapsedMs,
      startErrors,
    };
  } finally {
    run.log.close();
    callbacks.rethrow();
  }
}

const NOT_STARTED: WatchedResult = {
  backend: null,
  exitCode: null,
  signal: null,
  endedBy: "not-started",
  lastScreen: [],
  bytes: 0,
  durationMs: 0,
  silentMs: 0,
  leftBehind: 0,
  startErrors: [],
};
