/** The ways in which a plan can be run, each with the same agent, checks and options. */
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { type ReasonCode, stateOfEnd } from "../../../src/loop/reasons.ts";
import { makeStage, type Stage } from "../../e2e/_stage.ts";
import { begin, continuationOf } from "../../e2e/_stage.ts";
import { makeMachines } from "./_machines.ts";
import { repositoryOf } from "./_parallel_stage.ts";

/** What is run. */
export interface Task {
  /** The plan's items, without boxes; a ticked one begins with `[x]`, a step with two spaces. */
  readonly items: readonly string[];
  readonly options?: readonly string[];
  /** Files of the project, beside the plan. */
  readonly files?: Readonly<Record<string, string>>;
}

/** How it ended. */
export interface End {
  readonly state: ReturnType<typeof stateOfEnd>;
  readonly code: string;
  /** The reason, as people read it. */
  readonly sentence: string;
  /** The exit code; null for a session. */
  readonly exit: number | null;
  /** The items that are ticked. */
  readonly done: readonly string[];
  /** The plan's path, and those of copies beside it. */
  readonly plan: string;
}

/** Does an item by what its text says, in the project where the plan is. */
const AGENT = `#!/bin/sh
item=$(printf '%s\\n' "$1" | sed -n 's/^ *- \\[ \\] //p' | head -n 1)
plan=$(printf '%s\\n' "$1" | sed -n 's/^- Plan: //p' | head -n 1)
tick() {
  at=$(grep -nF -- "- [ ] $item" "$plan" | head -n 1 | cut -d: -f1)
  [ -z "$at" ] || sed -i "\${at}s/\\[ \\]/[x]/" "$plan"
}
# The items that this one closes.
for at in $(printf '%s\\n' "$1" | sed -n 's/^- line \\([0-9]*\\): .*/\\1/p'); do
  sed -i "\${at}s/\\[ \\]/[x]/" "$plan"
done
# shellcheck disable=SC2086 # the words of the item
set -- $item
case "$1" in
write) echo "$2" >"$2"; tick ;;
claim | whole) tick ;;
archive)
  tick
  git add -A && git -c user.name=a -c user.email=a@example.com commit -qm "$item"
  mkdir -p completed && git mv PLAN.md completed/
  ;;
remove) sed -i "/- \\[ \\] $1 $2/d" "$plan" ;;
outage)
  if mkdir "$(dirname "$0")/refused" 2>/dev/null; then
    echo "API Error: Connection error."
    exit 1
  fi
  tick
  ;;
ask) echo "<blocked>the key for $2</blocked>" ;;
linger) sleep 3 ;;
esac
git add -A && git -c user.name=a -c user.email=a@example.com commit -qm "$item" || true
`;

function planOf({ items }: Task): string {
  const lines = items.map((item) => {
    const [, indent = "", text = ""] = /^( *)(.*)$/.exec(item) ?? [];
    return `${indent}- ${text.startsWith("[x]") ? "" : "[ ] "}${text}\n`;
  });
  return `# Plan\n\n${lines.join("")}`;
}

function doneIn(plan: string): string[] {
  return [...plan.matchAll(/^ *- \[x\] ([^|[\n]*)/gm)].map(([, text = ""]) => text.trim());
}

function pathsOfPlan(folder: string): string[] {
  return ["PLAN.md", "completed/PLAN.md"].filter((path) => existsSync(join(folder, path)));
}

/** Reads the plan, wherever it was moved to. */
function readPlan(folder: string): Pick<End, "done" | "plan"> & { readonly text: string } {
  const paths = pathsOfPlan(folder);
  const text = Deno.readTextFileSync(join(folder, paths[0] ?? ""));
  return { text, done: doneIn(text), plan: paths.join(", ") };
}

/** The open box that the instruction names, else the first without an open step. */
function nextItem(plan: string, instruction: string | null): string {
  const open = plan.split("\n").filter((line) => /^ *- \[ \] /.test(line));
  const [, named] = /^Next open item in `.*`: "(.*)"$/m.exec(instruction ?? "") ?? [];
  const box = open.find((line) => named !== undefined && line.includes(`[ ] ${named}`));
  if (box !== undefined) return box;
  const indent = (line = "") => line.length - line.trimStart().length;
  return open.find((line, at) => indent(open[at + 1]) <= indent(line)) ?? "";
}

function readRun(folder: string, exit: number): End {
  const result = Deno.readTextFileSync(join(folder, ".ralph-result"));
  const [, code = "", sentence = ""] = /^- \*\*Reason:\*\* (\S+) — (.*)$/m.exec(result) ?? [];
  const { done, plan } = readPlan(folder);
  return { state: stateOfEnd(code as ReasonCode), code, sentence, exit, done, plan };
}

function writeAgent(stage: Stage): string {
  const path = join(stage.root, "agent.sh");
  Deno.writeTextFileSync(path, AGENT, { mode: 0o755 });
  return path;
}

/** Turns that a session gets at most. */
const MOST_TURNS = 20;

/** Works in a session: the client's events, and between them the agent. */
async function inSession(task: Task): Promise<End> {
  using stage = await makeStage({ start: null, plan: planOf(task) });
  repositoryOf(stage, task.files);
  const agent = writeAgent(stage);
  await begin(stage, ["-f", "PLAN.md", "--until-done", "--trust", ...task.options ?? []]);
  // The first prompt is the user's own, and no turn of the loop.
  let instruction = continuationOf(await stage.turn());
  for (let turn = 0; turn < MOST_TURNS && stage.hasLoop(); turn++) {
    const { text, plan } = readPlan(stage.project);
    const { success, stdout } = await new Deno.Command(agent, {
      args: [`${nextItem(text, instruction)}\n- Plan: ${plan}\n`],
      cwd: stage.project,
    }).output();
    const words = new TextDecoder().decode(stdout);
    if (!success) {
      const failed = { error: "server_error", last_assistant_message: words.trim() };
      await stage.raw("session", JSON.stringify(stage.event("StopFailure", failed)));
      continue;
    }
    instruction = continuationOf(await stage.turn({ message: `${words}\n${crypto.randomUUID()}` }));
  }
  const stop = stage.stopRecord();
  const { done, plan } = readPlan(stage.project);
  const { code = "", reason = "" } = stop ?? {};
  return { state: stateOfEnd(code), code, sentence: reason, exit: null, done, plan };
}

/** Works by `ralph run`. */
function byRun(...ways: readonly string[]): (task: Task) => Promise<End> {
  return async (task) => {
    using stage = await makeStage({ isInstalled: false, start: null, plan: planOf(task) });
    repositoryOf(stage, task.files);
    const words = ["run", "PLAN.md", "--agent", writeAgent(stage), "--trust", ...ways];
    const { code } = await stage.ralph([...words, ...task.options ?? []]);
    return readRun(stage.project, code);
  };
}

/** Works on two machines, and merges on a third. */
async function byShards(task: Task): Promise<End> {
  using machines = await makeMachines(planOf(task), task.files);
  const agent = writeAgent(machines.stage);
  const more = ["--trust", ...task.options ?? []];
  await machines.add("one").run(["--shard", "1/2", ...more], { agent });
  await machines.add("two").run(["--shard", "2/2", ...more], { agent });
  const merge = machines.add("merge");
  const { code } = await merge.run(["--merge", ...more], { agent });
  return readRun(merge.folder, code);
}

/** The ways, by their names. */
export const WAYS = {
  "in a session": inSession,
  "one agent": byRun(),
  "two agents": byRun("--parallel", "2"),
  "two shards": byShards,
} as const;

/** The name of a way. */
export type Way = keyof typeof WAYS;
