/**
 * The rows of `ralph status`, compared with an empty program, and of one update of `--watch`.
 *
 * @module
 */
import { join } from "@std/path";
import { gatherStatus } from "../src/cli/status/facts.ts";
import { startWatching } from "../src/cli/status/watch/state.ts";
import { renderWatch } from "../src/cli/status/watch/view.ts";
import { BUILD, type CommandContext } from "../src/cli/core/context.ts";
import { createAsk } from "../src/cli/core/ask.ts";
import { createOutput } from "../src/cli/core/output.ts";
import { environmentOf } from "../src/store/environment.ts";
import { type BenchRow, median, type Program } from "./measure.ts";
import { makeStage } from "./stage.ts";

const LARGE = { transcriptBytes: 200 * 1024 * 1024, files: 10_000, iterations: 99 };
const AT_MOST = 3;
const LOOKS = 30;

/** Builds the row: a loop with a long session. */
export async function statusRows(
  { root, ralph, empty }: { root: string; ralph: string; empty: Program },
): Promise<BenchRow[]> {
  const { project, home } = await makeStage(join(root, "status"), ralph, LARGE);
  const env = { HOME: home, PATH: Deno.env.get("PATH") ?? "" };
  const status = { cwd: project, env, input: "" };
  return [{
    name: "status, 200 MB transcript and 10,000 files",
    program: { ...status, command: [ralph, "status"] },
    baseline: empty,
    atMost: AT_MOST,
    mustPrint: "PLAN.md",
  }];
}

/** Times one update of `--watch`, with its drawing, at the stage of {@linkcode statusRows}, in ms. */
export async function timeLook(root: string): Promise<number> {
  const project = join(root, "status", "project");
  const variables: Record<string, string> = { HOME: join(root, "status", "home") };
  const sink = { writeSync: (bytes: Uint8Array) => bytes.length };
  const out = createOutput({ stdout: sink, stderr: sink, colorOut: false, colorTalk: false });
  const context: CommandContext = {
    out,
    ask: createAsk(out, null),
    env: environmentOf((name) => variables[name], project),
    nowMs: Date.now,
    executable: Deno.execPath(),
    readInput: () => "",
    version: BUILD,
  };
  const times: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    const began = performance.now();
    const status = await gatherStatus(context);
    renderWatch(startWatching(project), { loops: [status], problem: null, work: null }, {
      width: 120,
      rows: 40,
      style: out.style,
      nowMs: Date.now(),
      showTime: String,
    });
    times.push(performance.now() - began);
  }
  return median(times);
}
