import { assert, assertEquals } from "@std/assert";
import { openTerminal } from "../../../src/run/terminal/open.ts";
import { openPty } from "../../../src/run/terminal/pty.ts";
import { terminalEnvironment } from "../../../src/run/terminal/environment.ts";
import type { Terminal, TerminalSpec } from "../../../src/run/terminal/terminal.ts";
import { needsLinux } from "../../_tools.ts";

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

async function specIn(dir: string): Promise<TerminalSpec> {
  await Promise.resolve();
  return {
    command: ["/bin/sh"],
    cwd: dir,
    env: {},
    size: { columns: 80, rows: 24 },
    privateDir: `${dir}/private`,
    onData: () => {},
  };
}

Deno.test("terminal: auto falls back from pty to pipes, and says why", async () => {
  const dir = await Deno.makeTempDir();
  const openers = { pty: refuse("No addon."), pipe: () => PIPE };
  const { terminal, errors } = await openTerminal("auto", await specIn(dir), openers);
  assertEquals(terminal, PIPE);
  assertEquals(errors, ["No addon"]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("terminal: a backend requested by name is not replaced", async () => {
  const dir = await Deno.makeTempDir();
  const openers = { pty: refuse("No addon"), pipe: () => PIPE };
  const { terminal, errors } = await openTerminal("pty", await specIn(dir), openers);
  assertEquals([terminal, errors.length], [null, 1]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("terminal: uses pipes if the private folder cannot be created", async () => {
  const dir = await Deno.makeTempDir();
  await Deno.writeTextFile(`${dir}/private`, "a file is here");
  const { terminal, errors } = await openTerminal("auto", await specIn(dir), {
    pty: () => PIPE,
    pipe: () => PIPE,
  });
  assertEquals([terminal, errors.length], [PIPE, 1]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("terminal: removes the rights of others on the private folder", async () => {
  const dir = await Deno.makeTempDir();
  await Deno.mkdir(`${dir}/private`);
  await Deno.chmod(`${dir}/private`, 0o777);
  await openTerminal("pty", await specIn(dir), { pty: () => PIPE, pipe: () => PIPE });
  assertEquals((await Deno.stat(`${dir}/private`)).mode! & 0o777, 0o700);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("terminal: variables of the runner's terminal are not inherited", () => {
  const env = terminalEnvironment({ TMUX: "x", COLUMNS: "80", HOME: "/h" }, { MARK: "1" });
  assertEquals(env, { HOME: "/h", MARK: "1" });
});

needsLinux().test(
  "terminal: an agent does not get the end of another agent's terminal",
  async () => {
    const dir = await Deno.makeTempDir();
    const spec = await specIn(dir);
    await Deno.mkdir(spec.privateDir);
    const first = await openPty({ ...spec, command: ["/bin/sh", "-c", "exec sleep 60"] });
    const list = `ls -l /proc/self/fd >'${dir}/files'`;
    const second = await openPty({ ...spec, command: ["/bin/sh", "-c", list] });
    await second.exited;
    Deno.kill(first.pid, "SIGKILL");
    await first.exited;
    for (const terminal of [first, second]) terminal.close();
    const files = await Deno.readTextFile(`${dir}/files`);
    assertEquals(/ptmx/.exec(files), null, files);
    await Deno.remove(dir, { recursive: true });
  },
);

Deno.test({
  name: "terminal: output is read in large pieces, in order and to its end",
  fn: async () => {
    const dir = await Deno.makeTempDir();
    const spec = await specIn(dir);
    await Deno.mkdir(spec.privateDir);
    const count = 200_000;
    const sizes: number[] = [];
    const decoder = new TextDecoder();
    let text = "";
    const terminal = await openPty({
      ...spec,
      command: ["/bin/sh", "-c", `seq ${count}`],
      onData: (bytes) => {
        sizes.push(bytes.length);
        text += decoder.decode(bytes, { stream: true });
      },
    });
    await terminal.exited;
    terminal.close();
    assertEquals(text, Array.from({ length: count }, (_, index) => `${index + 1}\r\n`).join(""));
    // The system gives out 4 KB at a time.
    assert(Math.max(...sizes) > 8 * 1024, `${Math.max(...sizes)} bytes`);
    await Deno.remove(dir, { recursive: true });
  },
});
