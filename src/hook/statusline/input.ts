/** What the client gives to a status line on standard input. Pure. */
import { attempt } from "../../error.ts";
import { SECOND_MS } from "../../text/time.ts";
import { isObject } from "../../store/records/json_record.ts";
import type { RateWindow } from "../../store/records/rate_limits.ts";

/** The part of the client's JSON that the line needs. */
export interface StatusInput {
  /** The session; null where the client does not say. */
  readonly sessionId: string | null;
  /** The folder that the session was opened in; null where the client does not say. */
  readonly projectDir: string | null;
  /** The rate-limit windows; empty where the client reports none. */
  readonly windows: readonly RateWindow[];
}

/** The largest number of Unix seconds that `Date` can have. */
const MOST_SECONDS = 8.64e12;

/**
 * Reads the client's JSON. What is missing or has another type is left out, so that every input
 * gives a line.
 *
 * @param text All of standard input; any text.
 *
 * @example Two windows, one of them unreadable
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const rate_limits = { five_hour: { used_percentage: 42, resets_at: 1_800_000_000 }, x: 5 };
 * assertEquals(readStatusInput(JSON.stringify({ session_id: "s", rate_limits })), {
 *   sessionId: "s",
 *   projectDir: null,
 *   windows: [{ name: "five_hour", usedPercent: 42, resetsAtMs: 1_800_000_000_000 }],
 * });
 * ```
 */
export function readStatusInput(text: string): StatusInput {
  const input = fieldsOf(attempt(() => JSON.parse(text)));
  const workspace = fieldsOf(input["workspace"]);
  return {
    sessionId: textOf(input["session_id"]),
    projectDir: textOf(workspace["project_dir"]) ?? textOf(input["cwd"]),
    windows: Object.entries(fieldsOf(input["rate_limits"])).flatMap(([name, value]) => {
      const { used_percentage: used, resets_at: resets } = fieldsOf(value);
      if (!isAmount(used) || !isAmount(resets) || resets > MOST_SECONDS) return [];
      return [{ name, usedPercent: used, resetsAtMs: resets * SECOND_MS }];
    }),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
