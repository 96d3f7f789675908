/** Every kind of prompt as a file in `golden/`, so that a person can read all of them. */
import { assertEquals } from "@std/assert";
import { buildContinuation } from "../../src/prompt/continuation.ts";
import { PROMPT_KINDS } from "./_prompt_kinds.ts";

const FOLDER = new URL("golden/", import.meta.url);
const UPDATE = "UPDATE_GOLDEN=1 deno test -A tests/prompt/golden_test.ts";
const isUpdating = Deno.env.get("UPDATE_GOLDEN") === "1";

for (const [name, input] of Object.entries(PROMPT_KINDS)) {
  Deno.test(`golden: ${name} is sent as golden/${name}.md says`, async () => {
    const text = await buildContinuation(input);
    const file = new URL(`${name}.md`, FOLDER);
    if (isUpdating) Deno.writeTextFileSync(file, text);
    const golden = readIfThere(file);
    assertEquals(text, golden, `The prompt changed. If that is meant, run: ${UPDATE}`);
  });
}

Deno.test("golden: no file is left without its kind", () => {
  const files = [...Deno.readDirSync(FOLDER)].map(({ name }) => name.replace(/\.md$/, ""));
  assertEquals(files.sort(), Object.keys(PROMPT_KINDS).sort(), "Remove what is no longer sent");
});

function readIfThere(file: URL): string {
  try {
    return Deno.readTextFileSync(file);
  } catch {
    return "";
  }
}
