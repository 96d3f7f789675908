/** A repository for parallel runs whose first item is done by a script of the test. */
import { join } from "@std/path";
import type { Ran } from "../../e2e/_stage.ts";
import { runStage, type Stage } from "./_run_stage.ts";

/** The item that the script does, and a harmless one. */
export const ITEMS: readonly string[] = ["odd [parallel]", "write b.txt [parallel]"];

/** Makes a repository with a plan and files. */
export async function repositoryStage(
  items: readonly string[] = ITEMS,
  files: Readonly<Record<string, string>> = {},
  objectFormat = "sha1",
): Promise<Stage> {
  const stage = await runStage(planOf(items));
  repositoryOf(stage, files, objectFormat);
  return stage;
}

/** Makes the project of a stage a repository with these files, all committed. */
export function repositoryOf(
  stage: Stage,
  files: Readonly<Record<string, string>> = {},
  objectFormat = "sha1",
): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(stage.project, path);
    Deno.mkdirSync(join(file, ".."), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }
  stage.git("init", "-q", "-b", "main", `--object-format=${objectFormat}`);
  stage.git("add", "-A");
  stage.git("commit", "-q", "-m", "first");
}

/** A plan of open items. */
export function planOf(items: readonly string[]): string {
  return `# Plan\n\n${items.map((item) => `- [ ] ${item}\n`).join("")}`;
}

/**
 * Writes an agent that does the items that begin with "odd" by a script, and writes a file for others.
 *
 * @returns The agent's path.
 */
export function oddAgent(stage: Stage, script: string): string {
  const path = join(stage.root, "agent.sh");
  const text = `#!/bin/sh
item=$(printf '%s\\n' "$1" | sed -n 's/^- \\[ \\] //p' | head -n 1)
tick() { at=$(grep -nF -- "- [ ] $item" PLAN.md | head -n 1 | cut -d: -f1); sed -i "\${at}s/\\[ \\]/[x]/" PLAN.md; }
commit() { git -c user.name=a -c user.email=a@b.c commit -q "$@"; }
case "$item" in
odd*)
${script}
;;
*) echo "$item" >b.txt; tick ;;
esac
`;
  Deno.writeTextFileSync(path, text, { mode: 0o755 });
  return path;
}

/** Runs the plan with two agents at a time. */
export function runOdd(
  stage: Stage,
  script: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const path = oddAgent(stage, script);
  return stage.ralph(["run", "PLAN.md", "--agent", path, "--parallel", "2", ...args], { env });
}

/**
 * Makes a `git` that does something at the first call with certain words.
 *
 * @param call The words.
 * @param when Whether it comes before the real git or after it.
 * @param script What it does; `$PPID` is ralph.
 * @returns The `PATH` that finds it first.
 */
export function pathWithGit(
  stage: Stage,
  call: string,
  when: "before" | "after",
  script: string,
): string {
  const folder = join(stage.root, "bin");
  Deno.mkdirSync(folder);
  const path = Deno.env.get("PATH") ?? "";
  const real = path.split(":").map((each) => join(each, "git")).find((file) => {
    try {
      return Deno.statSync(file).isFile;
    } catch {
      return false;
    }
  });
  const text = `#!/bin/sh
case " $* " in
*" ${call} "*)
  if mkdir '${folder}/once' 2>/dev/null; then
    ${when === "after" ? `'${real}' "$@"; code=$?` : ":"}
    ${script}
    ${when === "after" ? "exit $code" : ":"}
  fi ;;
esac
exec '${real}' "$@"
`;
  Deno.writeTextFileSync(join(folder, "git"), text, { mode: 0o755 });
  return `${folder}:${path}`;
}

/** Runs git in the project, and returns its lines. */
export function gitLines(stage: Stage, ...args: string[]): string[] {
  return stage.git(...args).split("\n").filter((line) => line !== "");
}

/** Checks whether any branch or worktree has a file with a text. */
export function isKept(stage: Stage, file: string, text: string): boolean {
  const branches = gitLines(stage, "branch", "--format=%(objectname)");
  const worktrees = gitLines(stage, "worktree", "list", "--porcelain")
    .flatMap((line) => line.startsWith("worktree ") ? [line.slice("worktree ".length)] : []);
  const inCommit = branches.some((commit) => {
    try {
      return stage.git("show", `${commit}:${file}`).trim() === text;
    } catch {
      return false;
    }
  });
  return inCommit || worktrees.some((path) => {
    try {
      return Deno.readTextFileSync(join(path, file)).trim() === text;
    } catch {
      return false;
    }
  });
}
