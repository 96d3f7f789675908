/** `ralph doctor` on broken set-ups: each is fixed by `--fix`, or described with what to do. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import registration from "../../hooks/hooks.json" with { type: "json" };
import { isThere } from "../../src/store/files/presence.ts";
import { needsMounts } from "../_tools.ts";
import { waitUntil } from "../_wait.ts";
import { RALPH } from "../_binary.ts";
import { run } from "./_run.ts";
import { DoctorStage } from "./_doctor.ts";
import { renderGate } from "../../src/registration/gate.ts";
import { begin, SESSION, type StageOptions } from "./_stage.ts";

/** Whether the machine lacks what some set-ups need. */
const MISSING = {
  root: Deno.uid() !== 0,
  mount: needsMounts().ignore,
  processes: Deno.build.os !== "linux",
};

/** How a broken set-up is made and what becomes of it. */
interface BrokenSetUp {
  readonly stage?: StageOptions;
  /** Breaks it. */
  readonly damage?: (doctor: DoctorStage) => void | Promise<void>;
  /** Variables of every call. */
  readonly env?: (doctor: DoctorStage) => Readonly<Record<string, string | undefined>>;
  /** Mounts of every call, as shell commands. */
  readonly mounts?: (doctor: DoctorStage) => string;
  /** What the machine has to have or allow. */
  readonly needs?: keyof typeof MISSING;
  /** Findings that are not passes, as `status id`. */
  readonly finds: readonly string[];
  /** Who fixes it: `--fix` alone, `--fix` with consent, or the person, who is told this. */
  readonly fixedBy: "fix" | "consent" | { readonly person: string };
  /** A line of evidence. */
  readonly detail?: string;
}

/** Starts a loop whose session's process ends afterwards. */
async function startOrphan({ stage }: DoctorStage): Promise<void> {
  const client = new Deno.Command("cat", { stdin: "piped", stdout: "null" }).spawn();
  await begin(stage, ["-f", "PLAN.md"], SESSION, { CLAUDE_PID: String(client.pid) });
  await client.stdin.close();
  await client.status;
}

const OLD_HOOKS = {
  Stop: [{ hooks: [{ type: "command", command: "$HOME/x/ralph/hooks/loop-until-done.py" }] }],
};
const ID = "20260101-000000000-0a1b2c3d";

