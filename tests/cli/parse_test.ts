import { assertEquals, assertThrows } from "@std/assert";
import { type Command, defineCommand, type Parsed } from "../../src/cli/core/command.ts";
import { asksForHelp, parseArgs } from "../../src/cli/core/parse.ts";
import { UsageError } from "../../src/error.ts";

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
  ],
});

function parse(words: string[], variables: Record<string, string> = {}): Parsed {
  return parseArgs(command, words, { variable: (name) => variables[name] });
}

function options(words: string[], variables?: Record<string, string>): Record<string, unknown> {
  return parse(words, variables).options as Record<string, unknown>;
}

function failure(words: string[], variables?: Record<string, string>): UsageError {
  return failureOf(() => parse(words, variables));
}

function failureOf(call: () => unknown): UsageError {
  return assertThrows(call, UsageError) as UsageError;
}

Deno.test("parse: takes --opt value, --opt=value, -o value and -o=value alike", () => {
  for (const words of [["--focus", "a b"], ["--focus=a b"], ["-f", "a b"], ["-f=a b"]]) {
    assertEquals(options(words)["focus"], "a b");
  }
});

Deno.test("parse: absent options have their default, false, an empty list or undefined", () => {
  const { turns, verify, focus, notify } = options([]);
  assertEquals({ turns, verify, focus, notify }, {
    turns: 3,
    verify: [],
    focus: undefined,
    notify: false,
  });
  assertEquals(parse([]).given.size, 0);
});

Deno.test("parse: words that are not options are the arguments, wherever they are", () => {
  const parsed = parse(["add", "--turns", "4", "dark", "mode"]);
  assertEquals(parsed.args as unknown, { task: ["add", "dark", "mode"] });
  assertEquals([...parsed.given], ["turns"]);
});

Deno.test("parse: -- ends the options", () =>
  assertEquals(parse(["--", "--turns", "-x"]).args as unknown, { task: ["--turns", "-x"] }));

Deno.test("parse: an option of the name no-x is not the negation of x", () => {
  assertEquals(options(["--no-focus"])["no-focus"], true);
  for (const word of ["--no-notify", "--no-notify=true", "--no-verify=a"]) {
    assertEquals(failure([word]).message, `Unknown option '${word.split("=")[0]}'`);
  }
});

Deno.test("parse: an unknown option is an error with the nearest known one", () => {
  const error = failure(["--max-hour=3"]);
  assertEquals(error.message, "Unknown option '--max-hour'");
  assertEquals(error.hint, "Did you mean '--max-hours'?");
  assertEquals(failure(["-q"]).hint, "Put arguments that begin with '-' after '--'.");
});

Deno.test("parse: a value of the wrong type is an error that says wanted and found", () => {
  for (
    const [option, found, wanted] of [
      ["--max-hours", "many", "a number"],
      ["--max-hours", "Infinity", "a number"],
      ["--max-hours", "-1", "at least 0"],
      ["--turns", "1.5", "a whole number"],
      ["--wait", "soon", "a duration such as 90s, 5m or 1h30m"],
      ["--mode", "blok", "one of auto, block"],
    ] as const
  ) {
    const { message } = failure([`${option}=${found}`]);
    assertEquals(message, `Wanted ${wanted} for option '${option}', found '${found}'`);
  }
  assertEquals(failure(["--mode", "blok"]).hint, "Did you mean 'block'?");
});

Deno.test("parse: a missing value is an error, and the next option is not taken for it", () => {
  assertEquals(failure(["--focus"]).message, "Option '--focus' needs a value");
  for (const words of [["--focus", "--turns"], ["-f", "--"], ["--focus", "-x"], ["-f"]]) {
    assertEquals(failure(words).message, "Option '--focus' needs a value");
    assertEquals(failure(words).hint, "Write --focus=TEXT. the file.");
  }
  assertEquals(options(["--focus=--turns"])["focus"], "--turns");
});

