import { assert, assertEquals } from "@std/assert";
import { parse as parseYaml } from "@std/yaml";
import { fromFileUrl } from "@std/path";
import { COMMANDS } from "../../src/cli/registry.ts";
import marketplace from "../../.claude-plugin/marketplace.json" with { type: "json" };
import manifest from "../../.claude-plugin/plugin.json" with { type: "json" };
import project from "../../deno.json" with { type: "json" };

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const NAMES = [...Deno.readDirSync(`${ROOT}commands`)]
  .map(({ name }) => name.replace(/\.md$/, "")).sort();
/** The one command that needs a model: the hook runs it, and its file says what follows. */
const FOR_THE_MODEL = "start";

/** The command of the binary behind a slash command. */
function programOf(name: string): string {
  return name === "audit-now" ? "validate" : name;
}
const DELIMITER = "RALPH_ARGUMENTS_8f27c1d05b9e43a6";

function readCommand(name: string): { front: Record<string, unknown>; body: string } {
  const text = Deno.readTextFileSync(`${ROOT}commands/${name}.md`);
  const [, front = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  return { front: parseYaml(front) as Record<string, unknown>, body };
}

Deno.test("plugin: version and license are the project's, and the marketplace names the plugin", () => {
  assertEquals([manifest.version, manifest.license], [project.version, project.license]);
  assertEquals(marketplace.plugins.map(({ name, source }) => [name, source]), [["ralph", "./"]]);
  assertEquals(manifest.name, "ralph");
});

Deno.test("plugin: has its commands, and each is a command of the binary", () => {
  for (const name of ["start", "stop", "status", "config", "hooks"]) {
    assert(NAMES.includes(name), name);
  }
  const commands = COMMANDS.map(({ name }) => name);
  for (const name of NAMES) assert(commands.includes(programOf(name)), name);
});

for (const name of NAMES) {
  Deno.test(`plugin: /ralph:${name} is for people only, and may run nothing but ralph ${name}`, () => {
    const { front } = readCommand(name);
    assertEquals(front["disable-model-invocation"], true);
    assertEquals(front["allowed-tools"], `Bash(ralph ${programOf(name)}:*)`);
    assert(typeof front["description"] === "string" && typeof front["argument-hint"] === "string");
  });

  if (name === FOR_THE_MODEL) continue;
  Deno.test(`plugin: /ralph:${name} gives its arguments where no shell reads them`, () => {
    const { body } = readCommand(name);
    // A fence, not an inline block: there a backtick in the arguments would end the block.
    const fence = /^```!\n(.*?)\n```$/ms.exec(body);
    assertEquals(fence?.[1]?.split("\n"), [
      `ralph ${
        programOf(name)
      } --plugin-root="\${CLAUDE_PLUGIN_ROOT}" --args-from-stdin <<'${DELIMITER}'`,
      "$ARGUMENTS",
      "--end-of-arguments",
      DELIMITER,
    ]);
    // Nowhere else: the client pastes them raw.
    assertEquals(body.split("$ARGUMENTS").length, 2);
    assertEquals(body.split("!`").length, 1);
    assert(!/\$\d/.test(body));
  });
}

Deno.test("plugin: what an argument-hint names are options and subcommands of the binary's command", async () => {
  for (const name of NAMES) {
    const { command } = await COMMANDS.find((each) => each.name === programOf(name))!.load();
    const { subcommands = [] } = command;
    const known = [command, ...subcommands].flatMap(({ options = [] }) =>
      options.flatMap((
        { name, alias },
      ) => [`--${name}`, ...alias === undefined ? [] : [`-${alias}`]])
    );
    const hint = String(readCommand(name).front["argument-hint"]);
    const named = (word: RegExp) => hint.match(word) ?? [];
    const unknown = named(/(?<![\w-])--?[a-z][\w-]*/g).filter((option) => !known.includes(option));
    assertEquals(unknown, [], name);
    if (subcommands.length === 0) continue;
    const names = subcommands.map((each) => each.name);
    assertEquals(named(/(?<![\w-])[a-z]+/g).filter((word) => !names.includes(word)), [], name);
  }
});

Deno.test("plugin: /ralph:start pastes no argument anywhere and runs nothing by itself", () => {
  const { body } = readCommand(FOR_THE_MODEL);
  assert(!body.includes("$ARGUMENTS") && !body.includes("!`") && !body.includes("```!"), body);
});
