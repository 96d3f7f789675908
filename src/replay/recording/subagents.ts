/**
 * What a session's subagents did, from their own transcripts, in step with the main conversation.
 */
import { attempt } from "../../error.ts";
import type { Fields } from "../../evidence/transcript/fields.ts";
import { Scan } from "../../evidence/transcript/scan.ts";
import { timeOf } from "../../evidence/transcript/tool_calls.ts";
import { listSubagents } from "../../evidence/transcript/transcript.ts";
import { parseObject } from "../../store/files/jsonl.ts";
import { TranscriptLines } from "./lines.ts";
import { CallPairs, type FinishedCall } from "./tool_results.ts";

/** Bytes that are read at once of each file: a session may have hundreds of them. */
const PIECE_BYTES = 64 * 1024;

interface SubagentTurn {
  readonly scans: readonly Scan[];
  readonly calls: readonly FinishedCall[];
}

/** Reads the subagents' transcripts up to a time. */
export class SubagentReader implements Disposable {
  #files: SubagentFile[] = [];
  #unreadable = 0;

  /** @param transcript The session's own transcript, `….jsonl`. */
  constructor(transcript: string) {
    for (const { path } of listSubagents(transcript) ?? []) {
      const lines = attempt(() => new TranscriptLines(path, PIECE_BYTES));
      if (lines === null) this.#unreadable += 1;
      else this.#files.push(new SubagentFile(lines));
    }
  }

  get unreadable(): number {
    return this.#unreadable;
  }

  /** Reads what is new up to a time. @param untilMs Epoch milliseconds, included. */
  readUntil(untilMs: number): SubagentTurn {
    const turns = this.#files.map((file) => file.readUntil(untilMs));
    for (const file of this.#files.filter(({ isRead }) => isRead)) file[Symbol.dispose]();
    this.#files = this.#files.filter(({ isRead }) => !isRead);
    return {
      scans: turns.flatMap(({ scans }) => scans),
      calls: turns.flatMap(({ calls }) => calls),
    };
  }

  [Symbol.dispose](): void {
    for (const file of this.#files) file[Symbol.dispose]();
  }
}

class SubagentFile implements Disposable {
  readonly #pairs = new CallPairs();
  /** The first line that is too late for the last turn that was read. */
  #ahead: Fields | null = null;
  isRead = false;

  constructor(private readonly lines: TranscriptLines) {}

  readUntil(untilMs: number): SubagentTurn {
    const scan = new Scan(0, true);
    const calls: FinishedCall[] = [];
    let hasNews = false;
    for (let entry = this.#next(); entry !== null; entry = this.#next()) {
      const atMs = timeOf(entry);
      if (atMs !== null && atMs > untilMs) {
        this.#ahead = entry;
        break;
      }
      hasNews = true;
      scan.addEntry(entry);
      if (entry["type"] === "assistant") this.#pairs.noteAgent(entry);
      if (entry["type"] === "user") calls.push(...this.#pairs.finish(entry));
    }
    return { scans: hasNews ? [scan] : [], calls };
  }

  [Symbol.dispose](): void {
    this.lines[Symbol.dispose]();
  }

  #next(): Fields | null {
    const ahead = this.#ahead;
    this.#ahead = null;
    if (ahead !== null) return ahead;
    for (let line = this.lines.next(); line !== null; line = this.lines.next()) {
      const entry = parseObject(line);
      if (entry !== null) return entry;
    }
    this.isRead = true;
    return null;
  }
}
