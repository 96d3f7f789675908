/** `ralph demo`, played by the compiled binary. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { RALPH } from "./_stage.ts";

Deno.test("demo: plays a loop to its end, shows the guard, and leaves no file behind", async () => {
  const tmp = await Deno.makeTempDir({ prefix: "ralph demo tmp " });
  try {
    const { code, stdout } = await new Deno.Command(RALPH, {
      args: ["demo"],
      env: { TMPDIR: tmp, NO_COLOR: "1" },
    }).output();
    const text = new TextDecoder().decode(stdout);
    assertEquals(code, 0, text);
    assertStringIncludes(text, "tries: rm -f .claude/loop-enabled");
    assert(!text.includes("has no opinion"), "the guard refused nothing");
    assertStringIncludes(text, "ralph    done. All 3 items");
    assertEquals(/(\d+) turns, /.exec(text)?.[1], /Turn (\d+)(?![^]*Turn \d)/.exec(text)?.[1]);
    assertStringIncludes(text, "That was a whole loop.");
    assertEquals([...Deno.readDirSync(tmp)], []);
  } finally {
    await Deno.remove(tmp, { recursive: true });
  }
});
