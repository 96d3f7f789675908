/**
 * A real project with a loop, a home and a git repository in a temporary folder for the guard's
 * tests, and a copy of it in which bash runs a line.
 */
import { type CallJudgement, judgeCall } from "../../src/guard/judge.ts";
import type { GuardContext } from "../../src/guard/_control_files.ts";

/** A hook entry as `ralph hooks install` writes it. */
const entryOf = (hook: string) => ({
  type: "command",
  command:
    `trap 'exit 0' 0; set -- ralph hook ${hook}; command . /opt/gate; command -v "$1" >/dev/null && exec "$@" --ungated`,
});

/** Entries of ralph, beside a foreign one. */
export const SETTINGS = JSON.stringify(
  {
    model: "opus",
    hooks: {
      Stop: [{ hooks: [{ ...entryOf("stop"), timeout: 60 }] }],
      PreToolUse: [
        { matcher: "Bash", hooks: [entryOf("guard")] },
        { matcher: "Bash", hooks: [{ type: "command", command: "/opt/bin/other check" }] },
      ],
    },
  },
  null,
  2,
);

/** The folders of one temporary sandbox. */
export interface Sandbox {
  readonly root: string;
  readonly home: string;
  readonly project: string;
}

/** Builds the sandbox: everything that the tables below name. */
export function createSandbox(): Sandbox {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "ralph-guard-" }));
  const sandbox = describeSandbox(root);
  const { home, project } = sandbox;
  for (
    const folder of [
      `${home}/.claude/ralph/loops/l1`,
      `${home}/.claude/plans`,
      `${project}/.claude/ralph-templates`,
      `${project}/.claude/ralph-adapters`,
      `${project}/.claude/plans`,
      `${project}/src/deep`,
      `${project}/build`,
      `${root}/incoming/.claude`,
      `${root}/empty`,
    ]
  ) Deno.mkdirSync(folder, { recursive: true });
  const files: Record<string, string> = {
    [`${home}/.claude/settings.json`]: SETTINGS,
    [`${home}/.claude/ralph-stop-reason.json`]: "{}",
    [`${home}/.claude/ralph/history.jsonl`]: "{}\n",
    [`${home}/.claude/ralph/loops/l1/loop.json`]: "{}",
    [`${home}/.claude/plans/home.md`]: "# home plan\n",
    [`${home}/notes.txt`]: "notes\n",
    [`${project}/.claude/loop-enabled`]: "l1\n",
    [`${project}/.claude/ralph-state.json`]: '{"state":"running"}\n',
    [`${project}/.claude/ralph-config.json`]: "{}\n",
    [`${project}/.claude/loop-config.json`]: '{"max_hours":9}\n',
    [`${project}/.claude/ralph-knowledge.json`]: "{}\n",
    [`${project}/.claude/ralph-templates/t.md`]: "t\n",
    [`${project}/.claude/ralph-adapters/a.json`]: "{}\n",
    [`${project}/.claude/settings.json`]: SETTINGS,
    [`${project}/.claude/settings.local.json`]: "{}\n",
    [`${project}/.claude/plans/plan.md`]: "- [ ] one\n",
    [`${project}/.claude/notes.md`]: "notes\n",
    [`${project}/src/a.ts`]: "export const a = 1;\n",
    [`${project}/src/deep/b.ts`]: "export const b = 2;\n",
    [`${project}/build/out.js`]: "1\n",
    [`${project}/README.md`]: "# hi\n",
    [`${project}/.gitignore`]: "build/\n",
    [`${root}/incoming/.claude/ralph-state.json`]: "{}\n",
    [`${root}/incoming/README.md`]: "in\n",
    [`${root}/list.txt`]: ".claude/loop-enabled\n",
    [`${project}/clean.sh`]: "#!/bin/sh\nrm -f .claude/loop-enabled\n",
    [`${project}/ok.sh`]: "#!/bin/sh\nrm -rf build\n",
    [`${root}/bad.patch`]:
      "--- a/.claude/loop-enabled\n+++ b/.claude/loop-enabled\n@@ -1 +1 @@\n-l1\n+x\n",
  };
  for (const [path, text] of Object.entries(files)) Deno.writeTextFileSync(path, text);
  Deno.chmodSync(`${project}/clean.sh`, 0o755);
  Deno.symlinkSync(".claude", `${project}/alias`);
  Deno.symlinkSync(".claude/loop-enabled", `${project}/flag`);
  Deno.symlinkSync(`${project}/.claude`, `${root}/far`);
  Deno.linkSync(`${project}/.claude/ralph-config.json`, `${project}/twin.json`);
  const run = (...args: string[]) => {
    const { success, stderr } = new Deno.Command("git", { args, cwd: project, env: gitEnv(home) })
      .outputSync();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  };
  run("init", "-q", "-b", "main");
  Deno.writeTextFileSync(
    `${project}/.git/info/exclude`,
    "/.claude/loop-enabled\n/.claude/ralph-*\n/.claude/loop-config.json\n/.claude/STOP_LOOP\n",
  );
  run("add", "src", "README.md", ".gitignore", "ok.sh", "clean.sh");
  run("commit", "-qm", "first");
  const pack = new Deno.Command("tar", {
    args: ["cf", `${root}/bad.tar`, "-C", `${root}/incoming`, "."],
  });
  if (!pack.outputSync().success) throw new Error("tar is needed");
  const zipped = new Deno.Command("tar", {
    args: ["czf", `${root}/good.tgz`, "-C", project, "README.md"],
  });
  if (!zipped.outputSync().success) throw new Error("tar is needed");
  return sandbox;
}