const SET_UPS: Readonly<Record<string, BrokenSetUp>> = {
  "no hooks": { stage: { isInstalled: false }, finds: ["fail hooks.missing"], fixedBy: "consent" },
  "hooks in two settings files": {
    damage: async ({ stage }) => void await stage.ok(["hooks", "install", "--local", "--force"]),
    finds: ["fail hooks.twice"],
    fixedBy: "fix",
  },
  "a program that moved": {
    damage: ({ stage }) => {
      Deno.writeTextFileSync(stage.inHome("ralph/gate"), renderGate("/gone/ralph"));
    },
    finds: ["fail hooks.program-missing"],
    fixedBy: "fix",
    detail: "/gone/ralph",
  },
  "a gate that is gone": {
    damage: ({ stage }) => Deno.removeSync(stage.inHome("ralph/gate")),
    finds: ["fail hooks.program-missing"],
    fixedBy: "fix",
    detail: "ralph/gate",
  },
  "plugin and settings both": {
    damage: (doctor) => doctor.enablePlugin("ralph@market", registration.hooks),
    finds: ["fail hooks.twice"],
    fixedBy: "fix",
  },
  "hooks of the earlier plugin": {
    damage: (doctor) => doctor.addHook("Stop", OLD_HOOKS.Stop[0]!.hooks[0]!),
    finds: ["fail files.earlier"],
    fixedBy: { person: "ralph migrate" },
  },
  "another Stop hook that blocks": {
    damage: (doctor) => {
      const script = join(doctor.stage.root, "other.sh");
      doctor.stage.put(script, `echo '{"decision": "block", "reason": "go on"}'\n`);
      doctor.addHook("Stop", { type: "command", command: `sh ${script}` });
    },
    finds: ["warn hooks.other-stop-hook"],
    fixedBy: "consent",
  },
  "the official loop plugin with a loop here": {
    damage: (doctor) => {
      const hook = { type: "command", command: "${CLAUDE_PLUGIN_ROOT}/hooks/stop-hook.sh" };
      doctor.enablePlugin("ralph-loop@official", { Stop: [{ hooks: [hook] }] });
      doctor.stage.put(doctor.stage.mark("ralph-loop.local.md"), "---\nactive: true\n---\n");
    },
    finds: ["fail hooks.other-stop-hook", "warn hooks.other-stop-hook"],
    fixedBy: { person: "rm " },
    detail: "ralph-loop.local.md",
  },
  "a loop of the official plugin whose plugin no settings name": {
    damage: ({ stage }) => stage.put(stage.mark("ralph-loop.local.md"), "---\nactive: true\n---\n"),
    finds: ["fail hooks.other-stop-hook"],
    fixedBy: { person: "rm " },
  },
  "a plugin with a Stop hook in a file of its own": {
    damage: (doctor) => {
      const hook = { type: "command", command: "sh ${CLAUDE_PLUGIN_ROOT}/hooks/stop-hook.sh" };
      doctor.enablePlugin("keep-going@other", { Stop: [{ hooks: [hook] }] }, {
        "hooks/stop-hook.sh": `echo '{"decision": "block", "reason": "go on"}'\n`,
      });
    },
    finds: ["warn hooks.other-stop-hook"],
    fixedBy: { person: "claude plugin disable keep-going@other" },
  },
  "all hooks switched off": {
    damage: (doctor) => doctor.changeSettings((all) => void (all["disableAllHooks"] = true)),
    finds: ["fail hooks.disabled"],
    fixedBy: "consent",
  },
  "an organization that allows only its hooks": {
    needs: "mount",
    mounts: () =>
      "mkdir -p /etc/claude-code && mount -t tmpfs none /etc/claude-code && " +
      `echo '{"allowManagedHooksOnly": true}' > /etc/claude-code/managed-settings.json`,
    finds: ["fail hooks.managed"],
    fixedBy: { person: "Ask your administrator" },
  },
  "an old client": {
    damage: (doctor) => doctor.installProgram("claude", 'echo "2.1.20 (Claude Code)"'),
    finds: ["fail client.old"],
    fixedBy: { person: "claude update" },
    detail: "last answer",
  },
  "a client that hangs": {
    damage: (doctor) => doctor.installProgram("claude", "exec sleep 30"),
    finds: ["unknown client.version-unknown"],
    fixedBy: { person: "claude --version" },
    detail: "did not answer",
  },
  "a loop whose session is gone": {
    needs: "processes",
    damage: startOrphan,
    finds: ["warn loops.orphaned"],
    fixedBy: "consent",
    detail: "PROJECT",
  },
  "a run whose runner was killed": {
    needs: "processes",
    damage: async (doctor) => {
      doctor.installProgram(
        "agent",
        `trap "" HUP; touch begun; while [ -e begun ]; do sleep 0.1; done`,
      );
      const { stage } = doctor;
      const started = Promise.withResolvers<Deno.ChildProcess>();
      const agent = ["--agent", join(doctor.bin, "agent"), "--sandbox", "none"];
      const args = ["run", "PLAN.md", ...agent];
      const ended = stage.ralph(args, { onStart: started.resolve });
      const runner = await started.promise;
      const hasBegun = () => isThere(join(stage.project, "begun"));
      await waitUntil(hasBegun, () => "the agent had not begun");
      runner.kill("SIGKILL");
      await ended;
    },
    finds: ["warn loops.orphaned"],
    fixedBy: "consent",
  },
  "a loop whose folder is gone": {
    damage: async ({ stage }) => {
      const folder = join(stage.root, "other");
      stage.put(join(folder, "PLAN.md"), "- [ ] one\n");
      await stage.ok(["start", "-f", "PLAN.md"], { cwd: folder });
      Deno.removeSync(folder, { recursive: true });
    },
    finds: ["warn loops.project-gone"],
    fixedBy: "consent",
  },
  "a loop whose marks were deleted": {
    damage: async ({ stage }) => {
      await begin(stage, ["-f", "PLAN.md"], null);
      Deno.removeSync(stage.mark("loop-enabled"));
      Deno.removeSync(stage.mark("ralph-state.json"));
    },
    finds: ["warn loops.unmarked"],
    fixedBy: "consent",
  },
  "a loop whose record is damaged": {
    damage: async ({ stage }) => {
      await begin(stage, ["-f", "PLAN.md"], null);
      Deno.writeTextFileSync(stage.mark("ralph-state.json"), '{"version": 2,');
    },
    finds: ["fail loops.damaged"],
    fixedBy: "consent",
  },
  "a kill switch without a loop": {
    damage: ({ stage }) => stage.put(stage.mark("STOP_LOOP"), ""),
    finds: ["warn loops.kill-switch"],
    fixedBy: "fix",
  },
  "marks of a loop of another machine": {
    damage: ({ stage }) => stage.put(stage.mark("loop-enabled"), `${ID}\n`),
    finds: ["warn loops.unknown-marks"],
    fixedBy: "fix",
  },
  "files that others can read": {
    damage: ({ stage }) => Deno.chmodSync(stage.inHome("ralph"), 0o755),
    finds: ["warn files.permissions"],
    fixedBy: "fix",
    detail: "0755",
  },
  "settings that others can change": {
    damage: ({ stage }) => Deno.chmodSync(stage.inHome("settings.json"), 0o666),
    finds: ["fail files.permissions"],
    fixedBy: "fix",
  },
  "files of another user": {
    needs: "root",
    damage: ({ stage }) => Deno.chownSync(stage.inHome("ralph/hooks-installed.json"), 12345, 12345),
    finds: ["fail files.permissions"],
    fixedBy: { person: "sudo chown -R 0" },
  },
  "a trust file that is cut off": {
    damage: ({ stage }) =>
      Deno.writeTextFileSync(stage.inHome("ralph/trust.json"), '{"version": 1, "con', {
        mode: 0o600,
      }),
    finds: ["fail files.record"],
    fixedBy: "fix",
    detail: "it is not JSON",
  },
  "a record of a newer ralph": {
    damage: ({ stage }) =>
      Deno.writeTextFileSync(stage.inHome("ralph/trust.json"), '{"version": 99}', { mode: 0o600 }),
    finds: ["warn files.record"],
    fixedBy: { person: "Update this ralph" },
  },
  "settings of the client that are not JSON": {
    damage: ({ stage }) =>
      Deno.writeTextFileSync(
        stage.inHome("settings.json"),
        '{\n  "model": "x"\n  "hooks": {}\n}\n',
      ),
    finds: ["fail hooks.settings-broken", "unknown hooks.sessions.unknown"],
    fixedBy: { person: "Correct the file" },
    detail: "line 3",
  },
  "settings of the client with a comment": {
    damage: ({ stage }) => {
      const path = stage.inHome("settings.json");
      Deno.writeTextFileSync(path, Deno.readTextFileSync(path).replace("{", "{ // mine"));
    },
    finds: ["fail hooks.missing", "fail hooks.settings-ignored"],
    fixedBy: "consent",
    detail: "line 1",
  },
  "an unknown setting": {
    damage: ({ stage }) =>
      stage.put(stage.mark("ralph-config.json"), '{"max_hour": 6, "max_hours": 6}'),
    finds: ["fail settings.value"],
    fixedBy: "consent",
    detail: 'did you mean "max_hours"?',
  },
  "settings of ralph that are not JSON": {
    damage: ({ stage }) => stage.put(stage.mark("ralph-config.json"), '{\n  "max_hours":\n}\n'),
    finds: ["fail settings.value"],
    fixedBy: "consent",
    detail: "ralph-config.json:3",
  },
  "a variable that does not fit": {
    env: () => ({ RALPH_MAX_HOURS: "many" }),
    finds: ["fail settings.value"],
    fixedBy: { person: "unset RALPH_MAX_HOURS" },
  },
  "a template that does not parse": {
    damage: ({ stage }) => stage.put(stage.mark("ralph-templates/work.md"), "{% if %}\n"),
    finds: ["warn settings.file"],
    fixedBy: { person: "Correct it" },
    detail: "ralph-templates/work.md",
  },
  "an adapter that does not load": {
    damage: ({ stage }) => {
      stage.put(stage.mark("ralph-adapters/a name"), "#!/bin/sh\n");
      Deno.chmodSync(stage.mark("ralph-adapters/a name"), 0o755);
    },
    finds: ["warn settings.file"],
    fixedBy: { person: "Correct it" },
    detail: "ralph-adapters/a name",
  },
  "an adapter that nobody trusts": {
    damage: ({ stage }) => {
      stage.put(stage.mark("ralph-adapters/mine"), "#!/bin/sh\n");
      Deno.chmodSync(stage.mark("ralph-adapters/mine"), 0o755);
    },
    finds: ["warn settings.file"],
    fixedBy: { person: "ralph start --trust" },
    detail: "ralph-adapters/mine",
  },
  "an adapter in YAML": {
    damage: ({ stage }) => stage.put(stage.mark("ralph-adapters/loss.yaml"), "name: loss\n"),
    finds: ["warn settings.file"],
    fixedBy: { person: "by a program" },
    detail: "ralph-adapters/loss.yaml",
  },
  "a full disk": {
    needs: "mount",
    mounts: ({ stage }) =>
      `cd '${stage.inHome("ralph")}'; gate=$(cat gate; echo x); ` +
      `mount -t tmpfs -o size=1m,mode=0700 none .; cd .; printf %s "\${gate%x}" > gate; cd '${stage.project}'`,
    finds: ["fail system.disk"],
    fixedBy: { person: "Check the space" },
    detail: "the disk is full",
  },
  "a home that is read-only": {
    needs: "mount",
    mounts: ({ stage }) => {
      const path = stage.inHome("ralph");
      return `mount --bind '${path}' '${path}' && mount -o remount,bind,ro '${path}'`;
    },
    finds: ["fail system.disk"],
    fixedBy: { person: "set RALPH_HOME" },
  },
  "root that may not skip permissions": {
    needs: "root",
    damage: (doctor) =>
      doctor.changeSettings((all) =>
        void (all["permissions"] = { defaultMode: "bypassPermissions" })
      ),
    finds: ["warn system.root"],
    fixedBy: { person: "IS_SANDBOX=1" },
  },
  "a bubblewrap that does not start": {
    damage: (doctor) => doctor.installProgram("bwrap", "echo no namespaces >&2; exit 1"),
    finds: ["warn system.sandbox"],
    fixedBy: { person: "Allow user namespaces" },
    detail: "no namespaces",
  },
  "a ralph that the PATH does not find, nor ~/.local/bin": {
    damage: ({ bin }) => Deno.removeSync(join(bin, "ralph")),
    finds: ["warn program.path"],
    fixedBy: { person: "put that folder on the PATH in your shell's profile. mkdir -p ~/.local" },
  },
};

