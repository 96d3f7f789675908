/** The gate, read by a shell as the registered entries do. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import fc from "fast-check";
import { attempt } from "../../src/error.ts";
import { readGate, renderGate } from "../../src/registration/gate.ts";
import { groupsFor, listEntries, PLUGIN_GROUPS } from "../../src/registration/hook_list.ts";
import { quoteForShell } from "../../src/text/shell_word.ts";
import { isOurEntry, readHookCommand, unquoteForShell } from "../../src/registration/ours.ts";

const ACTIONS = ["stop", "guard", "session", "prompt"] as const;
type Action = typeof ACTIONS[number];

/** A project, a home and a program that prints its arguments, at paths with special characters. */
class Scene implements Disposable {
  readonly root = Deno.makeTempDirSync();
  readonly project = join(this.root, "it's a $project");
  readonly program = join(this.root, 'b in\'s "$(x)"', "ralph");
  readonly gate = join(this.root, "a 'home\" $x", "gate");

  constructor(readonly shellPath: string = "/bin/sh") {
    Deno.mkdirSync(join(this.project, ".claude"), { recursive: true });
    Deno.mkdirSync(join(this.program, ".."));
    Deno.mkdirSync(join(this.gate, ".."));
    this.install('echo "called $*"');
    this.writeGate();
  }

