import { assertEquals } from "@std/assert";
import { defineCommand } from "../../src/cli/core/command.ts";
import { renderCommandHelp } from "../../src/cli/core/help.ts";
import { createStyle } from "../../src/cli/core/style.ts";

// deno-fmt-ignore
const command = defineCommand({
  name: "paint",
  summary: "Paints a wall.",
  description: "Slowly, and in one colour only, so that a second coat is seldom needed.",
  args: [{ name: "wall", help: "which one", required: true }, { name: "more", help: "others", variadic: true }],
  options: [
    { name: "colour", alias: "c", type: "string", choices: ["red", "blue"], help: "the colour" },
    { name: "coats", type: "integer", default: 2, env: "PAINT_COATS", help: "how many" },
    { name: "dry", type: "boolean", help: "wait until it is dry" },
    { name: "tool", type: "list", valueName: "NAME", help: "what to use" },
  ],
  examples: [["ralph paint north", "one wall"]],
  exitCodes: [[7, "no paint left"]],
});

Deno.test("help: shows examples first, and of each option what its data says", () => {
  const layout = { width: 60, style: createStyle(false) };
  assertEquals(
    renderCommandHelp(command, ["paint"], layout),
    `Paints a wall.

Slowly, and in one colour only, so that a second coat is
seldom needed.

Examples
  ralph paint north  one wall

Usage
  ralph paint [OPTIONS] WALL [MORE...]

Arguments
  WALL  which one
  MORE  others

Options
  -c, --colour TEXT  the colour (one of red, blue)
  --coats N          how many (default: 2; also PAINT_COATS)
  --dry              wait until it is dry
  --tool NAME        what to use (may be repeated)
  -h, --help         Show this help

Exit codes
  7  no paint left`,
  );
});

Deno.test("help: nothing is wider than a narrow terminal, and a broken command can be pasted", () => {
  const wide = defineCommand({
    name: "paint",
    summary: "Paints a wall.",
    examples: [['ralph paint "the north wall" --colour red --coats 3', "three coats"]],
  });
  const text = renderCommandHelp(wide, ["paint"], { width: 40, style: createStyle(false) });
  for (const line of text.split("\n")) assertEquals(line.length <= 40, true, line);
  assertEquals(
    text.includes('  ralph paint "the north wall" \\\n      --colour red --coats 3\n'),
    true,
    text,
  );
});
