/** Runs a fixture agent under the watchdog, and tells what came of it as plain data. */
import { join } from "@std/path";
import { IterationLog } from "../../src/run/terminal/iteration_log.ts";
import type { TerminalChoice, TerminalSize } from "../../src/run/terminal/terminal.ts";
import {
  type AgentOutcome,
  type AgentProcess,
  type HeartbeatInfo,
  type Warning,
  type WatchLimits,
} from "../../src/run/watchdog/agent_process.ts";
import { watchAgent } from "../../src/run/watchdog/watch_agent.ts";
import { DEFAULT_LIMITS, NO_CALLBACKS } from "./_virtual.ts";

export const AGENTS = new URL("../fixtures/agents/", import.meta.url);

/** What is run; plain data, so that it can be handed to the compiled program. */
export interface Order {
  /** Name of a fixture, or a command. */
  readonly agent: string;
  readonly args?: readonly string[];
  readonly terminal: TerminalChoice;
  readonly limits?: Partial<WatchLimits>;
  readonly env?: Record<string, string>;
  /** Where logs and the like go. */
  readonly dir: string;
  readonly agentsDir: string;
  /** Whether silence ends the agent only after its first line: a busy machine starts it late. */
  readonly hasFirstLine?: boolean;
  /** What makes the file `go` in the agent's folder. */
  readonly goAfter?: Cue;
  /** The second size of the terminal. */
  readonly resize?: { readonly after: Cue; readonly size: TerminalSize };
  /** Which wish is there, and since when. */
  readonly wishes?: readonly {
    readonly after: Cue;
    readonly wish: "stop" | "interrupt" | "interrupt-now";
  }[];
}

/** One of the first 100 lines of the agent, or the kind of a warning. */
type Cue = string;

/** What came of it. */
export interface Report {
  readonly result: AgentOutcome;
  /** The first 100 lines. */
  readonly lines: readonly string[];
  readonly lineCount: number;
  readonly lastLine: string;
  readonly warnings: readonly Warning[];
  readonly heartbeats: readonly HeartbeatInfo[];
  readonly logPath: string;
  readonly runId: string;
  readonly tookMs: number;
  /** Resident memory of the runner, before and after, in bytes. */
  readonly rss: readonly [before: number, after: number];
}

/** The size of a terminal at its start. */
export const FIRST_SIZE: TerminalSize = { columns: 133, rows: 44 };

/** Runs an order in this process. */
export async function watch(order: Order): Promise<Report> {
  const runId = `test-${crypto.randomUUID().slice(0, 8)}.1`;
  const logPath = join(order.dir, `${runId}.log`);
  const lines: string[] = [];
  const warnings: Warning[] = [];
  const heartbeats: HeartbeatInfo[] = [];
  const seen = { lineCount: 0, lastLine: "", isTool: false, hasResult: false };
  const start = performance.now();
  const sinceStart = () => performance.now() - start;
  const heard = new Set<Cue>();
  const hear = (cue: Cue) => {
    heard.add(cue);
    if (cue === order.goAfter) Deno.writeTextFileSync(join(order.dir, "go"), "");
  };
  const env = { PATH: Deno.env.get("PATH") ?? "", ...order.env };
  const before = Deno.memoryUsage().rss;
  const isFixture = order.agent.endsWith(".sh");
  const run: AgentProcess = {
    command: [isFixture ? join(order.agentsDir, order.agent) : order.agent, ...order.args ?? []],
    cwd: order.dir,
    env,
    mark: runId,
    terminal: order.terminal,
    size: () => order.resize && heard.has(order.resize.after) ? order.resize.size : FIRST_SIZE,
    log: new IterationLog(logPath),
    secretEnv: env,
    limits: { ...DEFAULT_LIMITS, ...order.limits },
    callbacks: {
      ...NO_CALLBACKS,
      onLine: (line) => {
        seen.lineCount++;
        seen.lastLine = line;
        if (line.includes('"tool"')) seen.isTool = line.includes("start");
        if (line.includes('"type":"result"')) seen.hasResult = true;
        if (lines.length >= 100) return;
        lines.push(line);
        hear(line);
      },
      onWarning: (warning) => {
        warnings.push(warning);
        hear(warning.kind);
      },
      onHeartbeat: (info) => heartbeats.push(info),
      isToolInFlight: () => seen.isTool || order.hasFirstLine === true && seen.lineCount === 0,
      isResultReported: () => seen.hasResult,
      stopWish: () => order.wishes?.findLast(({ after }) => heard.has(after))?.wish ?? null,
    },
  };
  const result = await watchAgent(run);
  return {
    result,
    lines,
    lineCount: seen.lineCount,
    lastLine: seen.lastLine,
    warnings,
    heartbeats,
    logPath,
    runId,
    tookMs: sinceStart(),
    rss: [before, Deno.memoryUsage().rss],
  };
}
