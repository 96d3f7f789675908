/** `ralph status`: shows what the loop is doing, how much time it has left, and why the last one ended. */
import { SECOND_MS } from "../../text/time.ts";
import { STATES } from "../../lifecycle/view/state_view.ts";
import { UsageError } from "../../error.ts";
import { defineTopCommand, flag, JSON_OPTION } from "../core/command.ts";
import { viewOf } from "../core/context.ts";
import { show } from "../core/document.ts";
import { gatherStatus } from "./facts.ts";
import { allDocument, statusDocument } from "./json.ts";
import { renderStatus } from "./text.ts";

export const command = defineTopCommand({
  options: [
    flag("all", "Show every loop on this machine", { alias: "a" }),
    JSON_OPTION,
    flag("exit-code", "Also set the exit code according to the state"),
    flag("watch", "Show every change until the loop ends; in a terminal, a live view with keys", {
      alias: "w",
      synonyms: ["follow", "live"],
    }),
    {
      name: "interval",
      type: "duration",
      min: 1,
      default: 1,
      help: "With --watch: time between refreshes",
    },
  ],
  examples: [
    ["ralph status", "From any terminal, while the loop runs"],
    ["ralph status --watch", "A live view; ? shows its keys"],
    ["ralph status --watch --all", "All loops on this machine"],
    ["ralph status --json", "For scripts"],
    ["ralph status --json --watch", "One line of JSON per change, until the loop ends"],
    ["ralph status --exit-code", "The same, with an exit code for the state"],
  ],
  exitCodes: [
    [0, "with --exit-code: working, waiting or stopping"],
    [5, "with --exit-code: no loop has run here"],
    [10, "with --exit-code: waiting for you (11 paused, 12 orphaned, 13 damaged)"],
    [
      20,
      "with --exit-code: done (21 limit, 22 blocked, 23 stuck, 24 stopped, 25 failed, 26 ended)",
    ],
    [130, "with --watch: quit with Ctrl-C"],
  ],
  run: async (context, { options, given }) => {
    refuseMixtures(options, given);
    if (options.watch) {
      const { runWatch } = await import("./watch/run_watch.ts");
      const { last, wasInterrupted } = await runWatch(context, {
        isAll: options.all,
        asJson: options.json,
        intervalMs: options.interval * SECOND_MS,
      });
      // The code that shells expect after Ctrl-C.
      if (wasInterrupted) return 130;
      return options["exit-code"] && last !== null ? STATES[last.state.code].exit : 0;
    }
    // Programs read line by line, so their lines are not wrapped. A session has a width, too.
    const isShown = context.prompt !== undefined || Deno.stdout.isTerminal();
    const width = isShown ? context.out.width : Infinity;
    const view = { ...viewOf(context), width };
    if (options.all) {
      const { gatherAll, renderAll } = await import("./all.ts");
      const all = await gatherAll(context);
      return show(allDocument(all), () => renderAll(all, view));
    }
    const status = await gatherStatus(context);
    const exitCode = options["exit-code"] ? STATES[status.state.code].exit : 0;
    return show(statusDocument(status), () => renderStatus(status, view), { exitCode });
  },
});

function refuseMixtures(
  { all, watch, "exit-code": exitCode }: Readonly<Record<string, unknown>>,
  given: ReadonlySet<string>,
): void {
  if (all && exitCode) {
    throw new UsageError("--all cannot be combined with --exit-code", {
      hint: "In scripts:",
      again: () => ["status", "--all", "--json"],
    });
  }
  if (!watch && given.has("interval")) {
    throw new UsageError("--interval is for --watch", {
      again: ({ path, rest }) => [...path, "--watch", ...rest],
    });
  }
}
