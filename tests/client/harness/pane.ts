/** An interactive session of the real client in tmux. */
import { renderArguments, type SessionOptions } from "./client.ts";
import { findClientPath } from "./install.ts";
import { wrapInNamespace } from "./namespace.ts";
import { type CommandResult, runCommand } from "./run_command.ts";
import type { ScriptedApi } from "./scripted_api.ts";
import type { Stage } from "./stage.ts";
import { waitUntil } from "./wait.ts";

/** A running interactive session. */
export class Pane {
  private constructor(readonly stage: Stage, readonly socket: string) {}

  /** Starts the client in a pane and waits for its prompt. */
  static async start(
    stage: Stage,
    api: ScriptedApi,
    options: SessionOptions = {},
  ): Promise<Pane> {
    const pane = new Pane(stage, `pane-${crypto.randomUUID().slice(0, 8)}`);
    stage.atEnd(() => pane.close());
    const client = [findClientPath(), ...renderArguments(options)];
    const started = await pane.#tmux(
      // High enough to show a complete scenario.
      ["-f", "/dev/null", "new-session", "-d", "-x", "160", "-y", "120"],
      ["-c", options.cwd ?? stage.project, "--", ...wrapInNamespace(api.path, client)],
      stage.clientEnv(options.env),
    );
    if (started.code !== 0) throw new Error(`tmux did not start: ${started.stderr}`);
    await pane.waitFor("❯", options.timeoutMs ?? 40_000);
    return pane;
  }

  /** Types `text` and presses Enter. */
  async type(text: string): Promise<void> {
    await this.#tmux(["send-keys", "-l", "--", text]);
    // The client treats text and Enter in one read as a paste.
    await new Promise((resolve) => setTimeout(resolve, 150));
    await this.keys("Enter");
  }

  /** Presses keys by tmux's names, such as `Escape` or `C-c`. */
  async keys(...names: string[]): Promise<void> {
    await this.#tmux(["send-keys", ...names]);
  }

  /** Returns what the pane shows, with its history and with wrapped lines joined. */
  async capture(): Promise<string> {
    const shown = await this.#tmux(["capture-pane", "-p", "-J", "-S", "-5000"]);
    return shown.stdout.split("\n").map((line) => line.trimEnd()).join("\n").trimEnd();
  }

  /** Waits until the pane shows `wanted`, and returns all it shows. */
  async waitFor(wanted: string | RegExp, timeoutMs = 40_000): Promise<string> {
    let shown = "";
    await waitUntil(
      async () => {
        shown = await this.capture();
        return typeof wanted === "string" ? shown.includes(wanted) : wanted.test(shown);
      },
      () => `the pane never showed ${wanted}; it shows:\n${shown}`,
      timeoutMs,
    );
    return shown;
  }

  /** Ends the session and its tmux server. */
  async close(): Promise<void> {
    await this.#tmux(["kill-server"]);
  }

  #tmux(
    command: string[],
    rest: string[] = [],
    env = this.stage.env(),
  ): Promise<CommandResult> {
    const server = ["tmux", "-L", this.socket];
    return runCommand([...server, ...command, ...rest], {
      env: { ...env, TMUX_TMPDIR: `${this.stage.root}/tmp` },
    });
  }
}
