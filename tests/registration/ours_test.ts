import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import fc from "fast-check";
import {
  type HookAction,
  isOurEntry,
  isPredecessorEntry,
  readHookCommand,
  renderHookCommand,
} from "../../src/registration/ours.ts";

const ACTIONS: HookAction[] = ["stop", "guard", "archive", "session", "prompt"];

/** A project and a program that prints its arguments, both at paths with special characters. */
class Scene implements Disposable {
  readonly root = Deno.makeTempDirSync();
  readonly project = join(this.root, "it's a $project");
  readonly program = join(this.root, 'b in\'s "$(x)"', "ralph");

  constructor() {
    Deno.mkdirSync(join(this.project, ".claude"), { recursive: true });
    Deno.mkdirSync(join(this.program, ".."));
    Deno.writeTextFileSync(this.program, '#!/bin/sh\necho "called $*"\n', { mode: 0o755 });
  }

  mark(name: string): void {
    Deno.writeTextFileSync(join(this.project, ".claude", name), "");
  }

  run(
    command: string,
    env: Record<string, string> = { CLAUDE_PROJECT_DIR: this.project },
    input = "",
  ) {
    const file = join(this.root, "input");
    Deno.writeTextFileSync(file, input);
    const { code, stdout, stderr } = new Deno.Command("/bin/sh", {
      args: ["-c", `exec <'${file}'; ${command}`],
      env: { PATH: "/usr/bin:/bin", ...env },
      clearEnv: true,
    }).outputSync();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

const SILENT = { code: 0, stdout: "", stderr: "" };
Deno.test("gate: without a loop no program starts", () => {
  using scene = new Scene();
  for (const action of ACTIONS) {
    assertEquals(scene.run(renderHookCommand(scene.program, action)), SILENT);
  }
});

Deno.test("gate: either mark of a loop lets the program start", () => {
  for (const mark of ["loop-enabled", "ralph-state.json"]) {
    using scene = new Scene();
    scene.mark(mark);
    for (const action of ACTIONS) {
      assertEquals(scene.run(renderHookCommand(scene.program, action)), {
        ...SILENT,
        stdout: `called hook ${action}\n`,
      });
    }
  }
});

Deno.test("gate: marks above are seen up to the top of the repository", () => {
  using scene = new Scene();
  scene.mark("loop-enabled");
  const below = join(scene.project, "pkg", "a b");
  Deno.mkdirSync(below, { recursive: true });
  const run = () =>
    scene.run(renderHookCommand(scene.program, "stop"), { CLAUDE_PROJECT_DIR: below }).stdout;
  Deno.mkdirSync(join(scene.project, ".git"));
  assertEquals(run(), "called hook stop\n");
  Deno.writeTextFileSync(join(scene.project, "pkg", ".git"), "gitdir: elsewhere");
  assertEquals(run(), "", "a worktree or submodule is a project of its own");
});

Deno.test("gate: it ends for every value of CLAUDE_PROJECT_DIR", () => {
  using scene = new Scene();
  for (const dir of ["x", ".", "/", "a/b", "C:\\work\\x", "//", "/nowhere/at all/", "*"]) {
    assertEquals(
      scene.run(renderHookCommand(scene.program, "stop"), { CLAUDE_PROJECT_DIR: dir }),
      SILENT,
      dir,
    );
  }
});

Deno.test("gate: an unset or empty CLAUDE_PROJECT_DIR is not a project", () => {
  using scene = new Scene();
  for (const env of [{}, { CLAUDE_PROJECT_DIR: "" }]) {
    assertEquals(
      scene.run(renderHookCommand(scene.program, "stop"), env as Record<string, string>),
      SILENT,
    );
  }
});

/** The client's event, as it writes it: one line without spaces, the prompt last. */
function promptEvent(prompt: string): string {
  return `${JSON.stringify({ session_id: "s", hook_event_name: "UserPromptSubmit", prompt })}\n`;
}

Deno.test("gate: without a loop a prompt starts no program, but a slash command does", () => {
  using scene = new Scene();
  Deno.writeTextFileSync(scene.program, '#!/bin/sh\nprintf "called %s: " "$*"; cat; echo\n', {
    mode: 0o755,
  });
  const command = renderHookCommand(scene.program, "prompt");
  const env = { CLAUDE_PROJECT_DIR: scene.project };
  for (
    const prompt of [
      "go on",
      "/help",
      "say /ralph:status",
      'a pasted "prompt":"/ralph:status"',
      "line\n/ralph:status",
    ]
  ) assertEquals(scene.run(command, env, promptEvent(prompt)), SILENT, prompt);
  for (const prompt of ["/ralph:status", `/ralph:start it's "a" $(b) \\n %s \n 100 %`]) {
    const { code, stdout } = scene.run(command, env, promptEvent(prompt));
    assertEquals([code, stdout], [0, `called hook prompt: ${promptEvent(prompt).trimEnd()}\n`]);
  }
});

Deno.test("gate: a slash command says that the program is missing", () => {
  using scene = new Scene();
  const command = renderHookCommand(join(scene.root, "gone", "ralph"), "prompt");
  const env = { CLAUDE_PROJECT_DIR: scene.project };
  const { code, stdout } = scene.run(command, env, promptEvent("/ralph:status"));
  assertEquals([code, JSON.parse(stdout).decision], [0, "block"]);
  assertMatch(JSON.parse(stdout).reason, /ralph was not found/);
});

Deno.test("gate: a missing program blocks nothing, and Stop says so as JSON", () => {
  using scene = new Scene();
  scene.mark("loop-enabled");
  for (const program of ["ralph", join(scene.root, "gone", "ralph")]) {
    for (const action of ["guard", "archive", "session", "prompt"] as const) {
      assertEquals(scene.run(renderHookCommand(program, action)), SILENT);
    }
    const { code, stdout, stderr } = scene.run(renderHookCommand(program, "stop"));
    assertEquals([code, stderr], [0, ""]);
    // Each form is found again in its own way.
    const remedy = program === "ralph" ? "Put ralph on the PATH" : "Run ralph hooks install again";
    const { systemMessage } = JSON.parse(stdout);
    assertMatch(systemMessage, new RegExp(`ralph was not found.* ${remedy}\\.$`));
  }
});

Deno.test("gate: the plugin's form finds ralph on the PATH", () => {
  using scene = new Scene();
  scene.mark("loop-enabled");
  const env = { CLAUDE_PROJECT_DIR: scene.project, PATH: join(scene.program, "..") };
  const { stdout } = scene.run(renderHookCommand("ralph", "guard"), env);
  assertEquals(stdout, "called hook guard\n");
});

Deno.test("ours: any program's path is read back from the command written for it", () => {
  fc.assert(fc.property(
    fc.string({ unit: "binary", minLength: 1 }),
    fc.constantFrom(...ACTIONS),
    (program, action) => {
      assertEquals(readHookCommand(renderHookCommand(program, action)), { program, action });
    },
  ));
});

Deno.test("ours: the plain form is recognized", () => {
  const program = "/opt/my tools/ralph";
  assertEquals(readHookCommand(`"${program}" hook guard`), { program, action: "guard" });
  assert(isOurEntry("ralph hook stop"));
  assert(isOurEntry("'/opt/my tools/ralph' hook archive"));
});

Deno.test("ours: a command of others is not ours, whatever it calls", () => {
  for (
    const command of [
      "",
      "npm test",
      "ralph status",
      "ralph hook",
      "log-it; ralph hook stop",
      "ralph hook stop && rm -rf x",
      "my-ralph-wrapper hook stop",
      "/opt/notralph hook stop",
      "bash ~/.claude/plugins/ralph/hooks/loop.sh",
      42,
      null,
      undefined,
    ]
  ) assertEquals(isOurEntry(command), false, String(command));
});

Deno.test("predecessor: its scripts are recognized by their names", () => {
  assert(isPredecessorEntry("$HOME/.claude/plugins/cache/x/ralph/hooks/loop-until-done.py"));
});
