/**
 * A loop whose session, user and commands live by one clock of the test: the hooks and the commands of
 * this process, on real files, so that hours pass at once.
 */
import { dirname, join } from "@std/path";
import { TestCli } from "../cli/_cli.ts";
import { answerHere } from "../e2e/_here.ts";
import type { Ran } from "../e2e/_run.ts";

/** Fields of an event, or of a line of the transcript. */
type Fields = Readonly<Record<string, unknown>>;

const PLAN = "# Plan\n\n- [ ] one\n- [ ] two\n- [ ] three\n";
const SECOND_MS = 1_000;

/** What the views say of the active time, in milliseconds. */
export interface ActiveTimes {
  readonly status: number;
  readonly history: number;
  readonly report: number;
  /** The sum of the report's stretches of work. */
  readonly stretches: number;
}

/** A night with a loop in a session. */
export class Night extends TestCli {
  nowMs = Date.parse("2026-01-05T22:00:00Z");
  session = "0a1b2c3d-0000-4000-8000-00000000beef";
  /** The process of the window; null if the client does not name it. */
  pid: number | null = null;
  /** Where the agent works: the project, or a worktree of it. */
  cwd = this.project;
  /** Lets the time of a hook's sleep pass; null if nobody is there and a hook never sleeps. */
  sleep: ((milliseconds: number) => void) | null = null;
  #calls = 0;
  #turns = 0;

