import { assert, assertEquals, assertThrows } from "@std/assert";
import { openTerminal } from "../../../src/run/terminal/open.ts";
import { openPty } from "../../../src/run/terminal/pty.ts";
import { terminalEnvironment } from "../../../src/run/terminal/environment.ts";
import type { Terminal, TerminalExit, TerminalSpec } from "../../../src/run/terminal/terminal.ts";
import { needsLinux } from "../../_tools.ts";
import { waitUntil } from "../../_wait.ts";

const OPEN = "../../../src/run/terminal/open.ts";

const PIPE: Terminal = {
  backend: "pipe",
  pid: 1,
  exited: Promise.resolve({ code: 0, signal: null }),
  resize: () => {},
  close: () => {},
};

function refuse(why: string): () => never {
  return () => {
    throw new Error(why);
  };
}

function specOf(command: TerminalSpec["command"]): TerminalSpec {
  return { command, cwd: "/", env: {}, size: { columns: 80, rows: 24 }, onData: () => {} };
}

/** Runs a program on a pseudo-terminal to its end. */
async function runOnTerminal(
  command: TerminalSpec["command"],
  more: Partial<TerminalSpec> = {},
): Promise<{ exit: TerminalExit; text: string; sizes: number[] }> {
  const decoder = new TextDecoder();
  const sizes: number[] = [];
  let text = "";
  const terminal = openPty({
    ...specOf(command),
    ...more,
    onData: (bytes) => {
      sizes.push(bytes.length);
      text += decoder.decode(bytes, { stream: true });
    },
  });
  const exit = await terminal.exited;
  terminal.close();
  return { exit, text, sizes };
}

Deno.test("terminal: auto falls back from pty to pipes, and says why", () => {
  const openers = { pty: refuse("No library."), pipe: () => PIPE };
  const { terminal, errors } = openTerminal("auto", specOf(["/bin/sh"]), openers);
  assertEquals([terminal, errors], [PIPE, ["No library"]]);
});

Deno.test("terminal: a backend requested by name is not replaced", () => {
  const openers = { pty: refuse("No library"), pipe: () => PIPE };
  const { terminal, errors } = openTerminal("pty", specOf(["/bin/sh"]), openers);
  assertEquals([terminal, errors.length], [null, 1]);
});

Deno.test("terminal: variables of the runner's terminal are not inherited", () => {
  const env = terminalEnvironment({ TMUX: "x", COLUMNS: "80", HOME: "/h" }, { MARK: "1" });
  assertEquals(env, { HOME: "/h", MARK: "1" });
});

Deno.test("terminal: a program gets its folder, its words and its variables", async () => {
  const dir = Deno.realPathSync(Deno.makeTempDirSync());
  const words = ["", "two words", "$HOME", "ü\n\t'\""];
  const script = `#!/bin/sh\n{ pwd; echo "$MARK $HOME $TERM"; printf '<%s>' "$@"; } >shown\n`;
  Deno.writeTextFileSync(`${dir}/agent`, script, { mode: 0o755 });
  const { exit } = await runOnTerminal([`${dir}/agent`, ...words], {
    cwd: dir,
    env: { PATH: "/usr/bin:/bin", MARK: "a b=c" },
  });
  assertEquals(exit, { code: 0, signal: null });
  const shown = [dir, "a b=c  xterm-256color", words.map((word) => `<${word}>`).join("")];
  assertEquals(Deno.readTextFileSync(`${dir}/shown`), shown.join("\n"));
  Deno.removeSync(dir, { recursive: true });
});

Deno.test("terminal: a script without its interpreter is run by a shell", async () => {
  const path = Deno.makeTempFileSync();
  Deno.writeTextFileSync(path, 'echo "got $1"\n');
  Deno.chmodSync(path, 0o755);
  assertEquals((await runOnTerminal([path, "it"])).text, "got it\r\n");
  Deno.removeSync(path);
});

