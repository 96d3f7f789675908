/** Chooses how `ralph status --watch` shows changes: a live view, plain text, or lines of JSON. */
import { UsageError } from "../../../error.ts";
import type { StateCode } from "../../../evidence/state_view.ts";
import type { CommandContext } from "../../core/context.ts";

interface WatchOptions {
  readonly isAll: boolean;
  readonly asJson: boolean;
  readonly intervalMs: number;
}

interface WatchEnd {
  /** The state that was seen last; null for several loops. */
  readonly state: StateCode | null;
  /** The exit code, where it does not depend on the state. */
  readonly exitCode: number | null;
}

const INTERRUPTED = 130;

/**
 * Watches until the loop ends, or the person does not want to see more.
 *
 * @throws {UsageError} There is no terminal, or a session asks, which would wait for its own answer.
 */
export async function runWatch(
  context: CommandContext,
  { isAll, asJson, intervalMs }: WatchOptions,
): Promise<WatchEnd> {
  const { env, out } = context;
  if (context.prompt !== undefined || env.variable("CLAUDE_PLUGIN_ROOT") !== undefined) {
    throw new UsageError("--watch works in a terminal, not in a session", {
      hint: "Type 'ralph status --watch' in another terminal.",
    });
  }
  if (asJson) {
    const { followStatus } = await import("./follow.ts");
    const print = (document: Readonly<Record<string, unknown>>) =>
      out.jsonLine(JSON.stringify(document));
    return endOf(await followStatus(context, { isAll, intervalMs, print }), isAll);
  }
  if (!Deno.stdin.isTerminal() || !Deno.stdout.isTerminal()) {
    throw new UsageError("--watch needs a terminal for its view and its keys", {
      hint: "Use 'ralph status --json --watch' in scripts: one line of JSON for each change.",
    });
  }
  if (env.variable("TERM") === "dumb") {
    const { followStatus } = await import("./follow.ts");
    const { renderStatus, viewOf } = await import("../text.ts");
    const { renderAll } = await import("../all.ts");
    return endOf(
      await followStatus(context, {
        isAll,
        intervalMs,
        print: (_document, statuses) => {
          const text = isAll
            ? renderAll(statuses, context)
            : statuses.map((status) => renderStatus(status, viewOf(context))).join("\n");
          // A blank line between two changes.
          out.data(`${text}\n\n`);
        },
      }),
      isAll,
    );
  }
  const { watchStatus } = await import("./watch.ts");
  const { last, wasInterrupted } = await watchStatus(context, { isAll, intervalMs });
  return {
    state: isAll ? null : last?.state.code ?? null,
    exitCode: wasInterrupted ? INTERRUPTED : null,
  };
}

function endOf(
  statuses: readonly { readonly state: { readonly code: StateCode } }[],
  isAll: boolean,
): WatchEnd {
  return { state: isAll ? null : statuses[0]?.state.code ?? null, exitCode: null };
}
