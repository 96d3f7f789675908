/** Topics, and that every command has help. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Command } from "../../../src/cli/core/command.ts";
import { TOPICS } from "../../../src/cli/help/topics.ts";
import { COMMANDS } from "../../../src/cli/registry.ts";
import { SETTING_SPECS } from "../../../src/store/settings/settings.ts";
import { TestCli } from "../_cli.ts";

Deno.test("every command has help", async () => {
  using cli = new TestCli();
  const walk = async (command: Command, path: readonly string[]) => {
    const shown = path.join(" ");
    const help = await cli.run(["help", ...path]);
    assertEquals(
      [help.code, help.stdout.startsWith(command.summary.slice(0, 30))],
      [0, true],
      shown,
    );
    for (const inner of command.subcommands ?? []) {
      await walk(inner, [...path, inner.name]);
    }
  };
  for (const { name, load } of COMMANDS) await walk((await load()).command, [name]);
});

Deno.test("every topic is a page of the documentation, as it is", async () => {
  using cli = new TestCli();
  for (const [name] of TOPICS) {
    if (name === "exit-codes") continue;
    const { code, stdout } = await cli.run(["help", name]);
    const page = Deno.readTextFileSync(new URL(`../../../docs/${name}.md`, import.meta.url));
    // Where a command has the topic's name, its help comes first.
    assertEquals([code, stdout.endsWith(page)], [0, true], name);
  }
});

Deno.test("ralph help exit-codes: has every code of every command", async () => {
  using cli = new TestCli();
  const { stdout } = await cli.run(["help", "exit", "codes"]);
  const words = stdout.replaceAll(/\s+/g, " ");
  for (const { name, load } of COMMANDS) {
    for (const [code, meaning] of (await load()).command.exitCodes ?? []) {
      assertStringIncludes(words, `${code} ralph ${name}: ${meaning}`);
    }
  }
});

Deno.test("ralph help: an unknown topic is refused with the nearest, and topics are listed", async () => {
  using cli = new TestCli();
  const { error } = await cli.json(["help", "limts"]);
  assertStringIncludes(error.hint, "'limits'");
  assertStringIncludes((await cli.run(["help", "frob"])).stderr, "Run 'ralph help' for the list");
  const { stdout } = await cli.run(["help"]);
  for (const [name] of TOPICS) assertStringIncludes(stdout, `  ${name} `);
});

Deno.test("topics: the figures in the documentation are the defaults of the table", () => {
  const page = Deno.readTextFileSync(new URL("../../../docs/limits.md", import.meta.url));
  const of = (key: string) => SETTING_SPECS.find((spec) => spec.key === key);
  const row = (key: string, field: "default" | "poc") => Number(of(key)?.[field]);
  const min = (field: "default") =>
    `${row("min_hours", field)} h, ${row("min_iterations", field)} turns`;
  const max = (field: "default") =>
    `${row("max_hours", field)} h, ${row("max_iterations", field)} turns`;
  assertStringIncludes(page, `| ${min("default")} | ${max("default")} |`);
  assertStringIncludes(
    page,
    `\`cli_gap_threshold_seconds\` (${row("cli_gap_threshold_seconds", "default")})`,
  );
});
