/** A path that an agent or a clone can write never decides what the next sandbox is given. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { attempt } from "../../src/error.ts";
import type { Disk } from "../../src/run/sandbox/follow.ts";
import { layOut } from "../../src/run/sandbox/given.ts";
import { createDisk } from "../../src/run/sandbox/ground.ts";
import { PrivateFiles } from "../../src/run/sandbox/private_files.ts";
import { listWanted, type SandboxedRun } from "../../src/run/sandbox/read_host.ts";
import { placesOf } from "../../src/store/places.ts";
import { isWithin } from "../../src/store/project.ts";
import { needsLinux } from "../_tools.ts";
import { exits, read, type Stage } from "../run/e2e/_run_stage.ts";
import { runWords, testAsUsers, vaultAgent, vaultStage } from "./_border.ts";

testAsUsers(
  "a link that is called as a word of the agent's command gives nothing",
  async (user) => {
    using stage = await vaultStage();
    for (const name of ["stream-json", "acceptEdits", "plain"]) {
      Deno.symlinkSync(join(stage.home, ".ssh"), join(stage.project, name));
    }
    const agent = `${vaultAgent(stage)} --output-format stream-json acceptEdits ./plain`;
    await exits(0, user.run(stage, runWords(agent)));
    assertEquals(read(stage, "found.txt"), "");
  },
);

/** Folders of the search path that an agent could write earlier, and the links that it left there. */
const SEARCHED: readonly (readonly [name: string, folder: string, link: string, to: string])[] = [
  ["of the project", "project/.venv/bin", "tool", "home/.ssh/id"],
  [
    "of the project, with packages",
    "project/node_modules/.bin",
    "tool",
    "home/.ssh/node_modules/x",
  ],
  ["of the project, with programs", "project/.venv/bin", "tool", "home/.ssh/bin/x"],
  ["of another project", "home/code/other/bin", "tool", "home/.ssh/id"],
  ["of another project, itself a link", "home/code/other", "bin", "home/.ssh"],
  ["of another project, beside a link", "home/code/other", "lib", "home/.ssh"],
  ["that is not known", "home/tools/bin", "tool", "home/.ssh/deep"],
];

for (const [name, folder, link, to] of SEARCHED) {
  // In a worktree the project's own folders are no part of what the agent writes.
  for (const parallel of folder.startsWith("project/") ? ["2"] : ["1"]) {
    testAsUsers(
      `a link in a folder of the search path ${name} gives nothing, --parallel ${parallel}`,
      async (user) => {
        using stage = await vaultStage(["odd"], {
          ".gitignore": ".venv\nnode_modules\nfound.txt\n",
        });
        for (const vault of ["node_modules", "bin"]) {
          Deno.mkdirSync(join(stage.home, ".ssh", vault));
          Deno.symlinkSync("..", join(stage.home, ".ssh", vault, "x"));
          Deno.writeTextFileSync(join(stage.home, ".ssh", vault, "id"), "the key");
        }
        Deno.mkdirSync(join(stage.home, "code/other/.git"), { recursive: true });
        Deno.mkdirSync(join(stage.root, folder), { recursive: true });
        Deno.symlinkSync(join(stage.root, to), join(stage.root, folder, link));
        const searched = folder.endsWith("bin") ? folder : `${folder}/bin`;
        const env = { PATH: `${join(stage.root, searched)}:${Deno.env.get("PATH")}` };
        const look = `cat '${stage.home}'/.ssh/*/id >>found.txt 2>/dev/null; cp found.txt w.txt`;
        const more = ["--parallel", parallel, "--allow-dirty"];
        const words = runWords(vaultAgent(stage, look), more);
        await exits(0, user.run(stage, words, { env }));
        assertEquals(read(stage, "w.txt"), "");
      },
    );
  }
}

testAsUsers(
  "a folder of programs deep in a hidden folder gives nothing beside it",
  async (user) => {
    using stage = await vaultStage();
    const store = join(stage.home, ".config/Editor/User/storage/x");
    Deno.mkdirSync(join(store, "bin"), { recursive: true });
    Deno.writeTextFileSync(join(store, "session"), "the session");
    const agent = vaultAgent(stage, `cat '${store}/session' >>found.txt 2>/dev/null`);
    const env = { PATH: `${store}/bin:${Deno.env.get("PATH")}` };
    await exits(0, user.run(stage, runWords(agent), { env }));
    assertEquals(read(stage, "found.txt"), "");
  },
);

