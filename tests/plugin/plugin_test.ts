import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
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

Deno.test("plugin: /ralph:start pastes no argument anywhere and runs nothing by itself", () => {
  const { body } = readCommand(FOR_THE_MODEL);
  assert(!body.includes("$ARGUMENTS") && !body.includes("!`") && !body.includes("```!"), body);
});

/** The real client, where `deno task test:client` has installed it. */
function findClient(): string | null {
  try {
    for (const { name: version } of Deno.readDirSync(`${ROOT}build/client`)) {
      const scope = `${ROOT}build/client/${version}/node_modules/@anthropic-ai`;
      for (const arch of ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]) {
        const path = `${scope}/claude-code-${arch}/claude`;
        if (isFile(path)) return path;
      }
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)) {
      throw error;
    }
  }
  return null;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

const client = findClient();
if (client === null) {
  const line = "plugin validation skipped: the client is not installed under build/client; " +
    "'deno task test:client' installs it\n";
  Deno.stderr.writeSync(new TextEncoder().encode(line));
}

for (const target of ["", ".claude-plugin/plugin.json"]) {
  Deno.test({
    name: `plugin: the real client's validator passes ${target || "the repository"}`,
    ignore: client === null,
  }, async () => {
    const home = Deno.makeTempDirSync();
    try {
      const { code, stdout, stderr } = await new Deno.Command(client ?? "", {
        args: ["plugin", "validate", ROOT + target, "--strict"],
        env: {
          HOME: home,
          PATH: Deno.env.get("PATH") ?? "",
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
          DISABLE_AUTOUPDATER: "1",
        },
        clearEnv: true,
      }).output();
      const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      assertEquals(code, 0, said);
      assertStringIncludes(said, "Validation passed");
      for (const name of NAMES) assertMatch(said, new RegExp(`commands: ralph:${name}\\b`));
    } finally {
      Deno.removeSync(home, { recursive: true });
    }
  });
}
