import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { judgeCall, type Judgement, MAX_LINE_LENGTH } from "../../src/guard/judge.ts";
import { isHarmless } from "../../src/guard/shell/harmless.ts";
import { readPlain } from "../../src/guard/shell/plain_line.ts";
import { HARMFUL, HARMFUL_UNRUN } from "./_lines.ts";
import { MORE_HARMFUL } from "./_lines_more.ts";
import {
  contextOf,
  createSandbox,
  judgeBash,
  judgeCounted,
  type Sandbox,
  SETTINGS,
} from "./_project.ts";
import { needsBuild } from "../_tools.ts";

const sandbox = createSandbox();
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox.root, { recursive: true }));

function judgeTool(toolName: string, toolInput: Record<string, unknown>): Promise<Judgement> {
  return judgeCall({ toolName, toolInput, cwd: sandbox.project }, contextOf(sandbox));
}

async function expectKind(judgement: Promise<Judgement>, kind: string, what: string) {
  const actual = await judgement;
  assertEquals(actual.kind, kind, `${what} => ${JSON.stringify(actual)}`);
}

/** As much work as any line may take: 30,000 commands, and some looks at the disk for each path. */
function expectLittle({ looks, reads }: { looks: number; reads: number }, line: string) {
  assert(looks <= 30_000 / 16, `${line.slice(0, 50)} took ${looks} looks at the clock`);
  assert(reads <= 5_000, `${line.slice(0, 50)} took ${reads} looks at the disk`);
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
    await expectKind(judgeTool("Write", { file_path: file, content: "x" }), "deny", path);
    await expectKind(
      judgeTool("Edit", { file_path: file, old_string: "a", new_string: "b" }),
      "deny",
      path,
    );
    await expectKind(judgeTool("MultiEdit", { file_path: file, edits: [] }), "deny", path);
    await expectKind(
      judgeTool("NotebookEdit", { notebook_path: file, new_source: "" }),
      "deny",
      path,
    );
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
  await expectKind(edit("ralph hook stop", "ralph hook nothing"), "deny", "our entry changed");
  await expectKind(edit('"model": "opus",', '"disableAllHooks": true,'), "deny", "disabled");
  await expectKind(edit('"Stop"', '"SubagentStop"'), "deny", "moved to another event");
  await expectKind(edit('"timeout": 60', '"timeout": 1'), "deny", "our timeout");
  await expectKind(edit("{", ""), "deny", "broken JSON");
  await expectKind(
    write(SETTINGS.replace("opus", "haiku")),
    "pass",
    "written again with the entries",
  );
  await expectKind(write("{}"), "deny", "written without the entries");
  await expectKind(write(""), "deny", "emptied");
  const both = {
    file_path: path,
    edits: [
      { old_string: "ralph hook stop", new_string: "X" },
      { old_string: "/X", new_string: "/Y" },
    ],
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
    /^Refused: .* remove \.claude, .*ralph loop\. Only the user.* continue with the task\.$/,
  );
  assert(denied.reason.length < 300, denied.reason);
  const command = await judgeBash(sandbox, "/x/dist/ralph stop --all");
  assert(command.kind === "deny");
  assertStringIncludes(command.reason, "`ralph stop`");
  assertEquals(command.target, "ralph stop");
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
    ["find .claude/plans -name '*.md' -delete", [plan]],
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

async function git(at: Sandbox, ...args: string[]) {
  const { success } = await new Deno.Command("git", {
    args: ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args],
    cwd: at.project,
    stderr: "null",
    stdout: "null",
  }).output();
  assert(success, args.join(" "));
}

