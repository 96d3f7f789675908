/**
 * The day of a loop that the build plays, so that V8 compiles what hooks and the status line use, in
 * a home and a project that are thrown away.
 *
 * @module
 */
import { fromFileUrl, join } from "@std/path";
import { runChild } from "./_child.ts";
import { ScriptError } from "./_say.ts";
import { STEP_MS, type TrainingStep } from "./_training_job.ts";

/** Calls that make one pack. */
export interface TrainingScene {
  /** The name of the pack: the hook's, or `statusline`; or that and what comes after it. */
  readonly pack: string;
  /** The pack that they begin with, and go on from. Default: their own. */
  readonly begins?: string;
  readonly steps: readonly TrainingStep[];
}

/** A home and a project with a loop. */
export interface TrainingStage extends Disposable {
  readonly env: Record<string, string>;
  /** When the day begins. */
  readonly beginsAtMs: number;
  /** What happens often: each scene is a process, in this order. */
  readonly scenes: readonly TrainingScene[];
  /** What happens seldom, a pack of its own: each step in a process that has its kind's pack. */
  readonly seldom: readonly TrainingStep[];
  /** Puts everything back to where it began. */
  readonly reset: () => Promise<void>;
}

/** Runs chunks that are not compiled yet. */
export const RUN = [
  Deno.execPath(),
  "run",
  "--allow-all",
  "--no-config",
  "--no-lock",
  "--no-check",
];

const SESSION = "training";
const FILES = 20;
const FILES_IN_FOLDER = 10;
const PLAN = `# Plan

Read the notes first.

## Checklist

- [x] Step 1: change \`src/part0/file1.ts\`
- [ ] Step 2: change \`src/part0/file2.ts\` and its test
- [ ] Step 3: write \`README.md\`
`;

/**
 * Makes the stage.
 *
 * @param main The program as chunks; it is run from there to start the loop.
 * @throws {ScriptError} If the loop cannot be started.
 */
export async function makeStage(main: URL): Promise<TrainingStage> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "ralph-training-" }));
  try {
    return await prepare(root, main);
  } catch (error) {
    await Deno.remove(root, { recursive: true });
    throw error;
  }
}

async function prepare(root: string, main: URL): Promise<TrainingStage> {
  const at = (...names: string[]) => join(root, "now", ...names);
  const [home, project, fresh, elsewhere] = ["home", "project", "fresh", "elsewhere"].map((name) =>
    at(name)
  ) as [string, string, string, string];
  for (const folder of [home, fresh, elsewhere, join(project, ".claude", "plans")]) {
    await Deno.mkdir(folder, { recursive: true });
  }
  await Deno.writeTextFile(join(fresh, "PLAN.md"), PLAN);
  await writeTree(project);
  await Deno.writeTextFile(at("ralph"), "#!/bin/sh\n", { mode: 0o755 });
  await Deno.writeTextFile(at("transcript.jsonl"), writeTranscript());
  const env = {
    HOME: home,
    PATH: Deno.env.get("PATH") ?? "",
    TZ: "UTC",
    LANG: "C.UTF-8",
    DENO_DIR: join(root, "deno"),
    CLAUDE_CODE_SESSION_ID: SESSION,
  };
  const run = (command: readonly string[], cwd = project) => runIn(cwd, env, command);
  // Without git it is a folder as any.
  for (const args of [["init"], ["add", "."], ["commit", "--no-verify", "-m", "begin"]]) {
    const command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com", ...args];
    await runChild(command, { cwd: project, env, clearEnv: true });
  }
  const ralph = [...RUN, fromFileUrl(main)];
  await run([...ralph, "hooks", "install", "--program", at("ralph")]);
  const start = (session: string, cwd: string) =>
    run([...ralph, "start", "-f", "PLAN.md", "--yes", "--session", session], cwd);
  await start(SESSION, project);
  await start("not-begun", fresh);
  const begin = join(root, "begin");
  await run(["cp", "-a", at(), begin]);
  return {
    env,
    beginsAtMs: Date.now() + STEP_MS,
    ...writeDay({ project, fresh, elsewhere, transcript: at("transcript.jsonl") }),
    reset: async () => {
      await Deno.remove(at(), { recursive: true });
      await runIn(root, env, ["cp", "-a", begin, at()]);
    },
    [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }),
  };
}

async function runIn(
  cwd: string,
  env: Record<string, string>,
  command: readonly string[],
): Promise<void> {
  const { code, stderr } = await runChild(command, { cwd, env, clearEnv: true });
  if (code !== 0) throw new ScriptError(`"${command.join(" ")}" failed: ${stderr}`);
}

