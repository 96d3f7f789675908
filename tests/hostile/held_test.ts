/**
 * No hook and no command is held by what lies in a folder: each answers, whatever stands where a file
 * is expected.
 *
 * @module
 */
import { assert } from "@std/assert";
import { dirname, join } from "@std/path";
import { gitIn } from "../evidence/progress/_project.ts";
import { answerOf, makeStage, RALPH, SESSION, type Stage } from "../e2e/_stage.ts";
import { projectHash } from "../../src/store/places.ts";

/** A process that has not answered by then is held; one that answers takes a fraction of a second. */
const HELD_SECONDS = 40;
/** Reading a device without end takes gigabytes. */
const MOST_MEMORY_KB = 1_200_000;

/** What may stand where a file is expected. */
const KINDS: Readonly<Record<string, (path: string) => void>> = {
  "a pipe": (path) => {
    new Deno.Command("mkfifo", { args: [path] }).outputSync();
  },
  "a link to a device without end": (path) => Deno.symlinkSync("/dev/zero", path),
  "a folder": (path) => Deno.mkdirSync(path),
  "a sparse file of 3 GB": (path) => {
    Deno.writeTextFileSync(path, "");
    Deno.truncateSync(path, 3 * 1024 ** 3);
  },
  "a link to itself": (path) => Deno.symlinkSync(path, path),
};

/** Places that are spoilt together: none of them keeps ralph from looking at the others. */
const PLACES: Readonly<Record<string, (stage: Stage) => readonly string[]>> = {
  "the ignore file, the index, the plan and the journal": (stage) => [
    join(stage.project, ".gitignore"),
    join(stage.project, ".git/index"),
    stage.plan,
    join(stage.loopDir(), "journal.jsonl"),
  ],
  "git's head, CLAUDE.md and the beats": (stage) => [
    join(stage.project, ".git/HEAD"),
    join(stage.project, "CLAUDE.md"),
    join(stage.loopDir(), "beats.jsonl"),
  ],
  "git's configuration and attributes": ({ project }) => [
    join(project, ".git/config"),
    join(project, ".git/info/attributes"),
  ],
  "git's exclude list, the readme and the transcript": (stage) => [
    join(stage.project, ".git/info/exclude"),
    join(stage.project, "README.md"),
    stage.transcript(),
  ],
  "git's packed references and its pointer to another folder": ({ project }) => [
    join(project, ".git/packed-refs"),
    join(project, ".git/commondir"),
  ],
  ".git": ({ project }) => [join(project, ".git")],
  "the project's settings and a template": (stage) => [
    stage.mark("settings.json"),
    stage.mark("settings.local.json"),
    stage.mark("ralph-templates/continuation.md"),
  ],
  "the user's settings": (stage) => [stage.inHome("settings.json")],
  "the configuration and the history": (stage) => [
    stage.mark("ralph-config.json"),
    stage.inHome("ralph/history.jsonl"),
  ],
  "the flat configuration and the stop record": (stage) => [
    stage.mark("loop-config.json"),
    stage.inHome("ralph-stop-reason.json"),
  ],
  "what was learned, and an adapter": (stage) => [
    stage.mark("ralph-knowledge.json"),
    stage.mark("ralph-adapters/x.yaml"),
    join(stage.project, "pyproject.toml"),
  ],
  "the user's configuration and consents": (stage) => [
    stage.inHome("ralph/config.json"),
    stage.inHome("ralph/trust.json"),
    join(stage.loopDir(), "settings.json"),
  ],
  "the marker": (stage) => [stage.mark("loop-enabled")],
  "the loop's record": (stage) => [stage.mark("ralph-state.json")],
  "the project's lock": (stage) => [
    stage.inHome("ralph/locks", `${projectHash(stage.project)}.lock`),
  ],
  "the loop's facts": (stage) => [join(stage.loopDir(), "loop.json")],
};

/** Runs ralph within a time and a memory; fails where it is held. */
async function call(
  stage: Stage,
  args: readonly string[],
  input: string,
  path?: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const script =
    `ulimit -d ${MOST_MEMORY_KB} 2>/dev/null; exec timeout -s KILL ${HELD_SECONDS} "$@"`;
  const child = new Deno.Command("sh", {
    args: ["-c", script, "sh", RALPH, ...args],
    cwd: stage.project,
    clearEnv: true,
    env: stage.env({
      ...(args[0] === "hook"
        ? { CLAUDE_PROJECT_DIR: stage.project, CLAUDE_CODE_SESSION_ID: SESSION }
        : {}),
      ...(path === undefined ? {} : { PATH: path }),
    }),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
  const { code, signal, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assert(code !== 137 && signal === null, `ralph ${args.join(" ")} was held (${code}, ${signal})`);
  return { code, stdout: decode(stdout), stderr: decode(stderr) };
}

/** A hook and the event that it gets. */
type HookCall = readonly [hook: string, event: Record<string, unknown>];

/** Every hook once, a Stop twice with the same words: a suspicion, for which the tree is read. */
function eventsOf(stage: Stage): HookCall[] {
  const tool = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t" };
  const plan = { tool_name: "Write", tool_input: { file_path: stage.plan, content: "x" } };
  const message = "I am waiting for your answer.";
  return [
    ["guard", stage.event("PreToolUse", tool)],
    ["archive", stage.event("PreToolUse", plan)],
    ["session", stage.event("UserPromptSubmit", { prompt: "go on" })],
    ["stop", stage.stopEvent({ message })],
    ["stop", stage.stopEvent({ message })],
  ];
}

async function callAll(stage: Stage, events: readonly HookCall[], path?: string): Promise<void> {
  for (const [hook, event] of events) {
    const ran = await call(stage, ["hook", hook], JSON.stringify(event), path);
    answerOf({ ...ran, signal: null });
  }
  for (const command of ["status", "start", "constraints", "stop"]) {
    const { stderr } = await call(stage, [command], "", path);
    assert(!/^\s+at .*\.ts/m.test(stderr), `${command}: ${stderr}`);
  }
}

async function makeProject(): Promise<Stage> {
  const stage = await makeStage({ start: null });
  gitIn(stage.project, "init", "-q", "-b", "main");
  gitIn(stage.project, "add", "-A");
  gitIn(stage.project, "commit", "-qm", "One");
  return stage;
}

for (const [name, placesOf] of Object.entries(PLACES)) {
  Deno.test(`hostile disk: nothing waits on ${name}, whatever stands there`, async (test) => {
    for (const [kind, make] of Object.entries(KINDS)) {
      await test.step(kind, async () => {
        using stage = await makeProject();
        await stage.ok(["start", "-f", "PLAN.md", "--session", SESSION]);
        await stage.turn();
        // Made first: the test itself would wait on a transcript that is a pipe.
        const events = eventsOf(stage);
        for (const path of placesOf(stage)) {
          Deno.mkdirSync(dirname(path), { recursive: true });
          await Deno.remove(path, { recursive: true }).catch(() => {});
          make(path);
        }
        await callAll(stage, events);
      });
    }
  });
}

Deno.test("hostile disk: a git that never answers holds no hook and no command", async () => {
  using stage = await makeProject();
  const bin = join(stage.root, "bin");
  Deno.mkdirSync(bin);
  Deno.writeTextFileSync(join(bin, "git"), "#!/bin/sh\nsleep 600 & sleep 600\n", { mode: 0o755 });
  await stage.ok(["start", "-f", "PLAN.md", "--session", SESSION]);
  await callAll(stage, eventsOf(stage), `${bin}:${Deno.env.get("PATH")}`);
});
