/**
 * `ralph status`: what the loop does, how long it still may, and why the last one stopped.
 *
 * @module
 */
import { defineCommand } from "./command.ts";
import { gatherStatus } from "./status_facts.ts";
import { renderStatus } from "./status_text.ts";

/** The command. */
export const command = defineCommand({
  name: "status",
  summary: "Says what the loop does, how long it still may, and why the last one stopped.",
  options: [{ name: "json", type: "boolean", help: "print everything as JSON" }],
  examples: [
    { command: "ralph status", help: "from any terminal, while the loop runs" },
    { command: "ralph status --json", help: "for scripts" },
  ],
  run: async (context, { options }) => {
    const status = await gatherStatus(context);
    if (options.json) context.out.json({ ...status });
    else context.out.data(renderStatus(status));
    return 0;
  },
});
