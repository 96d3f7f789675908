/**
 * `ralph statusline`: the client's JSON in, one short line of the loop out.
 *
 * It runs at every message of the agent. Nothing that fails here is shown, since what is printed is
 * the user's status line.
 */
import { type HookContext, openContext } from "../../lifecycle/context.ts";
import { currentWindows } from "../../loop/time/rate_windows.ts";
import { noteRateLimits, type RateWindow } from "../../store/records/rate_limits.ts";
import { exists, isInSmallFolder } from "../../store/files/presence.ts";
import { projectPlaces, sessionFile } from "../../store/places.ts";
import { findHomeInside, foldersOfHook } from "../../store/project.ts";
import type { LineView } from "./render.ts";
import { attempt } from "../../error.ts";
import { readStandardInput, writeText } from "../../system/standard_streams.ts";
import { SECOND_MS } from "../../text/time.ts";
import { isObject } from "../../store/records/json_record.ts";

const USUAL_COLUMNS = 80;

/** Columns that the client keeps for its margin. */
const MARGIN_COLUMNS = 4;

const LEAST_COLUMNS = 5;

/**
 * Runs `ralph statusline`: prints the status line that `--wrap` names, then ralph's; ralph's is
 * empty without a loop.
 *
 * @param args The arguments after `ralph statusline`; unknown arguments are ignored.
 * @returns The exit code: always 0, since the client shows nothing of a status line that fails.
 */
export async function runStatusLine(args: readonly string[]): Promise<number> {
  // docs/start-up.md
  Error.stackTraceLimit = 0;
  const print = (text: string) => writeText(Deno.stdout, text);
  try {
    const input = attempt(() => Deno.stdin.isTerminal() ? null : readStandardInput()) ?? "";
    const wrapped = findWrapped(args);
    // Its output is printed before anything of ours runs, so that nothing of ours can hide it.
    const before = wrapped === null ? "" : await import("./wrapped.ts")
      .then(({ runWrapped }) => runWrapped(wrapped, input)).catch(() => "");
    if (before !== "") print(before.endsWith("\n") ? before : `${before}\n`);
    const status = readStatusInput(input);
    const context = contextOf(openContext(), status);
    const line = hasSigns(context)
      ? await (await import("./facts.ts")).makeLine(context, viewOf(context))
      : null;
    // The other line may have left its colours on.
    const reset = before.includes("\x1b") ? "\x1b[0m" : "";
    if (line !== null) print(`${reset}${line}\n`);
    noteRateLimits(context.places, currentWindows(status.windows, context.nowMs()));
  } catch {
    // The line is left out.
  }
  return 0;
}

/** Checks whether a loop may be here, or was in this session; without such a sign little is loaded. */
function hasSigns({ env, places }: HookContext): boolean {
  const folders = foldersOfHook(env);
  const [here] = folders;
  if (env.isInsideRun || here === undefined || findHomeInside(env, here) !== null) return false;
  return folders.some((project) => {
    const { marker, state } = projectPlaces(project);
    const session = env.sessionId;
    return isInSmallFolder(marker, state) ||
      session !== null && exists(sessionFile(places, session, project));
  });
}

/** Reads the command of `--wrap COMMAND` or `--wrap=COMMAND`; null without one. */
function findWrapped(args: readonly string[]): string | null {
  const index = args.findIndex((arg) => arg === "--wrap" || arg.startsWith("--wrap="));
  const arg = args[index];
  const command = arg === "--wrap" ? args[index + 1] : arg?.slice("--wrap=".length);
  return command === undefined || command.trim() === "" ? null : command;
}

/** Takes the session from the client's JSON, and the project from the environment, as hooks do. */
function contextOf(hook: HookContext, { sessionId, projectDir }: StatusInput): HookContext {
  const { env } = hook;
  return {
    ...hook,
    env: {
      ...env,
      sessionId: sessionId ?? env.sessionId,
      claudeProjectDir: env.claudeProjectDir ?? projectDir ?? env.cwd,
    },
  };
}

function viewOf({ env }: HookContext): LineView {
  const columns = Number(env.variable("COLUMNS"));
  const wide = Number.isInteger(columns) && columns > 0 ? columns : USUAL_COLUMNS;
  return {
    columns: Math.max(LEAST_COLUMNS, wide - MARGIN_COLUMNS),
    hasColor: !env.hasNoColor && env.variable("TERM") !== "dumb",
  };
}

/** The part of the client's JSON that the line needs. */
export interface StatusInput {
  /** The session; null if the client does not say. */
  readonly sessionId: string | null;
  /** The folder that the session was opened in; null if the client does not say. */
  readonly projectDir: string | null;
  /** The rate-limit windows; empty if the client reports none. */
  readonly windows: readonly RateWindow[];
}

/** The largest number of Unix seconds that `Date` can have. */
const MOST_SECONDS = 8.64e12;

/**
 * Reads the client's JSON. What is missing or has another type is left out, so that every input
 * gives a line.
 *
 * @param text All of standard input; any text.
 *
 * @example Two windows, one of them unreadable
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const rate_limits = { five_hour: { used_percentage: 42, resets_at: 1_800_000_000 }, x: 5 };
 * assertEquals(readStatusInput(JSON.stringify({ session_id: "s", rate_limits })), {
 *   sessionId: "s",
 *   projectDir: null,
 *   windows: [{ name: "five_hour", usedPercent: 42, resetsAtMs: 1_800_000_000_000 }],
 * });
 * ```
 */
export function readStatusInput(text: string): StatusInput {
  const input = fieldsOf(attempt(() => JSON.parse(text)));
  const workspace = fieldsOf(input["workspace"]);
  return {
    sessionId: textOf(input["session_id"]),
    projectDir: textOf(workspace["project_dir"]) ?? textOf(input["cwd"]),
    windows: Object.entries(fieldsOf(input["rate_limits"])).flatMap(([name, value]) => {
      const { used_percentage: used, resets_at: resets } = fieldsOf(value);
      if (!isAmount(used) || !isAmount(resets) || resets > MOST_SECONDS) return [];
      return [{ name, usedPercent: used, resetsAtMs: resets * SECOND_MS }];
    }),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
