/** Runs `ralph status --watch`: a live view, or a stream of the status as text or JSON after each change. */
import { UsageError } from "../../../error.ts";
import { type CommandContext, type View, viewOf } from "../../core/context.ts";
import type { Watched } from "./watch.ts";
import { openClosedCheck } from "../../../system/closed_streams.ts";
import { locate } from "../../core/locate.ts";
import { refuseInSession } from "../../core/usage.ts";
import { gatherAll, renderAll } from "../all.ts";
import { gatherStatus, type Status } from "../facts.ts";
import { allDocument, statusDocument } from "../json.ts";
import { renderStatus } from "../text.ts";
import { adding } from "../../../text/again.ts";

interface Watching {
  readonly isAll: boolean;
  readonly asJson: boolean;
  readonly intervalMs: number;
}

/**
 * Watches until the loop ends or the person quits.
 *
 * @throws {UsageError} There is no terminal, or the caller is a session, which would wait for itself.
 */
export async function runWatch(
  context: CommandContext,
  { isAll, asJson, intervalMs }: Watching,
): Promise<Watched> {
  refuseInSession(context, "ralph status --watch");
  if (!asJson && (!Deno.stdin.isTerminal() || !Deno.stdout.isTerminal())) {
    throw new UsageError("--watch needs a terminal for its view and its keys", {
      hint: "In scripts, one line of JSON for each change:",
      again: adding("--json"),
    });
  }
  if (!asJson && context.env.variable("TERM") !== "dumb") {
    const { watchStatus } = await import("./watch.ts");
    return await watchStatus(context, { isAll, intervalMs });
  }
  const last = await printChanges(context, { isAll, asJson, intervalMs });
  return { last, wasInterrupted: false };
}

/** The interval at which a closed output is detected, in milliseconds. */
const CHECK_MS = 200;

/**
 * Prints the status now and after each change, until the loop has ended or the reader is gone.
 *
 * @returns The last status; with `isAll`, the status of the first loop.
 */
async function printChanges(
  context: CommandContext,
  { isAll, asJson, intervalMs }: Watching,
): Promise<Status | null> {
  const isClosed = openClosedCheck();
  const { places } = locate(context);
  let statuses = isAll ? await gatherAll(context) : [await gatherStatus(context)];
  let printed = "";
  for (;;) {
    const document = isAll ? allDocument(statuses) : statusDocument(statuses[0]!);
    const compared = withoutClocks(document);
    if (compared !== printed) {
      printed = compared;
      if (asJson) context.out.jsonLine(JSON.stringify(document));
      // A blank line between two changes.
      else context.out.data(`${renderAs(statuses, viewOf(context), isAll)}\n\n`);
    }
    const untilMs = performance.now() + intervalMs;
    do {
      if (statuses.every(hasEnded) || context.out.isClosed || isClosed()) {
        return statuses[0] ?? null;
      }
      const waitMs = Math.min(CHECK_MS, Math.max(0, untilMs - performance.now()));
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    } while (performance.now() < untilMs);
    // The same projects, and any in which a loop has started since.
    const projects = statuses.map(({ project }) => project);
    statuses = isAll
      ? await gatherAll(context, projects)
      : await Promise.all(projects.map((project) => gatherStatus(context, { places, project })));
  }
}

function renderAs(statuses: readonly Status[], view: View, isAll: boolean): string {
  return isAll ? renderAll(statuses, view) : renderStatus(statuses[0]!, view);
}

/** Checks whether the loop has ended; a damaged one has not, since it can be repaired. */
function hasEnded({ loop, damage }: Status): boolean {
  return loop === null && damage === null;
}

/** The fields of `status --json` that change by time alone. */
const CLOCKS = new Set([
  "at",
  "runtime_hours",
  "wall_hours",
  "silent_hours",
  "to_max_hours",
]);
/** Durations and ages in sentences: `turn 7, for 2 min`, `asked for just now`. */
const DURATION = /(\d+(\.\d+)? (s|min|h|d)\b ?)+(ago)?|just now/g;

/**
 * Removes everything that changes by time alone from a document, to compare it with another.
 *
 * @param document A document of `status --json`.
 *
 * @example Two moments of one stop
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const [early, late] = ["asked for just now; it ends", "asked for 1 h 3 min ago; it ends"];
 * assertEquals(withoutClocks({ what: early }), withoutClocks({ what: late }));
 * ```
 */
export function withoutClocks(document: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(document, (key, value) => {
    if (CLOCKS.has(key)) return undefined;
    const isSentence = key === "what" || key === "how_to_continue";
    return isSentence && typeof value === "string" ? value.replaceAll(DURATION, "") : value;
  });
}
