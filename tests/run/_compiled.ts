/** Runs fixture agents in a compiled program: what the binary may do decides what it sees. */
import "../_binary.ts";
import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { AGENTS, type Order, type Report } from "./_watch.ts";
import { listMarked } from "../_processes.ts";

const ROOT = new URL("../../", import.meta.url);
const PROGRAM = fromFileUrl(new URL("dist/tests/watch_agent", ROOT));

let building: Promise<void> | undefined;

/** Compiles the program, once; the build does nothing if it is up to date. */
function build(): Promise<void> {
  building ??= run(Deno.execPath(), [
    "run",
    "--allow-all",
    "scripts/build.ts",
    "--main",
    "tests/run/children/watch_agent.ts",
    "--output",
    PROGRAM,
  ], "").then(() => {});
  return building;
}

/** What a test orders; the rest is the same for all. */
export type TestOrder = Omit<Order, "dir" | "agentsDir">;

/** A report, and what the test process itself saw afterwards. */
export interface Seen extends Report {
  readonly dir: string;
  /** Processes of the run that live on. */
  readonly left: readonly number[];
  readonly log: string;
}

/** Runs an order in the compiled program, with an almost empty environment. */
export async function watchCompiled(order: TestOrder): Promise<Seen> {
  await build();
  const dir = await Deno.makeTempDir({ prefix: "ralph test ü " });
  const completeOrder: Order = { ...order, dir, agentsDir: fromFileUrl(AGENTS) };
  const report: Report = JSON.parse(await run(PROGRAM, [], JSON.stringify(completeOrder)));
  return {
    ...report,
    dir,
    left: listMarked(report.runId),
    log: await Deno.readTextFile(report.logPath),
  };
}

async function run(program: string, args: string[], input: string): Promise<string> {
  const isOurs = program === PROGRAM;
  const child = new Deno.Command(program, {
    args,
    cwd: ROOT,
    clearEnv: isOurs,
    env: { PATH: Deno.env.get("PATH") ?? "", NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
