/** A stage on which `ralph doctor` finds nothing, before a test breaks something. */
import { join } from "@std/path";
import {
  type Answer,
  makeStage,
  RALPH,
  type Ran,
  type Stage,
  type StageOptions,
} from "./_stage.ts";
import { renderGate } from "../../src/registration/gate.ts";
import { run } from "./_run.ts";

/** A finding, as `ralph doctor --json` prints it. */
export interface Found {
  readonly id: string;
  readonly status: string;
  readonly title: string;
  readonly detail: readonly string[];
  readonly advice: string | null;
  readonly command: string | null;
  readonly repair: { readonly title: string; readonly needs_consent: boolean } | null;
}

/** What `ralph doctor --json` found that did not pass. */
export interface Examined {
  readonly code: number;
  readonly open: readonly Found[];
  readonly repairs: readonly { id: string; outcome: string; lines: string[] }[];
}

/** A stage with a PATH of its own: this ralph, and a client of the tested version. */
export class DoctorStage implements Disposable {
  private constructor(readonly stage: Stage, readonly bin: string) {}

  static async make(options: StageOptions = {}): Promise<DoctorStage> {
    const stage = await makeStage({ start: null, ...options });
    const made = new DoctorStage(stage, join(stage.root, "bin"));
    Deno.mkdirSync(made.bin);
    Deno.symlinkSync(RALPH, join(made.bin, "ralph"));
    made.installProgram("claude", 'echo "2.1.328 (Claude Code)"');
    made.installProgram("bwrap", `until [ "$1" = -- ]; do shift; done; shift; "$@"`);
    return made;
  }

  [Symbol.dispose](): void {
    this.stage[Symbol.dispose]();
  }

  /** Installs a shell script as a program. */
  installProgram(name: string, script: string): void {
    const path = join(this.bin, name);
    Deno.writeTextFileSync(path, `#!/bin/sh\n${script}\n`);
    Deno.chmodSync(path, 0o755);
  }

  /** The environment of every call. */
  env(over: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
    return this.stage.env({
      PATH: `${this.bin}:/usr/bin:/bin`,
      RALPH_ENABLE_VALIDATION_PHASE: undefined,
      ...over,
    });
  }

  /**
   * Runs the doctor.
   *
   * @param mounts Shell commands that mount something for this call only.
   */
  async doctor(
    args: readonly string[],
    { env = {}, mounts }: {
      env?: Readonly<Record<string, string | undefined>>;
      mounts?: string | undefined;
    } = {},
  ): Promise<Ran> {
    const options = { cwd: this.stage.project, env: this.env(env) };
    if (mounts === undefined) return await run(RALPH, ["doctor", ...args], options);
    const shell = ["-m", "sh", "-ec", `${mounts}; exec "$0" "$@"`, RALPH, "doctor", ...args];
    return await run("unshare", shell, options);
  }

  /** Runs the doctor with `--json`; returns what did not pass. */
  async examine(
    args: readonly string[] = [],
    options: Parameters<DoctorStage["doctor"]>[1] = {},
  ): Promise<Examined> {
    const { code, stdout, stderr } = await this.doctor([...args, "--json"], options);
    try {
      const { findings, repairs = [] } = JSON.parse(stdout);
      const open = findings.filter(({ status }: Found) => status !== "pass");
      return { code, open, repairs };
    } catch {
      throw new Error(`No document: exit ${code}, ${stdout}${stderr}`);
    }
  }

  /** Reads the user's settings of the client. */
  settings(): Answer {
    return JSON.parse(Deno.readTextFileSync(this.stage.inHome("settings.json")));
  }

  /** Writes the user's settings of the client. */
  writeSettings(settings: Answer): void {
    Deno.writeTextFileSync(this.stage.inHome("settings.json"), JSON.stringify(settings, null, 2));
  }

  /** Changes the user's settings of the client. */
  changeSettings(change: (settings: Answer) => void): void {
    const settings = this.settings();
    change(settings);
    this.writeSettings(settings);
  }

  /** Adds a group of hooks to an event. */
  addHook(event: string, hook: Answer): void {
    this.changeSettings(({ hooks }) => void hooks[event].push({ hooks: [hook] }));
  }

  /** Enables a plugin with these hooks. */
  enablePlugin(name: string, hooks: unknown, files: Readonly<Record<string, string>> = {}): void {
    const copy = this.stage.inHome("plugins", "cache", name);
    for (const [path, text] of Object.entries(files)) this.stage.put(join(copy, path), text);
    this.stage.put(join(copy, "hooks", "hooks.json"), JSON.stringify({ hooks }));
    this.stage.put(join(copy, "hooks", "gate"), renderGate("ralph"));
    const plugins = { [name]: [{ scope: "user", installPath: copy }] };
    const list = this.stage.inHome("plugins", "installed_plugins.json");
    this.stage.put(list, JSON.stringify({ version: 2, plugins }));
    this.changeSettings((settings) => void (settings["enabledPlugins"] = { [name]: true }));
  }
}