async function writeTree(project: string): Promise<void> {
  await Deno.writeTextFile(join(project, "PLAN.md"), PLAN);
  await Deno.writeTextFile(join(project, ".claude", "plans", "night.md"), "# Night\n\n- [ ] one\n");
  for (let index = 0; index < FILES; index++) {
    const folder = join(project, "src", `part${Math.floor(index / FILES_IN_FOLDER)}`);
    if (index % FILES_IN_FOLDER === 0) await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(join(folder, `file${index}.ts`), "export {};\n");
  }
}

function writeTranscript(): string {
  const line = (index: number, content: unknown) => ({
    type: "assistant",
    timestamp: new Date(Date.UTC(2020, 0, 1) + index * 1000).toISOString(),
    sessionId: SESSION,
    version: "2.1.328",
    message: { id: `msg_${index}`, role: "assistant", content: [content] },
  });
  const lines = Array.from({ length: 500 }, (_, index) =>
    line(
      index,
      index % 5 === 0
        ? { type: "tool_use", id: `toolu_${index}`, name: "Bash", input: { command: "npm test" } }
        : { type: "text", text: "word ".repeat(50) },
    ));
  return lines.map((each) => `${JSON.stringify(each)}\n`).join("");
}

/** Writes the calls of a day. */
function writeDay(
  { project, fresh, elsewhere, transcript }: Record<
    "project" | "fresh" | "elsewhere" | "transcript",
    string
  >,
): Pick<TrainingStage, "scenes" | "seldom"> {
  const common = {
    session_id: SESSION,
    transcript_path: transcript,
    cwd: project,
    prompt_id: "prompt",
    permission_mode: "bypassPermissions",
  };
  const hook = (name: string, event: Record<string, unknown>, prints = "{}"): TrainingStep => (
    { args: ["hook", name], project, prints, input: { ...common, ...event } }
  );
  const tool = (hook_event_name: string, tool_name: string, tool_input: unknown) => ({
    hook_event_name,
    tool_name,
    tool_use_id: "toolu_1",
    tool_input,
    ...(hook_event_name === "PostToolUse" ? { duration_ms: 1000, tool_response: {} } : {}),
  });
  const bash = (command: string, prints?: string) =>
    hook("guard", tool("PreToolUse", "Bash", { command }), prints);
  const write = (path: string, prints?: string) =>
    hook(
      "guard",
      tool("PreToolUse", "Write", { file_path: join(project, path), content: "" }),
      prints,
    );
  const ended = (name: string, input: unknown) => hook("session", tool("PostToolUse", name, input));
  const stop = (last_assistant_message: string) =>
    hook("stop", {
      hook_event_name: "Stop",
      stop_hook_active: false,
      last_assistant_message,
      background_tasks: [],
      session_crons: [],
    }, "Step 2");
  const line = (cwd: string, prints: string): TrainingStep => ({
    args: ["statusline"],
    project: cwd,
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
    prints: "",
  });
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
          hook("guard", tool("PreToolUse", "Edit", { file_path: join(project, "src", "a.ts") })),
          write("src/a.ts"),
          noLoop(bash(npm)),
        ],
      },
      {
        pack: "session",
        steps: [
          ended("Bash", { command: npm }),
          ended("Write", { file_path: join(project, "src", "a.ts"), content: "" }),
          noLoop(ended("Bash", { command: npm })),
        ],
      },
      {
        pack: "stop",
        steps: [
          stop("I have finished the first step; the next one is open."),
          stop("The tests pass now."),
          noLoop(stop("Done.")),
        ],
      },
      // No gate keeps it from starting where there is no loop.
      { pack: "statusline", steps: [line(elsewhere, "")] },
      {
        pack: "statusline-loop",
        begins: "statusline",
        steps: [line(project, "ralph 2/"), line(fresh, "waiting for")],
      },
    ],
    seldom: [
      write(".claude/plans/night.md"),
      bash("rm .claude/ralph-state.json", "deny"),
      write(".claude/loop-enabled", "deny"),
      hook("session", { hook_event_name: "UserPromptSubmit", prompt: "go on" }, ""),
      hook("session", { hook_event_name: "SessionStart", source: "compact" }, ""),
      hook("session", { hook_event_name: "Notification", message: "waits" }, ""),
      hook("session", { hook_event_name: "SessionEnd", reason: "other" }, ""),
    ],
  };
}
