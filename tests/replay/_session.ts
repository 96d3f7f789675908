/** Recorded sessions made line by line. */
import { TurnReader } from "../../src/replay/recording/turn_reader.ts";
import type { RecordedStart, RecordedStop } from "../../src/replay/recording/recorded_stop.ts";
import type { Fields } from "../../src/evidence/transcript/fields.ts";

const BEGAN = Date.UTC(2026, 0, 2, 3);
export const PROJECT = "/home/dev/app";

/** Writes a session's lines. */
export class Session {
  readonly lines: Record<string, unknown>[] = [];
  #minute = 0;
  #answer = 0;

  /** Adds a line with the fields that all have. */
  line(fields: Record<string, unknown>): this {
    this.lines.push({
      timestamp: new Date(BEGAN + this.#minute++ * 60_000).toISOString(),
      sessionId: "session",
      cwd: PROJECT,
      version: "2.1.328",
      entrypoint: "cli",
      isSidechain: false,
      ...fields,
    });
    return this;
  }

  /** Lets minutes pass. */
  pause(minutes: number): this {
    this.#minute += minutes;
    return this;
  }

  prompt(text: string, more: Record<string, unknown> = {}): this {
    return this.line({ type: "user", message: { role: "user", content: text }, ...more });
  }

  say(text: string, more: Record<string, unknown> = {}): this {
    return this.line({
      type: "assistant",
      message: {
        id: `msg_${this.#answer++}`,
        content: [{ type: "text", text }],
        stop_reason: "end_turn",
      },
      ...more,
    });
  }

  /** A tool call and its result. */
  use(name: string, input: Record<string, unknown>, result: unknown = {}, isError = false): this {
    const id = `toolu_${this.#answer++}`;
    this.line({
      type: "assistant",
      message: {
        id: `msg_${id}`,
        content: [{ type: "tool_use", id, name, input }],
        stop_reason: "tool_use",
      },
    });
    return this.line({
      type: "user",
      message: {
        content: [{ type: "tool_result", tool_use_id: id, content: "", is_error: isError }],
      },
      toolUseResult: result,
    });
  }

  /** The client's line after the hooks of a Stop. */
  stopped(): this {
    return this.line({
      type: "system",
      subtype: "stop_hook_summary",
      preventedContinuation: false,
    });
  }

  /** The text of a file. */
  get text(): string {
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  }

  /** Reads the lines as a replay does. */
  read(plan: string | null = null): { starts: RecordedStart[]; stops: RecordedStop[] } {
    const reader = new TurnReader(plan, { readUntil: () => ({ scans: [], calls: [] }) });
    const events = [
      ...this.lines.flatMap((line) => reader.add(line as Fields)),
      ...reader.finish(),
    ];
    return {
      starts: events.flatMap((event) => event.kind === "start" ? [event.start] : []),
      stops: events.flatMap((event) => event.kind === "stop" ? [event.stop] : []),
    };
  }
}
