import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  type Command,
  type CommandEntry,
  defineCommand,
  JSON_OPTION,
} from "../../src/cli/core/command.ts";
import { show } from "../../src/cli/core/document.ts";
import { runCli } from "../../src/cli/core/dispatch.ts";
import { parseArgs } from "../../src/cli/core/parse.ts";
import { resolveCommand } from "../../src/cli/core/resolve.ts";
import { splitWritten } from "../../src/text/split_words.ts";
import { COMMANDS } from "../../src/cli/registry.ts";
import { NoLoopError } from "../../src/error.ts";
import { type RanWith, TestCli } from "./_cli.ts";

const commands: CommandEntry[] = [{
  name: "say",
  summary: "Say words",
  group: "everyday",
  load: () =>
    Promise.resolve({
      command: defineCommand({
        name: "say",
        summary: "Says its words.",
        args: [{ name: "words", help: "what to say", variadic: true }],
        options: [{ name: "code", type: "integer", default: 0, help: "the exit code" }],
        run: ({ out, env }, { args, options }) => {
          if (args.words[0] === "fail") throw new NoLoopError("Nothing here", { hint: "Start." });
          const pluginRoot = env.variable("CLAUDE_PLUGIN_ROOT");
          out.data(JSON.stringify({ words: args.words, pluginRoot }));
          return options.code;
        },
      }),
    }),
}, {
  name: "find",
  summary: "Find something",
  load: () =>
    Promise.resolve({
      command: defineCommand({
        name: "find",
        summary: "Find something",
        options: [JSON_OPTION],
        run: () =>
          show({ found: 2 }, ({ found }, { width }) => `${found} within ${width}`, {
            exitCode: 7,
            notes: ["One was skipped."],
          }),
      }),
    }),
}];

async function run(argv: string[], options: RanWith = {}) {
  using cli = new TestCli();
  const { context, read } = cli.context(options);
  const code = await runCli(argv, context, commands);
  return { code, ...read() };
}

function slash(
  text: string,
  argv: string[] = [],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const input = `${text}\n--end-of-arguments\n`;
  return run(["say", ...argv, "--args-from-stdin"], { input });
}

Deno.test("dispatch: help that was asked for goes to stdout with 0, at every level", async () => {
  using cli = new TestCli();
  for (
    const argv of [
      ["--help"],
      ["-h"],
      [],
      ["help"],
      ["config", "--help"],
      ["help", "config", "set"],
      ["config", "set", "-h"],
      ["hook", "--help"],
      ["hooks", "install", "--no-such-option", "--help"],
    ]
  ) {
    const { code, stdout, stderr } = await cli.run(argv);
    assertEquals([code, stderr], [0, ""], argv.join(" "));
    assertStringIncludes(stdout, "Usage", argv.join(" "));
  }
});

Deno.test("dispatch: an error of ours shows its hint and gives its exit code", async () => {
  const { code, stderr } = await run(["say", "fail"]);
  assertEquals(code, 5);
  assertEquals(stderr, "Error: Nothing here\nHint: Start.\n");
});

Deno.test("dispatch: an error of use shows the usage", async () => {
  const { code, stderr } = await run(["say", "--loud"]);
  assertEquals(code, 2);
  assertStringIncludes(stderr, "Usage: ralph say [OPTIONS] [WORDS...]");
});

Deno.test("dispatch: the version goes to stdout", async () => {
  assertEquals(await run(["--version"]), {
    code: 0,
    stdout: "ralph 0.0.0 (commit abc, moon, Deno 2.7.14)\n",
    stderr: "",
  });
  const { stdout } = await run(["--version", "--json"]);
  assertEquals(JSON.parse(stdout), {
    schema_version: 1,
    version: "0.0.0",
    commit: "abc",
    target: "moon",
    deno: "2.7.14",
  });
});

