/** A stage for one end-to-end test: a project and a home of its own, and the real binary in it. */
import { dirname, join } from "@std/path";
import { TestProject } from "../_project.ts";
import { letTimePass, readIfThere } from "./_clock.ts";
import { answerHere, type Clock, runHere } from "./_here.ts";
import { type Answer, answerOf, RALPH, type Ran, run } from "./_run.ts";

export { type Answer, answerOf, continuationOf, exits, promptOf, RALPH, type Ran } from "./_run.ts";

/** The name of a hook. */
export type Action = "stop" | "guard" | "archive" | "session" | "prompt";
/** The words of a registered entry: the hook's name, and its option for the gate. */
export type Entry = Action | "session --lazy";
/** Fields of an event, over the common ones. */
export type Fields = Readonly<Record<string, unknown>>;

export interface CallOptions {
  /** Variables over the stage's; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Whether a command is a process, since it looks at its own environment or streams. */
  readonly isOwn?: boolean;
  readonly onStart?: (child: Deno.ChildProcess) => void;
  /** Another program than the stage's, for a hook as a process. */
  readonly program?: string;
  /** The clock of a hook in this process. */
  readonly clock?: Clock;
}

export interface StageOptions {
  /** The project's folder below the stage's root. */
  readonly folder?: string;
  /** Whether the hooks are registered. Default: true. */
  readonly isInstalled?: boolean;
  /** Arguments of `start`; null starts no loop. Default: PLAN.md until it is done. */
  readonly start?: readonly string[] | null;
  /** The session that owns the loop; null leaves it unclaimed. */
  readonly session?: string | null;
  readonly plan?: string | Uint8Array;
  /** The program of every hook. Default: what `deno task build` made, but {@link Stage.hook} runs here. */
  readonly program?: string;
  /** Variables of `start`, over the stage's. */
  readonly env?: CallOptions["env"];
}

/** The session that owns the loop, unless a test names another; test files run side by side. */
export const SESSION = `0a1b2c3d-0000-4000-8000-${crypto.randomUUID().slice(-12)}`;
/** Another session of the same project. */
export const STRANGER = "0a1b2c3d-0000-4000-8000-000000000002";
/** A plan with three items. */
export const PLAN = "# Plan\n\n- [ ] one\n- [ ] two\n- [ ] three\n";

/** Commands that always are processes: they look at their own environment or streams, or start ralph. */
const OWN = /^(run|demo|doctor|info|update|hook|statusline|-.*|)$/;

/** One project, one home, one loop. Everything goes with `using`. */
export class Stage implements Disposable {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly plan: string;
  readonly #ground: TestProject;
  #turns = 0;
  #prompt = 1;

  /** @param program The program of every call; by default hooks run here, and the rest is the binary's. */
  constructor(folder = "project", readonly program?: string) {
    this.#ground = new TestProject({ prefix: "ralph-e2e-", folder });
    ({ root: this.root, project: this.project, home: this.home } = this.#ground);
    for (const parent of [this.project, this.home]) {
      Deno.mkdirSync(join(parent, ".claude"), { recursive: true });
    }
    this.plan = join(this.project, "PLAN.md");
  }

  /** Whether its program is what `deno task build` made. */
  get isBuilt(): boolean {
    return this.program === undefined || this.program === RALPH;
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
      // Tests of the validation rounds remove this.
      RALPH_ENABLE_VALIDATION_PHASE: "false",
      // Fixture agents write their process ids, which differ in a sandbox.
      RALPH_SANDBOX: "none",
      ...over,
    };
    return Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }

  /** Runs a command of ralph in the project: here, unless it or the stage has a program of its own. */
  ralph(args: readonly string[], options: CallOptions = {}): Promise<Ran> {
    const { env, cwd = this.project, onStart, isOwn = onStart !== undefined } = options;
    if (!isOwn && this.program === undefined && !OWN.test(args[0] ?? "")) {
      return runHere(args, this.env(env), cwd);
    }
    const started = onStart ? { onStart } : {};
    return run(this.program ?? RALPH, args, { cwd, env: this.env(env), ...started });
  }

