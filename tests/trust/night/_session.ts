/**
 * A night of eight hours in a session, by the test's clock: the API is away twice, a usage limit strikes,
 * the machine suspends, the client is closed and crashes twice, the agent works in a worktree, and the
 * plan is archived with its last item.
 */
import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { gitIn } from "../../_project.ts";
import { Night } from "../../lifecycle/_night.ts";
import type { PlayedNight } from "./_account.ts";
import type { Cause, Stretch } from "./_minutes.ts";

const ITEMS = 8;
const PLAN = "docs/plans/auth.md";
const ARCHIVED = "docs/plans/completed/auth.md";
/** The longest call of a tool. */
const CALL_SECONDS = 300;
/** Within this time a hook that sleeps looks at least once. */
const LONGEST_LOOK_MS = 60_000;

/** The night, and what happened in it. */
export class SessionNight extends Night {
  readonly startedMs = this.nowMs;
  readonly stretches: Stretch[] = [];
  /** How often a Stop sent the agent on. */
  continuations = 0;
  #ticked = 0;
  #commits = 0;
  #window: Deno.ChildProcess | null = null;
  readonly #tree = join(this.root, "worktree");

  override [Symbol.dispose](): void {
    this.#window?.kill("SIGKILL");
    super[Symbol.dispose]();
  }

  /** The night as a whole, for the views. */
  get account(): PlayedNight {
    return { cli: this, at: new Date(this.nowMs).toISOString(), stretches: this.stretches };
  }

  /** Plays the whole night. */
  async play(): Promise<void> {
    await this.#begin();
    await this.#workedIn(40, { ticks: 1 });
    await this.#workIn(this.#tree, 30);
    await this.#outage([60, 300, 900], 12);
    await this.#workedIn(20, { ticks: 1 });
    await this.#suspend(45);
    await this.#workedIn(10, { ticks: 1 });
    await this.#limit(70);
    await this.#workedIn(25, { ticks: 1 });
    await this.#close(40);
    await this.#workedIn(20, { ticks: 1 });
    await this.#crash(25);
    await this.#workIn(this.#tree, 20);
    await this.#crashAtPrompt(10, 15);
    await this.#outage([60, 300], 5);
    await this.#workedIn(15, { ticks: 2 });
    const leftSeconds = 8 * 3_600 - (this.nowMs - this.startedMs) / 1_000;
    await this.#happens("work", () => this.work(leftSeconds));
    this.#tick();
    this.#archive();
    await this.#stopped("the last item is done");
  }

  async #begin(): Promise<void> {
    this.sleep = (milliseconds) => this.#skip(milliseconds);
    this.write(PLAN, `# Plan\n\n${this.#items(0)}`);
    this.track({ isCommitted: true });
    this.git("worktree", "add", "-q", "-b", "feature", this.#tree);
    await this.ralph("hooks", "install");
    await this.ralph("start", "-f", PLAN, "--until-done", "--trust");
    await this.#happens("waited for a person", () => this.#open("startup", 60));
  }

  override async work(seconds: number): Promise<void> {
    for (let left = seconds; left > 0; left -= CALL_SECONDS) {
      await this.call(Math.min(CALL_SECONDS, left));
    }
  }

