/**
 * A stage for one end-to-end test: a project and a home of its own, and the real binary in it.
 *
 * @module
 */
import { dirname, join } from "@std/path";
import { TestProject } from "../_project.ts";
import { RALPH, requireBinary } from "./_binary.ts";
import { letTimePass, readIfThere } from "./_clock.ts";
import { install } from "./_install.ts";
import { type Answer, answerOf, type Ran, run } from "./_run.ts";
import type { Action, CallOptions, Fields, StageOptions } from "./_stage_options.ts";

export { type Answer, answerOf, continuationOf, type Ran } from "./_run.ts";
export { RALPH } from "./_binary.ts";
export type { Action, CallOptions, Fields, StageOptions } from "./_stage_options.ts";

/** The session that drives the loop, where a test names no other. */
export const SESSION = "0a1b2c3d-0000-4000-8000-000000000001";
/** Another session of the same project. */
export const STRANGER = "0a1b2c3d-0000-4000-8000-000000000002";
/** A plan with three items. */
export const PLAN = "# Plan\n\n- [ ] one\n- [ ] two\n- [ ] three\n";

/** One project, one home, one loop. Everything goes with `using`. */
export class Stage implements Disposable {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly plan: string;
  readonly #ground: TestProject;
  #turns = 0;
  #prompt = 1;