  /** Runs a command that must succeed; returns its standard output. */
  async ok(args: readonly string[], options: CallOptions = {}): Promise<string> {
    return succeed(args, await this.ralph(args, options));
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

  /** Calls a hook with any input, as a process. */
  raw(action: string, input: string | Uint8Array, options: CallOptions = {}): Promise<Ran> {
    const { env, cwd, onStart, program = this.program ?? RALPH } = options;
    return run(program, ["hook", action], {
      cwd: cwd ?? this.project,
      env: this.env({ ...this.#hookEnv(), ...env }),
      input,
      ...(onStart ? { onStart } : {}),
    });
  }

  /** Calls a hook with an event; the client must be able to use its answer. */
  async hook(action: Action, event: Fields, options: CallOptions = {}): Promise<Answer> {
    return answerOf(await this.call(action, event, options));
  }

  /** Raises an event that the session's hook answers. */
  raise(name: string, fields: Fields = {}, options: CallOptions = {}): Promise<Answer> {
    return this.hook("session", this.event(name, fields), options);
  }

  /** Asks the guard about a tool call. */
  guard(tool_name: string, tool_input: Fields = {}, options: CallOptions = {}): Promise<Answer> {
    const call = { tool_name, tool_use_id: "toolu_1", tool_input };
    return this.hook("guard", this.event("PreToolUse", call), options);
  }

  /** Asks the guard about a command. */
  bash(command: string, options: CallOptions = {}): Promise<Answer> {
    return this.guard("Bash", { command }, options);
  }

  /** Calls a hook with an event: in this process, unless the stage has a program or the hook is a command's. */
  async call(action: Action, event: Fields, options: CallOptions = {}): Promise<Ran> {
    const input = JSON.stringify(event);
    if (action === "prompt" || this.program !== undefined) {
      return await this.raw(action, input, options);
    }
    const env = this.env({ ...this.#hookEnv(), ...options.env });
    return await answerHere(action, input, env, options.cwd ?? this.project, options.clock);
  }

  /** Calls a hook as the client does: by the registered shell command, gate and all. */
  registered(action: Entry, event: Fields, options: CallOptions = {}): Promise<Ran> {
    return run("sh", ["-c", this.command(action)], {
      cwd: options.cwd ?? this.project,
      env: this.env({ ...this.#hookEnv(), ...options.env }),
      input: JSON.stringify(event),
    });
  }

  /** The shell command that `hooks install` registered for an action. */
  command(action: Entry): string {
    const settings = JSON.parse(Deno.readTextFileSync(this.inHome("settings.json")));
    const groups = Object.values(settings.hooks).flat() as { hooks: { command: string }[] }[];
    const entry = groups.flatMap(({ hooks }) => hooks)
      .find(({ command }) => command.includes(` hook ${action};`));
    if (entry === undefined) throw new Error(`No hook "${action}" is registered`);
    return entry.command;
  }

  #hookEnv(): Record<string, string> {
    return { CLAUDE_PROJECT_DIR: this.project, CLAUDE_CODE_SESSION_ID: SESSION };
  }

  /** A session's transcript, if the client keeps it. */
  transcript(session = SESSION): string {
    return this.inHome(
      "projects",
      this.project.replace(/[^A-Za-z0-9]/g, "-"),
      `${session}.jsonl`,
    );
  }

  /**
   * Lets the hooks have been registered at an instant, in ISO 8601. This process, which stands for a window,
   * may have begun long before the stage: such a window would have to be restarted.
   */
  registerAt(at: string): void {
    const path = this.inHome("ralph", "hooks-installed.json");
    const installed = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, installed.replace(/"\d{4}-[^"]*Z"/, `"${at}"`));
  }

  /** Lists a session as open in this process, as the client does while its window is open. */
  openWindow(session = SESSION): void {
    Deno.mkdirSync(this.inHome("sessions"), { recursive: true });
    Deno.writeTextFileSync(
      this.inHome("sessions", `${Deno.pid}.json`),
      JSON.stringify({ sessionId: session, cwd: this.project, kind: "interactive" }),
    );
  }

  /** Adds to the transcript what the client writes when the user presses Esc. */
  interrupt(): void {
    this.write({
      type: "user",
      message: { role: "user", content: "[Request interrupted by user]" },
    });
  }

  /** Adds a line to the transcript. */
  write(
    line: Fields,
    { at = Date.now() / 1000, session = SESSION }: { at?: number; session?: string } = {},
  ): void {
    const path = this.transcript(session);
    Deno.mkdirSync(dirname(path), { recursive: true });
    const entry = {
      timestamp: new Date(at * 1000).toISOString(),
      sessionId: session,
      version: "2.1.328",
      ...line,
    };
    Deno.writeTextFileSync(path, `${JSON.stringify(entry)}\n`, { append: true });
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

  /** Runs git in the project. */
  git(...args: string[]): string {
    return this.#ground.git(...args);
  }

  /** Writes a file of the project, its folders included. */
  put(path: string, text: string): void {
    this.#ground.write(path, text);
  }

  /** Sets the kill switch. */
  kill(): void {
    Deno.writeTextFileSync(this.mark("STOP_LOOP"), "");
  }

  /** Writes the project's settings. */
  configure(settings: Fields): void {
    Deno.writeTextFileSync(this.mark("ralph-config.json"), JSON.stringify(settings));
  }

  /** The loop's record on disk. */
  // deno-lint-ignore no-explicit-any -- tests read what they expect
  record(): Record<string, any> {
    return JSON.parse(Deno.readTextFileSync(this.mark("ralph-state.json")));
  }

  /** Changes the loop's record without ralph. */
  patchRecord(patch: Fields): void {
    const record = { ...this.record(), ...patch };
    Deno.writeTextFileSync(this.mark("ralph-state.json"), JSON.stringify(record));
  }

  /** Checks whether the project has the marker or record of a loop. */
  hasLoop(): boolean {
    return readIfThere(this.mark("loop-enabled")) !== null ||
      readIfThere(this.mark("ralph-state.json")) !== null;
  }

  /** The loop's folder in the home; that of the newest loop if none is active. */
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

  /** The document of `ralph status --json`; it must be as the schema in docs/ says. */
  async status(options: CallOptions = {}): Promise<Answer> {
    const document = JSON.parse(await this.ok(["status", "--json"], options));
    const { checkStatus } = await import("../cli/status/_schema.ts");
    checkStatus(document);
    return document;
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

  /** One turn that must end the loop; returns the code of its stop record. */
  async lastTurn(
    what: Parameters<Stage["stopEvent"]>[0] = {},
    options: CallOptions = {},
  ): Promise<string> {
    const answer = await this.turn(what, options);
    const stop = this.stopRecord();
    if (!this.hasLoop() && stop !== null) return stop["code"];
    throw new Error(`The loop did not end: ${JSON.stringify(answer)}`);
  }

  /** Scans for the next continuation, as a process beside the loop does. */
  async rescan(): Promise<void> {
    await this.ok(["scan", this.project]);
  }

  /** Lets time pass: moves every time in the loop's files so many seconds back. */
  wait(seconds: number): void {
    letTimePass({
      state: this.mark("ralph-state.json"),
      loopDir: this.loopDir(),
      sessionsDir: this.inHome("ralph", "sessions"),
      transcripts: [this.transcript(SESSION), this.transcript(STRANGER)],
    }, seconds);
  }
}

/** The standard output of a command that must have succeeded. */
function succeed(args: readonly string[], { code, stdout, stderr }: Ran): string {
  if (code === 0) return stdout;
  throw new Error(`'ralph ${args.join(" ")}' ended with ${code}:\n${stdout}${stderr}`);
}

/** What `hooks install` wrote, with a placeholder for the home. */
let installation: Readonly<Record<string, string>> | null = null;
const HOME_PLACEHOLDER = "@HOME@";
const INSTALLED_FILES = ["settings.json", "ralph/hooks-installed.json", "ralph/gate"];

/** Registers the hooks: by the command once, and for later stages by what it wrote then. */
async function install(stage: Stage): Promise<void> {
  if (installation === null || !stage.isBuilt) {
    await stage.ok(["hooks", "install", "--program", stage.program ?? RALPH]);
    // Of another program, nothing is kept for the next stage.
    if (!stage.isBuilt) return;
    installation = Object.fromEntries(INSTALLED_FILES.map((name) => [
      name,
      Deno.readTextFileSync(stage.inHome(name)).replaceAll(stage.home, HOME_PLACEHOLDER),
    ]));
    return;
  }
  Deno.mkdirSync(stage.inHome("ralph"), { mode: 0o700 });
  for (const [name, text] of Object.entries(installation)) {
    const written = text.replaceAll(HOME_PLACEHOLDER, stage.home);
    Deno.writeTextFileSync(stage.inHome(name), written, { mode: 0o600 });
  }
}

/** Makes a stage with registered hooks and, by default, an active loop. */
export async function makeStage(options: StageOptions = {}): Promise<Stage> {
  const { folder, isInstalled = true, start = ["-f", "PLAN.md", "--until-done"] } = options;
  const { session = SESSION, plan = PLAN } = options;
  const stage = new Stage(folder, options.program);
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
  const sessionEnv = session === null ? {} : { CLAUDE_CODE_SESSION_ID: session };
  // A test may begin with a plan that has nothing open: nobody is there to be asked.
  const yes = args.includes("-f") ? ["--yes"] : [];
  const words = ["start", ...args, ...yes];
  const variables = { ...sessionEnv, ...env };
  if (!stage.isBuilt) return await stage.ok(words, { env: variables });
  return succeed(words, await runHere(words, stage.env(variables), stage.project));
}

/**
 * Makes a stage whose loop wakes by itself after a pause.
 *
 * @param backoffSeconds The waits between its attempts.
 */
export async function makeSleeper(...backoffSeconds: number[]): Promise<Stage> {
  const stage = await makeStage();
  Deno.writeTextFileSync(
    stage.mark("ralph-config.json"),
    JSON.stringify({ wake_backoff_seconds: backoffSeconds }),
  );
  return stage;
}
