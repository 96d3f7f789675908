import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import type { ProcessTable } from "../../../src/system/process_table.ts";
import { openTerminal } from "../../../src/run/terminal/open.ts";
import { BACKENDS } from "../../../src/run/terminal/terminal.ts";
import { IterationLog } from "../../../src/run/terminal/iteration_log.ts";
import { watchAgent } from "../../../src/run/watchdog/watch_agent.ts";
import { listMarked } from "../../_processes.ts";
import { removeFolder } from "../../_project.ts";
import { waitUntil } from "../../_wait.ts";
import { AGENTS } from "../_watch.ts";
import { DEFAULT_LIMITS, NO_CALLBACKS } from "../_virtual.ts";

const EMPTY: ProcessTable = {
  now: () => 0,
  list: () => Promise.resolve([]),
  findMarked: () => Promise.resolve(new Set()),
};

for (const [how, table] of [["without a table", null], ["with an empty one", EMPTY]] as const) {
  Deno.test(`watchdog: ${how} of processes an agent that ignores TERM is ended with its group`, async () => {
    const dir = await Deno.makeTempDir();
    for (const terminal of BACKENDS) {
      let hasSaid = false;
      const runId = `blind-${crypto.randomUUID().slice(0, 8)}`;
      const result = await watchAgent({
        command: [fromFileUrl(new URL("ignores_term.sh", AGENTS))],
        cwd: dir,
        env: { PATH: Deno.env.get("PATH") ?? "" },
        mark: runId,
        terminal,
        size: () => ({ columns: 80, rows: 24 }),
        log: new IterationLog(`${dir}/log`),
        secretEnv: {},
        limits: { ...DEFAULT_LIMITS, idleTimeoutMs: 400, killGraceMs: 200 },
        // A busy machine starts it late: its silence begins with its first line.
        callbacks: {
          ...NO_CALLBACKS,
          onLine: () => hasSaid = true,
          isToolInFlight: () => !hasSaid,
        },
      }, { open: openTerminal, table });
      assertEquals([terminal, result.signal], [terminal, "SIGKILL"]);
      await waitUntil(() => listMarked(runId).length === 0, () => `${terminal}: some live on`);
    }
    removeFolder(dir);
  });
}
