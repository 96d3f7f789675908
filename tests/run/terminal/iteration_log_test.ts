import { assert, assertEquals, assertMatch } from "@std/assert";
import { IterationLog } from "../../../src/run/terminal/iteration_log.ts";
import { needsLinux } from "../../_tools.ts";

const LIMIT = 64 * 1024;

async function inFolder(test: (dir: string) => void | Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `line ${index} grün\n`);
}

function sizeOf(dir: string): number {
  return [...Deno.readDirSync(dir)].reduce(
    (sum, { name }) => sum + Deno.statSync(`${dir}/${name}`).size,
    0,
  );
}

Deno.test("log: below the limit it is one complete file that only the user can read", () =>
  inFolder((dir) => {
    const log = new IterationLog(`${dir}/a.log`, LIMIT);
    for (const line of numbered(1_500)) log.write(line);
    log.close();
    assertEquals(Deno.readTextFileSync(`${dir}/a.log`), numbered(1_500).join(""));
    assertEquals([...Deno.readDirSync(dir)].length, 1);
    assertEquals(Deno.statSync(`${dir}/a.log`).mode! & 0o777, 0o600);
  }));

Deno.test("log: beyond the limit the middle is dropped, and its size is noted", () =>
  inFolder((dir) => {
    const log = new IterationLog(`${dir}/a.log`, LIMIT);
    const lines = numbered(50_000);
    for (const line of lines) {
      log.write(line);
      if (line.endsWith("00 grün\n")) assert(sizeOf(dir) <= LIMIT, "at every moment");
    }
    log.close();
    log.close();
    const text = Deno.readTextFileSync(`${dir}/a.log`);
    const bytes = new TextEncoder().encode(text).length;
    assert(bytes <= LIMIT, `${bytes} bytes`);
    assert(text.startsWith(lines.slice(0, 1_500).join("")), "the start");
    assert(text.endsWith(lines.slice(-900).join("")), "the end");
    const leftOut = Number(/\n\[ralph left out (\d+) bytes here\]\n/.exec(text)?.[1]);
    const note = `\n[ralph left out ${leftOut} bytes here]\n`;
    const totalBytes = new TextEncoder().encode(lines.join("")).length;
    assertEquals(bytes - note.length + leftOut, totalBytes);
    assert(!text.includes("\ufffd"), "no character is cut");
    assertEquals([...Deno.readDirSync(dir)].length, 1);
  }));

Deno.test("log: a write of many times the limit is bounded too", () =>
  inFolder((dir) => {
    const log = new IterationLog(`${dir}/a.log`, LIMIT);
    log.write("ü".repeat(5 * LIMIT));
    log.close();
    const text = Deno.readTextFileSync(`${dir}/a.log`);
    assert(Deno.statSync(`${dir}/a.log`).size <= LIMIT);
    assertMatch(text, /^ü+\n\[ralph left out \d+ bytes here\]\nü+$/);
  }));

Deno.test("log: after SIGKILL the files contain start and end in order", () =>
  inFolder((dir) => {
    const log = new IterationLog(`${dir}/a.log`, LIMIT);
    const lines = numbered(10_000);
    for (const line of lines) log.write(line);
    const parts = ["a.log", "a.log.end-1", "a.log.end-2"].map((name) =>
      Deno.readTextFileSync(`${dir}/${name}`)
    );
    assert(parts[0]!.startsWith("line 0 grün\n"));
    assert(lines.join("").endsWith(parts[1]! + parts[2]!));
    log.close();
  }));

Deno.test("log: left-over parts of a killed run are not used", () =>
  inFolder((dir) => {
    Deno.writeTextFileSync(`${dir}/a.log.end-1`, "old");
    Deno.writeTextFileSync(`${dir}/a.log`, "older");
    const log = new IterationLog(`${dir}/a.log`, LIMIT);
    log.write("new\n");
    log.close();
    assertEquals(Deno.readTextFileSync(`${dir}/a.log`), "new\n");
  }));

needsLinux().test("log: a full disk is reported as a problem, not thrown", () => {
  const log = new IterationLog("/dev/full", LIMIT);
  log.write("text\n");
  assert(log.problem !== null);
  log.write("more\n");
  log.close();
});

Deno.test("log: a missing folder is reported as a problem, not thrown", () => {
  const log = new IterationLog("/nowhere/at/all/a.log");
  assert(log.problem !== null);
  log.write("text");
  log.close();
});

Deno.test("log: output after the end is dropped", () =>
  inFolder((dir) => {
    const log = new IterationLog(`${dir}/a.log`, LIMIT);
    log.write("text\n");
    log.close();
    log.write("late\n");
    assertEquals(Deno.readTextFileSync(`${dir}/a.log`), "text\n");
    assertEquals([...Deno.readDirSync(dir)].length, 1);
  }));