  constructor(folder = "project") {
    requireBinary();
    this.#ground = new TestProject({ prefix: "ralph-e2e-", folder });
    ({ root: this.root, project: this.project, home: this.home } = this.#ground);
    for (const parent of [this.project, this.home]) {
      Deno.mkdirSync(join(parent, ".claude"), { recursive: true });
    }
    this.plan = join(this.project, "PLAN.md");
  }

  [Symbol.dispose](): void {
    this.#ground[Symbol.dispose]();
  }

  /** A path in the project's `.claude`. */
  mark(name: string): string {
    return join(this.project, ".claude", name);
  }

  /** A path in `~/.claude`. */
  inHome(...names: string[]): string {
    return join(this.home, ".claude", ...names);
  }

  /** The environment of a plain terminal. */
  env(over: CallOptions["env"] = {}): Record<string, string> {
    const all = {
      HOME: this.home,
      PATH: Deno.env.get("PATH") ?? "",
      NO_COLOR: "1",
      // Its rounds are a matter of their own: tests of them take this away.
      RALPH_ENABLE_VALIDATION_PHASE: "false",
      ...over,
    };
    return Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }

  /** Runs a command of ralph in the project. */
  ralph(args: readonly string[], { env, cwd, onStart }: CallOptions = {}): Promise<Ran> {
    return run(RALPH, args, {
      cwd: cwd ?? this.project,
      env: this.env(env),
      ...(onStart ? { onStart } : {}),
    });
  }

  /** Runs a command that must succeed, and gives its data. */
  async ok(args: readonly string[], options: CallOptions = {}): Promise<string> {
    const ran = await this.ralph(args, options);
    if (ran.code === 0) return ran.stdout;
    throw new Error(
      `'ralph ${args.join(" ")}' ended with ${ran.code}:\n${ran.stdout}${ran.stderr}`,
    );
  }

  /** An event as the client sends it. */
  event(name: string, fields: Fields = {}): Fields {
    const session = typeof fields["session_id"] === "string" ? fields["session_id"] : SESSION;
    return {
      session_id: session,
      transcript_path: this.transcript(session),
      cwd: this.project,
      prompt_id: `prompt-${this.#prompt}`,
      permission_mode: "bypassPermissions",
      hook_event_name: name,
      ...fields,
    };
  }

  /** Calls a hook with any input and gives what the process did. */
  raw(action: string, input: string | Uint8Array, options: CallOptions = {}): Promise<Ran> {
    const { env, cwd, onStart } = options;
    return run(RALPH, ["hook", action], {
      cwd: cwd ?? this.project,
      env: this.env({ ...this.#hookEnv(), ...env }),
      input,
      ...(onStart ? { onStart } : {}),
    });
  }

  /** Calls a hook with an event and gives its answer, which must be one that the client can use. */
  async hook(action: Action, event: Fields, options: CallOptions = {}): Promise<Answer> {
    return answerOf(await this.raw(action, JSON.stringify(event), options));
  }

  /** Calls a hook as the client does: by the registered shell command, gate and all. */
  registered(action: Action, event: Fields, options: CallOptions = {}): Promise<Ran> {
    return run("sh", ["-c", this.command(action)], {
      cwd: options.cwd ?? this.project,
      env: this.env({ ...this.#hookEnv(), ...options.env }),
      input: JSON.stringify(event),
    });
  }

  /** The shell command that `hooks install` registered for an action. */
  command(action: Action): string {
    const settings = JSON.parse(Deno.readTextFileSync(this.inHome("settings.json")));
    const groups = Object.values(settings.hooks).flat() as { hooks: { command: string }[] }[];
    const found = groups.flatMap(({ hooks }) => hooks)
      .find(({ command }) => command.endsWith(`hook ${action}`));
    if (found === undefined) throw new Error(`No hook "${action}" is registered`);
    return found.command;
  }

  #hookEnv(): Record<string, string> {
    return { CLAUDE_PROJECT_DIR: this.project, CLAUDE_CODE_SESSION_ID: SESSION };
  }

  /** A session's transcript, where the client keeps it. */
  transcript(session = SESSION): string {
    return this.inHome(
      "projects",
      this.project.replace(/[^A-Za-z0-9]/g, "-"),
      `${session}.jsonl`,
    );
  }

  /** Adds a line to the transcript. */
  write(
    line: Fields,
    { at = Date.now() / 1000, session = SESSION }: { at?: number; session?: string } = {},
  ): void {
    const path = this.transcript(session);
    Deno.mkdirSync(dirname(path), { recursive: true });
    const whole = {
      timestamp: new Date(at * 1000).toISOString(),
      sessionId: session,
      version: "2.1.328",
      ...line,
    };
    Deno.writeTextFileSync(path, `${JSON.stringify(whole)}\n`, { append: true });
  }

  /** The agent says something. */
  say(text: string, options: { at?: number; session?: string; version?: string } = {}): void {
    this.write({
      type: "assistant",
      ...(options.version === undefined ? {} : { version: options.version }),
      message: { role: "assistant", content: [{ type: "text", text }] },
    }, options);
  }

  /** The agent calls a tool. */
  callTool(id: string, name = "Bash", options: { at?: number; session?: string } = {}): void {
    const block = { type: "tool_use", id, name, input: {} };
    this.write({ type: "assistant", message: { role: "assistant", content: [block] } }, options);
  }

  /** A Stop event after the agent said something new (else it is stuck), with or without a tool call. */
  stopEvent(
    { message, tool = true, fields = {}, at, version }: {
      message?: string;
      tool?: boolean;
      fields?: Fields;
      at?: number;
      version?: string;
    } = {},
  ): Fields {
    const number = ++this.#turns;
    const text = message ?? `turn ${number} is over: ${crypto.randomUUID()}${crypto.randomUUID()}`;
    const session = typeof fields["session_id"] === "string" ? fields["session_id"] : SESSION;
    const when = { session, ...(at === undefined ? {} : { at }) };
    if (tool) this.callTool(`toolu_${number}`, "Bash", when);
    this.say(text, { ...when, ...(version === undefined ? {} : { version }) });
    return this.event("Stop", {
      stop_hook_active: number > 1,
      last_assistant_message: text,
      background_tasks: [],
      session_crons: [],
      ...fields,
    });
  }

  /** One turn and its Stop. */
  async turn(
    what: Parameters<Stage["stopEvent"]>[0] = {},
    options: CallOptions = {},
  ): Promise<Answer> {
    return await this.hook("stop", this.stopEvent(what), options);
  }

  /** The next prompt begins: `stop_hook_active` is false at its first Stop. */
  newPrompt(): void {
    this.#prompt += 1;
    this.#turns = 0;
  }

  /** The loop's record as it stands on the disk. */
  // deno-lint-ignore no-explicit-any -- tests look at what they expect
  record(): Record<string, any> {
    return JSON.parse(Deno.readTextFileSync(this.mark("ralph-state.json")));
  }

  /** Changes the loop's record behind ralph's back. */
  patchRecord(patch: Fields): void {
    const record = { ...this.record(), ...patch };
    Deno.writeTextFileSync(this.mark("ralph-state.json"), JSON.stringify(record));
  }

  /** Whether a loop lives here, by its marks. */
  hasLoop(): boolean {
    return readIfThere(this.mark("loop-enabled")) !== null ||
      readIfThere(this.mark("ralph-state.json")) !== null;
  }

  /** The loop's folder in the home; of the newest loop where none lives. */
  loopDir(): string {
    const loops = this.inHome("ralph", "loops");
    const newest = [...Deno.readDirSync(loops)].map(({ name }) => name).sort().at(-1);
    return join(loops, readIfThere(this.mark("loop-enabled"))?.trim() ?? newest ?? "none");
  }

  /** The lines of a JSON-lines file below `~/.claude/ralph`. */
  lines(path: string): Answer[] {
    return (readIfThere(path) ?? "").split("\n").filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  }

  /** The loop's journal. */
  journal(): Answer[] {
    return this.lines(join(this.loopDir(), "journal.jsonl"));
  }

  /** The last stop, or null. */
  stopRecord(): Answer | null {
    const text = readIfThere(this.inHome("ralph-stop-reason.json"));
    return text === null ? null : JSON.parse(text);
  }

  /** Lets time pass: everything that was is so many seconds longer ago. */
  wait(seconds: number): void {
    letTimePass({
      state: this.mark("ralph-state.json"),
      loopDir: this.loopDir(),
      sessionsDir: this.inHome("ralph", "sessions"),
      transcripts: [this.transcript(SESSION), this.transcript(STRANGER)],
    }, seconds);
  }
}

/** Makes a stage with a registered ralph and, unless told otherwise, a loop that runs in it. */
export async function makeStage(options: StageOptions = {}): Promise<Stage> {
  const { folder, isInstalled = true, start = ["-f", "PLAN.md", "--until-done"] } = options;
  const { session = SESSION, plan = PLAN } = options;
  const stage = new Stage(folder);
  try {
    if (typeof plan === "string") Deno.writeTextFileSync(stage.plan, plan);
    else Deno.writeFileSync(stage.plan, plan);
    if (isInstalled) await install(stage);
    if (start !== null) await begin(stage, start, session, options.env);
    return stage;
  } catch (error) {
    stage[Symbol.dispose]();
    throw error;
  }
}

/** Starts a loop in a session, as `/ralph:start` does, or from a plain terminal. */
export async function begin(
  stage: Stage,
  args: readonly string[],
  session: string | null = SESSION,
  env: CallOptions["env"] = {},
): Promise<string> {
  const own = session === null ? {} : { CLAUDE_CODE_SESSION_ID: session };
  return await stage.ok(["start", ...args], { env: { ...own, ...env } });
}
