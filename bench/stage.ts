/**
 * The bench's stage: a project with a loop, transcripts and trees of known sizes.
 *
 * @module
 */
import { join } from "@std/path";
import type { Program } from "./measure.ts";
import { MEMORY_ADVICE } from "../src/registration/gate.ts";
import { readHookCommand } from "../src/registration/ours.ts";

/** The session that drives the bench's loop. */
const SESSION = "be4c0000-0000-4000-8000-000000000001";

/** The sizes of a stage. */
export interface StageSize {
  /** Bytes of the transcript, mostly old. */
  readonly transcriptBytes: number;
  /** Files in the tree, unchanged. */
  readonly files: number;
  /** Number of continuations that the loop has made. */
  readonly iterations: number;
  /** True if the loop has read nothing of the transcript, which is older than the loop. */
  readonly isUnread?: boolean;
}

/** A project with a loop in it. */
export interface BenchStage {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** The command that `hooks install` registered for a hook, gate included. */
  readonly registered: (event: string, action: string) => string;
  /** Returns a hook of this stage as a program; `direct` leaves out the gate. */
  readonly hook: (action: string, event: Readonly<Record<string, unknown>>) => Program;
}

/** Makes a stage below a folder. */
export async function makeStage(root: string, ralph: string, size: StageSize): Promise<BenchStage> {
  const project = join(root, "project");
  const home = join(root, "home");
  await Deno.mkdir(join(home, ".claude"), { recursive: true });
  await Deno.mkdir(project, { recursive: true });
  await writeTree(project, size.files);
  await Deno.writeTextFile(join(project, "PLAN.md"), planOf(40));
  const transcript = join(root, "transcript.jsonl");
  await writeTranscript(transcript, size.transcriptBytes);
  const env = { HOME: home, PATH: Deno.env.get("PATH") ?? "" };
  await call(ralph, ["hooks", "install"], project, env);
  const limits = ["--max-iterations", "100000", "--min-iterations", "99999", "--max-hours", "9000"];
  await call(
    ralph,
    ["start", "-f", "PLAN.md", "--yes", "--session", SESSION, ...limits],
    project,
    env,
  );
  setIterations(project, size);
  const hookEnv = { ...env, CLAUDE_PROJECT_DIR: project, CLAUDE_CODE_SESSION_ID: SESSION };
  const common = {
    session_id: SESSION,
    transcript_path: transcript,
    cwd: project,
    prompt_id: "bench-prompt",
    permission_mode: "bypassPermissions",
  };
  const state = join(project, ".claude", "ralph-state.json");
  const record = await Deno.readTextFile(state);
  const loop = JSON.parse(record).id;
  const loopDir = join(home, ".claude", "ralph", "loops", loop);
  return {
    project,
    home,
    env: hookEnv,
    registered: (event, action) => registeredCommand(home, event, action),
    hook: (action, event) => ({
      command: [ralph, "hook", action],
      cwd: project,
      // As the gate starts a hook.
      env: { ...hookEnv, GLIBC_TUNABLES: MEMORY_ADVICE },
      input: JSON.stringify({ ...common, ...event }),
      // Each run answers the same event from the same record.
      before: () => {
        Deno.writeTextFileSync(state, record);
        const copy = join(loopDir, "copies", "ralph-state.json");
        Deno.writeTextFileSync(copy, record);
        // With the time that ralph recorded: otherwise the hook would compare the contents under the lock.
        const { mtime } = Deno.statSync(state);
        if (mtime !== null) Deno.utimeSync(copy, mtime, mtime);
        emptyFolder(join(loopDir, "calls"));
        emptyFolder(join(home, ".claude", "ralph", "sessions"));
        // Otherwise a Stop would also read those of all earlier runs.
        Deno.writeTextFileSync(join(loopDir, "beats.jsonl"), "");
      },
    }),
  };
}

/** Makes a Stop event of the stage's session. */
export function stopEvent(): Record<string, unknown> {
  return {
    hook_event_name: "Stop",
    stop_hook_active: false,
    last_assistant_message: "I have finished the step; the next one is open.",
    background_tasks: [],
    session_crons: [],
  };
}

