/**
 * Shows how the changes in this working tree, such as a newer library, affect the binary: its size and its
 * start-up time, measured in turn with the binary of a commit.
 *
 *     deno task compare [COMMIT]
 *
 * The default commit is HEAD. Differences under 2 % mean nothing, and none does on a busy machine.
 *
 * @module
 */
import { fromFileUrl, join } from "@std/path";
import { buildProgram } from "./build.ts";
import { runChild } from "./_child.ts";
import { runScript, say, ScriptError } from "./_say.ts";

const ROOT = new URL("../", import.meta.url);
const ROUNDS = 40;
/** An answer without a loop, a hook, and a command with most of what is loaded lazily. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  "--version": ["--version"],
  "status line": ["statusline"],
  "report --help": ["report", "--help"],
};

async function compare([commit = "HEAD"]: readonly string[]): Promise<number> {
  const code = await buildProgram([]);
  if (code !== 0) return code;
  const folder = await Deno.makeTempDir({ prefix: "ralph-compare-" });
  try {
    const now = join(folder, "now");
    const before = join(folder, "before");
    await buildAt(commit, join(folder, "source"), before);
    // Both are copies: how a file lies in the page cache changes its start by a millisecond.
    await Deno.copyFile(fromFileUrl(new URL("dist/ralph", ROOT)), now);
    const [old, size] = [before, now].map((path) => Deno.statSync(path).size) as [number, number];
    const change = size - old;
    say(
      `size: ${(size / 1e6).toFixed(2)} MB (${change < 0 ? "" : "+"}${
        (change / 1e3).toFixed(0)
      } KB)`,
    );
    for (const [name, args] of Object.entries(CALLS)) {
      const ratio = await measure([before, now], args, join(folder, "home"));
      say(`${name}: ${ratio.toFixed(3)} of the time`);
    }
    return 0;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Builds a commit in a folder of its own, with the base runtime that is here already. */
async function buildAt(commit: string, folder: string, output: string): Promise<void> {
  await requireChild(["git", "clone", "--quiet", "--no-checkout", fromFileUrl(ROOT), folder]);
  await requireChild(["git", "-C", folder, "checkout", "--quiet", await nameCommit(commit)]);
  await Deno.mkdir(join(folder, "build"));
  await requireChild(["cp", "-R", fromFileUrl(new URL("build/base", ROOT)), join(folder, "build")])
    // Deno's own download leaves nothing there.
    .catch(() => {});
  await requireChild([Deno.execPath(), "task", "build", "--output", output], folder);
}

async function nameCommit(commit: string): Promise<string> {
  return (await requireChild(["git", "rev-parse", "--verify", `${commit}^{commit}`], ROOT)).trim();
}

async function requireChild(command: readonly string[], cwd?: URL | string): Promise<string> {
  const { code, stdout, stderr } = await runChild(command, cwd === undefined ? {} : { cwd });
  if (code !== 0) throw new ScriptError(`"${command.join(" ")}" ended with ${code}: ${stderr}`);
  return stdout;
}

/** Runs two programs in turn; returns the median of the second one's times by the first one's. */
async function measure(
  [before, now]: readonly [string, string],
  args: readonly string[],
  home: string,
): Promise<number> {
  await Deno.mkdir(home, { recursive: true });
  const time = async (program: string) => {
    const started = performance.now();
    await runChild([program, ...args], {
      cwd: home,
      env: { HOME: home, PATH: "/usr/bin:/bin" },
      clearEnv: true,
    });
    return performance.now() - started;
  };
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = round % 2 === 0 ? [before, now] : [now, before];
    const times = new Map([[first, await time(first)], [second, await time(second)]]);
    ratios.push(times.get(now)! / times.get(before)!);
  }
  return ratios.toSorted((a, b) => a - b)[ROUNDS / 2]!;
}

if (import.meta.main) await runScript(() => compare(Deno.args));
