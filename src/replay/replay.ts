/**
 * Replays a recorded session: its transcript through today's decisions, without a change on the disk.
 */
import { asText, type Fields } from "../evidence/transcript/fields.ts";
import { BULKY } from "../evidence/transcript/scan.ts";
import { parseObject } from "../store/files/jsonl.ts";
import { type LoopResult, Simulation } from "./judging/simulation.ts";
import type { Configuration } from "./judging/simulated_loop.ts";
import { TranscriptLines } from "./recording/lines.ts";
import type { RecordedLimits } from "./recording/recorded_limits.ts";
import type { RecordedStart, RecordedStop } from "./recording/recorded_stop.ts";
import { SubagentReader } from "./recording/subagents.ts";
import { type TurnEvent, TurnReader } from "./recording/turn_reader.ts";

/** What a transcript contains, and how its loops end by the rules of today. */
export interface Replay {
  /** The session's id; null where no line has one. */
  readonly sessionId: string | null;
  /** The client's version; null where no line has one. */
  readonly clientVersion: string | null;
  readonly loops: readonly ReplayedLoop[];
  /** Lines that are not a JSON object, or too long. */
  readonly brokenLines: number;
  /** Whether the last line is cut off. */
  readonly isCutOff: boolean;
  /** Transcripts of subagents that could not be opened. */
  readonly unreadableSubagents: number;
}

/** One loop of a recording, or the whole recording where no loop ran. */
export interface ReplayedLoop {
  readonly start: RecordedStart;
  readonly stops: number;
  /** When the last one was, epoch milliseconds. */
  readonly endedAtMs: number;
  /** The plan at the last Stop; null where none is known. */
  readonly plan: string | null;
  /** The limits that the loop was started with; null where the recording does not show them. */
  readonly limits: RecordedLimits | null;
  /** The adapter that took part in it, without which it is judged here; null where none is shown. */
  readonly adapter: string | null;
  /** The result under each configuration, in their order. */
  readonly results: readonly LoopResult[];
}

/** How a transcript is replayed. */
export interface ReplayOptions {
  /** Makes the configurations for a project; its folder is empty where it is not known. */
  readonly configure: (project: string) => readonly Configuration[];
  /** The plan; null to take the one that the recording shows. */
  readonly plan: string | null;
  readonly keepsDecisions: boolean;
}

/**
 * Replays a transcript.
 *
 * @returns Null where the file is not a transcript of Claude Code.
 * @throws {Error} The system's error, where the file cannot be read.
 */
export async function replayTranscript(
  path: string,
  options: ReplayOptions,
): Promise<Replay | null> {
  using lines = new TranscriptLines(path);
  using subagents = new SubagentReader(path);
  const turns = new TurnReader(options.plan, subagents);
  const loops: LoopReplay[] = [];
  const take = async (events: readonly TurnEvent[]) => {
    for (const event of events) {
      if (event.kind === "start") loops.push(new LoopReplay(event.start, options));
      else await loops.at(-1)?.add(event.stop);
    }
  };
  const seen = new SeenLines();
  for (let line = lines.next(); line !== null; line = lines.next()) {
    const entry = seen.read(line);
    if (entry !== null) await take(turns.add(entry));
  }
  await take(turns.finish());
  if (!seen.isTranscript) return null;
  const { sessionId, clientVersion } = seen;
  const isCutOff = seen.isLastBroken && lines.isUnfinished;
  // What was in the session before its loop began is not part of the loop.
  const hasMarks = loops.some(({ start, stops }) => start.isMarked && stops > 0);
  return {
    sessionId,
    clientVersion,
    loops: loops.filter(({ start, stops }) => stops > 0 && (start.isMarked || !hasMarks))
      .map((loop) => loop.result()),
    brokenLines: seen.brokenLines - (isCutOff ? 1 : 0) + lines.dropped,
    isCutOff,
    unreadableSubagents: subagents.unreadable,
  };
}

/** The lines of a file, and what they say of it. */
class SeenLines {
  sessionId: string | null = null;
  clientVersion: string | null = null;
  isTranscript = false;
  brokenLines = 0;
  isLastBroken = false;

  /** Reads a line; null for one without a meaning here. */
  read(line: string): Fields | null {
    if (line.startsWith(BULKY) || line.trim() === "") return null;
    const entry = parseObject(line);
    this.isLastBroken = entry === null;
    if (entry === null) {
      this.brokenLines += 1;
      return null;
    }
    this.sessionId ??= asText(entry["sessionId"]);
    this.clientVersion = asText(entry["version"]) ?? this.clientVersion;
    this.isTranscript ||= asText(entry["sessionId"]) !== null && asText(entry["type"]) !== null;
    return entry;
  }
}

class LoopReplay {
  readonly #simulations: Simulation[];
  #last: RecordedStop | null = null;

  constructor(readonly start: RecordedStart, { configure, keepsDecisions }: ReplayOptions) {
    this.#simulations = configure(start.project).map((each) =>
      new Simulation(start, each, keepsDecisions)
    );
  }

  get stops(): number {
    return this.#last?.number ?? 0;
  }

  async add(stop: RecordedStop): Promise<void> {
    this.#last = stop;
    for (const simulation of this.#simulations) await simulation.add(stop);
  }

  result(): ReplayedLoop {
    return {
      start: this.start,
      stops: this.stops,
      endedAtMs: this.#last?.atMs ?? this.start.atMs,
      plan: this.#last?.project.plan?.path ?? null,
      limits: this.#last?.limits ?? null,
      adapter: this.#last?.adapter ?? null,
      results: this.#simulations.map((simulation) => simulation.result()),
    };
  }
}
