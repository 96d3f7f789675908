/**
 * Plays the demo: what each hook was asked, what it answered, and why the loop ended.
 *
 * @module
 */
import { join } from "@std/path";
import { work } from "./agent.ts";
import { makeStage, type Ran, SESSION, type Stage } from "./stage.ts";

/** What the demo needs of the world. */
export interface DemoOptions {
  /** The program that the hooks call: this one. */
  readonly executable: string;
  readonly print: (line: string) => void;
  readonly keepFolder: boolean;
}

/** More turns than the plan has items: a demo that does not end is a failure. */
const MOST_TURNS = 9;
/** Items of the plan; after them come the rounds of the validation. */
const ITEMS = 3;

/** Plays the demo and returns its exit code: 1 where something was not as promised. */
export async function runDemo({ executable, print, keepFolder }: DemoOptions): Promise<number> {
  const began = performance.now();
  const stage = makeStage(executable);
  try {
    const hasEnded = await play(stage, print);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    print(hasEnded ? `\nThat was a loop, in ${seconds} s.` : "\nThe demo did not go as it should.");
    return hasEnded ? 0 : 1;
  } finally {
    if (keepFolder) print(`The folder: ${stage.project}`);
    else stage.clear();
  }
}

async function play(stage: Stage, print: DemoOptions["print"]): Promise<boolean> {
  print(
    "A throw-away project with a plan of three items, and an agent that likes to stop early.\n",
  );
  if (!await command(stage, print, ["hooks", "install"])) return false;
  if (
    !await command(stage, print, [
      "start",
      "-f",
      "PLAN.md",
      "--until-done",
      "--yes",
      "--session",
      SESSION,
    ])
  ) {
    return false;
  }
  const { stop, guard } = registeredHooks(stage);
  for (let turn = 1; turn <= MOST_TURNS; turn++) {
    const { deed, message } = work(stage, turn - 1 - ITEMS);
    print(`\n── Turn ${turn}`);
    print(`agent    ${deed}, and wants to stop: "${message.replace(/\s+/g, " ")}"`);
    if (turn === 1) await showGuard(stage, print, guard);
    const answered = await stage.hook(stop, stopEvent(stage, turn, message));
    if (describeAnswer(answered, print) === "ended") break;
  }
  print("");
  return await command(stage, print, ["status"], /=== Last Stop Reason ===[\s\S]*Task complete/);
}

/** The agent tries to get rid of the loop, as agents do (history lesson 7). */
async function showGuard(stage: Stage, print: DemoOptions["print"], guard: string): Promise<void> {
  const attempt = "rm -f .claude/loop-enabled";
  const { stdout } = await stage.hook(guard, {
    ...common(stage),
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_use_id: "toolu_guard",
    tool_input: { command: attempt },
  });
  const answer = JSON.parse(stdout).hookSpecificOutput;
  print(`agent    tries: ${attempt}`);
  print(
    `guard    ${answer?.permissionDecision ?? "no opinion"}: ${
      answer?.permissionDecisionReason ?? ""
    }`,
  );
}

function describeAnswer({ stdout }: Ran, print: DemoOptions["print"]): "goes-on" | "ended" {
  const answer = JSON.parse(stdout);
  const text: unknown = answer.hookSpecificOutput?.additionalContext ?? answer.reason;
  if (typeof text === "string") {
    const lines = text.trim().split("\n").filter((line) => line.trim() !== "");
    print("ralph    continue:");
    for (const line of lines.slice(0, 4)) print(`         │ ${line}`);
    if (lines.length > 4) print(`         │ … ${lines.length - 4} more lines`);
    return "goes-on";
  }
  print(`ralph    let go: ${answer.systemMessage ?? "(nothing to say)"}`);
  return "ended";
}

async function command(
  stage: Stage,
  print: DemoOptions["print"],
  args: readonly string[],
  expected = /./,
): Promise<boolean> {
  print(`$ ralph ${args.join(" ")}`);
  const { code, stdout, stderr } = await stage.ralph(args);
  for (const line of `${stdout}${stderr}`.trimEnd().split("\n")) print(`  ${line}`);
  return code === 0 && expected.test(stdout);
}

/** The commands that `hooks install` registered: the demo calls what the client would call. */
function registeredHooks(stage: Stage): { stop: string; guard: string } {
  const settings = JSON.parse(
    Deno.readTextFileSync(join(stage.home, ".claude", "settings.json")),
  ) as { hooks: Record<string, { matcher?: string; hooks: { command: string }[] }[]> };
  const commandOf = (event: string, action: string) => {
    const all = (settings.hooks[event] ?? []).flatMap((group) => group.hooks);
    return all.find((hook) => hook.command.includes(`hook ${action}`))?.command ?? "false";
  };
  return { stop: commandOf("Stop", "stop"), guard: commandOf("PreToolUse", "guard") };
}

function common(stage: Stage): Record<string, unknown> {
  return {
    session_id: SESSION,
    transcript_path: stage.transcript,
    cwd: stage.project,
    prompt_id: "demo-prompt",
    permission_mode: "bypassPermissions",
  };
}

function stopEvent(stage: Stage, turn: number, message: string): Record<string, unknown> {
  return {
    ...common(stage),
    hook_event_name: "Stop",
    stop_hook_active: turn > 1,
    last_assistant_message: message,
    background_tasks: [],
    session_crons: [],
  };
}
