import { assertEquals } from "@std/assert";
import { isRemoved } from "../../../src/run/plan/follow_item.ts";
import { planOf } from "../../../src/run/plan/plan.ts";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";
import { finishItem } from "../../../src/run/parallel/plan_copies.ts";

function parse(text: string) {
  return planOf("PLAN.md", readMarkdown(text, "PLAN.md"));
}

/** Removes the item that begins with "odd". */
async function remove(text: string): Promise<string> {
  const path = await Deno.makeTempFile({ suffix: ".md" });
  try {
    await Deno.writeTextFile(path, text);
    const { key } = parse(text).items.find(({ text }) => text.startsWith("odd"))!;
    const came = await finishItem(path, key, null);
    return came === "written" ? await Deno.readTextFile(path) : came;
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("plan copies: a removed item goes with its notes, and nothing else does", async () => {
  const lines = [
    "# Plan",
    "- [ ] one",
    "- [ ] odd | `make`",
    "  a note",
    "",
    "      code",
    "",
    "- [ ] two",
    "",
  ];
  const left = [...lines.slice(0, 2), "", ...lines.slice(-2)];
  for (const end of ["\n", "\r\n"]) {
    assertEquals(await remove(lines.join(end)), left.join(end));
  }
  assertEquals(await remove("- [ ] one\n- [ ] odd"), "- [ ] one\n");
  assertEquals(await remove("- [ ] odd\n\nProse\n- [ ] one\n"), "\nProse\n- [ ] one\n");
});

Deno.test("plan copies: a removed item takes its finished steps along, and no open one", async () => {
  const nested = "- [ ] odd\n    - [x] a\n    - [x] b\n- [ ] one\n";
  assertEquals(await remove(nested), "- [ ] one\n");
  assertEquals(await remove(nested.replace("[x] b", "[ ] b")), "missing");
  const step = "- [ ] whole\n    - [ ] odd\n    - [ ] b\n";
  assertEquals(await remove(step), "- [ ] whole\n    - [ ] b\n");
});

Deno.test("plan copies: an item that was reworded or replaced was not removed", () => {
  const before = parse("- [ ] Write the parser of the queries\n- [ ] Test\n");
  const [item] = before.items;
  const isGone = (text: string) => isRemoved(item!, before, parse(text));
  assertEquals(isGone("- [ ] Test\n"), true);
  assertEquals(isGone("- [x] Test\n"), true);
  assertEquals(isGone("- [ ] Test\n- [x] Write the new parser of the queries\n"), false);
  assertEquals(isGone("- [ ] Test\n- [ ] Lexer\n- [ ] Grammar\n"), false);
  const many = Array.from({ length: 900 }, (_, at) => `- [ ] item ${at}\n`).join("");
  const all = parse(many);
  assertEquals(
    isRemoved(all.items[800]!, all, parse(many.replace("- [ ] item 800\n", ""))),
    true,
  );
});
