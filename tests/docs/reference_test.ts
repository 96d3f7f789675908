/** The reference is what the tables say; `deno task docs` writes it. */
import { assert, assertEquals } from "@std/assert";
import { COMMANDS } from "../../src/cli/registry.ts";
import { SETTING_SPECS } from "../../src/store/settings/settings.ts";
import { openGolden } from "../_golden.ts";
import { renderCommands, renderSettings } from "./_reference.ts";

const { assertGolden, assertNoneLeft } = openGolden(
  new URL("../../docs/reference/", import.meta.url),
  ".md",
  "tests/docs/reference_test.ts",
);

Deno.test("reference: the page of all commands is the present one", async () => {
  assertGolden("commands", await renderCommands(COMMANDS));
});

Deno.test("reference: the page of all settings is the present one", () => {
  assertGolden("settings", renderSettings(SETTING_SPECS));
});

Deno.test("reference: no page is left that nothing makes", assertNoneLeft);

Deno.test("reference: each row of a table has as many cells as its head", async () => {
  const text = await renderCommands(COMMANDS) + renderSettings(SETTING_SPECS);
  for (const table of text.match(/(?:^\|.*\n)+/gm) ?? []) {
    const widths = table.trimEnd().split("\n").map((row) => row.match(/(?<!\\)\|/g)?.length);
    assertEquals(new Set(widths).size, 1, table);
  }
  assert(!/<[a-z]/i.test(text.replaceAll(/`[^`]*`/g, "")), "a tag in the running text");
});