/** The folders of a sandbox that was built, or copied, under a root. */
export function describeSandbox(root: string): Sandbox {
  return { root, home: `${root}/home`, project: `${root}/proj ect` };
}

/** The folders of a sandbox as the hook knows them. */
export function contextOf({ home, project }: Sandbox): GuardContext {
  const claudeDir = `${home}/.claude`;
  return { projectDir: project, homeDir: home, claudeDir, ralphHome: `${claudeDir}/ralph` };
}

/** Judges a Bash line run in the project. */
export function judgeBash(sandbox: Sandbox, command: string): Promise<CallJudgement> {
  const call = { toolName: "Bash", toolInput: { command }, cwd: sandbox.project };
  return judgeCall(call, contextOf(sandbox));
}

/** Works in a fresh copy of the sandbox. */
export async function withCopy<T>(
  sandbox: Sandbox,
  work: (copy: Sandbox) => Promise<T>,
): Promise<T> {
  const copy = `${sandbox.root}-run-${crypto.randomUUID().slice(0, 8)}`;
  await spawn("cp", ["-a", sandbox.root, copy], "/", {});
  // Absolute paths in links and lines point to the copy.
  const there = describeSandbox(copy);
  await Deno.remove(`${copy}/far`);
  await Deno.symlink(`${there.project}/.claude`, `${copy}/far`);
  try {
    return await work(there);
  } finally {
    await spawn("chmod", ["-R", "u+rwX", copy], "/", {});
    await Deno.remove(copy, { recursive: true });
  }
}

/** Runs a line in bash in a copy of the sandbox, if it can write nothing else of the machine. */
export async function runConfined({ root, home, project }: Sandbox, line: string): Promise<void> {
  const walls = [
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"],
    ...["--bind", root, root, "--unshare-net", "--unshare-pid", "--die-with-parent"],
    ...["--chdir", project],
  ];
  await spawn("bwrap", [...walls, "bash", "-c", line], project, { ...gitEnv(home), W: root });
}

/** Checks whether lines can be confined here. */
export function canConfine(): boolean {
  try {
    const args = ["--ro-bind", "/", "/", "--unshare-net", "--unshare-pid", "true"];
    return new Deno.Command("bwrap", { args, stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

function gitEnv(home: string): Record<string, string> {
  return {
    HOME: home,
    PATH: "/usr/local/bin:/usr/bin:/bin",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "t",
    GIT_AUTHOR_EMAIL: "t@localhost",
    GIT_COMMITTER_NAME: "t",
    GIT_COMMITTER_EMAIL: "t@localhost",
    LC_ALL: "C.UTF-8",
  };
}

async function spawn(
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<void> {
  const child = new Deno.Command(program, {
    args,
    cwd,
    env,
    clearEnv: program === "bash" || program === "bwrap",
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const timer = setTimeout(() => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It ended by itself in the same moment.
    }
  }, 10_000);
  await child.status;
  clearTimeout(timer);
}
