/** Chooses how `ralph status --watch` shows changes: a live view, plain text, or lines of JSON. */
import { UsageError } from "../../../error.ts";
import type { CommandContext } from "../../core/context.ts";
import type { Watched } from "./watch.ts";

/**
 * Watches until the loop ends, or the person does not want to see more.
 *
 * @throws {UsageError} There is no terminal, or a session asks, which would wait for its own answer.
 */
export async function runWatch(
  context: CommandContext,
  { isAll, asJson, intervalMs }: {
    readonly isAll: boolean;
    readonly asJson: boolean;
    readonly intervalMs: number;
  },
): Promise<Watched> {
  const { env, out } = context;
  if (context.prompt !== undefined || env.variable("CLAUDE_PLUGIN_ROOT") !== undefined) {
    throw new UsageError("--watch works in a terminal, not in a session", {
      hint: "Type 'ralph status --watch' in another terminal.",
    });
  }
  if (!asJson && (!Deno.stdin.isTerminal() || !Deno.stdout.isTerminal())) {
    throw new UsageError("--watch needs a terminal for its view and its keys", {
      hint: "Use 'ralph status --json --watch' in scripts: one line of JSON for each change.",
    });
  }
  if (!asJson && env.variable("TERM") !== "dumb") {
    const { watchStatus } = await import("./watch.ts");
    return await watchStatus(context, { isAll, intervalMs });
  }
  const { followStatus } = await import("./follow.ts");
  const { renderStatus, viewOf } = await import("../text.ts");
  const { renderAll } = await import("../all.ts");
  const last = await followStatus(context, { isAll, intervalMs }, (document, statuses) => {
    if (asJson) return out.jsonLine(JSON.stringify(document));
    const text = isAll
      ? renderAll(statuses, context)
      : statuses.map((status) => renderStatus(status, viewOf(context))).join("\n");
    // A blank line between two changes.
    out.data(`${text}\n\n`);
  });
  return { last, wasInterrupted: false };
}
