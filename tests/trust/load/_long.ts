/** Much that was: a loop of many turns, and a home with many ended loops. */
import { join } from "@std/path";
import { type CallOptions, makeStage, RALPH, SESSION, type Stage } from "../../e2e/_stage.ts";
import type { Counts } from "./_at_once.ts";

const SECOND_MS = 1_000;
const START = ["-f", "PLAN.md", "--until-done", "--max-iterations", "99999"];
const NO_CAP: CallOptions = { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "0" } };

/** A loop of so many turns: real ones, whose journal is repeated. */
export async function makeLongLoop(turns: number): Promise<Stage> {
  const stage = await makeStage({ program: RALPH, start: START });
  for (let turn = 0; turn < 3; turn++) await stage.turn({}, NO_CAP);
  const lines = stage.journal();
  const before = lines.filter(({ kind }) => kind !== "continue");
  const continued = lines.filter(({ kind }) => kind === "continue");
  const fromMs = Date.now() - (turns + 10) * SECOND_MS;
  const long = Array.from({ length: turns }, (_, at) => ({
    ...continued[at % continued.length],
    at: new Date(fromMs + at * SECOND_MS).toISOString(),
    iteration: at + 1,
  }));
  const at = new Date(fromMs - SECOND_MS).toISOString();
  const all = [...before.map((line) => ({ ...line, at })), ...long];
  const text = all.map((line) => `${JSON.stringify(line)}\n`).join("");
  Deno.writeTextFileSync(join(stage.loopDir(), "journal.jsonl"), text);
  stage.patchRecord({ iteration: turns });
  // Otherwise ralph takes the change for one by a running call, and undoes it.
  Deno.copyFileSync(
    stage.mark("ralph-state.json"),
    join(stage.loopDir(), "copies", "ralph-state.json"),
  );
  return stage;
}

/** Counts the turns of a loop of so many in each view, after one more. */
export async function countTurns(stage: Stage): Promise<Counts> {
  await stage.turn({}, NO_CAP);
  const id = stage.loopDir().slice(-27);
  const lines = (await stage.ok(["history", id, "--json"])).trim().split("\n");
  const { totals } = JSON.parse(await stage.ok(["report", "--json"]));
  return {
    "turns in 'status'": (await stage.status()).loop.iteration,
    "turns in the report": totals.iterations,
    "turns in 'history'": lines.filter((line) => JSON.parse(line).kind === "continue").length,
  };
}

/** A home with so many ended loops of a project, and one that works: real ones, repeated. */
export async function makeOldLoops(count: number): Promise<Stage> {
  const stage = await makeStage({ program: RALPH, start: START });
  await stage.turn({}, NO_CAP);
  await stage.ok(["stop"]);
  await stage.ok(["stop"]).catch(() => {});
  const folder = stage.loopDir();
  const id = folder.slice(-27);
  const history = stage.inHome("ralph", "history.jsonl");
  const [line = ""] = Deno.readTextFileSync(history).split("\n");
  const files = [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile)
    .map(({ name }) => [name, Deno.readTextFileSync(join(folder, name))] as const);
  let lines = "";
  for (let at = 1; at < count; at++) {
    const other = `${id.slice(0, -8)}${at.toString(16).padStart(8, "0")}`;
    const copy = join(folder, "..", other);
    Deno.mkdirSync(copy, { mode: 0o700 });
    for (const [name, text] of files) {
      Deno.writeTextFileSync(join(copy, name), text.replaceAll(id, other), { mode: 0o600 });
    }
    lines += `${line.replaceAll(id, other)}\n`;
  }
  Deno.writeTextFileSync(history, lines, { append: true });
  await stage.ok(["start", ...START], { env: { CLAUDE_CODE_SESSION_ID: SESSION } });
  return stage;
}

/** Counts the ended loops in the views; the one that works is not among them. */
export async function countLoops(stage: Stage): Promise<Counts> {
  const history = JSON.parse(await stage.ok(["history", "--json", "--limit", "99999"]));
  return {
    "ended loops in 'history'": history.total - 1,
    "listed": history.loops.filter(({ ended_at }: { ended_at: string | null }) => ended_at !== null)
      .length,
  };
}

/** What is measured, by its name: a call of the program each. */
export const MEASURED: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
  "hook stop": (stage) => stage.turn({}, NO_CAP),
  "hook guard": (stage) => stage.bash("make test"),
  "status": (stage) => stage.ok(["status"]),
  "history": (stage) => stage.ok(["history"]),
  "explain": (stage) => stage.ok(["explain"]),
  "report --json": (stage) => stage.ok(["report", "--json"]),
};
