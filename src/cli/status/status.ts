/**
 * `ralph status`: what the loop is doing, how long it may go on, and why the last one ended.
 *
 * @module
 */
import type { StateCode } from "../../evidence/state_view.ts";
import { UsageError } from "../../error.ts";
import { defineCommand, JSON_OPTION } from "../core/command.ts";
import { gatherStatus } from "./facts.ts";
import { statusDocument } from "./json.ts";
import { renderStatus } from "./text.ts";
import { showLocalTime } from "../../text/instant.ts";
import { SUMMARIES } from "../summaries.ts";

/** Exit codes of `--exit-code`: below 10 you need not act, from 20 on the loop has ended. */
const EXIT_CODES: Readonly<Record<StateCode, number>> = {
  working: 0,
  waiting: 0,
  stopping: 0,
  none: 5,
  waiting_for_you: 10,
  paused: 11,
  orphaned: 12,
  damaged: 13,
  done: 20,
  limit: 21,
  blocked: 22,
  stuck: 23,
  stopped: 24,
  failed: 25,
};

/** The description of `ralph status`. */
export const command = defineCommand({
  name: "status",
  summary: SUMMARIES.status,
  options: [
    { name: "all", type: "boolean", help: "Show every loop of this machine" },
    JSON_OPTION,
    {
      name: "classic",
      type: "boolean",
      help: "Print the blocks of earlier versions, as plain text",
    },
    { name: "exit-code", type: "boolean", help: "Exit with a code for the state" },
  ],
  examples: [
    { command: "ralph status", help: "From any terminal, while the loop runs" },
    { command: "ralph status --json", help: "For scripts" },
    { command: "ralph status --exit-code", help: "For scripts that need only the state" },
  ],
  exitCodes: [
    [0, "with --exit-code: working, waiting or stopping"],
    [5, "with --exit-code: no loop has run here"],
    [10, "with --exit-code: waiting for you (11 paused, 12 orphaned, 13 damaged)"],
    [20, "with --exit-code: done (21 limit, 22 blocked, 23 stuck, 24 stopped, 25 failed)"],
  ],
  run: async (context, { options }) => {
    const { out, now } = context;
    if (options.all) {
      if (options.classic || options["exit-code"]) {
        throw new UsageError("--all cannot be combined with --classic or --exit-code", {
          hint: "Use 'ralph status --all --json' in scripts.",
        });
      }
      const { gatherAll, renderAll } = await import("./all.ts");
      const all = await gatherAll(context);
      if (options.json) out.json({ schema_version: 2, loops: all.map(statusDocument) });
      else out.data(renderAll(all, context));
      return 0;
    }
    const status = await gatherStatus(context);
    if (options.json) out.json(statusDocument(status));
    else if (options.classic) {
      const { renderClassic } = await import("./classic.ts");
      out.data(renderClassic(status));
    } else {
      out.data(renderStatus(status, {
        style: out.style,
        now: now().epochMilliseconds / 1000,
        showTime: (instant) => showLocalTime(instant, now()),
      }));
    }
    return options["exit-code"] ? EXIT_CODES[status.state.code] : 0;
  },
});
