import { assertEquals, assertThrows } from "@std/assert";
import { type Command, defineCommand, type Parsed } from "../../src/cli/core/command.ts";
import { asksForHelp, parseArgs } from "../../src/cli/core/parse.ts";
import { UsageError } from "../../src/error.ts";
import { replacing } from "../../src/text/again.ts";

const command: Command = defineCommand({
  name: "try",
  summary: "Tries.",
  args: [{ name: "task", help: "the task", variadic: true }],
  options: [
    { name: "focus", alias: "f", type: "string", help: "the file" },
    { name: "no-focus", type: "boolean", help: "no file" },
    { name: "max-hours", type: "number", min: 0, help: "Maximum hours", env: "TRY_MAX_HOURS" },
    { name: "turns", type: "integer", help: "turns", default: 3 },
    { name: "wait", type: "duration", help: "how long" },
    { name: "verify", type: "list", help: "a command" },
    { name: "notify", type: "boolean", help: "tell" },
    { name: "mode", type: "string", choices: ["auto", "block"], help: "how" },
    { name: "sandbox", type: "string", suggested: ["auto", "none"], help: "what isolates" },
  ],
});

function parse(words: string[], variables: Record<string, string> = {}): Parsed {
  return parseArgs(command, words, { variable: (name) => variables[name] });
}

function options(words: string[], variables?: Record<string, string>): Record<string, unknown> {
  return parse(words, variables).options as Record<string, unknown>;
}

function failureOf(call: () => unknown): UsageError {
  return assertThrows(call, UsageError) as UsageError;
}

/** Where a value comes from: words and variables. */
type Given = readonly [words: readonly string[], variables?: Record<string, string>];

const VALUES: Readonly<Record<string, readonly (readonly [Given, option: string, unknown])[]>> = {
  "--opt value, --opt=value, -o value and -o=value are alike": [
    [[["--focus", "a b"]], "focus", "a b"],
    [[["--focus=a b"]], "focus", "a b"],
    [[["-f", "a b"]], "focus", "a b"],
    [[["-f=a b"]], "focus", "a b"],
  ],
  "absent options have their default, false, an empty list or undefined": [
    [[[]], "turns", 3],
    [[[]], "verify", []],
    [[[]], "focus", undefined],
    [[[]], "notify", false],
  ],
  "an option of the name no-x is not the negation of x": [
    [[["--no-focus"]], "no-focus", true],
    [[["--no-focus"]], "focus", undefined],
  ],
  "an empty value is a value": [
    [[["--focus", ""]], "focus", ""],
    [[["--focus="]], "focus", ""],
    [[["-f", ""]], "focus", ""],
    [[["-f="]], "focus", ""],
  ],
  "negative numbers are values, and so is what follows =": [
    [[["--turns", "-3"]], "turns", -3],
    [[["--focus=--turns"]], "focus", "--turns"],
  ],
  "lists may be repeated, other options with the same value": [
    [[["--verify", "a", "--verify=b"]], "verify", ["a", "b"]],
    [[["--turns", "4", "--turns=4"]], "turns", 4],
  ],
  "the environment gives what no option does": [
    [[[], { TRY_MAX_HOURS: "2" }], "max-hours", 2],
    [[["--max-hours", "3"], { TRY_MAX_HOURS: "2" }], "max-hours", 3],
    [[[], { TRY_MAX_HOURS: "" }], "max-hours", undefined],
  ],
  "durations are seconds, with or without units": [
    [[["--wait", "90"]], "wait", 90],
    [[["--wait", "90s"]], "wait", 90],
    [[["--wait", "1h30m"]], "wait", 5400],
    [[["--wait", "1.5h"]], "wait", 5400],
  ],
};

for (const [promise, rows] of Object.entries(VALUES)) {
  Deno.test(`parse: ${promise}`, () => {
    for (const [[words, variables], option, value] of rows) {
      assertEquals(options([...words], variables)[option], value, words.join(" "));
    }
  });
}

const WANTED_DURATION = "a duration such as 90s, 5m or 1h30m";

