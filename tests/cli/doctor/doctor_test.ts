/** `ralph doctor` as a command: options, questions, exit codes. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { TestCli } from "../_cli.ts";

const readIfThere = (path: string) => {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return null;
  }
};

/** Terminals leave processes and libraries open for a moment. */
const loose = { sanitizeOps: false, sanitizeResources: false };

Deno.test({
  ...loose,
  name: "doctor: without --fix nothing is changed",
  fn: async () => {
    using cli = new TestCli();
    cli.write(join(cli.project, ".claude", "STOP_LOOP"), "");
    const { code, stdout } = await cli.run(["doctor"]);
    assertEquals(code, 1);
    assertStringIncludes(stdout, "A kill switch is left over");
    assertEquals(readIfThere(join(cli.project, ".claude", "STOP_LOOP")), "");
    assertEquals([...Deno.readDirSync(cli.root)].some(({ name }) => name === "home"), false);
  },
});

for (const [typed, isInstalled] of [["y", true], ["n", false]] as const) {
  Deno.test({
    ...loose,
    name: `doctor: --fix asks in a terminal, and "${typed}" is obeyed`,
    fn: async () => {
      using cli = new TestCli();
      const { stdout, stderr } = await cli.run(["doctor", "--fix"], { typed: [typed] });
      assertStringIncludes(stderr, "with this program?");
      assertStringIncludes(stdout, isInstalled ? "fixed    Register" : "kept     Register");
      assertEquals(readIfThere(cli.settings) !== null, isInstalled);
    },
  });
}

Deno.test({
  ...loose,
  name: "doctor: without a terminal --fix says what it would ask, and does the rest",
  fn: async () => {
    using cli = new TestCli();
    const killSwitch = join(cli.project, ".claude", "STOP_LOOP");
    cli.write(killSwitch, "");
    const { code, repairs } = await cli.json(["doctor", "--fix"]);
    assertEquals(
      repairs.map(({ id, outcome }: Record<string, string>) => [id, outcome]),
      [["hooks.missing", "needs-consent"], ["loops.kill-switch", "done"]],
    );
    assertEquals([code, readIfThere(killSwitch), readIfThere(cli.settings)], [1, null, null]);
  },
});

Deno.test({
  ...loose,
  name: "doctor: the document has a version, counts and a repair as data",
  fn: async () => {
    using cli = new TestCli();
    const { schema_version, project, counts, findings } = await cli.json(["doctor"]);
    assertEquals([schema_version, project], [1, cli.project]);
    assertEquals(Object.keys(counts), ["pass", "warn", "fail", "unknown"]);
    const missing = findings.find(({ id }: { id: string }) => id === "hooks.missing");
    // deno-fmt-ignore
    assertEquals(Object.keys(missing), [
      "group", "id", "status", "title", "detail", "advice", "command", "repair",
    ]);
    assertEquals(missing.repair.needs_consent, true);
  },
});

Deno.test({
  ...loose,
  name: "doctor: a .claude that leads to another project is a finding, and nothing is fixed there",
  fn: async () => {
    using cli = new TestCli();
    const other = join(cli.root, "other", ".claude");
    cli.write(join(other, "STOP_LOOP"), "");
    Deno.symlinkSync(other, join(cli.project, ".claude"));
    const { findings } = await cli.json(["doctor"]);
    assert(findings.some(({ id }: { id: string }) => id === "program.folder"));
    assertEquals(await cli.refusal(["doctor", "--fix", "--yes"]), [1, "state"]);
    assertEquals(readIfThere(join(other, "STOP_LOOP")), "");
  },
});

Deno.test("doctor: options that contradict each other are refused", async () => {
  using cli = new TestCli();
  assertEquals(await cli.refusal(["doctor", "--yes"]), [2, "usage"]);
});

Deno.test({
  ...loose,
  name: "doctor: a value that equals the default does not differ from it",
  fn: async () => {
    using cli = new TestCli();
    cli.write(".claude/ralph-config.json", JSON.stringify({ min_hours: 4, max_hours: 9 }));
    const equal = await cli.run(["doctor"]);
    assertStringIncludes(equal.stdout, "All settings have their default values");
    cli.write(".claude/ralph-config.json", JSON.stringify({ min_hours: 3, max_hours: 9 }));
    const one = await cli.run(["doctor"]);
    assertStringIncludes(one.stdout, "1 value differs from the default");
  },
});
