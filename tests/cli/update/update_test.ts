/** `ralph update`: each channel is known by facts, and a channel that is not known is not guessed. */
import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { findChannel, type ProgramFacts } from "../../../src/cli/update/channel.ts";
import { gatherProgramFacts, nameVersion } from "../../../src/cli/update/program_facts.ts";
import { TestCli } from "../_cli.ts";

const NOTHING = {
  isFromSources: false,
  receipt: null,
  pythonPrefix: null,
  clone: null,
  isInContainer: false,
};

const NPM = "node_modules/ralph-until-done-linux-x64/ralph";
const ADDRESS = "https://github.com/o/r/releases/download/v1.0.0";

const CHANNELS: readonly [facts: Partial<ProgramFacts>, name: string, command: string | null][] = [
  [
    { path: `/usr/lib/${NPM}` },
    "npm",
    "npm install --global --prefix /usr ralph-until-done@latest",
  ],
  [{ path: `/a b/${NPM}` }, "npm", "npm install --prefix '/a b' ralph-until-done@latest"],
  [{ path: `/h/.npm/_npx/1f/${NPM}` }, "npm, by npx", "npx ralph-until-done@latest"],
  [{ path: `/h/.local/share/pnpm/global/5/.pnpm/x/${NPM}` }, "npm registry", null],
  [
    { path: "/h/.local/share/uv/tools/x/bin/ralph", pythonPrefix: "/h/.local/share/uv/tools/x" },
    "PyPI, by uv",
    "uv tool upgrade ralph-until-done",
  ],
  [
    { path: "/h/.local/pipx/venvs/x/bin/ralph", pythonPrefix: "/h/.local/pipx/venvs/x" },
    "PyPI, by pipx",
    "pipx upgrade ralph-until-done",
  ],
  [
    { path: "/h/.cache/uv/archive-v0/7x/bin/ralph", pythonPrefix: "/h/.cache/uv/archive-v0/7x" },
    "PyPI, by uvx",
    "uvx ralph-until-done@latest",
  ],
  [
    {
      path: "/h/.cache/pipx/fd07b7c468e3bd9/bin/ralph",
      pythonPrefix: "/h/.cache/pipx/fd07b7c468e3bd9",
    },
    "PyPI, by pipx run",
    "pipx run --no-cache ralph-until-done",
  ],
  [
    { path: "/v/bin/ralph", pythonPrefix: "/v" },
    "PyPI, by pip",
    "/v/bin/python3 -m pip install --upgrade ralph-until-done",
  ],
  [{ path: "/opt/homebrew/Cellar/ralph/1.0.0/bin/ralph" }, "Homebrew", "brew upgrade ralph"],
  [
    { path: "/h/bin/ralph", receipt: { address: ADDRESS, fetch: "wget -qO-" } },
    "installer script",
    "wget -qO- https://github.com/o/r/releases/latest/download/install.sh | sh -s -- --dir /h/bin",
  ],
  [
    { path: "/w/ralph/dist/ralph", clone: "/w/ralph", isInContainer: true },
    "built from a clone",
    "cd /w/ralph && git pull && deno task build",
  ],
  [{ path: "/usr/local/bin/ralph", isInContainer: true }, "container image", null],
  [{ path: "/usr/bin/deno", isFromSources: true }, "sources", null],
  [{ path: "/usr/local/bin/ralph" }, "unknown", null],
];

for (const [facts, name, command] of CHANNELS) {
  Deno.test(`update: ${facts.path} came by ${name}`, () => {
    const channel = findChannel({ ...NOTHING, path: "", ...facts });
    assertEquals([channel.name, channel.command], [name, command]);
  });
}

Deno.test("update: facts are read beside the program, where links lead", () => {
  using cli = new TestCli();
  const place = (path: string, body = "x") => cli.write(join(cli.root, "at", path), body);
  const { context: { version } } = cli.context();
  const factsOf = (path: string) => gatherProgramFacts({ version, executable: path });
  place("venv/lib/python3.12/site-packages/ralph_until_done-1.0.dist-info/METADATA");
  const inVenv = place("venv/bin/ralph");
  Deno.symlinkSync(inVenv, join(cli.root, "link"));
  assertEquals(factsOf(join(cli.root, "link")).path, inVenv);
  assertEquals(factsOf(join(cli.root, "link")).pythonPrefix, join(cli.root, "at/venv"));
  const program = place("bin/ralph");
  place("bin/.ralph-install", `https://x.example/v1\n${nameVersion(version)}\nsomething -else\n`);
  assertEquals(factsOf(program).receipt, { address: "https://x.example/v1", fetch: "curl -fsSL" });
  // The receipt is of another build: the program was replaced since.
  place("bin/.ralph-install", `https://x.example/v1\nralph 0.0.1 (commit other)\n`);
  assertEquals(factsOf(program).receipt, null);
  place("clone/.git/HEAD");
  place("clone/deno.json", '{"name": "@ralph/ralph"}');
  assertEquals(factsOf(place("clone/dist/ralph")).clone, join(cli.root, "at/clone"));
  place("other/deno.json", "{}");
  assertEquals(factsOf(place("other/dist/ralph")).clone, null);
});

Deno.test("update: says version, place, channel and command, and that it cannot know of a newer one", async () => {
  using cli = new TestCli();
  const { code, stdout } = await cli.run(["update"]);
  assertEquals(code, 0);
  assertMatch(stdout, /^ralph 0\.0\.0 \(commit abc/);
  assertMatch(stdout, /does not know whether there is a newer version\.\n$/);
  const value = await cli.json(["update"]);
  assertEquals([value.channel, value.command, value.then], ["unknown", null, []]);
  await cli.run(["hooks", "install"]);
  assertEquals((await cli.json(["update"])).then, ["ralph hooks install"]);
});
