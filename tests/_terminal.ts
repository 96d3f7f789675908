/**
 * A real terminal for tests: a program in tmux, keys in, screen out. Guard such a test with
 * `...needs("tmux")` of `_tools.ts`. For an exit code, type `program; echo "code $?"` into a shell:
 * tmux loses that of a program which ends at once.
 */
import { waitUntil } from "./_wait.ts";

/** What a terminal begins with. */
export interface TerminalOptions {
  /** The program and its arguments. Default: a shell with the prompt `$ `. */
  readonly command?: readonly string[];
  /** Default: 80. */
  readonly columns?: number;
  /** Default: 24. */
  readonly rows?: number;
  readonly cwd: string;
  /** The complete environment; tmux sets `TERM` itself. */
  readonly env: Readonly<Record<string, string>>;
}

/** A shell without anybody's settings, which writes no history into its home. */
const SHELL = ["env", "PS1=$ ", "HISTFILE=", "bash", "--norc", "--noprofile", "-i"];

/** No status line, and the last screen stays when the program has ended. */
const SETTINGS = "set -g status off\nset -g remain-on-exit on\nset -s escape-time 0\n";

/** A program in a terminal; `await using` ends it. */
export class Terminal implements AsyncDisposable {
  private constructor(
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Opens a terminal and starts its program. */
  static async open(options: TerminalOptions): Promise<Terminal> {
    const { command = SHELL, columns = 80, rows = 24, cwd, env } = options;
    // The path of a socket has at most 108 bytes, so it is not in the project's folder.
    const folder = Deno.makeTempDirSync({ prefix: "tm-" });
    Deno.writeTextFileSync(`${folder}/conf`, SETTINGS);
    const terminal = new Terminal(folder, { LANG: "C.UTF-8", ...env });
    await terminal.#tmux(
      ...["-f", `${folder}/conf`, "new-session", "-d", "-c", cwd],
      ...["-x", `${columns}`, "-y", `${rows}`, "--", ...command],
    );
    return terminal;
  }

  /** Types characters; Enter and other keys go to {@linkcode keys}. */
  async type(text: string): Promise<void> {
    await this.#tmux("send-keys", "-l", "--", text);
  }

  /** Presses keys by tmux's names, such as `Enter`, `Escape`, `Up` or `C-c`. */
  async keys(...names: readonly string[]): Promise<void> {
    await this.#tmux("send-keys", ...names);
  }

  /** Gives the window another size. */
  async resize(columns: number, rows: number): Promise<void> {
    await this.#tmux("resize-window", "-x", `${columns}`, "-y", `${rows}`);
  }

  /** Returns the rows that the screen shows now, without the spaces at their ends. */
  async screen(): Promise<string> {
    return trimRows(await this.#tmux("capture-pane", "-p"));
  }

  /** Returns what the screen shows now, with the escape sequences of colours. */
  styled(): Promise<string> {
    return this.#tmux("capture-pane", "-p", "-e");
  }

  /** Returns the screen with the rows above it, wrapped lines joined. */
  async history(): Promise<string> {
    return trimRows(await this.#tmux("capture-pane", "-p", "-J", "-S", "-5000"));
  }

  /** Waits until the screen or the rows above it show a text, and returns what is shown then. */
  async waitFor(wanted: string | RegExp, timeoutMs = 120_000): Promise<string> {
    let shown = "";
    await waitUntil(
      async () => {
        shown = await this.history();
        return typeof wanted === "string" ? shown.includes(wanted) : wanted.test(shown);
      },
      () => `the terminal never showed ${wanted}; it shows:\n${shown}`,
      timeoutMs,
    );
    return shown;
  }

  /** Reads a variable of tmux, such as `#{alternate_on}`, `#{cursor_flag}` or `#{pane_pid}`. */
  async read(format: string): Promise<string> {
    return (await this.#tmux("display-message", "-p", format)).trimEnd();
  }

  /** Closes the window; the kernel hangs up on what still runs in it. */
  async close(): Promise<void> {
    await this.#tmux("kill-server").catch(() => {});
    await Deno.remove(this.folder, { recursive: true }).catch(() => {});
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    const { success, stdout, stderr } = await new Deno.Command("tmux", {
      args: ["-u", "-S", `${this.folder}/socket`, ...args],
      env: this.env,
      clearEnv: true,
      stdin: "null",
    }).output();
    if (success) return new TextDecoder().decode(stdout);
    throw new Error(`tmux ${args[0]} failed: ${new TextDecoder().decode(stderr).trim()}`);
  }
}

function trimRows(text: string): string {
  return text.split("\n").map((row) => row.trimEnd()).join("\n").trimEnd();
}
