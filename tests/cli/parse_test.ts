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

Deno.test("parse: -- ends the options", () => {
  assertEquals(parse(["--", "--turns", "-x"]).args as unknown, { task: ["--turns", "-x"] });
});

Deno.test("parse: an option of the name no-x is not the negation of x", () => {
  assertEquals(options(["--no-focus"])["no-focus"], true);
  assertEquals(failure(["--no-notify"]).message, "Unknown option '--no-notify'");
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
  const { hint } = failure(["--focus", "--turns"]);
  assertEquals(hint, "A value that begins with '-' is written --focus=--turns.");
  assertEquals(options(["--focus=--turns"])["focus"], "--turns");
});

Deno.test("parse: negative numbers and a lone - are values and arguments", () => {
  assertEquals(options(["--turns", "-3"])["turns"], -3);
  assertEquals(parse(["-", "-4"]).args as unknown, { task: ["-", "-4"] });
});

Deno.test("parse: lists may be repeated, other options only with the same value", () => {
  assertEquals(options(["--verify", "a", "--verify=b"])["verify"], ["a", "b"]);
  assertEquals(options(["--turns", "4", "--turns=4"])["turns"], 4);
  for (
    const [words, other] of [
      [["--turns", "4", "--turns", "5"], "--turns"],
      [["--notify", "--notify=false"], "--notify"],
    ] as const
  ) {
    const message = `Options '${words[0]}' and '${other}' contradict each other`;
    assertEquals(failure([...words]).message, message);
  }
});

Deno.test("parse: a switch takes no value but true and false", () => {
  assertEquals(options(["--notify=false"])["notify"], false);
  const { message } = failure(["--notify=maybe"]);
  assertEquals(message, "Option '--notify' takes no value, found 'maybe'");
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