  get #transcript(): string {
    const folder = this.project.replace(/[^A-Za-z0-9]/g, "-");
    return join(this.home, ".claude", "projects", folder, `${this.session}.jsonl`);
  }

  /** Starts a loop over a plan of three items. */
  async start(...args: string[]): Promise<void> {
    this.write("PLAN.md", PLAN);
    await this.ralph("hooks", "install");
    await this.ralph("start", "-f", "PLAN.md", "--until-done", ...args);
  }

  /** Runs a command that must succeed. */
  async ralph(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, this.#now);
    if (code === 0) return stdout;
    throw new Error(`'ralph ${args.join(" ")}' ended with ${code}:\n${stdout}${stderr}`);
  }

  // deno-lint-ignore no-explicit-any -- the test says what it expects
  async document(...args: string[]): Promise<any> {
    return JSON.parse(await this.ralph(...args, "--json"));
  }

  get #now() {
    const variables = { RALPH_ENABLE_VALIDATION_PHASE: "false" };
    return { at: new Date(this.nowMs).toISOString(), variables };
  }

  /** Lets time pass. */
  wait(seconds: number): void {
    this.nowMs += seconds * SECOND_MS;
  }

  /** Calls a hook. */
  async hook(
    name: string,
    fields: Fields = {},
    action: "session" | "stop" | "guard" = "session",
  ): Promise<Ran> {
    const event = {
      session_id: this.session,
      transcript_path: this.#transcript,
      cwd: this.cwd,
      prompt_id: `prompt-${this.#turns}`,
      permission_mode: "default",
      hook_event_name: name,
      ...fields,
    };
    const env = {
      HOME: this.home,
      CLAUDE_PROJECT_DIR: this.project,
      CLAUDE_CODE_SESSION_ID: this.session,
      ...this.pid === null ? {} : { CLAUDE_PID: String(this.pid) },
      // A hook that would sleep until an error is over returns at once if nobody is there.
      ...name === "StopFailure" && this.sleep === null ? { CLAUDE_CODE_SESSION_ATTENDED: "0" } : {},
    };
    const sleep = (milliseconds: number) => Promise.resolve(this.sleep?.(milliseconds));
    const clock = { nowMs: () => this.nowMs, sleep };
    return await answerHere(action, JSON.stringify(event), env, this.project, clock);
  }

  /** Adds a line to the transcript. */
  note(line: Fields): void {
    Deno.mkdirSync(dirname(this.#transcript), { recursive: true });
    const entry = { timestamp: new Date(this.nowMs).toISOString(), version: "2.1.328", ...line };
    Deno.writeTextFileSync(this.#transcript, `${JSON.stringify(entry)}\n`, { append: true });
  }

  /** The client's own state; only if its process is known. */
  show(status: "busy" | "idle" | "waiting"): void {
    if (this.pid === null) return;
    this.write(
      `~/.claude/sessions/${this.pid}.json`,
      JSON.stringify({
        ...{ sessionId: this.session, cwd: this.project, kind: "interactive" },
        ...{ status, statusUpdatedAt: this.nowMs },
      }),
    );
  }

  /** A window opens for the session: a new one, or the one that was closed. */
  async open(source: "startup" | "resume" = "resume"): Promise<void> {
    this.show("idle");
    await this.hook("SessionStart", { source });
    // Lines of the client's own, which nobody typed.
    this.note({ type: "system", subtype: "informational", content: "hooks ran" });
  }

  /** The window is closed; without an event if it is killed. */
  async close(how: "exit" | "killed" = "exit"): Promise<void> {
    if (how === "exit") await this.hook("SessionEnd", { reason: "prompt_input_exit" });
  }

  /** The user types a prompt: the client notes it, and calls the hook a moment later. */
  async type(text = "go on"): Promise<void> {
    this.note({ type: "user", message: { role: "user", content: text } });
    this.wait(1);
    this.show("busy");
    await this.hook("UserPromptSubmit", { prompt: text });
  }

  /** The user types while a turn works: the client queues it, and calls the hook at once. */
  async steer(text = "use tabs, too"): Promise<void> {
    this.wait(1);
    await this.hook("UserPromptSubmit", { prompt: text });
  }

  /** The user types a slash command, which the client answers without a turn. */
  async slash(command = "/ralph:status"): Promise<void> {
    await this.hook("UserPromptSubmit", { prompt: command });
  }

  /** The agent says something. */
  say(text = `said ${crypto.randomUUID()} ${crypto.randomUUID()}`): string {
    this.note({
      type: "assistant",
      message: { role: "assistant", content: [{ type: "text", text }] },
    });
    return text;
  }

  /** The agent calls a tool; asks first, if it has to wait for an answer. */
  async call(seconds: number, askedSeconds = 0): Promise<void> {
    const id = await this.begin();
    if (askedSeconds > 0) await this.ask(askedSeconds);
    this.wait(seconds);
    await this.end(id, seconds);
  }

  async begin(): Promise<string> {
    const id = `toolu_${++this.#calls}`;
    const block = { type: "tool_use", id, name: "Bash", input: { command: "make" } };
    this.note({ type: "assistant", message: { role: "assistant", content: [block] } });
    await this.hook("PreToolUse", { ...CALL, tool_use_id: id }, "guard");
    return id;
  }

  /** A call ends. */
  async end(id: string, seconds: number): Promise<void> {
    await this.hook("PostToolUse", { ...CALL, tool_use_id: id, duration_ms: seconds * SECOND_MS });
    const block = { type: "tool_result", tool_use_id: id, content: "ok" };
    this.note({ type: "user", message: { role: "user", content: [block] } });
  }

  /** A permission prompt, answered with Yes after some seconds. */
  async ask(seconds: number): Promise<void> {
    this.show("waiting");
    await this.hook("PermissionRequest", CALL);
    this.wait(seconds);
    this.show("busy");
  }

  /** The user presses Esc while the agent works. */
  esc(): void {
    this.show("idle");
    this.note({
      type: "user",
      interruptedMessageId: "msg_1",
      message: { role: "user", content: [{ type: "text", text: "[Request interrupted by user]" }] },
    });
  }

  /** The turn ends: the loop decides. */
  async stop(fields: Fields = {}): Promise<Ran> {
    const text = this.say();
    return await this.hook("Stop", {
      stop_hook_active: this.#turns++ > 0,
      last_assistant_message: text,
      background_tasks: [],
      session_crons: [],
      ...fields,
    }, "stop");
  }

  /** A turn that works for so many seconds, in calls of a minute at most. */
  async work(seconds: number): Promise<void> {
    for (let left = seconds; left > 0; left -= 60) await this.call(Math.min(60, left));
  }

  /** The active time in each view. */
  async activeTimes(): Promise<ActiveTimes> {
    const status = await this.document("status");
    const { loops: [row] } = await this.document("history");
    const report = await this.document("report");
    const spans = report.lanes.flatMap((lane: { spans: Fields[] }) => lane.spans);
    const stretches = spans.filter(({ kind }: Fields) => kind === "work" || kind === "failed")
      .map(({ from, to }: Fields) => Date.parse(String(to)) - Date.parse(String(from)));
    return {
      status: Math.round(
        status.loop === null
          ? status.last_loop.runtime_seconds * SECOND_MS
          : status.loop.runtime_hours * 3_600 * SECOND_MS,
      ),
      history: row.active_ms,
      report: report.totals.active_ms,
      stretches: stretches.reduce((sum: number, ms: number) => sum + ms, 0),
    };
  }
}

const CALL = { tool_name: "Bash", tool_input: { command: "make" } };
