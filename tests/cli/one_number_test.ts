/** A turn has one number, in text and in JSON; and what `help` does not know is refused. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { Night } from "../lifecycle/_night.ts";
import { TestCli } from "./_cli.ts";

Deno.test("turn: 'history LOOP --json' and 'explain --json' have the number that the text has", async () => {
  using night = new Night();
  await night.start();
  await night.open("startup");
  await night.type("go");
  await night.stop();
  await night.call(30);
  await night.stop();
  const [{ id }] = (await night.document("history")).loops;
  const text = (await night.ralph("history", id)).split("\n");
  const inText = text.filter((line) => / continue /.test(line))
    .map((line) => Number(/^\S+ +(\d+) /.exec(line)?.[1]));
  const lines = (await night.ralph("history", id, "--json")).trimEnd().split("\n")
    .map((line) => JSON.parse(line));
  const inJson = lines.filter(({ kind }) => kind === "continue").map(({ iteration }) => iteration);
  assertEquals([inText, inJson], [[0, 1], [0, 1]]);
  for (const turn of [0, 1]) {
    const { decisions } = await night.document("explain", "--turn", `${turn}`);
    assertEquals(decisions.at(-1).iteration, turn);
  }
});

Deno.test("help: an option that it does not have is refused, with the line that works", async () => {
  using cli = new TestCli();
  const { code, stderr } = await cli.run(["help", "--man", "start"]);
  assertEquals(code, 2);
  assertStringIncludes(stderr, "→ ralph help start");
  assertEquals((await cli.run(["help", "start", "--help"])).code, 0);
});
