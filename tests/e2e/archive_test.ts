/** Plans are archived before they are overwritten. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { type Action, type Fields, makeStage, RALPH, type Stage, STRANGER } from "./_stage.ts";

const OLD = "# Old\n\n- [ ] one\n";

/** A plan in the project's or the home's folder. */
function putPlan(stage: Stage, where: "project" | "home", name = "x.md", text = OLD): string {
  const folder = where === "project" ? stage.mark("plans") : stage.inHome("plans");
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(join(folder, name), text);
  return join(folder, name);
}

/** The texts of all archives, sorted. */
function archives(stage: Stage): string[] {
  const texts: string[] = [];
  const collect = (folder: string) => {
    for (const { name, isDirectory } of readDir(folder)) {
      if (isDirectory) collect(join(folder, name));
      else texts.push(Deno.readTextFileSync(join(folder, name)));
    }
  };
  collect(stage.inHome("ralph", "archives"));
  return texts.sort();
}

function readDir(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    return [];
  }
}

/** The event of a tool that is about to change a file. */
function editOf(stage: Stage, path: string, tool = "Write", session?: string): Fields {
  const fields = {
    tool_name: tool,
    tool_use_id: "t",
    tool_input: { file_path: path, content: "# New\n" },
  };
  return stage.event(
    "PreToolUse",
    session === undefined ? fields : { ...fields, session_id: session },
  );
}

async function edit(
  stage: Stage,
  path: string,
  tool = "Write",
  hook: Action = "guard",
  session?: string,
): Promise<void> {
  const event = editOf(stage, path, tool, session);
  assertEquals(
    await stage.hook(hook, event),
    {},
    "the edit is not denied",
  );
}

for (const where of ["project", "home"] as const) {
  Deno.test(`archive: an existing plan in the ${where} is saved before Write, Edit and MultiEdit`, async () => {
    using stage = await makeStage();
    for (const [index, tool] of ["Write", "Edit", "MultiEdit"].entries()) {
      await edit(stage, putPlan(stage, where, "x.md", `${OLD}${index}`), tool);
    }
    assertEquals(archives(stage), [`${OLD}0`, `${OLD}1`, `${OLD}2`]);
  });
}

Deno.test("archive: equal content is kept once, also by hooks at the same time", async () => {
  using stage = await makeStage({ program: RALPH });
  const plan = putPlan(stage, "project");
  await Promise.all(Array.from({ length: 8 }, () => edit(stage, plan)));
  await edit(stage, plan);
  assertEquals(archives(stage), [OLD]);
});

Deno.test("archive: a second plan of the same name in another folder has its own archive", async () => {
  using stage = await makeStage();
  await edit(stage, putPlan(stage, "project"));
  await edit(stage, putPlan(stage, "home"));
  assertEquals(archives(stage), [OLD, OLD]);
});

Deno.test("archive: a new plan and another file are not archived", async () => {
  using stage = await makeStage();
  Deno.mkdirSync(stage.mark("plans"));
  await edit(stage, stage.mark("plans/new.md"));
  await edit(stage, stage.plan);
  Deno.writeTextFileSync(stage.mark("plans/notes.txt"), "x");
  await edit(stage, stage.mark("plans/notes.txt"));
  Deno.mkdirSync(stage.mark("plans/folder.md"));
  await edit(stage, stage.mark("plans/folder.md"));
  assertEquals(archives(stage), []);
});

Deno.test("archive: any session's edit of a plan is saved while a loop runs", async () => {
  using stage = await makeStage();
  await edit(stage, putPlan(stage, "project"), "Write", "guard", STRANGER);
  assertEquals(archives(stage), [OLD]);
});

Deno.test("archive: registered by itself it keeps the old text of a plan, and nothing else", async () => {
  using stage = await makeStage();
  await edit(stage, putPlan(stage, "project"), "Write", "archive");
  assertEquals(archives(stage), [OLD]);
  const forbidden = { tool_name: "Write", tool_input: { file_path: stage.mark("loop-enabled") } };
  assertEquals(await stage.hook("archive", stage.event("PreToolUse", forbidden)), {});
});

Deno.test("archive: typed without an event, it answers one JSON document", async () => {
  using stage = await makeStage();
  for (const input of ["{}", "", "no JSON"]) {
    const { code, stdout } = await stage.raw("archive", input);
    assertEquals([code, stdout], [0, "{}\n"], input);
  }
});

Deno.test("archive: without a loop no plan is saved", async () => {
  using stage = await makeStage({ start: null });
  await edit(stage, putPlan(stage, "project"));
  assertEquals(archives(stage), []);
});