// deno-fmt-ignore
const REFUSED: Readonly<Record<string, readonly (readonly [words: string, message: string, hint?: string])[]>> = {
  "an unknown option is an error with the nearest known one": [
    ["--max-hour=3", "Unknown option '--max-hour'", "Did you mean '--max-hours'?"],
    ["-q", "Unknown option '-q'", "If this is an argument, put '--' before it."],
    ["--no-verify=a", "Unknown option '--no-verify'"],
  ],
  "the opposite of an option is hinted at by what turns it off, never by the option alone": [
    ["--no-notify", "Unknown option '--no-notify'", "Without '--notify' it is off. Leave '--no-notify' out."],
    ["--no-sandbox", "Unknown option '--no-sandbox'", "Write it so:"],
    ["--no-sandbox --sandbox bwrap", "Unknown option '--no-sandbox'", "'--sandbox' is in the line, too. Leave '--no-sandbox' out."],
  ],
  "a name that is nearly right, but has no value, is hinted at with its value": [
    ["--focs", "Unknown option '--focs'", "Did you mean '--focus TEXT'? the file."],
  ],
  "a value of the wrong type is an error that says wanted and found": [
    ["--max-hours=many", "Option '--max-hours' should be a number, found 'many'"],
    ["--max-hours=Infinity", "Option '--max-hours' should be a number, found 'Infinity'"],
    ["--max-hours=-1", "Option '--max-hours' should be at least 0, found '-1'"],
    ["--turns=1.5", "Option '--turns' should be a whole number, found '1.5'"],
    ["--turns=", "Option '--turns' should be a whole number, found ''"],
    ["--wait=soon", `Option '--wait' should be ${WANTED_DURATION}, found 'soon'`],
    ["--mode=blok", "Option '--mode' should be one of auto, block, found 'blok'", "Did you mean 'block'?"],
  ],
  "a missing value is an error, and the next option is not taken for it": [
    ["--focus", "Option '--focus' needs a value", "Write --focus=TEXT. the file."],
    ["--focus --turns", "Option '--focus' needs a value"],
    ["-f --", "Option '--focus' needs a value"],
    ["--focus -x", "Option '--focus' needs a value"],
  ],
  "two values for one option are refused": [
    ["--focus 4 -f=5", "Option '--focus' is given twice, with different values", "Give --focus once."],
  ],
  "a switch takes no value": [
    ["--notify=true", "Option '--notify' takes no value, found 'true'"],
    ["--no-focus=", "Option '--no-focus' takes no value, found ''"],
  ],
};

for (const [promise, rows] of Object.entries(REFUSED)) {
  Deno.test(`parse: ${promise}`, () => {
    for (const [words, message, hint] of rows) {
      const error = failureOf(() => parse(words.split(" ")));
      assertEquals([error.message, hint ?? error.hint], [message, error.hint]);
    }
  });
}

Deno.test("parse: the line that works has the name or value that was meant, wherever it stands", () => {
  const again = (...rest: string[]) =>
    failureOf(() => parse(rest)).again?.({ path: ["try"], rest })?.join(" ");
  assertEquals(again("--max-hour=3", "a"), "try --max-hours=3 a");
  assertEquals(again("--mode", "blok"), "try --mode block");
  assertEquals(again("--no-sandbox", "a"), "try --sandbox=none a");
  assertEquals(again("--no-notify", "a"), "try a");
  assertEquals(again("a", "--focs"), undefined, "it would fail without a value");
  assertEquals(again("--hlp"), "try --help");
  assertEquals(again("--turn", "x"), undefined, "the value would be refused");
  assertEquals(again("--turn", "2", "--focs", "a"), undefined, "another name is wrong, too");
  assertEquals(again("--mode=blok", "a"), "try --mode=block a");
  assertEquals(
    replacing("blok", "block")({ path: ["try"], rest: ["a"] }),
    null,
    "a variable has it",
  );
});

Deno.test("parse: words that are not options are the arguments, wherever they are", () => {
  const parsed = parse(["add", "--turns", "4", "dark", "mode"]);
  assertEquals(parsed.args as unknown, { task: ["add", "dark", "mode"] });
  assertEquals([...parsed.given], ["turns"]);
  assertEquals(parse(["--", "--turns", "-x"]).args as unknown, { task: ["--turns", "-x"] });
  assertEquals(parse(["-", "-4"]).args as unknown, { task: ["-", "-4"] });
  const behind = parse(["--notify", "true", "--no-focus", "story"]);
  assertEquals(behind.args as unknown, { task: ["true", "story"] });
});

