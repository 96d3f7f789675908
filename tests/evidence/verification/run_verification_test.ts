/** Verification commands as they really run. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { runVerification } from "../../../src/evidence/verification/run_verification.ts";
import { isAlive } from "../../_processes.ts";
import { typed } from "../../_trusted.ts";
import { removeFolder } from "../../_project.ts";

class Folder implements Disposable {
  readonly path = Deno.realPathSync(Deno.makeTempDirSync());
  async run(
    commands: readonly string[],
    more: Partial<Parameters<typeof runVerification>[1]> = {},
  ) {
    return await runVerification(await typed(...commands), {
      cwd: this.path,
      timeoutMs: 20_000,
      budgetMs: 60_000,
      isStopAsked: () => false,
      ...more,
    });
  }
  has(name: string): boolean {
    return [...Deno.readDirSync(this.path)].some((entry) => entry.name === name);
  }
  [Symbol.dispose](): void {
    removeFolder(this.path);
  }
}

Deno.test("verification: exit 0 with zero tests is rejected with a sentence that says so", async () => {
  using folder = new Folder();
  const verdict = await folder.run(["echo building; echo '  0 passing (1ms)'"]);
  assert(verdict.kind === "rejected");
  assertStringIncludes(verdict.tail, "building");
  assertEquals(
    verdict.tail.split("\n").at(-1),
    'It exited with 0 but ran no tests, so it does not count as passed: "0 passing (1ms)"',
  );
});

Deno.test("verification: tests that ran before megabytes of output still count", async () => {
  using folder = new Folder();
  const command =
    "echo '3 passing (1ms)'; yes '0 warnings in this test file' | head -c 3000000; echo '0 passing (1ms)'";
  assertEquals(await folder.run([command]), { kind: "passed" });
});

Deno.test("verification: a closing line on standard error, cut into pieces, is read", async () => {
  using folder = new Folder();
  const verdict = await folder.run(["printf '0 pas' >&2; sleep 0.2; printf 'sing (1ms)' >&2"]);
  assertEquals(verdict.kind, "rejected");
});

Deno.test("verification: a failing exit code is reported by the output, or by the code", async () => {
  using folder = new Folder();
  const loud = await folder.run(["true", "echo broken; exit 3", "touch never"]);
  assertEquals(loud, { kind: "rejected", command: "echo broken; exit 3", tail: "broken" });
  assert(!folder.has("never"));
  const silent = await folder.run(["exit 7"]);
  assert(silent.kind === "rejected");
  assertStringIncludes(silent.tail, "exit code 7");
});

Deno.test("verification: the budget is for all commands together; after it there is no verdict", async () => {
  using folder = new Folder();
  const verdict = await folder.run(["sleep 0.8", "sleep 5; touch never"], { budgetMs: 1_200 });
  assert(verdict.kind === "unknown");
  assert(!folder.has("never"));
  const spent = await folder.run(["touch never"], { budgetMs: 0 });
  assertEquals(spent, { kind: "unknown", why: "the time for all verification commands ran out" });
});

Deno.test("verification: a stop that is asked for meanwhile ends the command and its children", async () => {
  using folder = new Folder();
  const pids = `setsid sleep 300 & echo $! $$ > draft; mv draft begun`;
  const verdict = await folder.run([`${pids}; sleep 300`], {
    timeoutMs: 60_000,
    isStopAsked: () => folder.has("begun"),
  });
  assertEquals(verdict, { kind: "unknown", why: "a stop was asked for" });
  const begun = Deno.readTextFileSync(join(folder.path, "begun")).trim().split(" ").map(Number);
  assertEquals([begun.length, begun.filter(isAlive)], [2, []]);
});

Deno.test("verification: a command whose sandbox takes long to prepare runs", async () => {
  using folder = new Folder();
  const verdict = await folder.run(["true"], {
    confine: async (command) => {
      // Longer than the time between two looks at the command's processes.
      await new Promise((done) => setTimeout(done, 1_300));
      return { command, env: Deno.env.toObject() };
    },
  });
  assertEquals(verdict.kind, "passed");
});

Deno.test("verification: a folder that is gone gives no verdict", async () => {
  const verdict = await runVerification(await typed("true"), {
    cwd: join(Deno.makeTempDirSync(), "gone"),
    timeoutMs: 5_000,
    budgetMs: 5_000,
    isStopAsked: () => false,
  });
  assert(verdict.kind === "unknown");
  assertStringIncludes(verdict.why, "could not be started");
});
