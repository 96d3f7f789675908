/** One run of the real client without a terminal: `claude -p --output-format stream-json`. */

import { findClientPath } from "./install.ts";
import { wrapInNamespace } from "./namespace.ts";
import { runCommand } from "./run_command.ts";
import type { ScriptedApi } from "./scripted_api.ts";
import type { Stage } from "./stage.ts";
import { findTranscript } from "./transcript.ts";

/** Options of the client, with `-p` or in a pane. */
export interface SessionOptions {
  /** `--permission-mode`; `bypassPermissions` by default. */
  permissionMode?: string;
  /** `--plugin-dir`. */
  pluginDir?: string;
  /** `--resume ID`, or `--continue` for `"last"`. */
  resume?: string;
  /** `--session-id`, a UUID. */
  sessionId?: string;
  /** Further arguments. */
  args?: string[];
  /** Further variables. */
  env?: Record<string, string>;
  /** Working directory; the project by default. */
  cwd?: string;
  /** Timeout in milliseconds. Default: 60,000 with `-p`, 40,000 for the prompt of a pane. */
  timeoutMs?: number;
  /** Sends TERM to the client (`-p` only). */
  terminate?: AbortSignal;
}

/** The result of a run. */
export interface ClientRun {
  /** Exit code; 124 after the timeout. */
  code: number;
  /** Whether it was killed after the timeout. */
  timedOut: boolean;
  /** The lines of the stream, parsed. */
  // deno-lint-ignore no-explicit-any -- the client's lines have many shapes.
  lines: any[];
  /** The last line of type `result`. */
  // deno-lint-ignore no-explicit-any -- as above.
  result: any;
  sessionId: string;
  /** Texts of `systemMessage`s that the user was shown, in order. */
  shown: string[];
  /** Path of the transcript, empty if none was written. */
  transcript: string;
  /** Standard error as text. */
  stderr: string;
  /** How long it took, in milliseconds. */
  durationMs: number;
}

/** The client's arguments for `options` that `-p` and the pane share. */
export function renderArguments(options: SessionOptions): string[] {
  const { resume, sessionId, pluginDir } = options;
  return [
    "--permission-mode",
    options.permissionMode ?? "bypassPermissions",
    ...(pluginDir === undefined ? [] : ["--plugin-dir", pluginDir]),
    ...(resume === undefined ? [] : resume === "last" ? ["--continue"] : ["--resume", resume]),
    ...(sessionId === undefined ? [] : ["--session-id", sessionId]),
    ...options.args ?? [],
  ];
}

/** Runs the client with a prompt to its end or timeout. */
export async function runClient(
  stage: Stage,
  api: ScriptedApi,
  prompt: string,
  options: SessionOptions = {},
): Promise<ClientRun> {
  const stream = ["-p", "--output-format", "stream-json", "--verbose"];
  const client = [findClientPath(), ...stream, ...renderArguments(options), prompt];
  const begin = performance.now();
  const run = await runCommand(wrapInNamespace(api.path, client), {
    cwd: options.cwd ?? stage.project,
    env: stage.clientEnv(options.env),
    timeoutMs: options.timeoutMs ?? 60_000,
    terminate: options.terminate,
  });
  const lines = run.stdout.split("\n").filter((line) => line.startsWith("{")).map((line) =>
    JSON.parse(line)
  );
  // With `--continue` the first lines have an id that is not used later.
  const sessionId = String(lines.findLast((line) => line.session_id)?.session_id ?? "");
  return {
    code: run.code,
    timedOut: run.timedOut,
    lines,
    result: lines.findLast((line) => line.type === "result"),
    sessionId,
    shown: lines.filter((line) => line.subtype === "informational").map((line) => line.content),
    transcript: await findTranscript(stage.home, sessionId) ?? "",
    stderr: run.stderr,
    durationMs: performance.now() - begin,
  };
}
