import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { chooseAgent, commandFor } from "../../../src/run/agents/choose_agent.ts";
import { UsageError } from "../../../src/error.ts";
import { KNOWN_AGENTS } from "../../../src/run/agents/known_agents.ts";
import { splitCommand } from "../../../src/text/split_words.ts";

const isSearched = () => true;

/** A folder with programs of these names. */
function programs(...names: string[]): { dir: string } & Disposable {
  const dir = Deno.realPathSync(Deno.makeTempDirSync());
  for (const name of names) Deno.writeTextFileSync(join(dir, name), "#!/bin/sh\n", { mode: 0o755 });
  return { dir, [Symbol.dispose]: () => Deno.removeSync(dir, { recursive: true }) };
}

Deno.test("agents: a command is split as a shell splits it, and nothing is expanded", () => {
  const cases: [line: string, words: string[] | null][] = [
    ["agent --fast", ["agent", "--fast"]],
    [`'my agent' "a b"c`, ["my agent", "a bc"]],
    [`a\\ b "x\\"y" 'z\\'`, ["a b", 'x"y', "z\\"]],
    [`a "" ''`, ["a", "", ""]],
    ["a $HOME `id` *", ["a", "$HOME", "`id`", "*"]],
    ["  ", []],
    ["a 'b", null],
  ];
  for (const [line, words] of cases) {
    const split = splitCommand(line);
    assertEquals(split.kind === "words" ? [...split.words] : null, words, line);
  }
});

Deno.test("agents: a named agent is chosen, else the first on the PATH", () => {
  using stage = programs("claude", "codex", "own agent");
  const nameOf = (line: string | null, searchPath = stage.dir) => {
    const choice = chooseAgent({ line, searchPath, isSearched, home: null, cwd: stage.dir });
    return choice.kind === "agent" ? choice.agent.name : choice.kind;
  };
  assertEquals(nameOf(null), "claude");
  assertEquals(nameOf("codex"), "codex");
  assertEquals(nameOf("'own agent' -x"), "own agent");
  assertThrows(() => nameOf("'own agent"), UsageError, "a ' is never closed");
  assertThrows(() => nameOf(" "), UsageError, "it is empty");
  assertEquals(nameOf("gemini"), "missing");
  assertEquals(nameOf(null, ""), "missing");
});

Deno.test("agents: a known name gets its flags, a command with arguments stays as it is", () => {
  using stage = programs("claude");
  const wish = { searchPath: stage.dir, home: null, cwd: stage.dir };
  const commandOf = (wanted: string) => {
    const choice = chooseAgent({ ...wish, isSearched, line: wanted });
    assert(choice.kind === "agent");
    return choice.agent.command.slice(1);
  };
  assert(commandOf("claude").includes("stream-json"));
  assert(commandOf(join(stage.dir, "claude")).includes("stream-json"), "by its path too");
  assertEquals(commandOf("claude --model opus -p"), ["--model", "opus", "-p"]);
});

Deno.test("agents: Claude's list of tools does not take the prompt for a tool", () => {
  const { args } = KNOWN_AGENTS[0]!;
  const at = args.indexOf("--allowedTools");
  assert(args[at + 2]?.startsWith("--"), "an option stands behind the list");
});

Deno.test("agents: a long prompt becomes the name of its file", () => {
  const agent = { name: "a", command: ["a"] as [string], reports: null };
  assertEquals(commandFor(agent, "do it", "/f"), ["a", "do it"]);
  const [, word] = commandFor(agent, "\u00e4".repeat(60_000), "/prompt file");
  assert(word!.length < 300 && word!.includes("/prompt file"));
});

Deno.test("agents: a known agent that is not installed is not suggested", () => {
  const wish = { searchPath: "/nowhere", home: null, cwd: "/" };
  const nearOf = (wanted: string) => {
    const choice = chooseAgent({ ...wish, isSearched, line: wanted });
    return choice.kind === "missing" ? choice.near : "found";
  };
  assertEquals(nearOf("claude"), null);
  assertEquals(nearOf("cluade"), "claude");
});

Deno.test("agents: without a login shell, as in cron, an agent is found where installers put it", () => {
  using path = programs("codex", "env");
  using home = programs();
  Deno.mkdirSync(join(home.dir, ".local", "bin"), { recursive: true });
  for (const name of ["claude", "my-agent"]) {
    Deno.writeTextFileSync(join(home.dir, ".local", "bin", name), "#!/bin/sh\n", { mode: 0o755 });
  }
  const chosen = (
    line: string | null,
    searchPath: string,
    searched: (folder: string) => boolean,
  ) => {
    const wish = { line, searchPath, home: home.dir, cwd: "/", isSearched: searched };
    const choice = chooseAgent(wish);
    return choice.kind === "agent" ? choice.agent.command[0] : choice.kind;
  };
  const installed = join(home.dir, ".local", "bin", "claude");
  assertEquals(chosen(null, "/nowhere", isSearched), installed);
  assertEquals(chosen("claude", "/nowhere", isSearched), installed);
  assertEquals(
    chosen("my-agent -p", "/nowhere", isSearched),
    join(home.dir, ".local/bin/my-agent"),
  );
  assertEquals(chosen(null, path.dir, isSearched), join(path.dir, "codex"), "the PATH is first");
  assertEquals(
    chosen("claude", "/nowhere", () => false),
    "missing",
    "a folder that a clone could fill",
  );
});