testAsUsers(
  "an agent that is called by its name is not looked for in a work tree",
  async (user) => {
    using stage = await vaultStage();
    const other = join(stage.home, "code/other/bin");
    for (const folder of [join(stage.project, "bin"), other]) {
      Deno.mkdirSync(folder, {
        recursive: true,
      });
    }
    Deno.mkdirSync(join(stage.home, "code/other/.git"));
    for (const folder of [join(stage.project, "bin"), other]) {
      vaultAgent(stage, ": >planted", "planted.sh");
      Deno.copyFileSync(join(stage.root, "planted.sh"), join(folder, "claude"));
    }
    Deno.mkdirSync(join(stage.home, ".local/bin"), { recursive: true });
    vaultAgent(stage, ": >mine", "home/.local/bin/claude");
    const path = [join(stage.project, "bin"), other, join(stage.home, ".local/bin")].join(":");
    const env = { PATH: `${path}:${Deno.env.get("PATH")}` };
    await exits(0, user.run(stage, runWords("claude"), { env }));
    const names = [...Deno.readDirSync(stage.project)].map(({ name }) => name);
    assertEquals([names.includes("mine"), names.includes("planted")], [true, false]);
  },
);

/** Prepares the sandbox of a run, and says which places of the disk that looked at. */
function prepare(stage: Stage, env: Readonly<Record<string, string>>) {
  const real = createDisk(env);
  const places = new Set<string>();
  const traced = <T>(look: (path: string) => T) => (path: string): T => {
    places.add(path);
    return look(path);
  };
  const disk: Disk = {
    readLink: traced(real.readLink),
    isThere: traced(real.isThere),
    names: traced(real.names),
    writersOf: traced(real.writersOf),
    isGitTop: real.isGitTop,
  };
  const { project, home } = stage;
  const command = [`${home}/code/other/bin/agent`, "acceptEdits", "./x", `${project}/y`];
  const files = new PrivateFiles(stage.root);
  const run = {
    job: {
      agent: { name: "claude", command },
      sandboxRead: [],
      sandboxWrite: [],
      planPath: stage.plan,
      iterationsDir: stage.inHome("ralph/loops/x/iterations"),
      worktreeSetup: [{ line: "link:modules/a" }],
    },
    loop: { facts: { project } },
    places: placesOf({ home, ralphHome: null, claudeConfigDir: null }),
    workFolder: project,
  } as unknown as SandboxedRun;
  const how = { disk, files, gitConfig: "", isContainer: false, hasOverlays: true };
  const mounts = layOut(listWanted(run, env, how), disk);
  files.remove();
  return { mounts, places };
}

needsLinux().test(
  "border: a link at any place that the preparation of a sandbox looks at leads to no mount",
  async () => {
    using stage = await vaultStage(["odd"], { "modules/a/x": "", ".mcp.json": "{}" });
    const { home, project } = stage;
    const other = join(home, "code/other");
    const folders = [
      ".venv/bin",
      ".venv/lib",
      "bin",
      ".cargo/bin",
      ".cargo/registry",
      "go/pkg/mod",
    ];
    for (const folder of [...folders, ".git"]) {
      Deno.mkdirSync(join(other, folder), { recursive: true });
    }
    for (const folder of [".venv/bin", ".venv/lib", ".claude/notes"]) {
      Deno.mkdirSync(join(project, folder), { recursive: true });
    }
    for (const file of ["bin/agent", "ca.pem"]) Deno.writeTextFileSync(join(other, file), "");
    const env = {
      HOME: home,
      PATH: [join(project, ".venv/bin"), join(other, ".venv/bin"), join(other, "bin")].join(":"),
      CARGO_HOME: join(other, ".cargo"),
      GOPATH: join(other, "go"),
      SSL_CERT_FILE: join(other, "ca.pem"),
      CLAUDE_CONFIG_DIR: join(other, ".config"),
    };
    const vault = join(home, ".ssh");
    const isVault = ({ path, source = path }: { path: string; source?: string }) =>
      isWithin(path, vault) || isWithin(source, vault);
    const written = [...prepare(stage, env).places]
      .filter((path) => [project, other].some((top) => path !== top && isWithin(path, top)));
    assert(written.length > 30, `${written.length}`);
    const led: string[] = [];
    for (const place of written) {
      const aside = `${place}.aside`;
      const isMoved = attempt(() => Deno.renameSync(place, aside)) !== null;
      for (const target of [vault, join(vault, "deep"), join(vault, "id")]) {
        if (attempt(() => Deno.symlinkSync(target, place)) === null) continue;
        if (prepare(stage, env).mounts.some(isVault)) led.push(`${place} -> ${target}`);
        Deno.removeSync(place);
      }
      if (isMoved) Deno.renameSync(aside, place);
    }
    assertEquals(led, []);
  },
);
