/** No hook and no command hangs, whatever is in the place of a file. */
import { assert } from "@std/assert";
import { dirname, join } from "@std/path";
import { answerOf, makeStage, RALPH, type Ran, SESSION, type Stage } from "../e2e/_stage.ts";
import { run } from "../e2e/_run.ts";
import { projectHash } from "../../src/store/places.ts";

/** A process that has not answered by then hangs; usually it takes a fraction of a second. */
const TIMEOUT_SECONDS = 120;
/** Reading an endless device takes gigabytes. */
const MAX_MEMORY_KB = 1_200_000;

/** Makes a pipe: whoever opens it without looking waits for ever. */
function makePipe(path: string): void {
  new Deno.Command("mkfifo", { args: [path] }).outputSync();
}

/** What else may be in the place of a file. */
const KINDS: Readonly<Record<string, (path: string) => void>> = {
  "a link to an endless device": (path) => Deno.symlinkSync("/dev/zero", path),
  "a folder": (path) => Deno.mkdirSync(path),
  "a sparse file of 3 GB": (path) => {
    Deno.writeTextFileSync(path, "");
    Deno.truncateSync(path, 3 * 1024 ** 3);
  },
  "a link to itself": (path) => Deno.symlinkSync(path, path),
};

/** Places that are replaced together: none of them keeps ralph from reading the others. */
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

/** Runs ralph with limits of time and memory; fails if it hangs. */
async function call(
  stage: Stage,
  args: readonly string[],
  input: string,
  path?: string,
): Promise<Ran> {
  const script =
    `ulimit -d ${MAX_MEMORY_KB} 2>/dev/null; exec timeout -s KILL ${TIMEOUT_SECONDS} "$@"`;
  const hook = { CLAUDE_PROJECT_DIR: stage.project, CLAUDE_CODE_SESSION_ID: SESSION };
  const env = stage.env({
    ...args[0] === "hook" ? hook : {},
    ...path === undefined ? {} : { PATH: path },
  });
  const ran = await run("sh", ["-c", script, "sh", RALPH, ...args], {
    cwd: stage.project,
    env,
    input,
  });
  const { code, signal } = ran;
  assert(code !== 137 && signal === null, `ralph ${args.join(" ")} hung (${code}, ${signal})`);
  return ran;
}

type HookCall = readonly [hook: string, event: Record<string, unknown>];

/** Every hook once, a Stop twice with the same answer, so that ralph reads the tree. */
function eventsOf(stage: Stage): HookCall[] {
  const tool = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t" };
  const plan = { tool_name: "Write", tool_input: { file_path: stage.plan, content: "x" } };
  const message = "I am waiting for your answer.";
  return [
    ["guard", stage.event("PreToolUse", tool)],
    ["guard", stage.event("PreToolUse", plan)],
    ["session", stage.event("UserPromptSubmit", { prompt: "go on" })],
    ["stop", stage.stopEvent({ message })],
    ["stop", stage.stopEvent({ message })],
  ];
}

/** Calls every hook, and every command or those alone that change the loop; others in parallel. */
async function callAll(stage: Stage, events: readonly HookCall[], path?: string, isShort = false) {
  const hook = async ([name, event]: HookCall) => {
    const ran = await call(stage, ["hook", name], JSON.stringify(event), path);
    answerOf({ ...ran, signal: null });
  };
  const command = async (...args: string[]) => {
    const { stderr } = await call(stage, args, "", path);
    assert(!/^\s+at .*\.ts/m.test(stderr), `${args[0]}: ${stderr}`);
  };
  await Promise.all(events.filter(([name]) => name !== "stop").map(hook));
  const change = async () => {
    for (const event of events.filter(([name]) => name === "stop")) await hook(event);
    await command("stop");
    // Without a loop it reads everything.
    await command("start", "-f", "PLAN.md");
  };
  const others = isShort ? [] : [command("status"), command("constraints")];
  await Promise.all([change(), ...others]);
}

/** A project with git and a loop that has continued once. */
async function makeProject(): Promise<Stage> {
  const stage = await makeStage({ start: null });
  stage.git("init", "-q", "-b", "main");
  stage.git("add", "-A");
  stage.git("commit", "-qm", "One");
  await stage.ok(["start", "-f", "PLAN.md", "--session", SESSION]);
  await stage.turn();
  return stage;
}

function shell(script: string, ...args: string[]): void {
  const { success } = new Deno.Command("sh", { args: ["-ec", script, "sh", ...args] }).outputSync();
  assert(success, script);
}

/** Returns a `PATH` whose `git` is a script. */
function pathWithGit(stage: Stage, script: string): string {
  const bin = join(stage.root, "bin");
  Deno.mkdirSync(bin, { recursive: true });
  Deno.writeTextFileSync(join(bin, "git"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `${bin}:${Deno.env.get("PATH")}`;
}

function replace(paths: readonly string[], make: (path: string) => void): void {
  for (const path of paths) {
    Deno.mkdirSync(dirname(path), { recursive: true });
    shell('rm -rf -- "$1"', path);
    make(path);
  }
}

for (const [index, [name, placesOf]] of Object.entries(PLACES).entries()) {
  Deno.test(`hostile disk: nothing waits on ${name}`, async (test) => {
    using stage = await makeProject();
    // Git itself waits on a pipe until its timeout: that has its own test.
    const refusing = pathWithGit(stage, "exit 128");
    // Made first: otherwise the test itself would wait on a transcript that is a pipe.
    const events = eventsOf(stage);
    shell('cd "$1"; mkdir copy; cp -a project home copy', stage.root);
    // Every place meets a pipe, and each of the others is met in several places.
    const others = Object.entries(KINDS);
    for (const [kind, make] of [["a pipe", makePipe] as const, others[index % others.length]!]) {
      await test.step(kind, async () => {
        shell('cd "$1"; rm -rf project home; cp -a copy/. .', stage.root);
        replace(placesOf(stage), make);
        // A pipe has shown which files each command opens, and how a file is opened is the same for all.
        const isPipe = make === makePipe;
        const [called, path] = isPipe ? [events, refusing] : [events.slice(2), undefined];
        await callAll(stage, called, path, !isPipe);
      });
    }
  });
}

/** What keeps git waiting: one that never answers, and pipes in place of its own files. */
const SLOW_GITS: Readonly<Record<string, (stage: Stage) => string | undefined>> = {
  "a git that never answers": (stage) => pathWithGit(stage, "sleep 600 & sleep 600"),
  "a git that waits on pipes": ({ project }) => {
    const files = ["config", "info/attributes", "packed-refs", "info/exclude"];
    replace(files.map((file) => join(project, ".git", file)), makePipe);
    return undefined;
  },
  "a git that waits on the index": ({ project }) => {
    replace([join(project, ".git/index"), join(project, ".gitignore")], makePipe);
    return undefined;
  },
};

Deno.test("hostile disk: no hook and no command hangs with a git that does not answer", async () => {
  await Promise.all(
    Object.values(SLOW_GITS).map(async (slow) => {
      using stage = await makeProject();
      const path = slow(stage);
      await callAll(stage, eventsOf(stage), path);
    }),
  );
});
