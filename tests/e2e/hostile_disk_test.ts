/** Read-only folders, missing homes, full disks, odd plans and links. */
import { needsLinux, needsMounts } from "../_tools.ts";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { exits, type Ran, run } from "./_run.ts";
import { hashTree } from "./_tree.ts";
import {
  answerOf,
  begin,
  continuationOf,
  makeStage,
  promptOf,
  RALPH,
  SESSION,
  type Stage,
} from "./_stage.ts";

/** Runs commands in their own mount namespace; its test needs `needsMounts`. */
function inNamespace(stage: Stage, script: string, input: string): Promise<Ran> {
  return run("unshare", ["-m", "sh", "-c", script], {
    cwd: stage.project,
    env: stage.env({ CLAUDE_PROJECT_DIR: stage.project, RALPH, ROOT: stage.root }),
    input,
  });
}

/** Makes a folder read-only by a bind mount, also for root. */
const READ_ONLY = (folder: string) =>
  `mount --bind "${folder}" "${folder}" && mount -o remount,ro,bind "${folder}" || exit 99; `;

needsMounts().test(
  "hostile disk: a read-only project allows the stop with a reason, and ralph stop reports what it cannot write",
  async () => {
    using stage = await makeStage({ program: RALPH });
    const event = JSON.stringify(stage.stopEvent());
    const ran = await inNamespace(stage, `${READ_ONLY("$PWD")}"$RALPH" hook stop`, event);
    const answer = answerOf(ran);
    assertEquals(continuationOf(answer), null);
    assertMatch(
      answer["systemMessage"],
      /stopped by an error in ralph: Cannot write/,
    );
    const stopped = await inNamespace(
      stage,
      `${READ_ONLY("$PWD")}"$RALPH" stop 2>&1; "$RALPH" stop 2>&1`,
      "",
    );
    assertMatch(stopped.stdout, /Read-only|not recorded|read-only/i);
    assertEquals(await stage.turn(), {}, "the loop is over");
  },
);

needsMounts().test("hostile disk: a read-only home allows the stop with a reason", async () => {
  using stage = await makeStage({ program: RALPH });
  const event = JSON.stringify(stage.stopEvent());
  const ran = await inNamespace(stage, `${READ_ONLY("$HOME")}"$RALPH" hook stop`, event);
  const answer = answerOf(ran);
  assertEquals(continuationOf(answer), null);
  assertStringIncludes(answer["systemMessage"], "stopped by an error in ralph");
});

for (const what of ["project", "home"] as const) {
  needsMounts().test(
    `hostile disk: a full disk under the ${what} gives one document, and ralph stop works`,
    async () => {
      using stage = await makeStage({ program: RALPH, start: null });
      const folder = what === "project" ? "$PWD/.claude" : "$HOME/.claude/ralph";
      // The hooks' gate is in the folder that is mounted over.
      const script =
        `mkdir -p "${folder}"; gate=$(cat "$HOME/.claude/ralph/gate"); mount -t tmpfs -o size=256k tmpfs "${folder}" || exit 99
      printf '%s\\n' "$gate" >"$HOME/.claude/ralph/gate"
      "$RALPH" start -f PLAN.md --session ${SESSION} >/dev/null 2>&1 || exit 98
      dd if=/dev/zero of="${folder}/fill" bs=4k 2>/dev/null
      "$RALPH" hook stop; echo "exit $?"
      touch "$PWD/.claude/STOP_LOOP" 2>/dev/null
      echo '${JSON.stringify(stage.event("Stop"))}' | "$RALPH" hook stop; echo "exit $?"
      "$RALPH" stop >/dev/null 2>&1
      [ -e "$PWD/.claude/loop-enabled" ] && echo LEFT; true`;
      const ran = await inNamespace(stage, script, JSON.stringify(stage.stopEvent()));
      assertEquals(ran.code, 0, ran.stdout);
      const [first, exit, second, exitAgain, ...rest] = ran.stdout.trim().split("\n");
      assertEquals([exit, exitAgain], ["exit 0", "exit 0"], ran.stdout);
      JSON.parse(first ?? "");
      JSON.parse(second ?? "");
      assertEquals(rest, [], "ralph stop removes the marker");
    },
  );
}

/** Values of HOME that are not a usable folder. */
const NO_HOMES: Readonly<Record<string, string | undefined>> = {
  "unset": undefined,
  "empty": "",
  "relative": "some/where",
  "not existing": "/no/such/home",
  "a file": "/dev/null",
};

Deno.test("hostile disk: without a usable home no hook holds a session, and start refuses with a reason", async () => {
  using stage = await makeStage({ program: RALPH });
  const before = await hashTree(stage.project);
  for (const [name, home] of Object.entries(NO_HOMES)) {
    const env = { HOME: home };
    const harm = { tool_name: "Bash", tool_input: { command: "rm -rf .claude" } };
    assertEquals(await stage.turn({}, { env }), {}, name);
    assertEquals(await stage.hook("guard", stage.event("PreToolUse", harm), { env }), {}, name);
    const began = await stage.raise("SessionStart", {}, { env });
    assertEquals(Object.keys(began).filter((key) => key !== "systemMessage"), [], name);
    const refused = await stage.ralph(["start", "-f", "PLAN.md"], { env });
    assert(refused.code !== 0 && refused.stderr !== "", `${name}: start refuses with a reason`);
    assertEquals(refused.stderr.includes("at file://"), false, refused.stderr);
  }
  const env = { HOME: undefined };
  for (const args of [["status"], ["hooks", "install"], ["encourage", "x"], ["run", "PLAN.md"]]) {
    const { stdout, stderr } = await stage.ralph(args, { env });
    assert(!`${stdout}${stderr}`.includes("deno compile"), `${args.join(" ")}: ${stdout}${stderr}`);
    if (args[0] !== "status") assertStringIncludes(stderr, "there is no home folder");
  }
  assertEquals(await hashTree(stage.project), before);
});