Deno.test("guard: checkout, restore, reset, stash, rm and mv affect only tracked files", async () => {
  const tracked = createSandbox();
  try {
    await git(tracked, "add", "-f", ".claude/ralph-config.json");
    await git(tracked, "commit", "-qm", "config");
    const lines = [
      "git checkout -- .",
      "git checkout -- .claude/ralph-config.json",
      "git checkout .claude",
      "git restore .",
      "git restore .claude/ralph-config.json",
      "git reset --hard",
      "git stash",
      "git checkout -f",
      "git switch --discard-changes main",
    ];
    for (const line of lines) await expectKind(judgeBash(tracked, line), "pass", `same: ${line}`);
    for (const version of ["2", "4"]) {
      await git(tracked, "update-index", "--index-version", version);
      await Deno.writeTextFile(`${tracked.project}/.claude/ralph-config.json`, '{"changed":1}\n');
      for (const line of lines) {
        await expectKind(judgeBash(tracked, line), "deny", `index ${version}: ${line}`);
      }
    }
    for (
      const line of [
        "git rm -f .claude/ralph-config.json",
        "git rm -rf .claude",
        "git mv .claude/ralph-config.json x",
        "git checkout HEAD~1 -- .claude",
      ]
    ) await expectKind(judgeBash(tracked, line), "deny", line);
    for (
      const line of [
        "git checkout -- src",
        "git restore --staged .",
        "git restore src",
        "git reset",
        "git rm --cached .claude/ralph-config.json",
        "git stash push -- src",
      ]
    ) await expectKind(judgeBash(tracked, line), "pass", line);
  } finally {
    await Deno.remove(tracked.root, { recursive: true });
  }
});

Deno.test("guard: git stash -u takes files that are neither tracked nor ignored", async () => {
  const bare = createSandbox();
  try {
    await git(bare, "add", ".claude/settings.json", ".claude/settings.local.json");
    await git(bare, "commit", "-qm", "settings");
    await expectKind(judgeBash(bare, "git stash -u"), "pass", "the files are ignored");
    await Deno.writeTextFile(`${bare.project}/.git/info/exclude`, "");
    for (const line of ["git stash -u", "git stash push --include-untracked", "git clean -fd"]) {
      await expectKind(judgeBash(bare, line), "deny", line);
    }
    await Deno.writeTextFile(`${bare.project}/.claude/.gitignore`, "*\n");
    await expectKind(judgeBash(bare, "git clean -fd"), "pass", "ignored by a file of its own");
  } finally {
    await Deno.remove(bare.root, { recursive: true });
  }
});

Deno.test("guard: a worktree's .git file is followed to its index", async () => {
  const main = createSandbox();
  try {
    await git(main, "worktree", "add", "-q", `${main.root}/wt`);
    await Deno.mkdir(`${main.root}/wt/.claude`);
    await Deno.writeTextFile(`${main.root}/wt/.claude/loop-enabled`, "l\n");
    const at = { ...main, project: `${main.root}/wt` };
    await expectKind(judgeBash(at, "git clean -fdx"), "deny", "clean -x");
    await expectKind(judgeBash(at, "git clean -fd"), "pass", "excluded by the shared file");
    await expectKind(judgeBash(at, `rm -rf '${main.project}/build'`), "pass", "other tree");
  } finally {
    await Deno.remove(main.root, { recursive: true });
  }
});

Deno.test("guard: a .claude that is a link is protected as link and as folder", async () => {
  const at = createSandbox();
  try {
    await Deno.rename(`${at.project}/.claude`, `${at.root}/real`);
    await Deno.symlink("../real", `${at.project}/.claude`);
    for (
      const line of [
        "rm .claude",
        "rm .claude/loop-enabled",
        "rm ../real/loop-enabled",
        "mv ../real ../x",
        "ln -sfn /tmp .claude",
      ]
    ) await expectKind(judgeBash(at, line), "deny", line);
    await expectKind(judgeBash(at, "cat ../real/loop-enabled"), "pass", "reading");
  } finally {
    await Deno.remove(at.root, { recursive: true });
  }
});

Deno.test("guard: passes a line that is too big, too deep or too slow, within its limits", async () => {
  const big = [
    `echo ${"x".repeat(MAX_LINE_LENGTH)} > y`,
    "for i in {1..400}; do for j in {1..400}; do echo $i$j > y; done; done",
  ];
  for (const line of big) {
    const { judgement, ...work } = await judgeCounted(sandbox, line);
    assertEquals(judgement.kind, "pass", line.slice(0, 60));
    expectLittle(work, line);
  }
  const late = await judgeCall(
    { toolName: "Bash", toolInput: { command: "rm .claude/x; ".repeat(40) }, cwd: sandbox.project },
    { ...contextOf(sandbox), deadlineMs: -1 },
  );
  const plansAtRisk = [
    `${sandbox.project}/.claude/plans/plan.md`,
    `${sandbox.home}/.claude/plans/home.md`,
  ];
  assertEquals(late, { kind: "pass", plansAtRisk });
});

