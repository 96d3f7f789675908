/**
 * The stage on which the build plays the day of a loop: a home and projects that are thrown away.
 *
 * @module
 */
import { fromFileUrl, join } from "@std/path";
import { runChild } from "./_child.ts";
import { ScriptError } from "./_say.ts";
import {
  LAST_SESSION,
  SESSION,
  type TrainingDay,
  type TrainingPaths,
  writeDay,
} from "./_training_day.ts";
import { STEP_MS } from "./_training_job.ts";

/** A home and a project with a loop. */
export interface TrainingStage extends TrainingDay, Disposable {
  readonly env: Record<string, string>;
  /** When the day begins. */
  readonly beginsAtMs: number;
  /** Puts everything back to where it began. */
  readonly reset: () => Promise<void>;
}

/** Runs chunks that are not compiled yet. */
export const RUN = [
  Deno.execPath(),
  "run",
  "--allow-all",
  "--no-config",
  "--no-lock",
  "--no-check",
];

const FILES = 20;
const FILES_IN_FOLDER = 10;
const PLAN = `# Plan

Read the notes first.

## Checklist

- [x] Step 1: change \`src/part0/file1.ts\`
- [ ] Step 2: change \`src/part0/file2.ts\` and its test
- [ ] Step 3: write \`README.md\`
`;

/**
 * Makes the stage.
 *
 * @param main The program as chunks; it is run from there to start the loop.
 * @throws {ScriptError} If the loop cannot be started.
 */
export async function makeStage(main: URL): Promise<TrainingStage> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "ralph-training-" }));
  try {
    return await prepare(root, main);
  } catch (error) {
    await Deno.remove(root, { recursive: true });
    throw error;
  }
}

async function prepare(root: string, main: URL): Promise<TrainingStage> {
  const at = (...names: string[]) => join(root, "now", ...names);
  const day: TrainingPaths = {
    project: at("project"),
    fresh: at("fresh"),
    finished: at("finished"),
    elsewhere: at("elsewhere"),
    transcript: at("transcript.jsonl"),
  };
  const { project, fresh, finished, elsewhere, transcript } = day;
  const home = at("home");
  for (const folder of [home, fresh, finished, elsewhere, join(project, ".claude", "plans")]) {
    await Deno.mkdir(folder, { recursive: true });
  }
  await Deno.writeTextFile(join(fresh, "PLAN.md"), PLAN);
  await Deno.writeTextFile(join(finished, "PLAN.md"), PLAN.replaceAll("[ ]", "[x]"));
  await writeTree(project);
  await Deno.writeTextFile(at("ralph"), "#!/bin/sh\n", { mode: 0o755 });
  await Deno.writeTextFile(transcript, writeTranscript());
  const env = {
    HOME: home,
    PATH: Deno.env.get("PATH") ?? "",
    TZ: "UTC",
    LANG: "C.UTF-8",
    DENO_DIR: join(root, "deno"),
  };
  const run = (command: readonly string[], cwd = project) => runIn(cwd, env, command);
  // Without git it is a folder as any.
  for (const args of [["init"], ["add", "."], ["commit", "--no-verify", "-m", "begin"]]) {
    const command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com", ...args];
    await runChild(command, { cwd: project, env, clearEnv: true });
  }
  const ralph = [...RUN, fromFileUrl(main)];
  await run([...ralph, "hooks", "install", "--program", at("ralph")]);
  const start = (session: string, cwd: string) =>
    run([...ralph, "start", "-f", "PLAN.md", "--yes", "--session", session], cwd);
  await start(SESSION, project);
  await start("0a1b2c3d-0000-4000-8000-00000000da20", fresh);
  await start(LAST_SESSION, finished);
  const begin = join(root, "begin");
  await run(["cp", "-a", at(), begin]);
  return {
    env,
    beginsAtMs: Date.now() + STEP_MS,
    ...writeDay(day),
    reset: async () => {
      await Deno.remove(at(), { recursive: true });
      await runIn(root, env, ["cp", "-a", begin, at()]);
    },
    [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }),
  };
}

async function runIn(
  cwd: string,
  env: Record<string, string>,
  command: readonly string[],
): Promise<void> {
  const { code, stderr } = await runChild(command, { cwd, env, clearEnv: true });
  if (code !== 0) throw new ScriptError(`"${command.join(" ")}" failed: ${stderr}`);
}

async function writeTree(project: string): Promise<void> {
  await Deno.writeTextFile(join(project, "PLAN.md"), PLAN);
  await Deno.writeTextFile(join(project, ".claude", "plans", "night.md"), "# Night\n\n- [ ] one\n");
  for (let index = 0; index < FILES; index++) {
    const folder = join(project, "src", `part${Math.floor(index / FILES_IN_FOLDER)}`);
    if (index % FILES_IN_FOLDER === 0) await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(join(folder, `file${index}.ts`), "export {};\n");
  }
}

function writeTranscript(): string {
  const line = (index: number, content: unknown) => ({
    type: "assistant",
    timestamp: new Date(Date.UTC(2020, 0, 1) + index * 1000).toISOString(),
    sessionId: SESSION,
    version: "2.1.328",
    message: { id: `msg_${index}`, role: "assistant", content: [content] },
  });
  const lines = Array.from({ length: 500 }, (_, index) =>
    line(
      index,
      index % 5 === 0
        ? { type: "tool_use", id: `toolu_${index}`, name: "Bash", input: { command: "npm test" } }
        : { type: "text", text: "word ".repeat(50) },
    ));
  return lines.map((each) => `${JSON.stringify(each)}\n`).join("");
}
