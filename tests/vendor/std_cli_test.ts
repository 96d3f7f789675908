import { assertEquals } from "@std/assert";
import { parseArgs } from "@std/cli/parse-args";
import { unicodeWidth } from "@std/cli/unicode-width";
import * as cli from "@std/cli";

Deno.test("cli: values, flags, groups of letters and positionals are distinguished", () => {
  assertEquals(parseArgs(["--foo", "--bar=baz", "./quux.txt"]), {
    ...{ _: ["./quux.txt"], foo: true, bar: "baz" },
  });
  assertEquals(parseArgs(["-abc", "x", "--n", "3", "-k5", "--neg", "-1", "--x.y=2"]), {
    ...{ _: [], a: true, b: true, c: "x", n: 3, k: 5, neg: true, 1: true, x: { y: 2 } },
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

Deno.test("cli: values are read as by the published package, where that is not obvious", () => {
  const options = {
    ...{ string: ["focus", "_"], boolean: ["yes", "no-color"], collect: ["focus", "yes", "n"] },
    alias: { focus: "f" },
  };
  // deno-fmt-ignore
  for (const [args, read] of [
    [["--focus", "", "--focus=", "-f="], { focus: ["", "", ""], _: [""] }],
    [["--focus", "-1", "--focus"], { focus: ["", ""], 1: true }],
    [["--focus=a=b\nc", "-f=a\nb"], { focus: ["a=b\nc", "a"] }],
    [["--yes", "true", "--yes", "x", "--yes=maybe"], { yes: [true, true, true], _: ["x"] }],
    [["--no-color", "--no-focus=x", "--no-yes"], { ...{ "no-color": true, focus: ["x"], "no-yes": true } }],
    [["--n", "0b1", "--n= 2", "--n=Infinity", "7"], { n: [1, 2, "Infinity"], _: ["7"] }],
    [["-ab=c", "-xyz5", "-o-", "--d.e=1", "--d.__proto__.f=1"], { ...{ a: "c", x: "yz5", o: "-", d: { e: 1 } } }],
  ] as [string[], Record<string, unknown>][]) {
    const { f: _f, ...found } = parseArgs(args, options);
    const absent = { _: [], focus: [], yes: [], "no-color": false };
    assertEquals<unknown>(found, { ...absent, ...read });
  }
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
