/**
 * Runs commands in this process, with a home and a project in a temporary folder and output in
 * memory.
 */
import { join } from "@std/path";
import type { CommandContext } from "../../src/cli/core/context.ts";
import { runCli } from "../../src/cli/core/dispatch.ts";
import { COMMANDS } from "../../src/cli/registry.ts";
import { commandContext } from "../_command.ts";
import { TestProject } from "../_project.ts";
import { assertHintsRead } from "../_read_call.ts";

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
    return commandContext({
      variables: { HOME: this.home, ...options.variables },
      cwd: this.project,
      executable: this.executable,
      nowMs: () => Date.parse(options.at ?? "2026-01-02T03:04:05.678Z"),
      input: options.input ?? "",
      typed: options.typed,
      version: { version: "0.0.0", commit: "abc", target: "moon", deno: "2.7.14" },
    });
  }

  /** Runs a command line. */
  async run(argv: readonly string[], options: RanWith = {}): Promise<Ran> {
    const { context, read } = this.context(options);
    const code = await runCli(argv, context, COMMANDS);
    const { stdout, stderr } = read();
    await assertHintsRead(`${stdout}\n${stderr}`);
    return { code, stdout, stderr };
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
