/**
 * Asks a user's program a question: JSON on its standard input, one JSON document back.
 *
 * Its process group ends with the answer or at the timeout; a second timeout inside the group ends it
 * even if ralph itself is killed.
 */
import { SECOND_MS } from "../../text/time.ts";
import { type ProgramResult, runProgram } from "../../system/run_program.ts";
import { readEnvironment } from "../../store/environment.ts";
import { isObject } from "../../store/records/json_record.ts";
import type { TrustedProgram } from "../../store/trusted_command.ts";
import { oneLine } from "../../text/shorten.ts";
import { parseLenientJson } from "../metrics/values.ts";

/** Time that a Stop waits for an answer. */
const TIMEOUT_SECONDS = 5;
/** Maximum size of an answer. */
const LARGEST_ANSWER_BYTES = 1024 * 1024;
const KEPT_ERROR_BYTES = 4_096;
/** Added to the timeout inside the group, which is needed only if this process cannot end it. */
const INNER_CLOCK_EXTRA_SECONDS = 2;
/** Version of the requests and answers; it grows when a field changes its meaning. */
const PROTOCOL_VERSION = 1;

/** Environment variables that the program gets; others may contain secrets. */
const VARIABLES = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR", "SHELL"];

/** Runs `$2…` for at most `$1` seconds; this shell leads the group. */
const GROUP_SCRIPT = `{ sleep "$1"; kill -s KILL -- -$$; } </dev/null >/dev/null 2>&1 &
shift
"$@"`;

/** A user's program that may be run. */
export interface StartedProgram {
  readonly command: TrustedProgram;
  /** The working directory, also for the program's relative path. */
  readonly project: string;
  /** For tests. Default 5. */
  readonly timeoutSeconds?: number;
}

/** A JSON object of the protocol. */
export type AdapterDocument = Readonly<Record<string, unknown>>;

/**
 * Asks a program a question. Never throws.
 *
 * @param request The request, without `schema_version`.
 * @returns The answer; a string says why it did not answer, as the end of a sentence about the program.
 */
export async function askProgram(
  program: StartedProgram,
  request: AdapterDocument,
): Promise<AdapterDocument | string> {
  const { project, timeoutSeconds = TIMEOUT_SECONDS } = program;
  const seconds = String(Math.ceil(timeoutSeconds) + INNER_CLOCK_EXTRA_SECONDS);
  const { variable } = readEnvironment();
  const env = VARIABLES.map((name) => [name, variable(name)])
    .filter(([, value]) => value !== undefined);
  const result = await runProgram(
    "/bin/sh",
    ["-c", GROUP_SCRIPT, "ralph-adapter", seconds, ...program.command.words],
    {
      timeoutMs: timeoutSeconds * SECOND_MS,
      maxBytes: LARGEST_ANSWER_BYTES,
      keptErrorBytes: KEPT_ERROR_BYTES,
      input: `${JSON.stringify({ schema_version: PROTOCOL_VERSION, ...request })}\n`,
      cwd: project,
      clearEnv: true,
      env: Object.fromEntries(env),
    },
  );
  return answerOf(result, timeoutSeconds);
}

function answerOf(result: ProgramResult, timeoutSeconds: number): AdapterDocument | string {
  switch (result.kind) {
    case "not-started":
      return `cannot be started: ${result.why}`;
    case "too-large":
      return `printed more than ${LARGEST_ANSWER_BYTES} bytes`;
    case "timed-out":
    case "aborted":
      return `did not answer within ${timeoutSeconds} s`;
  }
  const { code, stdout, stderr } = result;
  if (code !== 0) {
    const line = new TextDecoder().decode(stderr).trim().split("\n").at(-1) ?? "";
    return `ended with exit code ${code}${line === "" ? "" : `: ${oneLine(line, 160)}`}`;
  }
  const text = new TextDecoder().decode(stdout);
  if (text.trim() === "") return "printed nothing";
  const json = parseLenientJson(text);
  if (json.kind === "broken") {
    return `printed no JSON (${oneLine(json.why, 80)}): ${oneLine(text, 60)}`;
  }
  if (!isObject(json.value)) return `printed no JSON object: ${oneLine(text, 60)}`;
  const version = json.value["schema_version"] ?? PROTOCOL_VERSION;
  if (version === PROTOCOL_VERSION) return json.value;
  return `answered in schema_version ${oneLine(String(version), 20)}, expected ${PROTOCOL_VERSION}`;
}