Deno.test("hostile disk: CLAUDE_CONFIG_DIR and RALPH_HOME move ralph's files", async () => {
  using stage = await makeStage({ program: RALPH, start: null, isInstalled: false });
  const env = {
    CLAUDE_CONFIG_DIR: join(stage.root, "config"),
    RALPH_HOME: join(stage.root, "ralph"),
  };
  await stage.ok(["hooks", "install"], { env });
  await stage.ok(["start", "-f", "PLAN.md", "--session", SESSION], { env });
  assert(continuationOf(await stage.turn({}, { env })) !== null);
  stage.kill();
  await stage.turn({}, { env });
  assert(Deno.statSync(join(stage.root, "config", "ralph-stop-reason.json")).isFile);
  assert(Deno.statSync(join(stage.root, "ralph", "history.jsonl")).isFile);
  assertEquals(
    [...Deno.readDirSync(join(stage.home, ".claude"))].map(({ name }) => name).filter((name) =>
      name !== "projects"
    ),
    [],
  );
});

Deno.test("hostile disk: only the user may read the files in the home (0700 and 0600)", async () => {
  using stage = await makeStage({ program: RALPH });
  await stage.turn();
  stage.kill();
  await stage.turn();
  const check = (folder: string) => {
    assertEquals((Deno.statSync(folder).mode ?? 0) & 0o777, 0o700, folder);
    for (const { name, isDirectory } of Deno.readDirSync(folder)) {
      const path = join(folder, name);
      if (isDirectory) check(path);
      else assertEquals((Deno.statSync(path).mode ?? 0) & 0o777, 0o600, path);
    }
  };
  check(stage.inHome("ralph"));
  assertEquals((Deno.statSync(stage.inHome("ralph-stop-reason.json")).mode ?? 0) & 0o777, 0o600);
});

Deno.test("hostile disk: a plan in Latin-1 is read", async () => {
  const text = "# Pl\u00e4ne\n\n- [x] \u00fcber\n- [x] z\u00f6gern\n";
  using stage = await makeStage({
    program: RALPH,
    plan: Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
  });
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("hostile disk: a focus file that is deleted or became a folder does not end the loop, and the prompt says so", async () => {
  using stage = await makeStage({ program: RALPH });
  Deno.removeSync(stage.plan);
  const gone = continuationOf(await stage.turn());
  assertMatch(gone ?? "", /PLAN\.md/);
  assertMatch(gone ?? "", /PLAN\.md is gone/);
  Deno.mkdirSync(stage.plan);
  assertMatch(promptOf(await stage.turn()), /not a file/);
  Deno.removeSync(stage.plan);
  stage.put("PLAN.md", "- [x] one\n- [x] two\n- [x] three\n");
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("hostile disk: a plan under a cyclic link is refused at start, and does not end a loop", async () => {
  using stage = await makeStage({ program: RALPH, start: null });
  Deno.symlinkSync("b.md", join(stage.project, "a.md"));
  Deno.symlinkSync("a.md", join(stage.project, "b.md"));
  await exits(2, stage.ralph(["start", "-f", "a.md"]));
  assertEquals(stage.hasLoop(), false);
  Deno.mkdirSync(stage.mark("plans"));
  Deno.symlinkSync(stage.mark("plans"), join(stage.mark("plans"), "loop"));
  await begin(stage, ["-f", "PLAN.md"]);
  Deno.removeSync(stage.plan);
  Deno.symlinkSync("PLAN.md", stage.plan);
  assert(continuationOf(await stage.turn()) !== null);
});

needsLinux().test(
  "hostile disk: with few open files a Stop is answered at once, once the runtime starts at all",
  async () => {
    using stage = await makeStage({ program: RALPH });
    const answers: string[] = [];
    for (let files = 10; files <= 18; files++) {
      const event = stage.stopEvent({
        message: `Part ${"abcdefghi"[files - 10]?.repeat(40)} done.`,
      });
      const limited = `ulimit -n ${files} && exec timeout 120 "$RALPH" hook stop`;
      const ran = await run("sh", ["-c", limited], {
        cwd: stage.project,
        env: stage.env({ CLAUDE_PROJECT_DIR: stage.project, RALPH }),
        input: JSON.stringify(event),
      });
      assert(ran.code !== 124, `with ${files} open files it does not end`);
      // The runtime itself needs some, and reports in its own way that it has too few.
      if (ran.code === 0) answers.push(JSON.stringify(answerOf(ran)));
    }
    assert(answers.some((text) => text.includes("Next open item")), `${answers}`);
  },
);