const idsOf = (open: readonly { status: string; id: string }[]) =>
  open.map(({ status, id }) => `${status} ${id}`).sort();

Deno.test("doctor: a set-up in order passes every check", async () => {
  using doctor = await DoctorStage.make();
  const { code, stdout } = await doctor.doctor(["--json"]);
  const { findings } = JSON.parse(stdout);
  assertEquals(findings.filter(({ status }: { status: string }) => status !== "pass"), []);
  assertEquals(code, 0);
  assertEquals(new Set(findings.map(({ group }: { group: string }) => group)).size, 7);
});

Deno.test("info: says which systems and programs meet, and no secret", async () => {
  using doctor = await DoctorStage.make();
  const { code, stdout } = await run(RALPH, ["info"], {
    cwd: doctor.stage.project,
    env: doctor.env({ MY_TOKEN: "topsecret" }),
  });
  assertEquals([code, stdout.includes("topsecret")], [0, false]);
  assertStringIncludes(stdout, `system: ${Deno.build.os} ${Deno.osRelease()}`);
  assertStringIncludes(stdout, "2.1.328");
});

Deno.test("doctor: what a loop and a run leave behind passes every check", async () => {
  using doctor = await DoctorStage.make();
  const { stage } = doctor;
  await begin(stage, ["-f", "PLAN.md"]);
  await stage.turn();
  assertEquals(idsOf((await doctor.examine()).open), []);
  await stage.ok(["stop"]);
  doctor.installProgram("agent", "sed -i 's/\\[ \\]/[x]/' PLAN.md");
  const agent = ["--agent", join(doctor.bin, "agent"), "--sandbox", "none"];
  await stage.ok(["run", "PLAN.md", ...agent]);
  assertEquals(idsOf((await doctor.examine()).open), []);
});