Deno.test("archive: a plan is saved by its relative path and by a link to it", async () => {
  using stage = await makeStage();
  const plan = putPlan(stage, "project");
  Deno.symlinkSync(plan, join(stage.project, "link.md"));
  await edit(stage, ".claude/plans/x.md");
  assertEquals(archives(stage), [OLD]);
  Deno.writeTextFileSync(plan, "# Second\n");
  await edit(stage, join(stage.project, "link.md"));
  assertEquals(archives(stage), ["# Second\n", OLD].sort());
});

Deno.test("archive: a plan that Bash is about to change or remove is saved", async () => {
  using stage = await makeStage();
  const lines = [
    "rm .claude/plans/x.md",
    "cd .claude/plans && rm -f *.md",
    "mv .claude/plans/x.md /tmp/elsewhere.md",
    "echo '# New' > .claude/plans/x.md",
    "sed -i s/one/two/ .claude/plans/x.md",
    "rm -rf .claude/plans",
  ];
  for (const line of lines) {
    putPlan(stage, "project", "x.md", `before: ${line}`);
    const call = { tool_name: "Bash", tool_use_id: "t", tool_input: { command: line } };
    assertEquals(await stage.hook("guard", stage.event("PreToolUse", call)), {}, line);
  }
  assertEquals(archives(stage), lines.map((line) => `before: ${line}`).sort());
});

Deno.test("archive: old archives are pruned by count, but never the newest of a plan", async () => {
  using stage = await makeStage();
  stage.configure({ archive_keep: 3 });
  await edit(stage, putPlan(stage, "project", "rare.md", "rare"));
  for (let version = 0; version < 5; version++) {
    await edit(stage, putPlan(stage, "project", "busy.md", `busy ${version}`));
  }
  assertEquals(archives(stage), ["busy 3", "busy 4", "rare"]);
});

Deno.test("archive: old archives are pruned by age, but never the newest of a plan", async () => {
  using stage = await makeStage();
  await edit(stage, putPlan(stage, "project", "rare.md", "rare"));
  await edit(stage, putPlan(stage, "project", "busy.md", "busy old"));
  const long = new Date(Date.now() - 100 * 24 * 3600 * 1000);
  const root = stage.inHome("ralph", "archives");
  for (const folder of readDir(root)) {
    for (const { name } of readDir(join(root, folder.name))) {
      Deno.utimeSync(join(root, folder.name, name), long, long);
    }
  }
  await edit(stage, putPlan(stage, "project", "busy.md", "busy new"));
  assertEquals(archives(stage), ["busy new", "rare"]);
});

Deno.test("archive: an archive that cannot be written does not deny the edit", async () => {
  using stage = await makeStage();
  const plan = putPlan(stage, "project");
  Deno.writeTextFileSync(stage.inHome("ralph", "archives"), "a file in the way");
  const answer = await stage.hook("guard", editOf(stage, plan));
  assertEquals(Object.keys(answer), ["systemMessage"], "the user sees it, the agent does not");
  assertStringIncludes(answer["systemMessage"], `did not keep the old text of ${plan}`);
});

Deno.test("archive: a plan that is a link is saved with the text of its target", async () => {
  using stage = await makeStage();
  const real = join(stage.project, "docs.md");
  Deno.writeTextFileSync(real, OLD);
  Deno.mkdirSync(stage.mark("plans"));
  Deno.symlinkSync(real, stage.mark("plans/link.md"));
  await edit(stage, stage.mark("plans/link.md"));
  assertEquals(archives(stage), [OLD]);
  Deno.writeTextFileSync(real, "# Second\n");
  await edit(stage, ".claude/plans/link.md", "Edit");
  assertEquals(archives(stage), ["# Second\n", OLD].sort());
});

Deno.test("archive: a plan over 8 MB is not saved, which is said in one sentence", async () => {
  using stage = await makeStage();
  const plan = putPlan(stage, "project", "large.md", "");
  Deno.truncateSync(plan, 9 * 1024 * 1024);
  const answer = await stage.hook("guard", editOf(stage, plan));
  assertStringIncludes(answer["systemMessage"], "it is larger than 8 MB");
  assertEquals(archives(stage), []);
});

Deno.test("archive: a new archive stays although older ones have times in the future", async () => {
  using stage = await makeStage();
  stage.configure({ archive_keep: 2 });
  const future = new Date(Date.now() + 400 * 24 * 3600 * 1000);
  const root = stage.inHome("ralph", "archives");
  for (let version = 0; version < 4; version++) {
    await edit(stage, putPlan(stage, "project", "busy.md", `busy ${version}`));
    for (const folder of readDir(root)) {
      for (const { name } of readDir(join(root, folder.name))) {
        Deno.utimeSync(join(root, folder.name, name), future, future);
      }
    }
  }
  await edit(stage, putPlan(stage, "project", "busy.md", "fresh"));
  assertEquals(archives(stage).includes("fresh"), true);
  assertEquals(archives(stage).length, 2);
});
