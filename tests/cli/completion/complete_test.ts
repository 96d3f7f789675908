/** What may come next on a command line, for all commands of ralph. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { complete, type NextWords } from "../../../src/cli/completion/complete.ts";
import type { Command } from "../../../src/cli/core/command.ts";
import { COMMANDS } from "../../../src/cli/registry.ts";
import { TestCli } from "../_cli.ts";

const completionOf = (...words: string[]): Promise<NextWords> => complete(words, COMMANDS);

async function valuesOf(...words: string[]): Promise<string[]> {
  return (await completionOf(...words)).candidates.map(([value]) => value);
}

/** All commands that run, with the names that lead to them. */
const RUNNABLE: { path: string[]; command: Command }[] = [];
for (const { name, load } of COMMANDS) {
  const walk = (command: Command, path: string[]) => {
    if (command.subcommands === undefined) RUNNABLE.push({ path, command });
    for (const inner of command.subcommands ?? []) walk(inner, [...path, inner.name]);
  };
  walk((await load()).command, [name]);
}

Deno.test("complete: the commands of the help, and those for machines not", async () => {
  const listed = COMMANDS.filter(({ group }) => group !== undefined).map(({ name }) => name);
  assertEquals(await valuesOf(""), listed);
  assertEquals(await valuesOf("st"), listed.filter((name) => name.startsWith("st")));
  assertEquals(await valuesOf("-"), ["-h", "--help", "--version"]);
  assertEquals(await completionOf(), await completionOf(""));
});

Deno.test("complete: every subcommand", async () => {
  for (const { name, load } of COMMANDS) {
    const { command } = await load();
    const names = (command.subcommands ?? []).map((each) => each.name);
    if (names.length > 0) assertEquals(await valuesOf(name, ""), names);
    if (names.length > 0) assertEquals(await valuesOf("help", name, ""), names);
  }
});

Deno.test("complete: every option, by both of its forms, and not again once it is given", async () => {
  for (const { path, command } of RUNNABLE) {
    const options = command.options ?? [];
    const offered = await valuesOf(...path, "--");
    const forms = options.map(({ name }) => `--${name}`);
    assertEquals(offered, [...forms, "--help"], path.join(" "));
    const letters = options.flatMap(({ alias }) => alias === undefined ? [] : [`-${alias}`]);
    const dashed = await valuesOf(...path, "-");
    for (const letter of letters) assert(dashed.includes(letter), `${path.join(" ")} ${letter}`);
    for (const { name, type, alias } of options) {
      const value = type === "boolean" ? [] : ["5"];
      const after = await valuesOf(...path, `--${name}`, ...value, "--");
      assertEquals(after.includes(`--${name}`), type === "list", `${path.join(" ")} --${name}`);
      if (alias === undefined || type === "list") continue;
      const afterLetter = await valuesOf(...path, `-${alias}`, ...value, "--");
      assertEquals(afterLetter.includes(`--${name}`), false, `${path.join(" ")} -${alias}`);
    }
  }
});

Deno.test("complete: every choice of an option, as a word of its own and after '='", async () => {
  for (const { path, command } of RUNNABLE) {
    for (const { name, choices } of command.options ?? []) {
      if (choices === undefined) continue;
      assertEquals(await valuesOf(...path, `--${name}`, ""), [...choices]);
      const joined = choices.map((choice) => `--${name}=${choice}`);
      assertEquals(await valuesOf(...path, `--${name}=`), joined);
      assertEquals(await valuesOf(...path, `--${name}=${choices[0]}`), [joined[0]]);
    }
  }
});

