/** Answers an event, or runs a command, in this process: the program's code on the same files, without its start. */
import { answerArchive } from "../../src/hook/guard/archive.ts";
import { answerGuard } from "../../src/hook/guard/guard.ts";
import { hasMarks } from "../../src/hook/run_hook.ts";
import { answerSession } from "../../src/hook/session/session.ts";
import { answerStop } from "../../src/hook/stop/stop.ts";
import type { HookContext } from "../../src/lifecycle/context.ts";
import { parseEvent } from "../../src/lifecycle/event.ts";
import { environmentOf } from "../../src/store/environment.ts";
import { placesOf } from "../../src/store/places.ts";
import { makeAllVisible } from "../../src/text/show_text.ts";
import { RALPH } from "../_tools.ts";
import type { Ran } from "./_run.ts";

/** The clock of a hook: the machine's, or one that a sleep moves on. */
export type Clock = Pick<HookContext, "nowMs" | "sleep">;

const HOOKS = {
  stop: answerStop,
  guard: answerGuard,
  archive: answerArchive,
  session: answerSession,
};

/** The machine's clock. */
const CLOCK: Clock = {
  nowMs: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** After so many looks nobody believes that a sleeper still sees what ends its sleep. */
const MOST_LOOKS = 4_000;

/** A clock for a hook that sleeps: it looks often, and wakes only once the test lets time pass. */
export class SleepersClock implements Clock {
  /** Whether a sleep takes no time. */
  isSkipping = false;
  #skippedMs = 0;
  #looks = 0;
  readonly nowMs = () => Date.now() + this.#skippedMs;
  readonly sleep = async (milliseconds: number) => {
    if (++this.#looks > MOST_LOOKS) throw new Error("the hook still sleeps");
    if (this.isSkipping) this.#skippedMs += milliseconds;
    await new Promise((resolve) => setTimeout(resolve, 2));
  };
}

/** Answers an event. What fails is thrown; the binary's own way to fail has tests of its own. */
export async function answerHere(
  action: keyof typeof HOOKS,
  input: string,
  variables: Readonly<Record<string, string>>,
  cwd: string,
  clock: Clock = CLOCK,
): Promise<Ran> {
  const env = environmentOf((name) => variables[name], cwd);
  const context = { env, places: placesOf(env), ...clock };
  const event = hasMarks(context) ? parseEvent(input) : null;
  if (event === null) return { code: 0, signal: null, stdout: "{}\n", stderr: "" };
  const { answer, talk, exitCode, afterwards } = await HOOKS[action](event, context);
  await afterwards?.();
  const stdout = exitCode === 0 ? `${JSON.stringify(makeAllVisible(answer))}\n` : "";
  return { code: exitCode, signal: null, stdout, stderr: talk.join("\n") };
}

/** Runs a command, without a terminal. */
export async function runHere(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  cwd: string,
): Promise<Ran> {
  const { runCli } = await import("../../src/cli/core/dispatch.ts");
  const { COMMANDS } = await import("../../src/cli/registry.ts");
  const { commandContext } = await import("../_command.ts");
  const { context, read } = commandContext({ variables, cwd, executable: RALPH });
  const { assertHintsRead } = await import("../_read_call.ts");
  const code = await runCli(args, context, COMMANDS);
  const { stdout, stderr } = read();
  await assertHintsRead(`${stdout}\n${stderr}`);
  return { code, signal: null, stdout, stderr };
}
