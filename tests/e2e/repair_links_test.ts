/** Files are put back without following a link, whatever a call left in their place. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { assertPutBack, Call, MARKS, remove } from "./_call.ts";
import { makeStage, SESSION, type Stage } from "./_stage.ts";

const FILES: Readonly<Record<string, string>> = {
  "loop-config.json": '{"max_hours": 9}\n',
  "ralph-config.json": '{"max_iterations": 50}\n',
  "ralph-templates/continue.md": "Go on.\n",
  "ralph-adapters/mine.sh": "#!/bin/sh\n",
};

/** A project with every kind of kept file, and another project beside it with files of its own. */
async function makePair(): Promise<{ stage: Stage; other: string }> {
  const stage = await makeStage();
  for (const [name, text] of Object.entries(FILES)) stage.put(`.claude/${name}`, text);
  await new Call(stage).around(() => {});
  const other = join(stage.root, "other");
  const theirs = ["loop-enabled", "ralph-state.json", ...Object.keys(FILES)];
  for (const name of theirs) {
    const path = join(other, ".claude", name);
    Deno.mkdirSync(join(path, ".."), { recursive: true });
    Deno.writeTextFileSync(path, '{"theirs": true}');
  }
  return { stage, other };
}

/** Everything below a folder: path and text, or target. */
function listTree(folder: string, below = ""): Record<string, string> {
  const tree: Record<string, string> = {};
  for (const { name, isDirectory, isFile, isSymlink } of Deno.readDirSync(join(folder, below))) {
    const path = below === "" ? name : `${below}/${name}`;
    if (isDirectory) Object.assign(tree, listTree(folder, path), { [`${path}/`]: "" });
    else if (isSymlink) tree[path] = `-> ${Deno.readLinkSync(join(folder, path))}`;
    else if (!isFile) tree[path] = "not a file";
    else tree[path] = Deno.readTextFileSync(join(folder, path));
  }
  return tree;
}

/** What a call leaves in a file's place. Each runs in the project; `$1` is its `.claude` renamed. */
const IN_THE_WAY: readonly (readonly [name: string, line: string, aside: string])[] = [
  [
    ".claude a link to another project's",
    "rm -rf .claude; ln -s ../other/.claude .claude",
    ".claude",
  ],
  [
    ".claude a link to a folder of the project",
    "mkdir docs; rm -rf .claude; ln -s docs .claude",
    ".claude",
  ],
  [".claude a dangling link", "rm -rf .claude; ln -s nowhere .claude", ".claude"],
  [".claude a file", "rm -rf .claude; echo mine > .claude", ".claude"],
  [".claude moved and linked", "mv .claude hidden; ln -s hidden .claude", ".claude"],
  [
    "the marker a folder",
    "rm .claude/loop-enabled; mkdir .claude/loop-enabled; echo mine > .claude/loop-enabled/x",
    ".claude/loop-enabled",
  ],
  [
    "the record a link to valid JSON",
    "ln -sf ../../other/.claude/ralph-state.json .claude/ralph-state.json",
    ".claude/ralph-state.json",
  ],
  [
    "the limits a link to valid JSON",
    "ln -sf ../../other/.claude/loop-config.json .claude/loop-config.json",
    ".claude/loop-config.json",
  ],
  [
    "the templates a link",
    "mkdir docs; rm -rf .claude/ralph-templates; ln -s ../docs .claude/ralph-templates",
    ".claude/ralph-templates",
  ],
  [
    "the adapters a file",
    "rm -rf .claude/ralph-adapters; echo mine > .claude/ralph-adapters",
    ".claude/ralph-adapters",
  ],
  [
    "the limits a pipe",
    "rm .claude/loop-config.json; mkfifo .claude/loop-config.json",
    ".claude/loop-config.json",
  ],
];

for (const [name, line, aside] of IN_THE_WAY) {
  Deno.test(`repair: with ${name}, the files are real again and nothing is written elsewhere`, async () => {
    const { stage, other } = await makePair();
    using _stage = stage;
    const before = listTree(stage.mark("."));
    const theirs = listTree(other);
    const run = () => {
      const { success, stderr } = new Deno.Command("sh", {
        args: ["-c", line],
        cwd: stage.project,
      }).outputSync();
      assert(success, new TextDecoder().decode(stderr));
    };
    const answer = await new Call(stage).around(run);
    assertPutBack(answer);
    assertEquals(listTree(other), theirs, "the other project");
    const after = listTree(stage.mark("."));
    for (const [path, text] of Object.entries(before)) assertEquals(after[path], text, path);
    assert(Deno.lstatSync(stage.mark(".")).isDirectory, ".claude is a folder");
    if (line.includes("mkdir docs")) {
      assertEquals([...Deno.readDirSync(join(stage.project, "docs"))], []);
    }
    // What stood there is kept, and the user is told where.
    assertStringIncludes(answer["systemMessage"], `${aside}.broken-`);
    assertEquals(await new Call(stage).around(() => {}), {}, "it holds");
  });
}

Deno.test("repair: a .claude that was a link into the project from the start stays one", async () => {
  using stage = await makeStage({ start: null });
  Deno.renameSync(stage.mark("."), join(stage.project, "settings"));
  Deno.symlinkSync("settings", join(stage.project, ".claude"));
  await stage.ok(["start", "-f", "PLAN.md", "--until-done"], {
    env: { CLAUDE_CODE_SESSION_ID: SESSION },
  });
  assertEquals(await new Call(stage).around(() => {}), {});
  assertPutBack(await new Call(stage).around(() => remove(stage, ...MARKS)), ...MARKS);
  assertEquals(Deno.readLinkSync(join(stage.project, ".claude")), "settings");
});

Deno.test("repair: a link that the user makes while no call runs is the user's", async () => {
  const { stage } = await makePair();
  using _stage = stage;
  await stage.registered("stop", stage.stopEvent());
  Deno.renameSync(stage.mark("loop-config.json"), join(stage.project, "limits.json"));
  Deno.symlinkSync("../limits.json", stage.mark("loop-config.json"));
  assertEquals(await new Call(stage).around(() => {}), {});
  assertPutBack(await new Call(stage).around(() => remove(stage, ...MARKS)), ...MARKS);
  assertEquals(Deno.readLinkSync(stage.mark("loop-config.json")), "../limits.json");
});

Deno.test("repair: a call that removes the project's folder loses the loop's files only", async () => {
  const { stage } = await makePair();
  using _stage = stage;
  const before = listTree(stage.mark("."));
  const call = new Call(stage, { cwd: stage.home }, { cwd: stage.home });
  assertPutBack(
    await call.around(() => Deno.removeSync(stage.project, { recursive: true })),
    ...MARKS,
  );
  assertEquals(listTree(stage.mark(".")), before);
});
