/**
 * Runs commands in this process, with a home and a project in a temporary folder and output in
 * memory.
 */
import { join } from "@std/path";
import { createAsk } from "../../src/cli/core/ask.ts";
import type { CommandContext } from "../../src/cli/core/context.ts";
import { runCli } from "../../src/cli/core/dispatch.ts";
import { createOutput } from "../../src/cli/core/output.ts";
import { COMMANDS } from "../../src/cli/registry.ts";
import { environmentOf } from "../../src/store/environment.ts";
import { openKernelFiles } from "../../src/system/kernel_files.ts";
import { TestProject } from "../_project.ts";

// Opened here, so that the first test that asks does not seem to leak it.
openKernelFiles();

/** The exit code and the output of a command. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What differs from a call in a terminal without a user. */
export interface RanWith {
  readonly input?: string;
  /** Lines typed at the terminal; undefined without a terminal. */
  readonly typed?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly at?: string;
}

/** A throw-away home, project and binary. */
export class TestCli extends TestProject {
  readonly executable = this.write(
    join(this.root, 'it\'s a "bin" $HOME', "ralph"),
    '#!/bin/sh\necho called "$@"\n',
  );
  readonly settings = join(this.home, ".claude", "settings.json");
  readonly gate = join(this.home, ".claude", "ralph", "gate");

  constructor() {
    super();
    Deno.chmodSync(this.executable, 0o755);
  }

  /** The context of a call, and what it wrote. */
  context(options: RanWith = {}): { context: CommandContext; read: () => Omit<Ran, "code"> } {
    const written = { stdout: "", stderr: "" };
    const sink = (name: "stdout" | "stderr") => ({
      writeSync: (bytes: Uint8Array) => {
        written[name] += new TextDecoder().decode(bytes);
        return bytes.length;
      },
    });
    const out = createOutput({
      stdout: sink("stdout"),
      stderr: sink("stderr"),
      colorOut: false,
      colorTalk: false,
    });
    const typed = options.typed === undefined ? null : [...options.typed];
    const variables: Record<string, string> = { HOME: this.home, ...options.variables };
    const context: CommandContext = {
      out,
      ask: createAsk(out, typed === null ? null : () => typed.shift() ?? null),
      env: environmentOf((name) => variables[name], this.project),
      nowMs: () => Date.parse(options.at ?? "2026-01-02T03:04:05.678Z"),
      executable: this.executable,
      readInput: () => options.input ?? "",
      version: { version: "0.0.0", commit: "abc", target: "moon", deno: "2.7.14" },
    };
    return { context, read: () => written };
  }

  /** Runs a command line. */
  async run(argv: readonly string[], options: RanWith = {}): Promise<Ran> {
    const { context, read } = this.context(options);
    const code = await runCli(argv, context, COMMANDS);
    return { code, ...read() };
  }

  /** Runs a command line with `--json`, and returns its exit code and its document. */
  // deno-lint-ignore no-explicit-any -- the test says what it expects
  async json(argv: readonly string[], options: RanWith = {}): Promise<any> {
    const { code, stdout } = await this.run([...argv, "--json"], options);
    return { code, ...JSON.parse(stdout) };
  }

  /** Runs a command line that is refused, and returns its exit code and the error's code. */
  async refusal(argv: readonly string[], options: RanWith = {}): Promise<[number, string]> {
    const { code, error } = await this.json(argv, options);
    return [code, error.code];
  }
}