for (const [name, setUp] of Object.entries(SET_UPS)) {
  Deno.test({
    name: `doctor: ${name}`,
    ignore: setUp.needs !== undefined && MISSING[setUp.needs],
    sanitizeResources: false,
    sanitizeOps: false,
    fn: async () => {
      using doctor = await DoctorStage.make(setUp.stage);
      await setUp.damage?.(doctor);
      const options = { env: setUp.env?.(doctor) ?? {}, mounts: setUp.mounts?.(doctor) };
      const { fixedBy } = setUp;
      // What only a person fixes is found by the call that fixes, too.
      const first = typeof fixedBy === "string" ? [] : ["--fix", "--yes"];
      const before = await doctor.examine(first, options);
      assertEquals(idsOf(before.open), [...setUp.finds].sort());
      assertEquals(before.code, setUp.finds.some((each) => each.startsWith("fail")) ? 1 : 0);
      if (setUp.detail !== undefined) {
        const wanted = setUp.detail.replace("PROJECT", doctor.stage.project);
        assertStringIncludes(JSON.stringify(before.open).replaceAll('\\"', '"'), wanted);
      }
      if (typeof fixedBy !== "string") {
        assertEquals(before.repairs.filter(({ outcome }) => outcome === "failed"), []);
        const told = before.open.map(({ advice, command }) => `${advice} ${command}`).join("\n");
        assertStringIncludes(told, fixedBy.person);
        return;
      }
      const asks = before.open.some(({ repair }) => repair?.needs_consent);
      assertEquals(asks, fixedBy === "consent");
      const args = fixedBy === "fix" ? ["--fix"] : ["--fix", "--yes"];
      const fixed = await doctor.examine(args, options);
      assertEquals(fixed.repairs.filter(({ outcome }) => outcome === "failed"), []);
      // It has checked again.
      assertEquals([fixed.code, idsOf(fixed.open)], [0, []]);
    },
  });
}
