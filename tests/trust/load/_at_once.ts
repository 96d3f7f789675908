/** Many events at once: each is answered, and counted once. */
import { answerHere } from "../../e2e/_here.ts";
import { continuationOf, makeStage, promptOf, RALPH, type Stage } from "../../e2e/_stage.ts";
import { join } from "@std/path";

/** So many answers without a tool call between them would reach the client's cap. */
const NO_CAP = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "0" };
const START = ["-f", "PLAN.md", "--until-done", "--max-iterations", "9999"];

/** What came of events at once; each count should be the number of events. */
export type Counts = Readonly<Record<string, number>>;

/** A machine that is too busy: the stop is allowed, and its reason said. */
const TOO_BUSY = /Another ralph process held/;

/**
 * So many Stops of the owner at once, each a process. Each is sent on with a number of its own, or told
 * that others had the lock for too long, and counts as what it was told.
 */
export async function stopAtOnce(count: number): Promise<Counts & { readonly busy: number }> {
  using stage = await makeStage({ program: RALPH, start: START });
  const events = Array.from({ length: count }, () => stage.stopEvent());
  const answers = await Promise.all(
    events.map((event) => stage.hook("stop", event, { env: NO_CAP })),
  );
  const continued = answers.filter((answer) => continuationOf(answer) !== null);
  const busy = answers.filter(({ systemMessage }) => TOO_BUSY.test(systemMessage ?? "")).length;
  const turns = continued.map((answer) => /Turn (\d+)/.exec(promptOf(answer))?.[1]);
  return {
    busy,
    answered: continued.length + busy,
    "with a number of their own": new Set(turns).size + busy,
    "as in the record": stage.record()["iteration"] + busy,
    "as in the journal": stage.journal().filter(({ kind }) => kind === "continue").length + busy,
  };
}

/** A Stop in each of so many sessions of one project at once: the owner's goes on, the others end. */
export async function stopInSessions(count: number): Promise<Counts> {
  using stage = await makeStage({ program: RALPH, start: START });
  const others = Array.from({ length: count - 1 }, () => crypto.randomUUID());
  const events = [{}, ...others.map((session_id) => ({ session_id }))]
    .map((fields) => stage.stopEvent({ fields }));
  const answers = await Promise.all(
    events.map((event) => stage.hook("stop", event, { env: NO_CAP })),
  );
  const isFree = (answer: object) => Object.keys(answer).length === 0;
  return {
    "sessions that were answered": answers.length,
    "owner that goes on, others that end":
      answers.filter((answer, at) => at === 0 ? continuationOf(answer) !== null : isFree(answer))
        .length,
  };
}

/** A loop in each of so many projects of one home, with two turns. */
export async function loopInProjects(count: number): Promise<Counts> {
  using stage = await makeStage({ start: null });
  const projects = Array.from({ length: count }, (_, at) => join(stage.root, `project-${at}`));
  const turns = await Promise.all(projects.map((project) => playTurns(stage, project)));
  const all = JSON.parse(await stage.ok(["status", "--all", "--json"]));
  return {
    "loops in 'status --all'": all.loops.length,
    "loops with two turns": turns.filter((continued) => continued === 2).length,
    "loops with two turns in 'status --all'": all.loops
      .filter(({ loop }: { loop: { iteration: number } | null }) => loop?.iteration === 2).length,
  };
}

/** Starts a loop and ends two turns. @returns How many of them continue. */
async function playTurns(stage: Stage, project: string): Promise<number> {
  Deno.mkdirSync(project);
  Deno.writeTextFileSync(join(project, "PLAN.md"), "- [ ] one\n- [ ] two\n");
  const session = crypto.randomUUID();
  const env = { ...stage.env(), CLAUDE_PROJECT_DIR: project, CLAUDE_CODE_SESSION_ID: session };
  await stage.ok(["start", ...START, "--session", session], { cwd: project });
  let continued = 0;
  for (let turn = 0; turn < 2; turn++) {
    const event = stage.stopEvent({ fields: { session_id: session, cwd: project } });
    const ran = await answerHere("stop", JSON.stringify(event), env, project);
    if (continuationOf(JSON.parse(ran.stdout)) !== null) continued += 1;
  }
  return continued;
}