Deno.test("parse: an empty value is a value", () => {
  for (const words of [["--focus", ""], ["--focus="], ["-f", ""], ["-f="]]) {
    assertEquals(options(words)["focus"], "");
  }
  assertEquals(
    failure(["--turns="]).message,
    "Wanted a whole number for option '--turns', found ''",
  );
});

Deno.test("parse: no word is changed on its way", () => {
  const words = ["007", "1e3", "0x1f", "3:4", "", "true", "a\nb", "a=b", "-", "👩‍🔬"];
  assertEquals(parse(words).args as unknown, { task: words });
  for (const word of words) {
    assertEquals(options([`-f=${word}`])["focus"], word);
    assertEquals(options(["-f", word])["focus"], word);
    assertEquals(options(["--verify", word, `--verify=${word}`])["verify"], [word, word]);
  }
});

Deno.test("parse: a switch leaves the word behind it alone", () => {
  const { args, options } = parse(["--notify", "true", "--no-focus", "story"]);
  assertEquals(args as unknown, { task: ["true", "story"] });
  assertEquals([...Object.values(options)].filter((value) => value === true).length, 2);
});

Deno.test("parse: negative numbers and a lone - are values and arguments", () => {
  assertEquals(options(["--turns", "-3"])["turns"], -3);
  assertEquals(parse(["-", "-4"]).args as unknown, { task: ["-", "-4"] });
});

Deno.test("parse: lists may be repeated, other options only with the same value", () => {
  assertEquals(options(["--verify", "a", "--verify=b"])["verify"], ["a", "b"]);
  assertEquals(options(["--turns", "4", "--turns=4"])["turns"], 4);
  const { message, hint } = failure(["--focus", "4", "-f=5"]);
  assertEquals(message, "Option '--focus' is given twice, with different values");
  assertEquals(hint, "Give --focus once.");
});

Deno.test("parse: a switch takes no value", () => {
  for (const option of ["--notify", "--no-focus"]) {
    for (const value of ["true", "false", "maybe", ""]) {
      const { message } = failure([`${option}=${value}`]);
      assertEquals(message, `Option '${option}' takes no value, found '${value}'`);
    }
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
  assertEquals(near.hint, "Did you mean '--turns'?");
});

Deno.test("parse: a task keeps its words and quotes; options are before or after it", () => {
  const parsed = parseText(task, '--turns 2 fix "the - bug" "- f" now --notify --focus=a');
  assertEquals(parsed.args as unknown, { task: ["fix", '"the - bug"', '"- f"', "now"] });
  assertEquals(parsed.behindText, ["--notify", "--focus=a"]);
  const { message } = failureOf(() => parseText(task, "fix --focus the bug --notify"));
  assertEquals(message, "Option '--focus' is between the words of the task");
});

Deno.test("parse: the environment gives what no option does", () => {
  assertEquals(options([], { TRY_MAX_HOURS: "2" })["max-hours"], 2);
  assertEquals(options(["--max-hours", "3"], { TRY_MAX_HOURS: "2" })["max-hours"], 3);
  assertEquals(options([], { TRY_MAX_HOURS: "" })["max-hours"], undefined);
  const wrong = failure([], { TRY_MAX_HOURS: "x" });
  assertEquals(wrong.message, "Wanted a number for variable TRY_MAX_HOURS, found 'x'");
  assertEquals(wrong.hint, "Maximum hours.");
});

Deno.test("parse: durations are seconds, with or without units", () => {
  for (const [text, seconds] of [["90", 90], ["90s", 90], ["1h30m", 5400], ["1.5h", 5400]]) {
    assertEquals(options(["--wait", String(text)])["wait"], seconds);
  }
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

Deno.test("parse: help is asked for anywhere before --", () => {
  assertEquals(asksForHelp(["a", "-h"]), true);
  assertEquals(asksForHelp(["--", "--help"]), false);
});
