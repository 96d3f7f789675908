/**
 * The rows of the hooks.
 *
 * @module
 */
import { join } from "@std/path";
import { MEMORY_ADVICE } from "../src/registration/gate.ts";
import type { BenchRow, Program, Reference } from "./measure.ts";
import {
  bashEndEvent,
  bashEvent,
  type BenchStage,
  makeStage,
  noteStop,
  stopEvent,
} from "./stage.ts";

const MB = 1024 * 1024;

/** Maximum ratio of a hook's memory to the empty program's. */
const MEMORY_AT_MOST = 1.5;

/** Recorded ratios of the same continued event; these programs are not run here. */
const OTHERS: readonly Reference[] = [
  { name: "the official plugin's shell hook", ratio: 3.6, atMost: 0.52, goal: 0.47 },
  { name: "the Python predecessor", ratio: 3.5, atMost: 0.53 },
];

/** The programs and folders that the hooks' rows need. */
export interface HookBench {
  /** A folder for everything. */
  readonly root: string;
  readonly ralph: string;
  /** An empty program, packaged the same way. */
  readonly empty: Program;
}

/** Returns the call of the status line between two Stops of a loop; no gate starts it. */
function statusLine(stage: BenchStage, ralph: string): Program {
  const { before = () => {}, ...hook } = stage.hook("stop", stopEvent());
  return {
    ...hook,
    command: [ralph, "statusline"],
    before: () => {
      before();
      noteStop(stage.project);
    },
  };
}

/** Builds the rows. */
export async function hookRows({ root, ralph, empty }: HookBench): Promise<BenchRow[]> {
  const small = { transcriptBytes: 2 * MB, files: 100, iterations: 3 };
  const large = { transcriptBytes: 200 * MB, files: 10_000, iterations: 99 };
  const quick = await makeStage(join(root, "small"), ralph, small);
  const heavy = await makeStage(join(root, "large"), ralph, large);
  const long = { transcriptBytes: 50 * MB, files: 100, iterations: 0, isUnread: true };
  const first = await makeStage(join(root, "long"), ralph, long);
  const noLoop = join(root, "no-loop");
  await Deno.mkdir(noLoop);
  // If the session is active elsewhere, the hook reads more.
  const session_id = "bench-elsewhere";
  const elsewhere = {
    ...quick.env,
    CLAUDE_PROJECT_DIR: noLoop,
    CLAUDE_CODE_SESSION_ID: session_id,
  };
  const stop = stopEvent();
  const gated: Program = {
    command: ["sh", "-c", quick.registered("Stop", "stop")],
    cwd: noLoop,
    env: elsewhere,
    input: "{}",
  };
  const plan = join(".claude", "plans", "loop.md");
  await Deno.mkdir(join(heavy.project, ".claude", "plans"), { recursive: true });
  await Deno.writeTextFile(join(heavy.project, plan), "# Night\n\n- [ ] one\n");
  const write = (path: string) => ({
    hook_event_name: "PreToolUse",
    tool_name: "Write",
    tool_use_id: "toolu_bench",
    tool_input: { file_path: join(heavy.project, path), content: "# Night\n" },
  });
  const row = (
    name: string,
    program: Program,
    atMost: number | null,
    goal?: number,
    mustPrint: string | null = "{",
  ): BenchRow => ({
    name,
    program,
    baseline: empty,
    atMost,
    isByCpu: true,
    ...goal === undefined ? {} : { goal },
    mustPrint,
  });
  return [
    row("any hook as registered, no loop here (the gate)", gated, 0.1, undefined, null),
    row(
      "the binary called without the gate, no loop here",
      {
        ...quick.hook("stop", { ...stop, session_id, cwd: noLoop }),
        env: { ...elsewhere, GLIBC_TUNABLES: MEMORY_ADVICE },
        before: () => {},
      },
      1.2,
      1.05,
    ),
    row(
      "hook guard, a command that can do no harm (npm test)",
      heavy.hook("guard", bashEvent("npm test")),
      1.3,
      1.15,
    ),
    {
      ...row(
        "hook guard, a command of plain words (rm -rf build && mv a b)",
        heavy.hook("guard", bashEvent("rm -rf build && mv a b")),
        1.3,
        1.15,
      ),
      memoryAtMost: MEMORY_AT_MOST,
    },
    row(
      "hook guard, a command that is judged (rm -f .claude/notes.md)",
      heavy.hook("guard", bashEvent("rm -f .claude/notes.md")),
      1.3,
      1.3,
    ),
    row("hook guard, a source file is edited", heavy.hook("guard", write("src/a.ts")), 1.25, 1.15),
    row("hook session, a command has ended", heavy.hook("session", bashEndEvent()), 1.25, 1.2),
    row("statusline, a loop works", statusLine(heavy, ralph), 1.35, 1.25, "ralph"),
    row(
      "statusline, no loop here",
      {
        ...statusLine(quick, ralph),
        env: { ...elsewhere, GLIBC_TUNABLES: MEMORY_ADVICE },
        input: JSON.stringify({ session_id, cwd: noLoop }),
      },
      1.15,
      1.05,
      null,
    ),
    row("hook guard, a plan is edited", heavy.hook("guard", write(plan)), 1.4),
    {
      ...row(
        "hook stop, continues: 200 MB transcript, 10,000 files, 99 iterations",
        heavy.hook("stop", stop),
        1.85,
        1.7,
        "PLAN.md",
      ),
      references: OTHERS,
      memoryAtMost: MEMORY_AT_MOST,
    },
    row(
      "hook stop, the first of a loop in a session of 50 MB",
      first.hook("stop", stop),
      1.85,
      1.7,
      "PLAN.md",
    ),
    {
      name: "hook stop, continues: 200 MB and 10,000 files against 2 MB and 100 files",
      program: heavy.hook("stop", stop),
      baseline: quick.hook("stop", stop),
      atMost: 1.15,
      isByCpu: true,
      mustPrint: "PLAN.md",
    },
  ];
}