Deno.test("guard: passes a path longer than a kernel accepts, without work", async () => {
  for (const path of ["a/".repeat(65_000), "../".repeat(45_000), `/${"x/".repeat(65_000)}`]) {
    await expectKind(judgeTool("Write", { file_path: path, content: "" }), "pass", "Write");
    const { judgement, ...work } = await judgeCounted(sandbox, `rm ${path.slice(0, 60_000)}`);
    assertEquals(judgement.kind, "pass", "rm");
    expectLittle(work, path);
  }
});

Deno.test("guard: judges a tree with too many files by the files that it lists", async () => {
  const context = contextOf(sandbox);
  const many = Array.from({ length: 25_000 }, (_, index) => `f${index}.ts`);
  const disk = {
    ...context.disk,
    names: (path: string) => path.endsWith("/src") ? many : context.disk.names(path),
  };
  const judge = (command: string) =>
    judgeCall({ toolName: "Bash", toolInput: { command }, cwd: sandbox.project }, {
      ...context,
      disk,
    });
  for (const line of ["shopt -s globstar; ls **/*.ts", "wc -l src/*.ts > build/x", "rm src/*"]) {
    await expectKind(judge(line), "pass", line);
  }
  await expectKind(judge("rm src/*; rm .claude/loop-enabled"), "deny", "the rest is judged");
});

Deno.test("guard: recognizes control files in any case on a case-insensitive disk", async () => {
  const context = contextOf(sandbox);
  const real = (path: string) =>
    path.startsWith(sandbox.project)
      ? sandbox.project +
        path.slice(sandbox.project.length).toLowerCase().replace("stop_loop", "STOP_LOOP")
      : path;
  const disk = {
    entry: (path: string) => context.disk.entry(real(path)),
    linkTarget: (path: string) => context.disk.linkTarget(real(path)),
    names: (path: string) => context.disk.names(real(path)),
    bytes: (path: string, offset: number, length: number) =>
      context.disk.bytes(real(path), offset, length),
  };
  const judge = (command: string) =>
    judgeCall({ toolName: "Bash", toolInput: { command }, cwd: sandbox.project }, {
      ...context,
      disk,
    });
  for (
    const line of [
      "rm .Claude/Loop-Enabled",
      "rm -rf .CLAUDE",
      "echo x > .claude/RALPH-STATE.json",
      "touch .claude/stop_loop",
      "rm -r .CLAUDE/Ralph-Templates",
    ]
  ) await expectKind(judge(line), "deny", line);
  await expectKind(judge("rm Build/Out.js"), "pass", "another file");
  await expectKind(judgeBash(sandbox, "rm .Claude/Loop-Enabled"), "pass", "where case counts");
});

Deno.test("guard: tracked settings without an entry of ralph's may be checked out", async () => {
  const settings = `${sandbox.project}/.claude/settings.json`;
  const before = Deno.readTextFileSync(settings);
  const git = (...args: string[]) =>
    new Deno.Command("git", { args, cwd: sandbox.project, stdout: "null", stderr: "null" })
      .outputSync();
  git("add", "-f", ".claude/settings.json");
  try {
    await expectKind(judgeBash(sandbox, "git checkout main -- ."), "deny", "with our entries");
    Deno.writeTextFileSync(settings, '{"model":"opus"}');
    await expectKind(judgeBash(sandbox, "git checkout main -- ."), "pass", "without");
  } finally {
    Deno.writeTextFileSync(settings, before);
    git("rm", "-q", "--cached", ".claude/settings.json");
  }
});

