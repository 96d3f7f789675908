/** The stage of one scenario: a temporary project and home, and the scripted API. */

import { RALPH } from "../../_binary.ts";
import { killMarked, STAGE_MARK } from "./processes.ts";
import { dirname } from "@std/path";
import { removeFolder } from "../../_project.ts";
import { API_PORT } from "./namespace.ts";
import { type CommandResult, runCommand } from "./run_command.ts";
import { type Model, say, script } from "./script.ts";
import { ScriptedApi } from "./scripted_api.ts";
import { prepareHome } from "./home.ts";

/** The project, home and API of one scenario; disposing it ends all processes. */
export class Stage implements AsyncDisposable {
  readonly #apis: ScriptedApi[] = [];
  readonly #endings: (() => Promise<unknown>)[] = [];

  private constructor(
    /** The folder of all files of this stage. */
    readonly root: string,
    /** The project; its path contains a space. */
    readonly project: string,
    /** The fresh home folder. */
    readonly home: string,
  ) {}

  /** Builds a stage: project under git with one commit, home with onboarding done. */
  static async open(): Promise<Stage> {
    // Unix sockets end at 108 characters, so the root stays short.
    const root = await Deno.makeTempDir({ prefix: "cl-" });
    const stage = new Stage(root, `${root}/my app`, `${root}/home`);
    for (const folder of [stage.project, `${root}/tmp`, `${stage.home}/.claude`]) {
      await Deno.mkdir(folder, { recursive: true });
    }
    await prepareHome(stage.home, stage.project);
    await stage.write("README.md", "# My app\n");
    for (
      const args of [["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "First"]]
    ) {
      const git = await stage.run(["git", ...args]);
      if (git.code !== 0) throw new Error(`git ${args[0]} failed: ${git.stderr}`);
    }
    return stage;
  }

  /** The environment of a terminal in this stage; `more` is added. */
  env(more: Record<string, string> = {}): Record<string, string> {
    const author = { NAME: "Dev", EMAIL: "dev@example.com" };
    return {
      [STAGE_MARK]: this.root,
      HOME: this.home,
      PATH: `${dirname(RALPH)}:${Deno.env.get("PATH") ?? "/usr/bin:/bin"}`,
      SHELL: "/bin/bash",
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      TMPDIR: `${this.root}/tmp`,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: author.NAME,
      GIT_AUTHOR_EMAIL: author.EMAIL,
      GIT_COMMITTER_NAME: author.NAME,
      GIT_COMMITTER_EMAIL: author.EMAIL,
      // judgement_test.ts enables them.
      RALPH_ENABLE_VALIDATION_PHASE: "false",
      ...more,
    };
  }

  /** What the client needs on top of {@link env}. */
  clientEnv(more: Record<string, string> = {}): Record<string, string> {
    return this.env({
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${API_PORT}`,
      ANTHROPIC_API_KEY: "sk-ant-api03-dummy-key-of-a-test-00000000",
      IS_SANDBOX: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_TMPDIR: `${this.root}/tmp`,
      // Keeps the output in the pane's history.
      CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN: "1",
      DENO_DIR: `${this.root}/deno`,
      ...more,
    });
  }

  /** Serves a scripted API that answers from `model`, until the stage closes. */
  serve(model: Model = script([say("Hello.")])): ScriptedApi {
    const api = new ScriptedApi(`${this.root}/api${this.#apis.length}.sock`, model);
    this.#apis.push(api);
    return api;
  }

  /** Runs a command as a person in a terminal of this project would. */
  run(command: string[], more: Record<string, string> = {}): Promise<CommandResult> {
    return runCommand(command, { cwd: this.project, env: this.env(more), timeoutMs: 20_000 });
  }

  /** Runs `ralph` from a plain terminal and expects it to succeed, unless `allowFailure`. */
  async ralph(
    args: string[],
    allowFailure = false,
    env: Record<string, string> = {},
  ): Promise<CommandResult> {
    const result = await this.run([RALPH, ...args], env);
    if (result.code !== 0 && !allowFailure) {
      const said = `${result.stdout}${result.stderr}`;
      throw new Error(`ralph ${args.join(" ")} ended with ${result.code}:\n${said}`);
    }
    return result;
  }

  /** Absolute path of `path`: `~/` is the stage's home, all else is in the project. */
  resolve(path: string): string {
    return path.startsWith("~/") ? this.home + path.slice(1) : `${this.project}/${path}`;
  }

  /** Writes a file of the project or home, folders included. */
  async write(path: string, text: string): Promise<void> {
    const file = this.resolve(path);
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, text);
  }

  /** Reads a file of the project or home; undefined if it does not exist. */
  async read(path: string): Promise<string | undefined> {
    try {
      return await Deno.readTextFile(this.resolve(path));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }

  /** Reads a JSON file of the project or home; undefined if it does not exist. */
  // deno-lint-ignore no-explicit-any -- scenarios look into records of many shapes.
  async readJson(path: string): Promise<any> {
    const text = await this.read(path);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** Calls `ending` when the stage closes, the last one first. */
  atEnd(ending: () => Promise<unknown>): void {
    this.#endings.unshift(ending);
  }

  /** Errors in the scripts, which the client only sees as a 400. */
  get scriptErrors(): unknown[] {
    return this.#apis.flatMap((api) => api.errors);
  }

  /** The prompts of this stage's models, shortened, for the message of a failed test. */
  describe(): string {
    return this.#apis.flatMap((api, number) =>
      api.asked.map((asked) => {
        const who = `model ${number}${asked.isSubagent ? " (subagent)" : ""}, #${asked.index}`;
        const news = asked.news.length > 600 ? `…${asked.news.slice(-600)}` : asked.news;
        return `--- ${who} got:\n${news}`;
      })
    ).join("\n");
  }

  /** Ends every process of the stage and removes its folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const ending of this.#endings) await ending();
    await killMarked(this.root);
    for (const api of this.#apis) await api[Symbol.asyncDispose]();
    removeFolder(this.root);
  }
}
