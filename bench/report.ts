/**
 * The row of a report, compared with an empty program.
 *
 * @module
 */
import { join } from "@std/path";
import { placesOf } from "../src/store/places.ts";
import { longLoop, writeLoop } from "../tests/cli/report/_loops.ts";
import type { BenchRow, Program } from "./measure.ts";

/** Maximum ratio to an empty program: the library of the charts is read and compiled. */
const TIME_AT_MOST = 15;

/** Builds the row. */
export async function reportRows(
  { root, ralph, empty }: { root: string; ralph: string; empty: Program },
): Promise<BenchRow[]> {
  const home = join(root, "report");
  const project = join(home, "project");
  await Deno.mkdir(project, { recursive: true });
  writeLoop(placesOf({ home, claudeConfigDir: null, ralphHome: null }), longLoop(project));
  return [{
    name: "report of 99 iterations",
    program: {
      command: [ralph, "report", "--output", "-"],
      cwd: project,
      env: { HOME: home, PATH: Deno.env.get("PATH") ?? "" },
      input: "",
    },
    baseline: empty,
    atMost: TIME_AT_MOST,
    mustPrint: "</html>",
  }];
}
