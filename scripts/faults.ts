/**
 * Lets each call of each command that writes to the disk fail once, and be the last one once, and looks
 * whether all that was there can still be read and the next command works.
 *
 *     deno task faults [COMMAND…] [--every N]
 *
 * A library that the system's C compiler makes of `tests/trust/faults/fault.c` is preloaded; so it needs
 * `cc` and Linux. COMMAND is the beginning of a name in the table, N samples each n-th call. Exits with 1
 * if a promise was broken.
 *
 * @module
 */
import { printTable } from "../tests/trust/_table.ts";
import { CASES } from "../tests/trust/faults/_cases.ts";
import { playFaults } from "../tests/trust/faults/_faults.ts";
import { compileShim } from "../tests/trust/faults/_ground.ts";
import { runScript, say, ScriptError } from "./_say.ts";
import { parseArgs } from "@std/cli/parse-args";

async function playAll(): Promise<number> {
  const { _: names, every } = parseArgs(Deno.args, { string: ["every"] });
  const wanted = Object.entries(CASES).filter(([name]) =>
    names.length === 0 || names.some((beginning) => name.startsWith(`${beginning}`))
  );
  const folder = await Deno.makeTempDir({ prefix: "ralph-fault-" });
  try {
    const shim = Deno.build.os === "linux" ? await compileShim(folder) : null;
    if (shim === null) throw new ScriptError("Faults need Linux and a C compiler named 'cc'");
    const rows: string[][] = [];
    const broken: string[] = [];
    for (const [name, given] of wanted) {
      const outcome = await playFaults(
        shim,
        given,
        every === undefined ? undefined : Number(every),
      );
      const { calls, faults, lost, left } = outcome;
      say(`${name}: ${faults} faults, ${outcome.broken.length} broken`);
      rows.push([name, ...[calls, faults, outcome.broken.length, lost, left].map(String)]);
      broken.push(...outcome.broken.map((what) => `${name}: ${what}`));
    }
    const sums = [1, 2, 3, 4, 5].map((at) =>
      `${rows.reduce((sum, row) => sum + Number(row[at]), 0)}`
    );
    const head = ["command", "calls", "faults", "broken", "events lost", "left files"];
    say(`\n${printTable(head, [...rows, ["all", ...sums]])}\n`);
    for (const sentence of broken) say(`BROKEN: ${sentence}`);
    return broken.length === 0 ? 0 : 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) await runScript(playAll);
