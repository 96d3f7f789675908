/**
 * Puts a load on the binary: 100 Stops at once, 20 sessions, 50 loops in 50 projects, a loop of 5,000
 * turns and 5,000 ended loops. Prints what was counted, and the processor time of a call with few and with
 * many.
 *
 *     deno task load
 *
 * Exits with 1 if something was lost.
 *
 * @module
 */
import { readChildrenMs } from "../bench/cpu.ts";
import type { Stage } from "../tests/e2e/_stage.ts";
import { printTable } from "../tests/trust/_table.ts";
import {
  type Counts,
  loopInProjects,
  stopAtOnce,
  stopInSessions,
} from "../tests/trust/load/_at_once.ts";
import {
  countLoops,
  countTurns,
  makeLongLoop,
  makeOldLoops,
  MEASURED,
} from "../tests/trust/load/_long.ts";
import { runScript, say } from "./_say.ts";

const FEW = 20;
const MANY = 5_000;
/** Calls of each kind; their median counts. */
const ROUNDS = 7;

async function playAll(): Promise<number> {
  const lost = [
    ...judge("Stops at once", 100, await stopAtOnce(100)),
    ...judge("sessions", 20, await stopInSessions(20)),
    ...judge("projects", 50, await loopInProjects(50)),
    ...await compare("turns", makeLongLoop, async (stage, count) => {
      return judge("turns", count + 1, await countTurns(stage));
    }),
    ...await compare("ended loops", makeOldLoops, async (stage, count) => {
      return judge("ended loops", count, await countLoops(stage));
    }),
  ];
  for (const sentence of lost) say(`LOST: ${sentence}`);
  return lost.length === 0 ? 0 : 1;
}

/** Prints what was counted. @returns A sentence for each count that is not as it should be. */
function judge(what: string, count: number, { busy = 0, ...counts }: Counts): string[] {
  say(`${count} ${what}:`);
  if (busy > 0) say(`  ${busy} of them were told that the machine is too busy`);
  for (const [name, counted] of Object.entries(counts)) say(`  ${counted} ${name}`);
  return Object.entries(counts).filter(([, counted]) => counted !== count)
    .map(([name, counted]) => `${count} ${what}: ${counted} ${name}`);
}

/** Measures calls with few and with many, and counts the many. */
async function compare(
  what: string,
  make: (count: number) => Promise<Stage>,
  check: (stage: Stage, count: number) => Promise<string[]>,
): Promise<string[]> {
  using few = await make(FEW);
  using many = await make(MANY);
  const lost = await check(many, MANY);
  const rows: string[][] = [];
  for (const [name, call] of Object.entries(MEASURED)) {
    const [one, other] = [await measure(few, call), await measure(many, call)];
    if (one === null || other === null) continue;
    const shown = [one, other].map((ms) => `${(ms / 1_000).toFixed(3)} s`);
    rows.push([name, ...shown, (other / one).toFixed(2)]);
  }
  say(`\n${printTable(["processor time", `${FEW} ${what}`, `${MANY}`, "ratio"], rows)}\n`);
  return lost;
}

/** Returns the median processor time of a call, in milliseconds; null if unknown. */
async function measure(stage: Stage, call: (stage: Stage) => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = readChildrenMs();
    await call(stage);
    const after = readChildrenMs();
    if (before === null || after === null) return null;
    times.push(after - before);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
}

if (import.meta.main) await runScript(playAll);
