/** The plan, hooks, start and records of the loop in a scenario. */
import { type ClientRun, runClient, type SessionOptions } from "./client.ts";
import { bash, type Block, type Model, script, type Step } from "./script.ts";
import type { ScriptedApi } from "./scripted_api.ts";
import type { Stage } from "./stage.ts";
import { waitUntil } from "../../_wait.ts";

/** The plan of every scenario, in the project's root. */
export const PLAN = "PLAN.md";

/** The plan's items. */
export const ITEMS = ["Draw the door", "Build the walls", "Paint the door"];

/** Options of a scenario's loop. */
interface LoopStart {
  /** The owner. Default: the first attended session of the project. */
  sessionId?: string;
  /** Further arguments of `ralph start`. */
  args?: string[];
  /** Further variables of its terminal. */
  env?: Record<string, string>;
  /** The plan's text. Default: {@link ITEMS}, all open. */
  plan?: string;
}

/** Installs the hooks into the user's settings. */
export async function installHooks(stage: Stage): Promise<void> {
  await stage.ralph(["hooks", "install"]);
}

/** Writes the plan, installs the hooks and starts a loop that ends when the plan is done. */
export async function startLoop(stage: Stage, start: LoopStart = {}): Promise<void> {
  if (start.plan === undefined) await writePlan(stage);
  else await stage.write(PLAN, start.plan);
  await installHooks(stage);
  const session = start.sessionId === undefined ? [] : ["--session", start.sessionId];
  const args = ["start", "-f", PLAN, "--until-done", "--yes", ...session, ...start.args ?? []];
  await stage.ralph(args, false, start.env);
}

/** Plays a loop of a named session with `-p`, to the end of the client. */
export async function playLoop(
  stage: Stage,
  steps: Model | Step[],
  { prompt = "Work", start = {}, run: options = {} }: {
    prompt?: string;
    start?: LoopStart;
    run?: SessionOptions;
  } = {},
): Promise<{ api: ScriptedApi; run: ClientRun; sessionId: string }> {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId, ...start });
  const api = stage.serve(Array.isArray(steps) ? script(steps) : steps);
  return { api, run: await runClient(stage, api, prompt, { sessionId, ...options }), sessionId };
}

/** Writes the plan, all items open. */
export async function writePlan(stage: Stage): Promise<void> {
  const items = ITEMS.map((item) => `- [ ] ${item}\n`).join("");
  await stage.write(PLAN, `# Plan\n\n${items}`);
}

/** An answer that ticks one item of the plan, or all of them. */
export function tick(item = ".*"): Block[] {
  return bash(`sed -i 's/- \\[ \\] \\(${item}\\)/- [x] \\1/' ${PLAN} && echo ticked`);
}

/** The record of the last stop. */
type StopRecord = Record<
  | "timestamp"
  | "reason"
  | "decision"
  | "type"
  | "session_id"
  | "project_dir"
  | "code"
  | "loop_id",
  string
>;

/** Reads the record of the last stop; undefined without one. */
export function readStop(stage: Stage): Promise<StopRecord | undefined> {
  return stage.readJson("~/.claude/ralph-stop-reason.json");
}

/** Reads the loop's record; undefined without one. */
// deno-lint-ignore no-explicit-any -- scenarios read what they expect.
export function readLoop(stage: Stage): Promise<any> {
  return stage.readJson(".claude/ralph-state.json");
}

/** Waits until the loop has ended; returns the code of its reason. */
export async function waitForEnd(stage: Stage): Promise<string> {
  let stop: StopRecord | undefined;
  await waitUntil(
    async () => (stop = await readStop(stage)) !== undefined,
    () => "the loop did not end",
  );
  return stop!.code;
}
