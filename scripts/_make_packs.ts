/**
 * Makes the packs that hooks and the status line start from: what they load, and what V8 makes of it
 * while the day of a loop is played.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";
import { runChild, trimDenoError } from "./_child.ts";
import { compileProgram, type CompileRequest } from "./_compile.ts";
import { escapeNonAscii, type Pack, PACK_LIST, writePack } from "./_packs.ts";
import { bundleChunks, bundleProgram, removeFolder } from "./_program.ts";
import { say, ScriptError } from "./_say.ts";
import { STEP_MS, type TrainingJob } from "./_training_job.ts";
import { makeStage, RUN, type TrainingStage } from "./_training.ts";

/** What packs are made of. */
export interface PackRequest extends Omit<CompileRequest, "files"> {
  /** The program as chunks. */
  readonly main: URL;
  /** The module that loads what is packed. */
  readonly hot: URL;
  readonly importMap: URL;
  /** Folder for what is made on the way. */
  readonly folder: URL;
  /** Folder for the packs. */
  readonly packs: URL;
  /** The packs of the commands, and their chunks: each is run once. */
  readonly commands: { readonly folder: URL; readonly chunks: readonly string[] };
}

const TRAINER = new URL("_trainer.ts", import.meta.url);
/** The chunk that is loaded first. */
const FIRST = "hot.js";
/** The packs of what is loaded seldom, and of what was not loaded. */
const SELDOM = "seldom";
const REST = "rest";

/**
 * V8 compiles nothing beside the program then, so that what it notes with a function does not depend on
 * the time. Of all flags, V8 takes this one's code without it, too; it cannot be set later.
 */
const STEADY = ["--predictable"];

/** Plays steps with the packs of a folder; returns the names of those that were opened. */
type Play = (
  folder: URL,
  job: Pick<TrainingJob, "pack"> & Partial<TrainingJob>,
) => Promise<string[]>;

/**
 * Makes the packs: one for each hook and the status line, with everything that they loaded, so that
 * each start reads one; one for what else was loaded, and one for the rest.
 *
 * @throws {ScriptError} If a call does not answer as it should, or a chunk cannot be run.
 */
export async function makePacks(request: PackRequest): Promise<void> {
  const { main, hot, folder, packs, commands, target } = request;
  const chunks = await bundleChunks({ ...request, main: hot, output: new URL("chunks/", folder) });
  using stage = await makeStage(main);
  const single = new URL("single/", folder);
  await writePacks(single, [...chunks.keys()].map((name) => ({ name, chunks: [name] })), chunks);
  const trainer = await bundleProgram({
    ...request,
    main: TRAINER,
    output: new URL("trainer/", folder),
  });
  const playUncompiled = playWith(stage, [...RUN, fromFileUrl(trainer)], folder);
  const ofCommands = { first: "cold.js", pack: "cold.js" };
  await playUncompiled(commands.folder, { ...ofCommands, check: commands.chunks });
  const groups = await groupChunks(playUncompiled, single, stage, [...chunks.keys()]);
  await writePacks(packs, groups, chunks);
  if (target !== Deno.build.target) {
    say(`Hooks will start without compiled code: only a build on ${target} can make it`);
    return;
  }
  const program = new URL("trainer/trainer", folder);
  const training = { main: trainer, output: program, v8Flags: STEADY };
  await compileProgram({ ...request, ...training, permissions: ["--allow-all"] });
  const play = playWith(stage, [fromFileUrl(program)], folder);
  const typed = { ...ofCommands, steps: stage.typed, cached: "opened" } as const;
  const opened = await play(commands.folder, typed);
  // What seldom or long work begins with, such as a run: nobody can play that the same way twice.
  const whole = commands.chunks.filter((name) => !opened.includes(name));
  await play(commands.folder, { ...ofCommands, whole });
  await stage.reset();
  for (const { pack } of stage.scenes.filter(({ begins }) => begins === undefined)) {
    // What goes on from a pack runs more of it.
    const scenes = stage.scenes.filter((scene) => scene.pack === pack || scene.begins === pack);
    const cached = scenes.map((scene) => scene.pack);
    await play(packs, { pack, steps: scenes.flatMap(({ steps }) => steps), cached });
  }
  await play(packs, { pack: SELDOM, steps: stage.seldom, cached: [SELDOM] });
  await play(packs, { pack: REST, cached: [REST], check: [...chunks.keys()] });
}

function playWith(
  stage: TrainingStage,
  command: readonly string[],
  scratch: URL,
): Play {
  const jobFile = fromFileUrl(new URL("job.json", scratch));
  const opened = fromFileUrl(new URL("opened.json", scratch));
  let nowMs = stage.beginsAtMs;
  return async (folder, part) => {
    // A hook looks at what was started since a call began: that is always another hook here.
    const other = new Deno.Command("sleep", {
      args: ["60"],
      stdin: "null",
      env: { ...stage.env, CLAUDE_PROJECT_DIR: "/" },
      clearEnv: true,
    }).spawn();
    const job: TrainingJob = {
      nowMs,
      other: other.pid,
      first: FIRST,
      steps: [],
      cached: [],
      whole: [],
      check: [],
      ...part,
      folder: fromFileUrl(folder),
      opened,
    };
    await Deno.writeTextFile(jobFile, JSON.stringify(job));
    const { code, stderr } = await runChild([...command, "train", jobFile], {
      env: stage.env,
      clearEnv: true,
    });
    other.kill();
    await other.status;
    if (code !== 0) throw new ScriptError(`The training failed: ${trimDenoError(stderr)}`);
    nowMs += job.steps.length * STEP_MS;
    return JSON.parse(await Deno.readTextFile(opened));
  };
}

async function groupChunks(
  play: Play,
  single: URL,
  stage: TrainingStage,
  all: readonly string[],
): Promise<Pack[]> {
  const groups: Pack[] = [];
  for (const { pack: name, begins, steps } of stage.scenes) {
    const chunks = await play(single, { pack: FIRST, steps });
    const first = groups.find((group) => group.name === begins)?.chunks ?? [];
    groups.push({ name, chunks: chunks.filter((chunk) => !first.includes(chunk)) });
  }
  const without = (chunks: readonly string[]) =>
    chunks.filter((chunk) => !groups.some((group) => group.chunks.includes(chunk)));
  const seldom = await play(single, { pack: FIRST, steps: stage.seldom });
  groups.push({ name: SELDOM, chunks: without(seldom) });
  groups.push({ name: REST, chunks: without(all) });
  return groups;
}

async function writePacks(
  folder: URL,
  packs: readonly Pack[],
  chunks: ReadonlyMap<string, string>,
): Promise<void> {
  await removeFolder(folder);
  await Deno.mkdir(folder, { recursive: true });
  const packsOf: Record<string, string[]> = {};
  // The smallest first.
  for (const pack of packs.toSorted((a, b) => a.chunks.length - b.chunks.length)) {
    const text = escapeNonAscii(writePack(pack, chunks, ["node:fs"]));
    await Deno.writeTextFile(new URL(`${pack.name}.pack`, folder), text);
    for (const chunk of pack.chunks) (packsOf[chunk] ??= []).push(pack.name);
  }
  await Deno.writeTextFile(new URL(PACK_LIST, folder), JSON.stringify(packsOf));
}
