/**
 * No hook and no command is held by what lies in a folder: each answers, whatever stands where a file
 * is expected.
 *
 * @module
 */
import { assert } from "@std/assert";
import { dirname, join } from "@std/path";
import { gitIn } from "../_project.ts";
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
  "the ignore file, the index, the plan, the documents and the journal": (stage) => [
    join(stage.project, ".gitignore"),
    join(stage.project, ".git/index"),
    stage.plan,
    join(stage.project, "CLAUDE.md"),
    join(stage.project, "README.md"),
    join(stage.loopDir(), "journal.jsonl"),
  ],
  "git's head, its exclude list and the beats": (stage) => [
    join(stage.project, ".git/HEAD"),
    join(stage.project, ".git/info/exclude"),
    join(stage.loopDir(), "beats.jsonl"),
  ],
  "git's configuration, attributes, packed references and its pointer to another folder": (
    { project },
  ) => [
    join(project, ".git/config"),
    join(project, ".git/info/attributes"),
    join(project, ".git/packed-refs"),
    join(project, ".git/commondir"),
  ],
  ".git": ({ project }) => [join(project, ".git")],
  "the settings, a template and the transcript": (stage) => [
    stage.mark("settings.json"),
    stage.mark("settings.local.json"),
    stage.inHome("settings.json"),
    stage.mark("ralph-templates/continuation.md"),
    stage.transcript(),
  ],
  "the configuration of every layer, trust and the history": (stage) => [
    stage.mark("ralph-config.json"),
    stage.mark("loop-config.json"),
    stage.inHome("ralph/config.json"),
    stage.inHome("ralph/trust.json"),
    stage.inHome("ralph/history.jsonl"),
    join(stage.loopDir(), "settings.json"),
  ],
  "what was learned, an adapter and the stop record": (stage) => [
    stage.mark("ralph-knowledge.json"),
    stage.mark("ralph-adapters/x.yaml"),
    join(stage.project, "pyproject.toml"),
    stage.inHome("ralph-stop-reason.json"),
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

/** Calls what does not change the loop side by side, and what changes it one after the other. */
async function callAll(stage: Stage, events: readonly HookCall[], path?: string): Promise<void> {
  const hook = async ([name, event]: HookCall) => {
    const ran = await call(stage, ["hook", name], JSON.stringify(event), path);
    answerOf({ ...ran, signal: null });
  };
  const command = async (...args: string[]) => {
    const { stderr } = await call(stage, args, "", path);
    assert(!/^\s+at .*\.ts/m.test(stderr), `${args[0]}: ${stderr}`);
  };
  await Promise.all(events.filter(([name]) => name !== "stop").map(hook));
  for (const event of events.filter(([name]) => name === "stop")) await hook(event);
  await Promise.all([command("status"), command("constraints")]);
  await command("stop");
  // Nothing runs any more: now it reads everything.
  await command("start", "-f", "PLAN.md");
}

/** A project with git and a loop that has continued once. */
async function makeProject(): Promise<Stage> {
  const stage = await makeStage({ start: null });
  gitIn(stage.project, "init", "-q", "-b", "main");
  gitIn(stage.project, "add", "-A");
  gitIn(stage.project, "commit", "-qm", "One");
  await stage.ok(["start", "-f", "PLAN.md", "--session", SESSION]);
  await stage.turn();
  return stage;
}

function shell(script: string, ...args: string[]): void {
  const { success } = new Deno.Command("sh", { args: ["-ec", script, "sh", ...args] }).outputSync();
  assert(success, script);
}

/** Gives a search path whose `git` is a script. */
function pathWithGit(stage: Stage, script: string): string {
  const bin = join(stage.root, "bin");
  Deno.mkdirSync(bin, { recursive: true });
  Deno.writeTextFileSync(join(bin, "git"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `${bin}:${Deno.env.get("PATH")}`;
}

function spoil(paths: readonly string[], make: (path: string) => void): void {
  for (const path of paths) {
    Deno.mkdirSync(dirname(path), { recursive: true });
    shell('rm -rf -- "$1"', path);
    make(path);
  }
}

for (const [name, placesOf] of Object.entries(PLACES)) {
  Deno.test(`hostile disk: nothing waits on ${name}, whatever stands there`, async (test) => {
    using stage = await makeProject();
    // Git itself waits on a pipe until its time is over: what that costs has a test of its own.
    const refusing = pathWithGit(stage, "exit 128");
    // Made first: the test itself would wait on a transcript that is a pipe.
    const events = eventsOf(stage);
    shell('cd "$1"; mkdir whole; cp -a project home whole', stage.root);
    for (const [kind, make] of Object.entries(KINDS)) {
      await test.step(kind, async () => {
        shell('cd "$1"; rm -rf project home; cp -a whole/. .', stage.root);
        spoil(placesOf(stage), make);
        await callAll(stage, events, kind === "a pipe" ? refusing : undefined);
      });
    }
  });
}

/** What keeps git waiting: one that never answers, and pipes in place of its own files. */
const SLOW_GITS: Readonly<Record<string, (stage: Stage) => string | undefined>> = {
  "a git that never answers": (stage) => pathWithGit(stage, "sleep 600 & sleep 600"),
  "a git that waits on pipes": ({ project }) => {
    const files = ["config", "info/attributes", "packed-refs", "info/exclude"];
    spoil(files.map((file) => join(project, ".git", file)), KINDS["a pipe"] ?? (() => {}));
    return undefined;
  },
  "a git that waits on the index": ({ project }) => {
    spoil(
      [join(project, ".git/index"), join(project, ".gitignore")],
      KINDS["a pipe"] ?? (() => {}),
    );
    return undefined;
  },
};

Deno.test("hostile disk: a git that does not answer holds no hook and no command", async () => {
  await Promise.all(
    Object.values(SLOW_GITS).map(async (slow) => {
      using stage = await makeProject();
      const path = slow(stage);
      await callAll(stage, eventsOf(stage), path);
    }),
  );
});
