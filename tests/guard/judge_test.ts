/** What the guard says of single calls; the table of Bash lines is in `promise_test.ts`. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { ControlFiles } from "../../src/guard/_control_files.ts";
import { type CallJudgement, judgeCall } from "../../src/guard/judge.ts";
import { contextOf, createSandbox, judgeBash, SETTINGS } from "./_project.ts";

const sandbox = createSandbox();
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox.root, { recursive: true }));

function judgeTool(toolName: string, toolInput: Record<string, unknown>): Promise<CallJudgement> {
  return judgeCall({ toolName, toolInput, cwd: sandbox.project }, contextOf(sandbox));
}

async function expectKind(judgement: Promise<CallJudgement>, kind: string, what: string) {
  const actual = await judgement;
  assertEquals(actual.kind, kind, `${what} => ${JSON.stringify(actual)}`);
}

const CONTROL = [
  ".claude/loop-enabled",
  ".claude/ralph-state.json",
  ".claude/ralph-config.json",
  ".claude/loop-config.json",
  ".claude/ralph-knowledge.json",
  ".claude/ralph-templates/new.md",
  ".claude/ralph-adapters/a.json",
  ".claude/STOP_LOOP",
  "src/../.claude/STOP_LOOP",
  "alias/loop-enabled",
  "flag",
  "~/.claude/ralph/history.jsonl",
  "~/.claude/ralph-stop-reason.json",
];

Deno.test("guard: denies each edit tool on each control file, also through links", async () => {
  for (const path of [...CONTROL, ...CONTROL.map((each) => `${sandbox.project}/${each}`)]) {
    if (path.includes("/~")) continue;
    const file = path.replace(/^~/, sandbox.home);
    for (
      const [tool, input] of [
        ["Write", { file_path: file, content: "x" }],
        ["Edit", { file_path: file, old_string: "a", new_string: "b" }],
        ["MultiEdit", { file_path: file, edits: [] }],
        ["NotebookEdit", { notebook_path: file, new_source: "" }],
      ] as const
    ) await expectKind(judgeTool(tool, input), "deny", `${tool} ${path}`);
  }
});

Deno.test("guard: passes edits of other files, and reading of any", async () => {
  for (const path of ["src/a.ts", ".claude/notes.md", ".claude/plans/plan.md", "loop-enabled"]) {
    await expectKind(judgeTool("Write", { file_path: path, content: "x" }), "pass", path);
  }
  await expectKind(judgeTool("Read", { file_path: ".claude/loop-enabled" }), "pass", "Read");
  await expectKind(judgeTool("Glob", { pattern: ".claude/*" }), "pass", "Glob");
});

Deno.test("guard: passes edits of settings that keep ralph's entries and hooks enabled", async () => {
  const path = `${sandbox.project}/.claude/settings.json`;
  const edit = (old_string: string, new_string: string) =>
    judgeTool("Edit", { file_path: path, old_string, new_string });
  const write = (content: string) => judgeTool("Write", { file_path: path, content });
  await expectKind(edit('"opus"', '"sonnet"'), "pass", "another setting");
  await expectKind(edit("/opt/bin/other check", "/opt/bin/other2"), "pass", "a foreign hook");
  await expectKind(edit("hook stop", "hook nothing"), "deny", "our entry changed");
  await expectKind(edit('"model": "opus",', '"disableAllHooks": true,'), "deny", "disabled");
  await expectKind(edit('"Stop"', '"SubagentStop"'), "deny", "moved to another event");
  await expectKind(edit('"timeout": 60', '"timeout": 1'), "deny", "our timeout");
  await expectKind(edit("{", ""), "deny", "broken JSON");
  await expectKind(write(SETTINGS.replace("opus", "haiku")), "pass", "written with the entries");
  await expectKind(write("{}"), "deny", "written without the entries");
  const both = {
    file_path: path,
    edits: [{ old_string: "hook stop", new_string: "X" }, {
      old_string: "ralph X",
      new_string: "ralph Y",
    }],
  };
  await expectKind(judgeTool("MultiEdit", both), "deny", "in two steps");
  const local = `${sandbox.project}/.claude/settings.local.json`;
  await expectKind(
    judgeTool("Write", { file_path: local, content: '{"disableAllHooks": true}' }),
    "deny",
    "disabled in the local settings",
  );
});

Deno.test("guard: a denial says what, why and what to do instead, and names the file", async () => {
  const denied = await judgeBash(sandbox, "rm -rf .claude");
  assert(denied.kind === "deny");
  assertMatch(
    denied.reason,
    /^this call would remove \.claude, .*ralph loop\. Only the user.* continue with the task\.$/,
  );
  assert(denied.reason.length < 300, denied.reason);
  const command = await judgeBash(sandbox, "/x/dist/ralph stop --all");
  assert(command.kind === "deny");
  assertStringIncludes(command.reason, "`ralph stop`");
});

Deno.test("guard: lists the plans that a Bash line changes or removes", async () => {
  const plan = `${sandbox.project}/.claude/plans/plan.md`;
  const homePlan = `${sandbox.home}/.claude/plans/home.md`;
  const cases: readonly [string, readonly string[]][] = [
    ["rm .claude/plans/plan.md", [plan]],
    ["rm -rf .claude/plans", [plan]],
    ["rm .claude/plans/*.md", [plan]],
    ["mv .claude/plans/plan.md build/", [plan]],
    ["echo x > .claude/plans/plan.md", [plan]],
    ["cat > alias/plans/plan.md <<'EOF'\nx\nEOF", [plan]],
    ["sed -i s/a/b/ .claude/plans/*", [plan]],
    ["cp README.md .claude/plans/plan.md", [plan]],
    ["cp build/plan.md .claude/plans/", [plan]],
    ["cd .claude/plans && rm *", [plan]],
    ["rm ~/.claude/plans/home.md", [homePlan]],
    ["rm ~/.claude/plans/*.md .claude/plans/*.md", [homePlan, plan]],
    ["cat .claude/plans/plan.md", []],
    ["echo x > .claude/plans/new.md", []],
    ["cp .claude/plans/plan.md build/", []],
  ];
  for (const [line, plans] of cases) {
    const judgement = await judgeBash(sandbox, line);
    assert(judgement.kind === "pass", `${line} => ${JSON.stringify(judgement)}`);
    assertEquals(judgement.plansAtRisk, plans.toSorted(), line);
  }
});

Deno.test("guard: a .claude that is a link is protected as link and as folder", async () => {
  const at = createSandbox();
  try {
    await Deno.rename(`${at.project}/.claude`, `${at.root}/real`);
    await Deno.symlink("../real", `${at.project}/.claude`);
    for (
      const line of [
        "rm -rf .claude",
        "rm .claude/loop-enabled",
        "rm ../real/loop-enabled",
        "mv ../real ../x",
      ]
    ) await expectKind(judgeBash(at, line), "deny", line);
    await expectKind(judgeBash(at, "cat ../real/loop-enabled"), "pass", "reading");
  } finally {
    await Deno.remove(at.root, { recursive: true });
  }
});

Deno.test("guard: of a control file that is a link, what it leads to is protected, too", async () => {
  const at = createSandbox();
  try {
    const state = `${at.project}/.claude/ralph-state.json`;
    await Deno.rename(state, `${at.root}/state.json`);
    await Deno.symlink(`${at.root}/state.json`, state);
    await expectKind(judgeBash(at, "rm ../state.json"), "deny", "the file");
    await expectKind(judgeBash(at, "rm .claude/ralph-state.json"), "deny", "the link");
    await expectKind(judgeBash(at, "cat ../state.json"), "pass", "reading");
  } finally {
    await Deno.remove(at.root, { recursive: true });
  }
});

Deno.test("guard: where case does not count, any spelling is a control file", () => {
  const named = { path: `${sandbox.project}/.Claude/Loop-Enabled`, pattern: null };
  const find = (isBlind: boolean) =>
    new ControlFiles(contextOf(sandbox), isBlind).find(named, false);
  assertEquals(find(true)?.label, ".claude/loop-enabled");
  assertEquals(find(false), null);
});

Deno.test("guard: however a path is quoted and escaped, the verdict is the same", async () => {
  const quote = fc.constantFrom<(sign: string) => string>(
    (sign) => sign,
    (sign) => `\\${sign}`,
    (sign) => `'${sign}'`,
    (sign) => `"${sign}"`,
    (sign) => `''${sign}""`,
  );
  const path = ".claude/loop-enabled";
  const spelled = fc.array(quote, { minLength: path.length, maxLength: path.length })
    .map((quotes) => Array.from(path, (sign, index) => quotes[index]?.(sign)).join(""));
  await fc.assert(
    fc.asyncProperty(spelled, async (text) => {
      await expectKind(judgeBash(sandbox, `rm ${text}`), "deny", text);
      await expectKind(judgeBash(sandbox, `cat ${text} > /dev/null`), "pass", text);
    }),
    { numRuns: 100 },
  );
});

Deno.test("guard: wherever a harmful command stands in a line, it is refused", async () => {
  const around = fc.constantFrom<(line: string) => string>(
    (line) => `env A=1 ${line}`,
    (line) => `sudo -n -u root ${line}`,
    (line) => `timeout -k 1 5 ${line}`,
    (line) => `nice -n 3 ${line}`,
  );
  const inside = fc.constantFrom<(line: string) => string>(
    (line) => `( ${line} )`,
    (line) => `{ ${line}; }`,
    (line) => `echo a; ${line}`,
    (line) => `true && ${line} 2>/dev/null || true`,
    (line) => `x=$( ${line} )`,
    (line) => `echo "\`${line}\`"`,
    (line) => `f() { ${line}; }; f`,
    (line) => `for i in 1; do ${line}; done`,
    (line) => `if x; then ${line}; fi`,
    (line) => `cat <<EOF > build/x && ${line}\ntext\nEOF`,
    (line) => `sh -c '${line.replaceAll("'", `'\\''`)}'`,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(around, { maxLength: 3 }),
      inside,
      fc.constantFrom("rm .claude/loop-enabled", "rm -rf .claude", "ralph stop"),
      async (arounds, within, start) => {
        const line = within(arounds.reduce<string>((now, each) => each(now), start));
        await expectKind(judgeBash(sandbox, line), "deny", line);
      },
    ),
    { numRuns: 200 },
  );
});

Deno.test("guard: long, deep and random lines pass or are refused, without an error", async () => {
  const path = "a/".repeat(65_000);
  for (
    const line of [
      "$(".repeat(2000) + "rm x",
      "(".repeat(5000),
      "eval 'eval '".repeat(500),
      "rm " + "*".repeat(3000),
      "rm " + "*a".repeat(3000),
      "rm " + "{a,b}".repeat(40),
      "if a; then ".repeat(800) + "rm x" + "; fi".repeat(800),
      "cd a; ".repeat(5000) + "rm x",
      "cat <<A ".repeat(4000) + "\n" + "A\n".repeat(3000),
      "git commit -m \"$(cat <<'A'\n".repeat(2000),
      "x=1 ".repeat(5000) + "rm y",
      `rm ${path.slice(0, 60_000)}`,
      `echo ${"x".repeat(70_000)} > .claude/loop-enabled`,
      "rm 'x",
      "echo x > (y",
      "",
      "\0",
    ]
  ) await expectKind(judgeBash(sandbox, line), "pass", line.slice(0, 60));
  await expectKind(judgeTool("Write", { file_path: path, content: "" }), "pass", "a long path");
  const piece = fc.constantFrom(
    ..."rm mv cp cat .claude loop-enabled > >> | & && ; ( ) { } $( ` ' \" \\ $x ${x:-y} * ? [ ] <<EOF \n if then fi for in do done [[ ]] (( )) ! find xargs git sed -i eval sh -c"
      .split(" "),
  );
  const random = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(" ")),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
  );
  await fc.assert(
    fc.asyncProperty(random, async (text) => {
      const judgement = await judgeBash(sandbox, text);
      assert(judgement.kind !== "unsure", `${JSON.stringify(text)} ${JSON.stringify(judgement)}`);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("guard: input of any shape passes without an error", async () => {
  for (const command of [undefined, null, 1, {}, []]) {
    await expectKind(judgeTool("Bash", { command }), "pass", String(command));
  }
  await expectKind(judgeTool("Write", {}), "pass", "Write without a path");
  await expectKind(judgeTool("Edit", { file_path: 7 }), "pass", "Edit with a number");
  await expectKind(judgeTool("MultiEdit", { file_path: "x", edits: [null] }), "pass", "odd edits");
});
