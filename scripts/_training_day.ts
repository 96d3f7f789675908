/**
 * The day of a loop that the build plays, so that V8 compiles what hooks and the status line use.
 *
 * @module
 */
import { join } from "@std/path";
import type { TrainingStep } from "./_training_job.ts";

/** Calls that make one pack. */
export interface TrainingScene {
  /** The name of the pack: the hook's, or `statusline`; or that and what comes after it. */
  readonly pack: string;
  /** The pack that they begin with, and go on from. Default: their own. */
  readonly begins?: string;
  readonly steps: readonly TrainingStep[];
}

/** The calls of a day. */
export interface TrainingDay {
  /** What happens often: each scene is a process, in this order. */
  readonly scenes: readonly TrainingScene[];
  /** What happens seldom, a pack of its own: each step in a process that has its kind's pack. */
  readonly seldom: readonly TrainingStep[];
  /** What a person types often. */
  readonly typed: readonly TrainingStep[];
}

/** The session that drives the loop. */
export const SESSION = "0a1b2c3d-0000-4000-8000-00000000da17";
/** The session whose loop ends. */
export const LAST_SESSION = "0a1b2c3d-0000-4000-8000-00000000da57";

/** The paths of a day. */
export interface TrainingPaths {
  /** Has a loop, as {@linkcode fresh} has, whose session has not begun. */
  readonly project: string;
  readonly fresh: string;
  /** Has a loop whose plan is done. */
  readonly finished: string;
  /** Has no loop. */
  readonly elsewhere: string;
  readonly transcript: string;
}

