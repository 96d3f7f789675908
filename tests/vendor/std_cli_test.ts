import { assertEquals } from "@std/assert";
import { parseArgs } from "@std/cli/parse-args";
import { unicodeWidth } from "@std/cli/unicode-width";
import * as cli from "@std/cli";

Deno.test("cli: values, flags, groups of letters and positionals are distinguished", () => {
  assertEquals(parseArgs(["--foo", "--bar=baz", "./quux.txt"]), {
    ...{ _: ["./quux.txt"], foo: true, bar: "baz" },
  });
  assertEquals(parseArgs(["-abc", "x", "--n", "3", "-k5", "--neg", "-1"]), {
    ...{ _: [], a: true, b: true, c: "x", n: 3, k: 5, neg: -1 },
  });
  assertEquals(cli.parseArgs, parseArgs);
});

Deno.test("cli: the width of a text is that of its code points", () => {
  const widths = [["abc", 3], ["天地", 4], ["ｆｕｌｌ", 8], ["a\u0301", 1], ["👩‍🔬", 4], ["\0\n", 0]];
  assertEquals(widths.map(([text]) => [text, unicodeWidth(String(text))]), widths);
  assertEquals(cli.unicodeWidth, unicodeWidth);
});

Deno.test("cli: a boolean does not take a value, a string keeps its digits", () => {
  const options = { boolean: ["v"], string: ["id"], default: { color: "auto" } };
  assertEquals(parseArgs(["-v", "x", "--id", "007"], options), {
    ...{ _: ["x"], v: true, id: "007", color: "auto" },
  });
  assertEquals(parseArgs([], options), { _: [], v: false, color: "auto" });
  assertEquals(parseArgs(["--v=false", "--id"], options), {
    ...{ _: [], v: false, id: "", color: "auto" },
  });
});

Deno.test("cli: aliases, repeated and negated names", () => {
  const options = {
    ...{ alias: { help: ["h"] }, collect: ["file"], string: ["file"] },
    ...{ boolean: ["help", "color"], negatable: ["color"], default: { color: true } },
  };
  assertEquals(parseArgs(["-h", "--file", "a", "--file=b", "--no-color", "--no-x"], options), {
    ...{ _: [], help: true, h: true, file: ["a", "b"], color: false, "no-x": true },
  });
  assertEquals(parseArgs([], options), { _: [], help: false, h: false, file: [], color: true });
});

Deno.test("cli: what follows -- and the first positional stays as it was", () => {
  assertEquals(parseArgs(["a", "--", "--b"]), { _: ["a", "--b"] });
  assertEquals(parseArgs(["a", "--", "--b"], { "--": true }), { _: ["a"], "--": ["--b"] });
  assertEquals(parseArgs(["-v", "run", "-v", "--x"], { boolean: ["v"], stopEarly: true }), {
    ...{ _: ["run", "-v", "--x"], v: true },
  });
});

Deno.test("cli: unknown options are reported and can be refused", () => {
  const seen: unknown[] = [];
  const unknown = (arg: string, key?: string) => {
    seen.push([arg, key]);
    return false;
  };
  assertEquals(parseArgs(["--known", "--typo=1", "pos"], { boolean: ["known"], unknown }), {
    ...{ _: [], known: true },
  });
  assertEquals(seen, [["--typo=1", "typo"], ["pos", undefined]]);
});
