import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { copyBinaries } from "../../bench/copies.ts";
import { type BenchRow, measureRow, median, quantile } from "../../bench/measure.ts";
import { explainNoise } from "../../bench/quiet.ts";
import { ignoredIf } from "../_tools.ts";

/** A program that notes each call by its file, and prints its name. */
async function writeProgram(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const text = `#!/bin/sh\necho "$0" >> ${folder}/calls\necho ${name}\n`;
  // Written by another process: a file that this one has open cannot be run, and a program that another
  // test starts meanwhile may still have it open.
  const write = ["-c", 'printf %s "$1" > "$2" && chmod 755 "$2"', "sh", text, path];
  assert((await new Deno.Command("sh", { args: write }).output()).success);
  return path;
}

const makeRow = (own: string, empty: string, mustPrint: string | null = null): BenchRow => {
  const rest = { cwd: "/", env: { PATH: Deno.env.get("PATH") ?? "" }, input: "" };
  const [program, baseline] = [own, empty].map((path) => ({ ...rest, command: [path] }));
  return { name: "row", program: program!, baseline: baseline!, atMost: null, mustPrint };
};

Deno.test("bench: another binary runs in the same rounds, and each binary from its copies in turn", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const [ralph = "", empty = "", path = ""] = await Promise.all(
      ["ralph", "empty", "older"].map((name) => writeProgram(folder, name)),
    );
    const pick = await copyBinaries(join(folder, "copies"), [ralph, empty, path], 2);
    const { ofOther, ratio } = await measureRow(makeRow(ralph, empty), {
      rounds: 2,
      pick,
      other: { ralph, path },
    });
    assert(ofOther !== null && ofOther > 0 && ratio > 0);
    const calls = (await Deno.readTextFile(join(folder, "calls"))).trim().split("\n")
      .map((call) => call.slice(folder.length));
    const round = (copy: number) => [
      `/copies/0-${copy}/ralph`,
      `/copies/1-${copy}/empty`,
      `/copies/2-${copy}/older`,
    ];
    // Two rounds warm up.
    assertEquals(calls, [0, 1, 0, 1].flatMap(round));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("bench: a program that answers otherwise is not measured, be it the other one", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const [ralph = "", path = ""] = await Promise.all(
      ["ralph", "older"].map((name) => writeProgram(folder, name)),
    );
    const row = makeRow(ralph, path, "ralph");
    const measure = (other: string | null) =>
      measureRow(row, {
        rounds: 1,
        pick: (word) => word,
        other: other === null ? null : { ralph, path: other },
      });
    assertEquals((await measure(null)).ofOther, null);
    const error = await assertRejects(() => measure(path), Error);
    assert(error instanceof Error && error.message.includes(path));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("bench: it says why figures mean nothing", () => {
  const quiet = { busy: 0.02, stolen: 0, scatter: 0.03 };
  assertEquals(explainNoise(quiet), []);
  assertEquals(explainNoise({ ...quiet, busy: null, stolen: null }), []);
  for (const part of [{ busy: 0.5 }, { stolen: 0.1 }, { scatter: 0.3 }]) {
    assertEquals(explainNoise({ ...quiet, ...part }).length, 1);
  }
});

Deno.test("bench: quantiles lie between the figures", () => {
  assertEquals([median([3, 1, 2]), median([1, 2]), quantile([1, 2, 3, 4, 5], 0.75)], [2, 1.5, 4]);
});

ignoredIf(Deno.build.os === "windows").test(
  "bench: the processor time of a child is counted, not its waiting",
  async () => {
    // In a process of its own: here the children of other tests would count.
    const measure = new URL("../../bench/measure.ts", import.meta.url);
    const script = `import { timeOnce } from "${measure}";
      const rest = { cwd: "/", env: {}, input: "" };
      const cpuOf = async (line) => (await timeOnce({ command: ["sh", "-c", line], ...rest })).cpuMs;
      const works = await cpuOf("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done");
      if (!(works > await cpuOf("sleep 0.1"))) Deno.exit(1);`;
    assert((await new Deno.Command(Deno.execPath(), { args: ["eval", script] }).output()).success);
  },
);