Deno.test("dispatch: arguments from stdin are words and nothing more", async () => {
  const { stdout } = await slash("it's $(touch x) `y` ; > z 'a b'");
  assertEquals(JSON.parse(stdout).words, ["it's", "$(touch", "x)", "`y`", ";", ">", "z", "a b"]);
  assertEquals(JSON.parse((await slash("")).stdout).words, []);
});

Deno.test("dispatch: arguments that the client cut off start nothing", async () => {
  const { stdout } = await run(["say", "--args-from-stdin"], { input: "half of\n" });
  assertStringIncludes(stdout, "Error: The arguments were cut off");
});

Deno.test("dispatch: a slash command's failure is printed as its answer", async () => {
  assertEquals(await slash("fail"), {
    code: 0,
    stdout: "Error: Nothing here\nHint: Start.\n",
    stderr: "",
  });
});

Deno.test("dispatch: a document is printed as text with its notes apart, or as JSON alone", async () => {
  assertEquals(await run(["find"]), {
    code: 7,
    stdout: "2 within 80\n",
    stderr: "One was skipped.\n",
  });
  const { code, stdout, stderr } = await run(["find", "--json"]);
  assertEquals([code, JSON.parse(stdout), stderr], [7, { schema_version: 1, found: 2 }, ""]);
});

Deno.test("dispatch: an error with --json is a JSON document on stdout, in one line as those of 'run'", async () => {
  const { code, stdout } = await run(["say", "--json"]);
  assertEquals(code, 2);
  assertEquals(stdout.split("\n").length, 2, stdout);
  const { schema_version, error: { hint, ...error } } = JSON.parse(stdout);
  assertEquals(schema_version, 1);
  assertEquals(error, { code: "usage", message: "Unknown option '--json'", exit_code: 2 });
  assert(hint.includes("'--'"), hint);
});

Deno.test("dispatch: names that other programs have lead to ours", async () => {
  using cli = new TestCli();
  for (
    const [typed, meant] of [
      ["resume", "ralph start --resume"],
      ["logs", "ralph history --follow"],
      ["ls", "ralph status --all"],
      ["watch", "ralph status --watch"],
      ["kill", "ralph stop"],
      ["init", "ralph hooks install"],
      ["diagnose", "ralph doctor"],
      ["install", "ralph hooks install"],
      ["audit-now", "ralph validate"],
      ["set max_hours 3", "→ ralph config set max_hours 3\n"],
      ["kill 3", "→ ralph stop\n"],
      ["--watch", "→ ralph status --watch\n"],
      ["doctor fix", "→ ralph doctor --fix\n"],
      ["start --hours 3 PLAN.md", "→ ralph start --max-hours 3 PLAN.md\n"],
      ["start resume", "→ ralph start --resume\n"],
      ["start --file PLAN.md", "→ ralph start --focus PLAN.md\n"],
      ["start PLAN.md --time 2h", "→ ralph start PLAN.md --max-hours 2h\n"],
      ["start PLAN.md --verify npm test", "--verify 'npm test'"],
      ["status --follow", "→ ralph status --watch\n"],
      ["hooks remove", "→ ralph hooks uninstall\n"],
      ["hooks list", "→ ralph hooks status\n"],
      ["config list", "→ ralph config show\n"],
      ["run PLAN.md --turns 3", "→ ralph run PLAN.md --max-iterations 3\n"],
    ] as const
  ) {
    const { code, stderr } = await cli.run(typed.split(" "));
    assertEquals(code, 2, typed);
    assertStringIncludes(stderr, meant);
  }
  for (const typed of ["version", "-v"]) {
    assertStringIncludes((await cli.run([typed])).stdout, "ralph 0.0.0");
  }
  assertStringIncludes(
    (await cli.run(["trust", "list", "-j"])).stderr,
    "Options of list: --all, --json",
  );
});

Deno.test("dispatch: behind -- the caller's words are ordinary words", async () => {
  const { stdout } = await run(["say", "--", "--args-from-stdin", "--plugin-root=/p"]);
  assertEquals(JSON.parse(stdout), { words: ["--args-from-stdin", "--plugin-root=/p"] });
});