/** Makes the event of a call of the Bash tool. */
export function bashEvent(command: string): Record<string, unknown> {
  return {
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_use_id: "toolu_bench",
    tool_input: { command },
  };
}

/** Makes the event of the end of a call of the Bash tool. */
export function bashEndEvent(): Record<string, unknown> {
  return { ...bashEvent("npm test"), hook_event_name: "PostToolUse", duration_ms: 1000 };
}

/** Writes the fields that a Stop leaves in the record: the count of the plan's items, and its time. */
export function noteStop(project: string): void {
  const path = join(project, ".claude", "ralph-state.json");
  const record = JSON.parse(Deno.readTextFileSync(path));
  record.items = { done: 20, total: 40, next: "Step 2" };
  const at = new Date(Date.now() + 60_000).toISOString();
  record.last_decision = { kind: "continue", code: "work", sentence: "", at };
  Deno.writeTextFileSync(path, JSON.stringify(record));
}

function planOf(items: number): string {
  const lines = Array.from(
    { length: items },
    (_, index) =>
      `- [${index % 2 === 0 ? "x" : " "}] Step ${
        index + 1
      }: change \`src/part${index}.ts\` and its test`,
  );
  return `# Plan\n\nRead the notes first.\n\n## Checklist\n\n${lines.join("\n")}\n`;
}

async function writeTree(project: string, files: number): Promise<void> {
  for (let index = 0; index < files; index++) {
    const folder = join(project, "src", `part${Math.floor(index / 100)}`);
    if (index % 100 === 0) await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(
      join(folder, `file${index}.ts`),
      `export const value${index} = ${index};\n`,
    );
  }
}

/** Makes a long conversation, of which the loop has read all except the last 64 KiB. */
async function writeTranscript(path: string, bytes: number): Promise<void> {
  const line = (index: number) =>
    `${
      JSON.stringify({
        type: "assistant",
        timestamp: new Date(Date.UTC(2020, 0, 1) + index * 1000).toISOString(),
        sessionId: SESSION,
        version: "2.1.328",
        message: {
          id: `msg_${index}`,
          role: "assistant",
          content: [{ type: "text", text: "word ".repeat(150) }],
        },
      })
    }\n`;
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const block = new TextEncoder().encode(
    Array.from({ length: 1000 }, (_, index) => line(index)).join(""),
  );
  for (let written = 0; written < bytes; written += block.length) {
    const rest = block.subarray(0, Math.min(block.length, bytes - written));
    for (let done = 0; done < rest.length;) done += file.writeSync(rest.subarray(done));
  }
  const end = new TextEncoder().encode(`\n${line(1)}`);
  file.writeSync(end);
}

function setIterations(
  project: string,
  { iterations, transcriptBytes, isUnread = false }: StageSize,
): void {
  const path = join(project, ".claude", "ralph-state.json");
  const record = JSON.parse(Deno.readTextFileSync(path));
  record.iteration = iterations;
  record.transcript.offset = isUnread ? 0 : Math.max(0, transcriptBytes - 64 * 1024);
  Deno.writeTextFileSync(path, JSON.stringify(record));
}

function registeredCommand(home: string, event: string, action: string): string {
  const settings = JSON.parse(Deno.readTextFileSync(join(home, ".claude", "settings.json"))) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  const all = (settings.hooks[event] ?? []).flatMap((group) => group.hooks);
  const entry = all.find(({ command }) => readHookCommand(command)?.action === action);
  if (entry === undefined) throw new Error(`No hook "${action}" is registered for ${event}`);
  return entry.command;
}

async function call(
  ralph: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<void> {
  const { code, stderr } = await new Deno.Command(ralph, { args, cwd, env, clearEnv: true })
    .output();
  if (code !== 0) throw new Error(`ralph ${args[0]} failed: ${new TextDecoder().decode(stderr)}`);
}

/** Empties a folder, which stays, as it does in a loop. */
function emptyFolder(path: string): void {
  try {
    for (const { name } of Deno.readDirSync(path)) Deno.removeSync(join(path, name));
  } catch {
    // The folder is missing.
  }
}
