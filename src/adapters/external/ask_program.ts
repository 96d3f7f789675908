/**
 * Asks a user's program one question: JSON on its standard input, one JSON document back.
 *
 * It runs in a process group of its own that ends with the answer, by the clock, and by a clock inside
 * the group too: so nothing outlives its time even where the hook itself is killed.
 *
 * @module
 */
import { messageOf } from "../../error.ts";
import { readEnvironment } from "../../store/environment.ts";
import { parseLenientJson } from "../metrics/json_value.ts";
import { oneLine } from "../../text/shorten.ts";

/** More than any answer needs; a program that prints more has lost its way. */
const LARGEST_ANSWER_BYTES = 1024 * 1024;
const KEPT_ERROR_BYTES = 4_096;
/** A descendant that left the group may hold the pipes for ever. */
const DRAIN_MS = 300;
/** The clock inside the group strikes only where nobody outside is left to. */
const INNER_CLOCK_EXTRA_SECONDS = 2;

/** What a program may know of the environment: nothing that could be a secret. */
const VARIABLES = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR", "SHELL"];
const WINDOWS_VARIABLES = ["SystemRoot", "PATHEXT", "USERPROFILE", "TEMP", "TMP", "ComSpec"];

/** `$1` seconds for `$2…`; the group's leader is this shell. */
const GROUP_SCRIPT = `{ sleep "$1"; kill -s KILL -- -$$; } </dev/null >/dev/null 2>&1 &
shift
"$@"`;

/** A question. */
export interface Question {
  readonly command: readonly string[];
  /** The project's root: working directory, and where relative programs are. */
  readonly project: string;
  /** The request; `schema_version` comes in front. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly timeoutSeconds: number;
}

/** What came of a question. */
export type Answer =
  | { readonly kind: "answer"; readonly value: Readonly<Record<string, unknown>> }
  /** A sentence that ends "it …"; never a throw. */
  | { readonly kind: "failed"; readonly why: string };

/** Version of the requests and answers; it grows when a field changes its meaning. */
const PROTOCOL_VERSION = 1;

/**
 * The document that a program is sent.
 *
 * @param request the request
 * @returns one line of JSON
 */
export function requestText(request: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ schema_version: PROTOCOL_VERSION, ...request })}\n`;
}

/**
 * Asks.
 *
 * @param question what, and for how long at most
 * @returns the answer, or why there is none
 */
export async function askProgram(question: Question): Promise<Answer> {
  let child: Deno.ChildProcess;
  try {
    child = _start(question);
  } catch (error) {
    return _failed(`cannot be started: ${messageOf(error)}`);
  }
  const cut = new Promise<string>((resolve) => {
    const timer = setTimeout(
      () => resolve(`did not answer within ${question.timeoutSeconds} s`),
      question.timeoutSeconds * 1000,
    );
    child.status.then(() => clearTimeout(timer));
  });
  const answer = _collect(child.stdout, LARGEST_ANSWER_BYTES);
  const errors = _collect(child.stderr, KEPT_ERROR_BYTES);
  _send(child.stdin, requestText(question.request));
  const tooMuch = answer.isFull.then(() => `printed more than ${LARGEST_ANSWER_BYTES} bytes`);
  const ended = await Promise.race([cut, tooMuch, child.status]);
  // Also after its end: what it left behind ends with it, and lets go of the pipes.
  _killGroup(child.pid);
  const output = await answer.finish();
  const complaint = await errors.finish();
  await child.status;
  if (typeof ended === "string") return _failed(ended);
  if (ended.code !== 0) return _failed(_describeExit(ended.code, complaint));
  return _answerOf(output);
}

function _start({ command, project, timeoutSeconds }: Question): Deno.ChildProcess {
  const isWindows = Deno.build.os === "windows";
  const [program = "", ...args] = command;
  const seconds = String(Math.ceil(timeoutSeconds) + INNER_CLOCK_EXTRA_SECONDS);
  const { variable } = readEnvironment();
  const env: Record<string, string> = {};
  for (const name of isWindows ? [...VARIABLES, ...WINDOWS_VARIABLES] : VARIABLES) {
    const value = variable(name);
    if (value !== undefined) env[name] = value;
  }
  return new Deno.Command(isWindows ? program : "/bin/sh", {
    args: isWindows ? args : ["-c", GROUP_SCRIPT, "ralph-adapter", seconds, program, ...args],
    cwd: project,
    clearEnv: true,
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
}

/** A program that does not read its input breaks the pipe; that is its own affair. */
function _send(stdin: WritableStream<Uint8Array>, text: string): void {
  const writer = stdin.getWriter();
  writer.write(new TextEncoder().encode(text))
    .then(() => writer.close())
    .catch(() => writer.abort().catch(() => {}));
}

/** What a stream said until now. */
interface _Collected {
  /** Fulfilled when more came than fits; what does not fit is dropped. */
  readonly isFull: Promise<void>;
  /** The text, when the stream is closed or nobody closes it. */
  finish(): Promise<string>;
}

function _collect(stream: ReadableStream<Uint8Array>, most: number): _Collected {
  const reader = stream.getReader();
  const bytes = new Uint8Array(most);
  let size = 0;
  const full = Promise.withResolvers<void>();
  const drain = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes.set(value.subarray(0, most - size), size);
      if (size + value.length > most) full.resolve();
      size = Math.min(most, size + value.length);
    }
  };
  // A broken pipe went with the group; what came until then counts.
  const drained = drain().catch(() => {});
  return {
    isFull: full.promise,
    finish: async () => {
      let timer = 0;
      const late = new Promise<void>((resolve) => timer = setTimeout(resolve, DRAIN_MS));
      await Promise.race([drained, late]);
      clearTimeout(timer);
      await reader.cancel().catch(() => {});
      return new TextDecoder().decode(bytes.subarray(0, size));
    },
  };
}

function _killGroup(pid: number): void {
  try {
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}

function _describeExit(code: number, complaint: string): string {
  const line = complaint.trim().split("\n").at(-1) ?? "";
  return `ended with exit code ${code}${line === "" ? "" : `: ${oneLine(line, 160)}`}`;
}

function _answerOf(text: string): Answer {
  if (text.trim() === "") return _failed("printed nothing");
  const json = parseLenientJson(text);
  if (json.kind === "broken") {
    return _failed(`printed no JSON (${oneLine(json.why, 80)}): ${oneLine(text, 60)}`);
  }
  const { value } = json;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return _failed(`printed no JSON object: ${oneLine(text, 60)}`);
  }
  const answer = value as Readonly<Record<string, unknown>>;
  const version = answer["schema_version"] ?? PROTOCOL_VERSION;
  return version === PROTOCOL_VERSION ? { kind: "answer", value: answer } : _failed(
    `answered in schema_version ${oneLine(String(version), 20)}, and ${PROTOCOL_VERSION} is known`,
  );
}

function _failed(why: string): Answer {
  return { kind: "failed", why };
}