Deno.test("dispatch: a plugin's call knows its folder, and an answer's code is not a failure", async () => {
  const { code, stdout } = await run(["say", "--code=1", "--plugin-root=/p q"]);
  assertEquals(code, 0);
  assertEquals(JSON.parse(stdout).pluginRoot, "/p q");
  assertEquals((await run(["say", "--code=1"])).code, 1);
  assertEquals((await run(["say", "fail", "--plugin-root=/p"])).code, 5);
});

Deno.test("dispatch: a plugin's folder that was not filled in does not count", async () => {
  const { stdout } = await run(["say", "--plugin-root=${CLAUDE_PLUGIN_ROOT}"]);
  assertEquals(JSON.parse(stdout), { words: [] });
});

Deno.test("help: every command at every level has a summary, help on every option, and examples that parse", async () => {
  const walk = async (commands: readonly Command[], path: string[]): Promise<void> => {
    for (const command of commands) {
      const names = [...path, command.name];
      assertMatch(command.summary, /^[A-Z].*[^.]$/, names.join(" "));
      for (const { name, help } of command.options ?? []) {
        // Names of programs keep their case.
        assertMatch(help, /^([A-Z]|claude).*[^.]$/, `${names.join(" ")} --${name}`);
      }
      for (const [line] of command.examples ?? []) {
        // A shell line may contain the call.
        const call = line.replace(/^nohup | &$|^eval "\$\(|\)"$| >>? \S+$/g, "");
        const [program, ...words] = splitWritten(call).map(({ word }) => word);
        assertEquals(program, "ralph", line);
        const { command: shown, rest } = await resolveCommand(COMMANDS, words, true);
        if (shown.name !== "help") parseArgs(shown, rest, { variable: () => undefined });
      }
      await walk(command.subcommands ?? [], names);
    }
  };
  for (const { name, load } of COMMANDS) {
    const { command } = await load();
    assertEquals(command.name, name);
    await walk([command], []);
  }
});

Deno.test("dispatch: what is refused is shown again as it would work, with the user's own words", async () => {
  using cli = new TestCli();
  for (
    const [line, next] of [
      [["statsu", "--all"], "ralph status --all"],
      [["config", "set", "max_hour", "6"], "ralph config set max_hours 6"],
      [["start", "--focsu=my plan.md"], "ralph start '--focus=my plan.md'"],
      [["config", "get", "nope"], "ralph config show"],
      [["config", "set", "promise", "all", "done"], "ralph config set promise 'all done'"],
      [["doctor", "--yes"], "ralph doctor --fix --yes"],
      [["stop", "now", "--json"], "ralph stop --json"],
      [["statsu", "--exit-cod"], "ralph status --exit-code"],
      [["confg", "sho"], "ralph config show"],
      [["confg", "sett", "max_hours", "6"], "ralph config set max_hours 6"],
      [["--watch", "--exit-cod"], "ralph status --watch --exit-code"],
    ] as const
  ) {
    const { error } = await cli.json(line.filter((word) => word !== "--json"));
    // `json` adds the option itself.
    assertEquals(error.next.replace(/ --json$/, ""), next.replace(/ --json$/, ""), line.join(" "));
  }
  const variables = { CLAUDE_PLUGIN_ROOT: "/plugin" };
  const { error } = await cli.json(["statsu"], { variables });
  assertEquals(error.next, "/ralph:status --json");
});

Deno.test("dispatch: the line that is shown for a wrong command is left out if that line is refused, too", async () => {
  using cli = new TestCli();
  const { error } = await cli.json(["statsu", "--nonsense"]);
  assertEquals(error.message, "Unknown command 'statsu'");
  assertEquals(error.next, undefined);
  assertStringIncludes(error.hint, "Did you mean 'status'? Unknown option '--nonsense'.");
});