/** Writes the calls of a day: all that hooks are registered for. */
export function writeDay(
  { project, fresh, finished, elsewhere, transcript }: TrainingPaths,
): TrainingDay {
  const common = {
    session_id: SESSION,
    transcript_path: transcript,
    cwd: project,
    prompt_id: "prompt",
    permission_mode: "bypassPermissions",
  };
  const hook = (name: string, event: Record<string, unknown>, prints = "{}"): TrainingStep => (
    { args: ["hook", name], project, env: envOf(SESSION), prints, input: { ...common, ...event } }
  );
  const tool = (hook_event_name: string, tool_name: string, tool_input: unknown) => ({
    hook_event_name,
    tool_name,
    tool_use_id: "toolu_1",
    tool_input,
    ...(hook_event_name === "PreToolUse" ? {} : { duration_ms: 1000, tool_response: {} }),
  });
  const bash = (command: string, prints?: string) =>
    hook("guard", tool("PreToolUse", "Bash", { command }), prints);
  const write = (path: string, prints?: string, name = "Write") =>
    hook(
      "guard",
      tool("PreToolUse", name, { file_path: join(project, path), content: "" }),
      prints,
    );
  const asks = (name: string) => hook("guard", tool("PreToolUse", name, {}), "deny");
  const ended = (name: string, input: unknown, event = "PostToolUse") =>
    hook("session", tool(event, name, input));
  const event = (hook_event_name: string, fields: Record<string, unknown>) =>
    hook("session", { hook_event_name, ...fields }, "");
  const stopped = (last_assistant_message: string) => ({
    hook_event_name: "Stop",
    stop_hook_active: false,
    last_assistant_message,
    background_tasks: [],
    session_crons: [],
  });
  const stop = (message: string, prints = "Step 2") => hook("stop", stopped(message), prints);
  const line = (cwd: string, prints: string): TrainingStep => ({
    args: ["statusline"],
    project: cwd,
    env: envOf(SESSION),
    prints,
    input: {
      session_id: SESSION,
      transcript_path: transcript,
      cwd,
      model: { id: "model", display_name: "Model" },
      workspace: { current_dir: cwd, project_dir: cwd, added_dirs: [] },
      version: "2.1.328",
    },
  });
  const noLoop = (step: TrainingStep): TrainingStep => ({
    ...step,
    project: elsewhere,
    env: envOf("elsewhere"),
    prints: "",
  });
  const type = (line: string, prints: string, where = elsewhere): TrainingStep => (
    { args: line.split(" "), project: where, env: {}, prints, input: null }
  );
  const npm = "npm test";
  return {
    scenes: [
      {
        pack: "guard",
        steps: [
          bash(npm),
          bash("git status --short && ls src | head -n 20"),
          bash("rm -rf build && mv a b"),
          bash("rm -f .claude/notes.md"),
          ...["Edit", "Write", "MultiEdit", "NotebookEdit"].map((name) =>
            write("src/a.ts", "{}", name)
          ),
          hook("guard", tool("PreToolUse", "mcp__server__tool", { path: "src/a.ts" })),
          noLoop(bash(npm)),
        ],
      },
      {
        pack: "session",
        steps: [
          ended("Bash", { command: npm }),
          ...["Agent", "Task", "mcp__server__tool"].map((name) => ended(name, {})),
          ...["Bash", "Agent", "Task", "mcp__server__tool"].map((name) =>
            ended(name, {}, "PostToolUseFailure")
          ),
          noLoop(ended("Bash", { command: npm })),
        ],
      },
      { pack: "stop", steps: [noLoop(stop("Done."))] },
      {
        pack: "stop-loop",
        begins: "stop",
        steps: [
          stop("I have finished the first step; the next one is open."),
          stop("The tests pass now."),
        ],
      },
      // No gate keeps it from starting where there is no loop.
      { pack: "statusline", steps: [line(elsewhere, "")] },
      {
        pack: "statusline-loop",
        begins: "statusline",
        steps: [line(project, "ralph turn 2/"), line(fresh, "waiting for")],
      },
    ],
    seldom: [
      write(".claude/plans/night.md"),
      bash("rm .claude/ralph-state.json", "deny"),
      write(".claude/loop-enabled", "deny"),
      asks("AskUserQuestion"),
      asks("ExitPlanMode"),
      ...["PostToolUse", "PostToolUseFailure"].flatMap((name) => [
        ended("AskUserQuestion", {}, name),
        ended("ExitPlanMode", {}, name),
      ]),
      event("UserPromptSubmit", { prompt: "go on" }),
      event("SessionStart", { source: "compact" }),
      event("Notification", { message: "waits" }),
      event("PermissionRequest", { tool_name: "Bash", tool_input: { command: npm } }),
      event("Stop", stopped("Done.")),
      // Where nobody is there, nothing waits for the limit's end.
      {
        ...event("StopFailure", { error: "rate_limit", last_assistant_message: "Limit reached" }),
        env: { ...envOf(SESSION), CLAUDE_CODE_SESSION_ATTENDED: "0" },
      },
      event("SessionEnd", { reason: "other" }),
      {
        ...hook("stop", { ...stopped("All is done."), session_id: LAST_SESSION }, "done"),
        project: finished,
        env: { ...envOf(LAST_SESSION), RALPH_ENABLE_VALIDATION_PHASE: "false" },
      },
    ],
    typed: [
      type("--version", "ralph"),
      type("--help", "ralph start"),
      type("status --help", "ralph status"),
      type("status", "NO LOOP"),
      type("status", "PLAN.md", project),
      type("status --json", "PLAN.md", project),
      type(
        "start -f ../fresh/PLAN.md --yes --session 0a1b2c3d-0000-4000-8000-00000000da71",
        "PLAN.md",
      ),
      type("stop", ""),
      type("run ../fresh/PLAN.md --dry-run --agent true", "Step 2"),
      type("status", "PLAN.md"),
      type("history", ""),
      type("explain", ""),
      type("start nowhere.md", ""),
      type("hooks status", ""),
      type("config show", "max_iterations"),
    ],
  };
}

/** The variables of a call where somebody is there. */
function envOf(session: string): TrainingStep["env"] {
  return { CLAUDE_CODE_SESSION_ID: session, CLAUDE_CODE_SESSION_ATTENDED: "1" };
}
