/**
 * Plays events with packs, and notes what V8 made of them. Never part of the product.
 *
 *     trainer train JOB.json
 *
 * @module
 */
import { Script } from "node:vm";
import { attempt } from "../src/error.ts";
import type { openPack as OpenPack } from "../src/system/packs.ts";
import { STEP_MS, type TrainingJob } from "./_training_job.ts";

type Doors = typeof import("../src/hook/hot.ts") & typeof import("../src/cli/cold.ts");

async function train(job: TrainingJob, openPack: typeof OpenPack): Promise<void> {
  const scripts = new Map<string, Script>();
  const { first, load } = openPack<Doors>({
    read: (name) => attempt(() => Deno.readFileSync(`${job.folder}/${name}`)),
    first: job.first,
    pack: job.pack,
    see: (name, script) => scripts.set(name, script),
  });
  let { nowMs } = job;
  Date.now = () => nowMs;
  showProcesses([Deno.ppid, Deno.pid, job.other]);
  for (const { args: [command, ...args], input, prints, project, env } of job.steps) {
    Deno.chdir(project);
    Deno.env.set("CLAUDE_PROJECT_DIR", project);
    for (const [name, value] of Object.entries(env)) Deno.env.set(name, value);
    const printed = redirect(JSON.stringify(input));
    if (command === "hook") await (await first.loadHooks(args[0]!)).runHook(args);
    else if (command === "statusline") await (await first.loadStatusLine()).runStatusLine(args);
    else await (await first.loadCommandLine()).runCommandLine([command!, ...args]);
    if (!printed().includes(prints)) {
      throw new Error(`${command} ${args.join(" ")} does not print "${prints}": ${printed()}`);
    }
    nowMs += STEP_MS;
  }
  Deno.writeTextFileSync(job.opened, JSON.stringify([...scripts.keys()]));
  const { folder, cached } = job;
  for (const name of cached === "opened" ? scripts.keys() : cached) {
    Deno.writeFileSync(`${folder}/${name}.cache`, scripts.get(name)!.createCachedData());
  }
  await compileWhole(folder, job.whole);
  for (const name of job.check) load(`./${name}`);
}

/**
 * Notes the code of all functions of some packs. V8 has no call for that; its debugger compiles them when
 * it is asked for the places where a script can be stopped.
 */
async function compileWhole(folder: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const { Session } = await import("node:inspector/promises");
  const session = new Session();
  session.connect();
  const ids = new Map<string, string>();
  session.on("Debugger.scriptParsed", ({ params }) => ids.set(params.url, params.scriptId));
  const scripts = names.map((filename) =>
    new Script(Deno.readTextFileSync(`${folder}/${filename}.pack`), { filename })
  );
  // Only what was run is there for the debugger, which names all of it when it begins.
  for (const script of scripts) script.runInThisContext();
  await session.post("Debugger.enable");
  for (const [index, name] of names.entries()) {
    const start = { scriptId: ids.get(name)!, lineNumber: 0, columnNumber: 0 };
    await session.post("Debugger.getPossibleBreakpoints", { start });
    Deno.writeFileSync(`${folder}/${name}.cache`, scripts[index]!.createCachedData());
  }
}

/**
 * The machine has these processes alone from now on. V8 notes with a function how often it was called,
 * so what looks at all processes would differ from one build to another.
 */
function showProcesses(pids: readonly number[]): void {
  const names = new Set(pids.map((pid) => `${pid}`));
  const { readDirSync } = Deno;
  Deno.readDirSync = (path) => {
    const entries = readDirSync(path);
    return path === "/proc" ? [...entries].filter(({ name }) => names.has(name)).values() : entries;
  };
}

/** Standard input is a text from now on; returns what is printed. */
function redirect(input: string): () => string {
  let rest = new TextEncoder().encode(input);
  let printed = "";
  Deno.stdin.readSync = (buffer) => {
    const part = rest.subarray(0, buffer.length);
    rest = rest.subarray(part.length);
    buffer.set(part);
    return part.length === 0 ? null : part.length;
  };
  Deno.stdout.writeSync = (bytes) => {
    printed += new TextDecoder().decode(bytes);
    return bytes.length;
  };
  return () => printed;
}

// Whatever the hooks start is this program too: it does nothing then.
if (Deno.args[0] === "train") {
  const { openPack } = await import("../src/system/packs.ts");
  await train(JSON.parse(Deno.readTextFileSync(Deno.args[1]!)), openPack);
}
Deno.exit(0);