Deno.test("parse: no word is changed on its way", () => {
  const words = ["007", "1e3", "0x1f", "3:4", "", "true", "a\nb", "a=b", "-", "👩‍🔬"];
  assertEquals(parse(words).args as unknown, { task: words });
  for (const word of words) {
    assertEquals(options(["-f", word])["focus"], word);
    assertEquals(options(["--verify", word, `--verify=${word}`])["verify"], [word, word]);
  }
});

const phrase: Command = defineCommand({ ...command, name: "say", text: "phrase" });
const task: Command = defineCommand({ ...command, name: "do", text: "task" });

function parseText(text: Command, line: string): Parsed {
  const written = line.split(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const words = written.map((word) => word.replaceAll('"', ""));
  return parseArgs(text, words, { variable: () => undefined }, written);
}

Deno.test("parse: in a phrase only long options of the command are options after its first word", () => {
  // deno-fmt-ignore
  for (const [line, said, ...given] of [
    ["use rm -rf", ["use", "rm", "-rf"]],
    ["--turns 2 grep -f x --no-such=1 -- --turns", [..."grep -f x --no-such=1".split(" "), "--turns"], "turns"],
    ["say true 007 -5 --turns 2", ["say", "true", "007", "-5"], "turns"],
    ['say "hi" to "hi there" hi', ["say", '"hi"', "to", '"hi there"', "hi"]],
    ['"-f is broken"', ["-f is broken"]],
  ] as const) {
    const parsed = parseText(phrase, line);
    assertEquals(parsed.args as unknown, { task: said });
    assertEquals([...parsed.given] as string[], given);
  }
  assertEquals(failureOf(() => parseText(phrase, "-q use")).message, "Unknown option '-q'");
  const near = failureOf(() => parseText(phrase, "--focus 2h --turn use"));
  assertEquals(
    near.hint,
    "Did you mean '--turns'? Option '--turns' should be a whole number, found 'use'.",
  );
  assertEquals(near.again, undefined);
});

Deno.test("parse: a task keeps its words and quotes; options are before or after it", () => {
  const parsed = parseText(task, '--turns 2 fix "the - bug" "- f" now --notify --focus=a');
  assertEquals(parsed.args as unknown, { task: ["fix", '"the - bug"', '"- f"', "now"] });
  assertEquals(parsed.behindText, ["--notify", "--focus=a"]);
  const { message } = failureOf(() => parseText(task, "fix --focus the bug --notify"));
  assertEquals(message, "Option '--focus' is between the words of the task");
});

Deno.test("parse: a variable that does not fit is named", () => {
  const wrong = failureOf(() => parse([], { TRY_MAX_HOURS: "x" }));
  assertEquals(wrong.message, "Variable TRY_MAX_HOURS should be a number, found 'x'");
  assertEquals(wrong.hint, "Maximum hours.");
});

Deno.test("parse: too many and too few arguments are errors", () => {
  const two = defineCommand({
    name: "two",
    summary: "Two.",
    args: [{ name: "key", help: "the key", required: true, choices: ["alpha", "beta"] }],
  });
  const env = { variable: () => undefined };
  const refused = (...words: string[]) => failureOf(() => parseArgs(two, words, env));
  assertEquals(refused().message, "Argument KEY is missing");
  assertEquals(refused("alpha", "x").message, "Unexpected argument 'x'");
  assertEquals(refused("alpa").hint, "Did you mean 'alpha'?");
});

Deno.test("parse: an unknown option beside the one that is near is left out of the line, with its value", () => {
  const lineFor = (line: string) => {
    const rest = line.split(" ");
    return failureOf(() => parse(rest)).again?.({ path: [], rest })?.join(" ");
  };
  assertEquals(lineFor("fix --max-hour 2 --max-hours 1"), "fix --max-hours 1");
  assertEquals(lineFor("2 --max-hours=1 --max-hour 2"), "2 --max-hours=1");
  assertEquals(lineFor("--max-hour=2 fix --max-hours 1"), "fix --max-hours 1");
  assertEquals(lineFor("--notify --notif fix"), "--notify fix");
  assertEquals(
    lineFor("--verify a --verif b"),
    "--verify a --verify b",
    "given as often as wanted",
  );
  assertEquals(lineFor("--max-hour 2 --turns 1"), "--max-hours 2 --turns 1");
});

Deno.test("parse: help is asked for anywhere before --", () => {
  assertEquals(asksForHelp(["a", "-h"]), true);
  assertEquals(asksForHelp(["--", "--help"]), false);
});
