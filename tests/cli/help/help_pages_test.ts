/** Topics and man pages, and that every command has completion, man page and help. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Command } from "../../../src/cli/core/command.ts";
import { createStyle } from "../../../src/cli/core/output.ts";
import { commandPage, programPage } from "../../../src/cli/help/man_page.ts";
import { renderPage } from "../../../src/cli/help/page_text.ts";
import { TOPIC_LIST } from "../../../src/cli/help/topics.ts";
import { COMMANDS } from "../../../src/cli/registry.ts";
import { complete } from "../../../src/cli/completion/complete.ts";
import { SETTING_SPECS } from "../../../src/store/settings/settings.ts";
import { openGolden } from "../../_golden.ts";
import { needs } from "../../_tools.ts";
import { TestCli } from "../_cli.ts";

const FACTS = { version: "0.0.0", date: "2026-01-02" };
const PAGES = new Map([["ralph", programPage(COMMANDS, FACTS)]]);
for (const { name, load } of COMMANDS) {
  PAGES.set(`ralph-${name}`, commandPage((await load()).command, FACTS));
}

Deno.test("golden: the man pages", () => {
  const folder = new URL("../golden_man/", import.meta.url);
  const { assertGolden, assertNoneLeft } = openGolden(
    folder,
    ".1",
    "tests/cli/help/help_pages_test.ts",
  );
  // The others differ in the data alone, which is in the golden files of the help.
  for (const name of ["ralph", "ralph-config", "ralph-start"]) {
    assertGolden(name, PAGES.get(name) ?? "");
  }
  assertNoneLeft();
});

Deno.test({
  name: "man pages: mandoc finds nothing to complain about",
  ...needs("mandoc"),
  fn: () => {
    const folder = Deno.makeTempDirSync();
    for (const [name, page] of PAGES) {
      const file = `${folder}/${name}.1`;
      Deno.writeTextFileSync(file, page);
      const { stdout, stderr, code } = new Deno.Command("mandoc", { args: ["-T", "lint", file] })
        .outputSync();
      const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      assertEquals([code, said], [0, ""], name);
    }
    Deno.removeSync(folder, { recursive: true });
  },
});

Deno.test({
  name: "man pages: an option is shown as it can be copied",
  ...needs("mandoc"),
  fn: async () => {
    const child = new Deno.Command("mandoc", {
      args: ["-T", "ascii"],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(PAGES.get("ralph-start")));
    await writer.close();
    const text = new TextDecoder().decode((await child.output()).stdout).replaceAll(/.[\b]/g, "");
    assertStringIncludes(text, "--until-done");
    assertStringIncludes(text, "ralph start [OPTIONS] [TASK...]");
  },
});

Deno.test("every command has help, a man page and completion", async () => {
  using cli = new TestCli();
  const facts = { commands: COMMANDS, topics: TOPIC_LIST, list: () => Promise.resolve([]) };
  const walk = async (command: Command, path: readonly string[]) => {
    const shown = path.join(" ");
    const help = await cli.run(["help", ...path]);
    assertEquals(
      [help.code, help.stdout.startsWith(command.summary.slice(0, 30))],
      [0, true],
      shown,
    );
    const page = (PAGES.get(`ralph-${path[0]}`) ?? "").replaceAll("\\-", "-").replaceAll(
      "\\e",
      "\\",
    );
    for (const { name } of command.options ?? []) {
      assertStringIncludes(page, `${name}`, `${shown} --${name} in the man page`);
    }
    if (command.subcommands === undefined) {
      const { candidates } = await complete([...path, "--"], facts);
      assertEquals(candidates.at(-1)?.value, "--help", shown);
    }
    for (const inner of command.subcommands ?? []) {
      assertStringIncludes(page, `ralph ${path.join(" ")} ${inner.name}`, shown);
      await walk(inner, [...path, inner.name]);
    }
  };
  for (const { name, load } of COMMANDS) await walk((await load()).command, [name]);
});

for (const { value: topic } of TOPIC_LIST) {
  Deno.test(`ralph help ${topic}: fits 40 columns, is not empty, and shows no marks of a fence`, async () => {
    using cli = new TestCli();
    for (const width of [40, 80, 200]) {
      const { context, read } = cli.context();
      const { runCli } = await import("../../../src/cli/core/dispatch.ts");
      const code = await runCli(["help", topic], { ...context, out: { ...context.out, width } });
      const { stdout } = read();
      assertEquals(code, 0);
      assert(stdout.length > 300, stdout);
      assertEquals(stdout.includes("```"), false, stdout);
      // Code and addresses are not broken, since they are copied.
      const long = stdout.split("\n").filter((line) =>
        line.length > width && !/^ {2}|\S{30}/.test(line)
      );
      assertEquals(long, []);
    }
  });
}

Deno.test("ralph help limits: shows the limits in effect here, with their origin", async () => {
  using cli = new TestCli();
  await cli.run(["config", "set", "max_hours", "6"]);
  const words = (await cli.run(["help", "limits"])).stdout.replaceAll(/\s+/g, " ");
  assertStringIncludes(words, "max_hours = 6");
  assertStringIncludes(words, "(.claude/ralph-config.json:2; default: 9)");
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
  assertStringIncludes((await cli.run(["help", "limts"])).stderr, "Run 'ralph help' for the list");
  const { stdout } = await cli.run(["help"]);
  for (const { value } of TOPIC_LIST) assertStringIncludes(stdout, `  ${value}  `.slice(0, -1));
});

Deno.test("topics: the figures in the documentation are the defaults of the table", () => {
  const page = Deno.readTextFileSync(new URL("../../../docs/limits.md", import.meta.url));
  const of = (key: string) => SETTING_SPECS.find((spec) => spec.key === key);
  const row = (key: string, field: "default" | "poc") => Number(of(key)?.[field]);
  const min = (field: "default") =>
    `${row("min_hours", field)} h, ${row("min_iterations", field)} iterations`;
  const max = (field: "default") =>
    `${row("max_hours", field)} h, ${row("max_iterations", field)} iterations`;
  assertStringIncludes(page, `| ${min("default")} | ${max("default")} |`);
  assertStringIncludes(
    page,
    `\`cli_gap_threshold_seconds\` (${row("cli_gap_threshold_seconds", "default")})`,
  );
});

Deno.test("renderPage: headings, lists, code, links and tables become text", () => {
  const page = [
    "# A title",
    "Text with [a link](x.md), **strong** and `code`.",
    "",
    "- one item that is long enough to be wrapped here",
    "- two",
    "",
    "```sh",
    "ralph start   # as it is",
    "```",
    "",
    "| a | b | c |",
    "|---|---|---|",
    "| 1 | `x \\| y` | 3 |",
  ].join("\n");
  assertEquals(
    renderPage(page, { width: 40, style: createStyle(false) }),
    `A title

Text with a link, strong and \`code\`.

- one item that is long enough to be
  wrapped here
- two

  ralph start   # as it is

  a  b        c
  1  \`x | y\`  3`,
  );
});