  /** Time passes in an act of one cause. */
  async #happens(cause: Cause, act: () => Promise<unknown> | void): Promise<void> {
    const fromMs = this.nowMs;
    await act();
    if (this.nowMs > fromMs) this.stretches.push({ cause, fromMs, toMs: this.nowMs });
  }

  /** A turn that works, commits and ends. */
  async #workedIn(minutes: number, { ticks }: { ticks: number }): Promise<void> {
    await this.#happens("work", () => this.work(minutes * 60));
    for (let tick = 0; tick < ticks; tick++) this.#tick();
    this.#commit(this.project);
    await this.#stopped("goes on");
  }

  /** A turn in a worktree of the repository. */
  async #workIn(folder: string, minutes: number): Promise<void> {
    this.cwd = folder;
    await this.#happens("work", () => this.work(minutes * 60));
    this.#commit(folder);
    await this.#stopped("goes on");
    this.cwd = this.project;
  }

  async #stopped(what: string): Promise<void> {
    const { stdout } = await this.stop();
    const isContinued = /"decision":"block"|"additionalContext"/.test(stdout);
    if (isContinued) this.continuations += 1;
    assertEquals(isContinued, what === "goes on", `${what}: ${stdout}`);
  }

  /** The API is away: each retry fails at once, until one does not. */
  async #outage(waits: readonly number[], workedMinutes: number): Promise<void> {
    await this.#happens("work", () => this.work(workedMinutes * 60));
    for (const seconds of waits) {
      await this.#happens("the API was away", async () => {
        await this.#fails("overloaded", "API Error: 529 Overloaded", seconds);
      });
    }
  }

  /** A usage limit strikes that names its reset. */
  async #limit(minutes: number): Promise<void> {
    const resetsAt = new Date(this.nowMs + minutes * 60_000).toISOString();
    const seconds = minutes * 60 + 20;
    await this.#happens(
      "usage limit",
      () =>
        this.#fails("rate_limit", `You've hit your session limit · resets ${resetsAt}`, seconds),
    );
  }

  /** A turn fails; its hook sleeps that long, and wakes the session. */
  async #fails(error: string, message: string, seconds: number): Promise<void> {
    const fromMs = this.nowMs;
    this.show("idle");
    const ran = await this.hook("StopFailure", { error, last_assistant_message: message });
    assertEquals([ran.code, this.nowMs - fromMs], [2, seconds * 1_000], error);
    this.show("busy");
  }

  /** A hook sleeps: it looks at least once a minute, and in the last half second. */
  #skip(milliseconds: number): void {
    const { pause } = JSON.parse(this.read(".claude/ralph-state.json"));
    const latestMs = Math.min(this.nowMs + LONGEST_LOOK_MS, Date.parse(pause.until) - 500);
    this.nowMs = Math.max(this.nowMs + milliseconds, latestMs);
  }

  /** The lid is closed while the agent thinks. */
  async #suspend(minutes: number): Promise<void> {
    await this.#happens("suspended", () => this.wait(minutes * 60));
    this.say();
  }

  /** The client is closed between two turns, and resumed. */
  async #close(minutes: number): Promise<void> {
    await this.#happens("closed", async () => {
      await this.close();
      await this.#kill();
      this.wait(minutes * 60);
    });
    await this.#happens("waited for a person", () => this.#open("resume", 120));
  }

  /** The client is killed while a turn works, and resumed. */
  async #crash(minutes: number): Promise<void> {
    await this.#happens("work", () => this.work(300));
    await this.#happens("crashed", async () => {
      await this.#kill();
      this.wait(minutes * 60);
      await this.#open("resume", 60);
    });
  }

  /** The client is killed at a permission prompt that was open for a while. */
  async #crashAtPrompt(askedMinutes: number, minutes: number): Promise<void> {
    await this.begin();
    await this.#happens("waited for a person", () => this.ask(askedMinutes * 60));
    await this.#happens("crashed", async () => {
      await this.#kill();
      this.wait(minutes * 60);
      await this.#open("resume", 60);
    });
  }

  /** A window opens, and a person types after some seconds. */
  async #open(source: "startup" | "resume", seconds: number): Promise<void> {
    this.#window = new Deno.Command("sleep", { args: ["600"] }).spawn();
    this.pid = this.#window.pid;
    await this.open(source);
    this.wait(seconds);
    await this.type();
  }

  async #kill(): Promise<void> {
    this.#window?.kill("SIGKILL");
    await this.#window?.status;
    this.#window = null;
  }

  #items(done: number): string {
    return Array.from({ length: ITEMS }, (_, at) => `- [${at < done ? "x" : " "}] item ${at}\n`)
      .join("");
  }

  #tick(): void {
    this.write(PLAN, `# Plan\n\n${this.#items(++this.#ticked)}`);
  }

  #commit(folder: string): void {
    this.#commits += 1;
    gitIn(folder, "commit", "-q", "-a", "--allow-empty", "-m", `Commit ${this.#commits}`);
  }

  /** Moves the plan to the completed ones, as the last commit. */
  #archive(): void {
    Deno.mkdirSync(dirname(this.path(ARCHIVED)), { recursive: true });
    Deno.renameSync(this.path(PLAN), this.path(ARCHIVED));
    this.git("add", "-A");
    this.#commit(this.project);
  }

  get ticked(): number {
    return this.#ticked;
  }

  get commits(): number {
    return this.#commits;
  }
}