Deno.test("complete: every argument with choices, and files and values where they are meant", async () => {
  for (const { path, command } of RUNNABLE) {
    const [first] = command.args ?? [];
    if (first?.choices !== undefined) {
      assertEquals(await valuesOf(...path, ""), [...first.choices], path.join(" "));
    }
  }
  const shellOf = async (...words: string[]) => (await completionOf(...words)).fromShell;
  assertEquals(await shellOf("run", ""), "markdown");
  assertEquals(await shellOf("start", "-f", ""), "markdown");
  assertEquals(await shellOf("start", "--focus=docs/"), "markdown");
  assertEquals(await shellOf("run", "--prompt", ""), "file");
  assertEquals(await shellOf("hooks", "install", "--program", ""), "file");
  assertEquals(await shellOf("start", "--verify", ""), "program");
  assertEquals(await shellOf("run", "--agent", ""), "program");
  assertEquals((await valuesOf("run", "--agent", "c"))[0], "claude");
  assertEquals(await valuesOf("config", "get", "max_h"), ["max_hours"]);
  assertEquals(await valuesOf("config", "set", "eternal", ""), ["true", "false"]);
  assertEquals(await valuesOf("config", "set", "eternal=t"), ["eternal=true"]);
  assertEquals(await valuesOf("config", "set", "max_tokens", ""), ["none"]);
  assertEquals(await valuesOf("config", "set", "notify_events", "stuck", "bl"), ["blocked"]);
  assertEquals(await valuesOf("config", "set", "notify_events", "stuck", "st"), []);
  assertEquals(await valuesOf("help", "lim"), ["limits"]);
});

Deno.test("complete: a value is not an option", async () => {
  assertEquals(await valuesOf("start", "--promise", ""), []);
  assertEquals(await valuesOf("start", "--max-hours", "--"), []);
  assertEquals((await valuesOf("start", "do it", "")).includes("--max-hours"), true);
});

Deno.test("complete: the options of a default subcommand", async () => {
  assertEquals(await valuesOf("config", "--js"), ["--json"]);
  assertEquals(await valuesOf("config", "--global", "--js"), ["--json"]);
});

Deno.test("complete: nothing after '--', after what is unknown, and for a switch with '='", async () => {
  for (const { path } of RUNNABLE) {
    assertEquals(await completionOf(...path, "--", ""), { candidates: [], fromShell: null });
  }
  assertEquals(await valuesOf("nonsense", ""), []);
  assertEquals(await valuesOf("config", "nonsense", ""), []);
  assertEquals(await valuesOf("start", "--dry-run="), []);
});

Deno.test("complete: any words give candidates that begin with the last one", async () => {
  // deno-fmt-ignore
  const pieces = fc.constantFrom(
    ...[
      "start", "config", "set", "help", "--", "-", "--max-hours", "--json=", "-f", "=", "", "x y",
    ],
    ...RUNNABLE.flatMap(({ path }) => path),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 6 }), async (words) => {
      const last = words.at(-1) ?? "";
      for (const value of await valuesOf(...words)) {
        assert(value.startsWith(last), `${words}: ${value}`);
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("ralph complete: prints candidates with their meaning, then what the shell adds; always 0", async () => {
  using cli = new TestCli();
  cli.write(".claude/ralph-config.json", "{ broken");
  const lines = async (...words: string[]) => {
    const { code, stdout, stderr } = await cli.run(["complete", "--", ...words]);
    assertEquals([code, stderr], [0, ""]);
    return stdout.split("\n").slice(0, -1);
  };
  assertEquals(await lines("sto"), ["stop\tEnd the loop of this project"]);
  assertEquals(await lines("run", ""), [":markdown"]);
  assertEquals(await lines("config", "set", "eternal", ""), ["true", "false\tdefault"]);
  assertEquals(await lines("gone", ""), []);
  assertEquals(await lines(), await lines(""));
});

Deno.test("complete: a candidate needs no quotes in any shell", async () => {
  for (const { path } of RUNNABLE) {
    for (const word of ["", "-", "--"]) {
      for (const value of await valuesOf(...path, word)) assertMatch(value, /^[\w.@+,=-]+$/);
    }
  }
});
