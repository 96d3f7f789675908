/** An interactive session of the real client in tmux. */
import { Terminal } from "../../_terminal.ts";
import { renderArguments, type SessionOptions } from "./client.ts";
import { findClientPath } from "./install.ts";
import { wrapInNamespace } from "./namespace.ts";
import type { ScriptedApi } from "./scripted_api.ts";
import type { Stage } from "./stage.ts";

/** A running interactive session. */
export class Pane {
  private constructor(private readonly terminal: Terminal) {}

  /** Starts the client in a pane and waits for its prompt. */
  static async start(
    stage: Stage,
    api: ScriptedApi,
    options: SessionOptions = {},
  ): Promise<Pane> {
    const client = [findClientPath(), ...renderArguments(options)];
    const terminal = await Terminal.open({
      command: wrapInNamespace(api.path, client),
      // High enough to show a complete scenario.
      columns: 160,
      rows: 120,
      cwd: options.cwd ?? stage.project,
      env: stage.clientEnv(options.env),
    });
    stage.atEnd(() => terminal.close());
    await terminal.waitFor("❯", options.timeoutMs ?? 40_000);
    return new Pane(terminal);
  }

  /** Starts the client in a pane and gives it a first prompt, `Work`. */
  static async atWork(
    stage: Stage,
    api: ScriptedApi,
    options: SessionOptions = {},
  ): Promise<Pane> {
    const pane = await Pane.start(stage, api, options);
    await pane.type("Work");
    return pane;
  }

  /** Interrupts the turn. */
  async pressEsc(): Promise<void> {
    await this.keys("Escape");
    await this.waitFor("nterrupted");
  }

  /** Types `text` and presses Enter. */
  async type(text: string): Promise<void> {
    const count = async () => (await this.capture()).split(text).length;
    const before = await count();
    await this.terminal.type(text);
    // The client treats text and Enter in one read as a paste; what it shows was read.
    for (let waits = 0; waits < 60 && await count() <= before; waits++) await pause(50);
    await pause(100);
    await this.keys("Enter");
  }

  /** Presses keys by tmux's names, such as `Escape` or `C-c`. */
  keys(...names: string[]): Promise<void> {
    return this.terminal.keys(...names);
  }

  /** Returns what the pane shows, with its history and with wrapped lines joined. */
  capture(): Promise<string> {
    return this.terminal.history();
  }

  /** Waits until the pane shows `wanted`, and returns all it shows. */
  waitFor(wanted: string | RegExp, timeoutMs = 40_000): Promise<string> {
    return this.terminal.waitFor(wanted, timeoutMs);
  }

  /** Checks whether the bell has rung. */
  async hasRung(): Promise<boolean> {
    return await this.terminal.read("#{window_bell_flag}") === "1";
  }

  /** Ends the session and its tmux server. */
  close(): Promise<void> {
    return this.terminal.close();
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