Deno.test("terminal: what cannot be started says why", () => {
  const { errors } = openTerminal("pty", specOf(["/no/such/program"]));
  assertEquals(errors, ["/no/such/program: No such file or directory"]);
  const nowhere = { ...specOf(["/bin/sh"]), cwd: "/no/such/folder" };
  assertThrows(() => openPty(nowhere), Error, "No such file");
  assertThrows(() => openPty(specOf(["/bin/sh", "-c", "echo \0"])), Error, "NUL");
});

Deno.test("terminal: what cannot be started leaves no terminal open", async () => {
  // A process of its own: other tests open files in this one.
  const script = `import { openTerminal } from "${import.meta.resolve(OPEN)}";
    const count = () => [...Deno.readDirSync("/dev/fd")].length;
    const spec = ${JSON.stringify(specOf(["/no/such/program"]))};
    openTerminal("pty", spec);
    const before = count();
    openTerminal("pty", spec);
    Deno.stdout.writeSync(new TextEncoder().encode(String(count() - before)));`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-lock", script],
  }).output();
  const texts = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assertEquals(texts, ["0", ""]);
});

Deno.test("terminal: a program ignores no signal because this process does", async () => {
  // Deno ignores SIGPIPE, and a program that did would write on where nobody reads.
  const script = "(yes; echo $? >&2) | head -n 1 >/dev/null; sleep 0";
  assertEquals((await runOnTerminal(["/bin/sh", "-c", script])).text, "141\r\n");
});

Deno.test("terminal: a program that closed its output works on, and may open it again", async () => {
  const script =
    "exec </dev/null >/dev/null 2>&1; sleep 0.2; echo again >/dev/tty; sleep 0.1; exit 3";
  const { exit, text } = await runOnTerminal(["/bin/sh", "-c", script]);
  assertEquals([exit.code, text], [3, "again\r\n"]);
});

Deno.test("terminal: the end does not wait for a process that keeps the terminal open", async () => {
  const dir = Deno.makeTempDirSync();
  const script = `(trap '' HUP; sleep 3; : >'${dir}/over') & sleep 0.1; echo last`;
  const { exit, text } = await runOnTerminal(["/bin/sh", "-c", script]);
  assertEquals([exit.code, text, [...Deno.readDirSync(dir)]], [0, "last\r\n", []]);
  Deno.removeSync(dir);
});

Deno.test("terminal: more of them than Deno has threads to wait with work at a time", async () => {
  const run = () => runOnTerminal(["/bin/sh", "-c", "sleep 0.3; echo done"]);
  const all = await Promise.all(Array.from({ length: 40 }, run));
  assertEquals(new Set(all.map(({ text }) => text)), new Set(["done\r\n"]));
});

Deno.test("terminal: closing it hangs up on its program", async () => {
  let text = "";
  const terminal = openPty({
    ...specOf(["/bin/sh", "-c", "echo ready; exec sleep 60"]),
    onData: (bytes) => text += new TextDecoder().decode(bytes),
  });
  await waitUntil(() => text === "ready\r\n", () => "the program has not begun");
  terminal.close();
  assertEquals(await terminal.exited, { code: null, signal: "SIGHUP" });
});

needsLinux().test(
  "terminal: an agent does not get the end of another agent's terminal",
  async () => {
    const first = openPty(specOf(["/bin/sh", "-c", "exec sleep 60"]));
    const { text } = await runOnTerminal(["/bin/sh", "-c", "ls -l /proc/self/fd"]);
    Deno.kill(first.pid, "SIGKILL");
    await first.exited;
    first.close();
    assertEquals(/ptmx/.exec(text), null, text);
  },
);

Deno.test("terminal: output is read in large pieces, in order and to its end", async () => {
  const count = 200_000;
  const { text, sizes } = await runOnTerminal(["/bin/sh", "-c", `seq ${count}`]);
  assertEquals(text, Array.from({ length: count }, (_, index) => `${index + 1}\r\n`).join(""));
  // The system gives out 4 KB at a time.
  assert(Math.max(...sizes) > 8 * 1024, `${Math.max(...sizes)} bytes`);
});