Deno.test("guard: deep nesting and fork bombs end within the limits, and never throw", async () => {
  const lines = [
    "$(".repeat(2000) + "rm x",
    "(".repeat(5000),
    "{ ".repeat(3000) + "rm x;" + " }".repeat(3000),
    "f() { f | f & }; f",
    "f() { f; f; }; f",
    "while true; do x=$x$x; done",
    "a=x; for i in {1..40}; do a=$a$a; done; rm $a",
    "eval 'eval '".repeat(500),
    "rm " + "*".repeat(3000),
    "rm " + "{a,b}".repeat(40),
    "rm {1..999999999}",
    "[[ " + "! ".repeat(5000) + "x ]]; rm y",
    "if a; then ".repeat(800) + "rm x" + "; fi".repeat(800),
    "a && ".repeat(3000) + "rm x",
    "cd a; ".repeat(5000) + "rm x",
    `cd a; cd b; cd c; rm ${Array.from({ length: 190 }, (_, index) => `f${index}`).join(" ")}`,
    "cat <<A ".repeat(4000) + "\n" + "A\n".repeat(3000),
    "git commit -m \"$(cat <<'A'\n".repeat(2000),
    "\"$(cat <<'A'\n" + "A\n\n".repeat(10_000),
    "if a; then ".repeat(3000) + "b" + "; fi".repeat(3000),
    "x=1 ".repeat(5000) + "rm y",
    "if a; then b=1; fi; ".repeat(300).replace(/b/g, () => `b${Math.random()}`.replace(".", "")),
  ];
  for (const line of lines) {
    const { judgement, ...work } = await judgeCounted(sandbox, line);
    assert(judgement.kind !== "unsure", `${line.slice(0, 50)} => ${JSON.stringify(judgement)}`);
    expectLittle(work, line);
  }
});

Deno.test("guard: passes text that is not bash, but judges the commands before it", async () => {
  await expectKind(judgeBash(sandbox, "rm 'x"), "pass", "open quote after rm");
  await expectKind(judgeBash(sandbox, "echo x > (y"), "pass", "broken redirect");
  await expectKind(
    judgeBash(sandbox, "rm .claude/loop-enabled\necho ) x"),
    "deny",
    "a whole command",
  );
});

Deno.test("guard: input of any shape passes without an error", async () => {
  for (const command of [undefined, null, 1, {}, [], "", " ", "\0", "\n"]) {
    await expectKind(judgeTool("Bash", { command }), "pass", String(command));
  }
  await expectKind(judgeTool("Write", {}), "pass", "Write without a path");
  await expectKind(judgeTool("Edit", { file_path: 7 }), "pass", "Edit with a number");
  await expectKind(judgeTool("MultiEdit", { file_path: "x", edits: [null] }), "pass", "odd edits");
});

Deno.test("guard: a failure of its own is 'unsure', never a throw", async () => {
  const context = contextOf(sandbox);
  const broken = { ...context, disk: { ...context.disk, entry: () => fail("disk is gone") } };
  const call = { toolName: "Bash", toolInput: { command: "rm x" }, cwd: sandbox.project };
  assertEquals((await judgeCall(call, broken)).kind, "unsure");
});

function fail(message: string): never {
  throw new TypeError(message);
}

Deno.test("guard: the table of harmless commands does not contain a harmful line", () => {
  const isLetThrough = (line: string) => {
    const plain = readPlain(line);
    return plain !== null && isHarmless(plain);
  };
  assertEquals([...HARMFUL, ...HARMFUL_UNRUN, ...MORE_HARMFUL].filter(isLetThrough), []);
  for (const line of ["ls -la", "npm test", "git status", "cat a | grep b && echo 'c d'"]) {
    assert(isLetThrough(line), line);
  }
});

