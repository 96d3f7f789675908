/** Plays the demo, and shows each event, the hook's answer, and why the loop ended. */
import { join } from "@std/path";
import { showCount } from "../../text/human_units.ts";
import { work } from "./agent.ts";
import { readHookCommand } from "../../registration/ours.ts";
import { readEntries } from "../../registration/settings_document.ts";
import type { Style } from "../core/style.ts";
import { type HookAnswer, makeStage, SESSION, type Stage } from "./stage.ts";

interface DemoOptions {
  readonly executable: string;
  readonly print: (line: string) => void;
  readonly style: Style;
  /** Pause before each turn so that a person can follow, in milliseconds. */
  readonly pauseMs: number;
  readonly keepFolder: boolean;
}

/** Maximum turns, above the number of items and validation rounds: a demo that needs more has failed. */
const MAX_TURNS = 9;
/** Items of the plan, before the validation rounds. */
const ITEMS = 3;
/** Maximum number of changed lines shown of a continuation. */
const MAX_CHANGED_LINES = 3;

interface Show extends DemoOptions {
  readonly stage: Stage;
}

/**
 * Plays a complete loop in a temporary folder, and removes the folder.
 *
 * @returns The exit code: 1 if the loop did not end as complete.
 */
export async function runDemo(options: DemoOptions): Promise<number> {
  const { print, executable, keepFolder } = options;
  const stage = makeStage(executable);
  try {
    const isComplete = await play({ ...options, stage });
    print(
      isComplete
        ? "\nThat was a whole loop. Next, with ralph on your PATH: install the plugin (README says how)\n" +
          "or run 'ralph hooks install', and in your project:\n" +
          "  ralph start PLAN.md --until-done\n  claude"
        : "\nThe demo did not go as it should.",
    );
    return isComplete ? 0 : 1;
  } finally {
    if (keepFolder) print(`The folder: ${stage.project}`);
    else stage.clear();
  }
}

async function play(show: Show): Promise<boolean> {
  const { stage, print, style, pauseMs } = show;
  print("A throw-away project with a plan of three items, and an agent that stops too early.\n");
  const start = ["start", "-f", "PLAN.md", "--until-done", "--yes", "--session", SESSION];
  if (!await command(show, ["hooks", "install"]) || !await command(show, start)) return false;
  const { stop, guard } = registeredHooks(stage);
  let shown: ReadonlySet<string> = new Set();
  for (let turn = 1; turn <= MAX_TURNS; turn++) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const { action, message } = work(stage, turn - 1 - ITEMS);
    // As ralph counts: turn 1 is the first that it asked for, after the first prompt.
    print(style.bold(turn === 1 ? "\nFirst prompt" : `\nTurn ${turn - 1}`));
    say(show, "agent", `${action}, and wants to stop: "${message.replace(/\s+/g, " ")}"`);
    if (turn === 1) await showGuard(show, guard);
    const answer = await stage.hook(stop, stopEvent(stage, turn, message));
    const continuation = readContinuation(answer);
    if (continuation === null) {
      const message = answer.systemMessage ?? "ends without a reason";
      say(show, "ralph", message.replace(/^ralph: /, ""));
      break;
    }
    showContinuation(show, continuation.filter((line) => !shown.has(line)));
    shown = new Set(continuation);
  }
  print("");
  const reason = join(stage.home, ".claude", "ralph-stop-reason.json");
  return await command(show, ["status"]) &&
    JSON.parse(Deno.readTextFileSync(reason)).code === "complete";
}

/** Shows how the guard answers an agent that tries to remove its own loop. */
async function showGuard(show: Show, guard: string): Promise<void> {
  const attempt = "rm -f .claude/loop-enabled";
  const { hookSpecificOutput } = await show.stage.hook(guard, {
    ...common(show.stage),
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_use_id: "toolu_guard",
    tool_input: { command: attempt },
  });
  say(show, "agent", `tries: ${attempt}`);
  say(show, "guard", hookSpecificOutput?.permissionDecisionReason ?? "has no opinion");
}

/** Reads the lines of a continuation; null if the answer allows the stop. */
function readContinuation({ hookSpecificOutput, reason }: HookAnswer): string[] | null {
  const text = hookSpecificOutput?.additionalContext ?? reason;
  if (text === undefined) return null;
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

function showContinuation(show: Show, changed: readonly string[]): void {
  const lines = changed.map((line) => line.replaceAll("**", ""));
  say(show, "ralph", `continue: ${lines[0] ?? "the same as before"}`);
  for (const line of lines.slice(1, MAX_CHANGED_LINES)) {
    show.print(`         ${inProject(show, line)}`);
  }
  const rest = lines.length - MAX_CHANGED_LINES;
  if (rest > 0) show.print(show.style.dim(`         … ${showCount(rest, "more line")}`));
}

function say(show: Show, who: "agent" | "ralph" | "guard", text: string): void {
  const mark = { agent: show.style.bold, ralph: show.style.green, guard: show.style.yellow }[who];
  show.print(`${mark(who)}    ${inProject(show, text).replaceAll("\n", "\n         ")}`);
}

/** Removes the long path of the throw-away folder from a text. */
function inProject({ stage }: Show, text: string): string {
  return text.replaceAll(`${stage.project}/`, "");
}

async function command(show: Show, args: readonly string[]): Promise<boolean> {
  show.print(show.style.bold(`$ ralph ${args.join(" ")}`));
  const { code, stdout, stderr } = await show.stage.ralph(args);
  for (const line of `${stdout}${stderr}`.trimEnd().split("\n")) {
    show.print(`  ${inProject(show, line)}`);
  }
  return code === 0;
}

/** Reads the commands that `hooks install` registered, as Claude Code does. */
function registeredHooks({ home }: Stage): { stop: string; guard: string } {
  const entries = readEntries(Deno.readTextFileSync(join(home, ".claude", "settings.json")));
  const commandOf = (event: string, action: string) =>
    entries.find((entry) =>
      entry.event === event && readHookCommand(entry.hook.command)?.action === action
    )?.hook.command ?? "false";
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