  install(script: string): void {
    Deno.writeTextFileSync(this.program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  writeGate(program = this.program): void {
    Deno.writeTextFileSync(this.gate, renderGate(program));
  }

  mark(name: string): void {
    Deno.writeTextFileSync(join(this.project, ".claude", name), "");
  }

  /** Runs the entry of an action, in a shell without its own variables. */
  run(
    action: Action,
    { env = {}, input = "", before = ":" }: {
      env?: Record<string, string | undefined>;
      input?: string;
      before?: string;
    } = {},
  ) {
    const { hook } = listEntries(groupsFor(this.gate, this.program))
      .find((entry) => readHookCommand(entry.hook.command)?.action === action)!;
    return this.shell(`${before}; ${hook.command}`, env, input);
  }

  shell(command: string, env: Record<string, string | undefined> = {}, input = "") {
    const file = join(this.root, "input");
    Deno.writeTextFileSync(file, input);
    const all = {
      PATH: "/usr/bin:/bin",
      HOME: this.root,
      CLAUDE_PROJECT_DIR: this.project,
      ...env,
    };
    const set = Object.entries(all).filter((entry): entry is [string, string] =>
      entry[1] !== undefined
    );
    const { code, stdout, stderr } = new Deno.Command(this.shellPath, {
      args: ["-c", `exec <'${file}'; ${command}`],
      env: Object.fromEntries(set),
      clearEnv: true,
    }).outputSync();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

/** The shells that read it as `sh`: that of Debian, and that of macOS and Fedora. */
const SHELLS = ["/bin/dash", "/bin/bash"].filter((path) =>
  attempt(() => Deno.statSync(path)) !== null
);

const INSTALL =
  "build it in a clone of ralph, as its README says, put it on your PATH, then start a new session.";

const SILENT = { code: 0, stdout: "", stderr: "" };
const called = (action: Action) => ({ ...SILENT, stdout: `called hook ${action}\n` });

Deno.test("gate: without a loop no program starts, and either mark lets it start", () => {
  using scene = new Scene();
  for (const action of ACTIONS) assertEquals(scene.run(action), SILENT);
  for (const mark of ["loop-enabled", "ralph-state.json"]) {
    using marked = new Scene();
    marked.mark(mark);
    for (const action of ACTIONS) assertEquals(marked.run(action), called(action));
  }
});

Deno.test("gate: a session of a loop whose marks are gone starts the program, wherever the home is", () => {
  for (
    const [variable, folder] of [
      ["HOME", ".claude/ralph"],
      ["CLAUDE_CONFIG_DIR", "ralph"],
      ["RALPH_HOME", "."],
    ] as const
  ) {
    using scene = new Scene();
    const home = join(scene.root, "ho me");
    Deno.mkdirSync(join(home, folder, "active"), { recursive: true });
    Deno.writeTextFileSync(join(home, folder, "active", "s-1"), "");
    const env = { [variable]: home, CLAUDE_CODE_SESSION_ID: "s-1" };
    assertEquals(scene.run("guard", { env }), called("guard"), variable);
    assertEquals(scene.run("guard", { env: { ...env, CLAUDE_CODE_SESSION_ID: "s-2" } }), SILENT);
    assertEquals(
      scene.run("guard", { env: { ...env, CLAUDE_CODE_SESSION_ID: undefined } }),
      SILENT,
    );
  }
});

Deno.test("gate: marks above are seen up to the top of the repository", () => {
  using scene = new Scene();
  scene.mark("loop-enabled");
  const below = join(scene.project, "pkg", "a b");
  Deno.mkdirSync(below, { recursive: true });
  const run = () => scene.run("stop", { env: { CLAUDE_PROJECT_DIR: below } }).stdout;
  Deno.mkdirSync(join(scene.project, ".git"));
  assertEquals(run(), "called hook stop\n");
  Deno.writeTextFileSync(join(scene.project, "pkg", ".git"), "gitdir: elsewhere");
  assertEquals(run(), "", "a worktree or submodule is a project of its own");
});

Deno.test("gate: it ends for every value of CLAUDE_PROJECT_DIR", () => {
  using scene = new Scene();
  for (const dir of [undefined, "", "x", ".", "/", "a/b", "//", "/nowhere/at all/", "*"]) {
    assertEquals(scene.run("stop", { env: { CLAUDE_PROJECT_DIR: dir } }), SILENT, dir);
  }
});

Deno.test("gate: the program starts in a folder that exists, with a TMPDIR that is absolute", () => {
  using scene = new Scene();
  scene.mark("loop-enabled");
  scene.install('echo "$PWD ${TMPDIR-none}"');
  const before = `mkdir '${scene.root}/gone'; cd '${scene.root}/gone'; rmdir '${scene.root}/gone'`;
  const ran = scene.run("guard", { before, env: { TMPDIR: "tmp" } });
  assertEquals([ran.code, ran.stdout], [0, `${scene.project} none\n`]);
  assertEquals(scene.run("guard", { env: { TMPDIR: "/t" } }).stdout.trim().split(" ").at(-1), "/t");
});

/** The client's event, as it writes it: one line without spaces, the prompt last. */
function promptEvent(prompt: string): string {
  return `${JSON.stringify({ session_id: "s", hook_event_name: "UserPromptSubmit", prompt })}\n`;
}

Deno.test("gate: without a loop a prompt starts no program, but a slash command does", () => {
  using scene = new Scene();
  scene.install('printf "called %s: " "$*"; cat; echo');
  for (
    const prompt of [
      "go on",
      "/help",
      "say /ralph:status",
      'a pasted "prompt":"/ralph:status"',
      "line\n/ralph:status",
    ]
  ) assertEquals(scene.run("prompt", { input: promptEvent(prompt) }), SILENT, prompt);
  for (const prompt of ["/ralph:status", `/ralph:start it's "a" $(b) \\n %s \n 100 %`]) {
    const { code, stdout } = scene.run("prompt", { input: promptEvent(prompt) });
    assertEquals([code, stdout], [0, `called hook prompt: ${promptEvent(prompt).trimEnd()}\n`]);
  }
});

Deno.test("gate: a missing program is said at Stop and to a slash command, and nothing is blocked", () => {
  for (const shell of SHELLS) {
    using scene = new Scene(shell);
    const input = promptEvent("/ralph:status");
    // A file of the project is not the program.
    Deno.writeTextFileSync(join(scene.project, "ralph"), "", { mode: 0o755 });
    for (
      const [program, todo] of [
        ["ralph", INSTALL],
        [join(scene.root, "gone", "ralph"), "run ralph hooks install again."],
      ] as const
    ) {
      scene.writeGate(program);
      const before = `cd '${scene.project.replaceAll("'", "'\\''")}'`;
      assertEquals(JSON.parse(scene.run("prompt", { input, before }).stdout), {
        decision: "block",
        reason: `ralph: its program was not found: ${todo}`,
      });
      scene.mark("loop-enabled");
      for (const action of ["guard", "session", "prompt"] as const) {
        assertEquals(scene.run(action, { before }), SILENT);
      }
      const { code, stdout, stderr } = scene.run("stop", { before });
      assertEquals([code, stderr], [0, ""]);
      assertEquals(JSON.parse(stdout), {
        systemMessage:
          "ralph: its program was not found, so nothing keeps the loop of this project going: " +
          todo,
      });
      Deno.removeSync(join(scene.project, ".claude", "loop-enabled"));
    }
  }
});

/** The client's event at the beginning of a session; only such a hook has this variable. */
const BEGINNING = { CLAUDE_ENV_FILE: "/tmp/env" };

function startEvent(source: string): string {
  return `${JSON.stringify({ session_id: "s", hook_event_name: "SessionStart", source })}\n`;
}

Deno.test("gate: a plugin without a program says so once at the beginning of a session, with what to do", () => {
  for (const shell of SHELLS) {
    using scene = new Scene(shell);
    scene.writeGate("ralph");
    const env = { ...BEGINNING, CLAUDE_PLUGIN_DATA: join(scene.root, "da ta") };
    for (const source of ["startup", "resume", "clear"]) {
      const { code, stdout, stderr } = scene.run("session", { env, input: startEvent(source) });
      assertEquals([code, stderr], [0, ""]);
      assertEquals(JSON.parse(stdout), {
        systemMessage: `ralph: its program was not found, so no loop can run here: ${INSTALL}`,
      });
    }
    assertEquals(scene.run("session", { env, input: startEvent("compact") }), SILENT);
    // Whoever passes the variable on: other events say nothing.
    const other = JSON.stringify({ hook_event_name: "PostToolUse" });
    assertEquals(scene.run("session", { env, input: other }), SILENT);
    assertEquals(scene.run("session", { input: startEvent("startup") }), SILENT);
    for (const action of ["stop", "guard", "prompt"] as const) {
      assertEquals(scene.run(action, { env, input: promptEvent("go on") }), SILENT);
    }
    // A program that the settings name has its own remedy, which a session without a loop does not need.
    scene.writeGate(join(scene.root, "gone", "ralph"));
    assertEquals(scene.run("session", { env, input: startEvent("startup") }), SILENT);
  }
});

Deno.test("gate: with a program, the beginning of a session without a loop starts none", () => {
  for (const shell of SHELLS) {
    using scene = new Scene(shell);
    scene.writeGate("ralph");
    const env = { ...BEGINNING, PATH: `${join(scene.program, "..")}:/usr/bin:/bin` };
    assertEquals(scene.run("session", { env, input: startEvent("startup") }), SILENT);
  }
});

Deno.test("gate: the program may be in the plugin's own folder; that on the PATH is stronger", () => {
  for (const shell of SHELLS) {
    using scene = new Scene(shell);
    scene.writeGate("ralph");
    scene.mark("loop-enabled");
    const data = join(scene.root, "plug in's $data");
    Deno.mkdirSync(join(data, "bin"), { recursive: true });
    Deno.writeTextFileSync(join(data, "bin", "ralph"), '#!/bin/sh\necho "data $*"\n', {
      mode: 0o755,
    });
    const env = { CLAUDE_PLUGIN_DATA: data };
    assertEquals(scene.run("stop", { env }), { ...SILENT, stdout: "data hook stop\n" });
    const PATH = `${join(scene.program, "..")}:/usr/bin:/bin`;
    assertEquals(scene.run("stop", { env: { ...env, PATH } }), called("stop"));
    // With the settings' gate that folder is none of its business.
    scene.writeGate(join(scene.root, "gone", "ralph"));
    assertEquals(scene.run("guard", { env }), SILENT);
  }
});

Deno.test("gate: an entry whose gate is gone, or cannot be read, calls its program itself", () => {
  for (const shell of SHELLS) callsWithoutGate(shell);
});

function callsWithoutGate(shell: string): void {
  using scene = new Scene(shell);
  scene.mark("loop-enabled");
  const folder = join(scene.gate, "..");
  for (
    const damage of [
      () => Deno.removeSync(scene.gate),
      () => Deno.removeSync(folder),
      () => Deno.writeTextFileSync(folder, "a file"),
    ]
  ) {
    damage();
    for (const action of ACTIONS) {
      const { code, stdout } = scene.run(action);
      assertEquals([code, stdout], [0, `called hook ${action} --ungated\n`]);
    }
  }
  Deno.removeSync(scene.program);
  for (const action of ACTIONS) {
    const { code, stdout } = scene.run(action);
    assertEquals([code, stdout], [0, ""], "without a program nothing is blocked");
  }
}

Deno.test("gate: one that was cut off calls the program too", () => {
  for (const shell of SHELLS) {
    using scene = new Scene(shell);
    scene.mark("loop-enabled");
    const text = Deno.readTextFileSync(scene.gate);
    const lines = text.trimEnd().split("\n");
    for (let count = 0; count < lines.length; count++) {
      Deno.writeTextFileSync(scene.gate, lines.slice(0, count).join("\n"));
      const { code, stdout } = scene.run("stop");
      const rest = stdout.replace(scene.program, "ralph");
      assertEquals(
        [code, rest.startsWith("called ") && rest.includes("hook stop")],
        [0, true],
        `${count}`,
      );
    }
  }
});

Deno.test("gate: the entries of an earlier version read the gate of this one", () => {
  for (const shell of SHELLS) {
    using scene = new Scene(shell);
    const word = quoteForShell(scene.gate);
    const entry = (action: Action) =>
      `trap 'exit 0' 0; hook=${action} gate=${word}; [ ! -r "$gate" ] || . "$gate"`;
    for (const action of ACTIONS) assertEquals(scene.shell(entry(action)), SILENT);
    scene.mark("loop-enabled");
    for (const action of ACTIONS) {
      assertEquals(scene.shell(entry(action)), called(action));
      assertEquals(readHookCommand(entry(action))?.action, action);
    }
  }
});

Deno.test("gate: one that is no shell script any more, or has no program, blocks nothing", () => {
  using scene = new Scene();
  scene.mark("loop-enabled");
  for (const text of ['if [ x\n  foo ((( "', "exit 2", "\0\u0001", "exec /", "exec /gone/ralph"]) {
    Deno.writeTextFileSync(scene.gate, text);
    for (const action of ACTIONS) assertEquals(scene.run(action).code, 0, text);
  }
});

Deno.test("gate: the plugin's entries read its own gate, which finds ralph on the PATH", () => {
  using scene = new Scene();
  scene.mark("loop-enabled");
  const root = join(scene.root, "plug in's");
  Deno.mkdirSync(join(root, "hooks"), { recursive: true });
  Deno.copyFileSync(new URL("../../hooks/gate", import.meta.url), join(root, "hooks", "gate"));
  const env = { CLAUDE_PLUGIN_ROOT: root, PATH: `${join(scene.program, "..")}:/usr/bin:/bin` };
  for (const { hook } of listEntries(PLUGIN_GROUPS)) {
    const action = readHookCommand(hook.command)?.action as Action;
    const option = hook.command.includes("--lazy") ? " --lazy" : "";
    const stdout = `called hook ${action}${option}\n`;
    assertEquals(scene.shell(hook.command, env), { ...SILENT, stdout });
  }
});

Deno.test("gate: after a call that left the loop's files alone no program starts", () => {
  for (const shell of SHELLS) {
    using scene = new Scene(shell);
    const entry = listEntries(groupsFor(scene.gate, scene.program))
      .find(({ hook }) => hook.command.includes("--lazy"))!;
    const env = { CLAUDE_CODE_SESSION_ID: "s-1" };
    const run = (over = {}) => scene.shell(entry.hook.command, { ...env, ...over });
    const started = { ...SILENT, stdout: "called hook session --lazy\n" };
    const marks = join(scene.project, ".claude");
    const active = join(scene.root, ".claude", "ralph", "active", "s-1");
    assertEquals(run(), SILENT, "no loop");
    for (const name of ["loop-enabled", "ralph-state.json"]) scene.mark(name);
    Deno.mkdirSync(join(marks, "ralph-templates"));
    Deno.writeTextFileSync(join(marks, "ralph-templates", "t.md"), "t");
    assertEquals(run(), started, "nothing was compared yet");
    assertEquals(run({ RALPH_INSIDE_RUN: "1" }), SILENT, "and cannot be noted in a sandbox");
    Deno.mkdirSync(join(active, ".."), { recursive: true });
    Deno.writeTextFileSync(active, "{}");
    const later = Date.now() / 1000 + 60;
    const compare = (at: number) => Deno.utimeSync(active, at, at);
    compare(later);
    assertEquals(run(), SILENT);
    assertEquals(run({ CLAUDE_PROJECT_DIR: join(scene.project, "..") }), started, "marks are gone");
    for (
      const [name, isFolder] of [
        ["ralph-state.json"],
        ["ralph-templates/t.md"],
        ["ralph-templates"],
        [".", true],
      ] as const
    ) {
      compare(later);
      const path = join(marks, name);
      Deno.utimeSync(path, later + 1, later + 1);
      assertEquals(run(), started, `${name} ${isFolder ?? false}`);
      Deno.utimeSync(path, 1, 1);
    }
    assertEquals(run(), SILENT);
    scene.mark("STOP_LOOP");
    assertEquals(run(), started);
    Deno.removeSync(join(marks, "STOP_LOOP"));
    Deno.utimeSync(marks, 1, 1);
    assertEquals(run(), SILENT);
    Deno.removeSync(join(marks, "loop-enabled"));
    Deno.utimeSync(marks, 1, 1);
    assertEquals(run(), started);
  }
});

Deno.test("gate: any program's path is read back from the gate written for it", () => {
  const path = Deno.makeTempFileSync();
  try {
    fc.assert(fc.property(fc.string({ minLength: 1 }), (program) => {
      Deno.writeTextFileSync(path, renderGate(program));
      assertEquals(readGate(path), { path, program, isCurrent: true });
    }));
    Deno.writeTextFileSync(path, "ralph=/opt/ralph\nexit 0\n");
    assertEquals(readGate(path), { path, program: "/opt/ralph", isCurrent: false });
    assertEquals(readGate(`${path}-gone`).program, null);
  } finally {
    Deno.removeSync(path);
  }
});

Deno.test("ours: entries are recognized with any gate and program", () => {
  const path = fc.string({ minLength: 1 });
  fc.assert(fc.property(path, path, (gate, program) => {
    for (const { hook } of listEntries(groupsFor(gate, program))) {
      const command = readHookCommand(hook.command)!;
      assertEquals([command.gate, command.program].map((word) => unquoteForShell(word!)), [
        ...[gate, program],
      ]);
    }
  }));
});

Deno.test("ours: a command of others is not ours, whatever it calls", () => {
  const [ours] = listEntries(groupsFor("/x/gate", "/x/ralph"));
  for (
    const command of [
      "",
      "npm test",
      "ralph status",
      "ralph hook",
      "ralph hook stop",
      "my-ralph-wrapper hook stop",
      "bash ~/.claude/plugins/ralph/hooks/loop.sh",
      `${ours?.hook.command}; rm -rf x`,
      'trap "exit 0" 0; hook=stop gate=/x/gate; rm -rf x; [ ! -r "$gate" ] || . "$gate"',
      42,
      null,
      undefined,
    ]
  ) assertEquals(isOurEntry(command), false, String(command));
});