Deno.test("guard: however a path is quoted and escaped, the verdict is the same", async () => {
  const quote = fc.constantFrom<(sign: string) => string>(
    (sign) => sign,
    (sign) => `\\${sign}`,
    (sign) => `'${sign}'`,
    (sign) => `"${sign}"`,
    (sign) => `$'\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}'`,
    (sign) => `''${sign}""`,
    (sign) => sign === "." ? sign : `[${sign}]`,
    (sign) => `{${sign},${sign}}`,
  );
  const spell = (text: string) =>
    fc.array(quote, { minLength: text.length, maxLength: text.length })
      .map((quotes) =>
        Array.from(text, (sign, i) => sign === "/" ? "/" : quotes[i]?.(sign)).join("")
      );
  await fc.assert(
    fc.asyncProperty(
      spell(".claude/loop-enabled").filter((text) => !/\{.*\{.*\{.*\{.*\{.*\{.*\{/.test(text)),
      async (path) => {
        await expectKind(judgeBash(sandbox, `rm ${path}`), "deny", path);
        await expectKind(judgeBash(sandbox, `cat ${path} > /dev/null`), "pass", path);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("guard: wrapping a harmful command in wrappers keeps it denied", async () => {
  const wrap = fc.constantFrom<(line: string) => string>(
    (line) => `env ${line}`,
    (line) => `sudo -n ${line}`,
    (line) => `timeout 5 ${line}`,
    (line) => `nice -n 3 ${line}`,
    (line) => `command ${line}`,
    (line) => `sh -c ${JSON.stringify(line).replaceAll("$", "\\$")}`,
    (line) => `eval ${JSON.stringify(line).replaceAll("$", "\\$")}`,
  );
  const around = fc.constantFrom<(line: string) => string>(
    (line) => `( ${line} )`,
    (line) => `{ ${line}; }`,
    (line) => `echo a; ${line}`,
    (line) => `true && ${line}`,
    (line) => `x=$( ${line} )`,
    (line) => `f() { ${line}; }; f`,
    (line) => `for i in 1; do ${line}; done`,
    (line) => `if x; then ${line}; fi`,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(wrap, { maxLength: 3 }),
      fc.array(around, { maxLength: 3 }),
      fc.constantFrom("rm .claude/loop-enabled", "rm -rf .claude", "ralph stop"),
      async (wraps, arounds, start) => {
        const line = arounds.reduce<string>(
          (now, each) => each(now),
          wraps.reduce<string>((now, w) => w(now), start),
        );
        await expectKind(judgeBash(sandbox, line), "deny", line);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("guard: random text never throws and ends in time", needsBuild(), async () => {
  const piece = fc.constantFrom(
    ..."rm mv cp cat .claude loop-enabled > >> | & && ; ( ) { } $( ` ' \" \\ $x ${x:-y} * ? [ ] <<EOF \n if then fi for in do done case esac while [[ ]] (( )) ! find -exec xargs git clean sed -i eval sh -c"
      .split(" "),
  );
  const line = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(" ")),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
  );
  await fc.assert(
    fc.asyncProperty(line, async (text) => {
      const { judgement, ...work } = await judgeCounted(sandbox, text);
      assert(judgement.kind !== "unsure", `${JSON.stringify(text)} ${JSON.stringify(judgement)}`);
      expectLittle(work, text);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("guard: a program that turns all hooks off is refused, whatever settings the file had", async () => {
  for (
    const line of [
      "jq '.disableAllHooks=true' .claude/settings.local.json > t && mv t .claude/settings.local.json",
      "jq '.disableAllHooks=true' .claude/settings.local.json | sponge .claude/settings.local.json",
    ]
  ) assertEquals((await judgeBash(sandbox, line)).kind, "deny", line);
  for (
    const line of [
      "jq '.model' .claude/settings.local.json > build/t",
      "jq '.model=\"x\"' .claude/settings.local.json > t && mv t .claude/settings.local.json",
      "grep disableAllHooks .claude/settings.local.json > build/t",
    ]
  ) assertEquals((await judgeBash(sandbox, line)).kind, "pass", line);
});

Deno.test("guard: a copy out, a name that is replaced and a question are plain work", async () => {
  for (
    const line of [
      "install -m 644 .claude/loop-config.json build/limits.json",
      "python3 -c \"p='README.md'; t=open(p).read().replace('.claude/loop-enabled', 'the marker'); open(p,'w').write(t)\"",
      "python3 - <<'EOF'\nimport os\nif os.path.exists('.claude/loop-enabled'): os.remove('build/out.log')\nEOF",
    ]
  ) assertEquals((await judgeBash(sandbox, line)).kind, "pass", line);
  for (
    const line of [
      "install -m 644 build/limits.json .claude/loop-config.json",
      "python3 -c \"import os; os.replace('build/x', '.claude/loop-enabled')\"",
      "python3 -c \"import os; os.remove('.claude/loop-enabled') if os.path.exists('.claude/loop-enabled') else 0\"",
    ]
  ) assertEquals((await judgeBash(sandbox, line)).kind, "deny", line);
});
