/** Follows an agent process by the lines it prints: current tools, result, tokens and cost. */
import type { ApiReport } from "../../loop/api_failure.ts";
import { addKnown } from "../../loop/usage.ts";
import type { AgentEvent } from "./agent_event.ts";
import { readAgentLine } from "./read_line.ts";

/** An agent's structured report of its last failed request. */
export interface FailedRequest extends ApiReport {
  /** When a limit resets, epoch milliseconds; null if it is unknown. */
  readonly resetAtMs: number | null;
}

/** Lines of text that are kept for errors and for the screen. */
const KEPT_LINES = 200;
/** Maximum length of a kept line, in characters. */
const LONGEST_KEPT_LINE = 2_000;
/** Maximum length of the last message, in characters. */
const LONGEST_MESSAGE = 64 * 1024;

/** The state of an agent process, derived from its lines. */
export class AgentWatch {
  readonly #tools = new Map<string, string>();
  readonly #tokens = new Map<string, number>();
  #lines: string[] = [];
  #kept = 0;
  #lastText = "";
  #total: { tokens: number | null; costUsd: number | null } = { tokens: null, costUsd: null };
  #failedRequest: FailedRequest | null = null;
  /** Whether the agent waits before it repeats a request to the API. */
  isRetrying = false;
  /** Number of structured lines so far. */
  events = 0;
  /** The reported result; null until then. */
  result: {
    readonly isError: boolean;
    readonly text: string;
    /** Who failed; null if the agent does not say. */
    readonly failed: "api" | "agent" | null;
  } | null = null;
  /** The numbers of tool calls that ended and that failed, and the output of the last failure. */
  toolCalls = { ended: 0, failed: 0, lastFailure: "" };
  /** The last errors that the agent itself reported. */
  errors: readonly string[] = [];

  /** Adds a line. @returns The text to show to people; null if there is nothing to show. */
  take(line: string): string | null {
    const events = readAgentLine(line);
    if (events === null) return this.#keep(line) ? line : null;
    this.events += 1;
    this.isRetrying = events.some(({ kind }) => kind === "api-retry");
    return events.map((event) => this.#apply(event)).filter((text) => text !== null).join("\n") ||
      null;
  }

  get isStructured(): boolean {
    return this.events > 0;
  }

  /** Labels of the tool calls in progress, oldest first. */
  get toolsInFlight(): readonly string[] {
    return [...this.#tools.values()];
  }

  /** The last failed request, unless the agent then succeeded, or ended for another reason. */
  get failedRequest(): FailedRequest | null {
    const { result } = this;
    if (result === null) return this.#failedRequest;
    if (!result.isError || result.failed === "agent") return null;
    if (this.#failedRequest !== null || result.failed === null) return this.#failedRequest;
    return { error: "", status: null, words: result.text, resetAtMs: null };
  }

  /** Tokens so far; null if the agent has not reported any. */
  get tokens(): number | null {
    return this.#total.tokens ?? [...this.#tokens.values()].reduce(addKnown, null);
  }

  /** Cost so far, in US dollars; null if the agent has not reported any. */
  get costUsd(): number | null {
    return this.#total.costUsd;
  }

  /** The text of the result, else the last message, else the last lines of the output. */
  get lastMessage(): string {
    return this.result?.text || this.#lastText || this.#lines.slice(-50).join("\n");
  }

  /** The last lines of text: plain output, messages, and the output of failed tools. */
  get lines(): readonly string[] {
    return this.#lines.slice(-KEPT_LINES);
  }

  #apply(event: AgentEvent): string | null {
    switch (event.kind) {
      case "begin":
      case "api-retry":
        return null;
      case "tool-start":
        this.#tools.set(event.id, event.label);
        return `→ ${event.label}`;
      case "tool-end":
        this.#tools.delete(event.id);
        this.#countTool(event.failure);
        return null;
      case "text":
        this.#lastText = event.text.slice(-LONGEST_MESSAGE);
        return this.#keep(event.text) ? event.text : null;
      case "result":
        this.result = {
          isError: event.isError,
          text: event.text.slice(-LONGEST_MESSAGE),
          failed: event.failed ?? null,
        };
        this.#tools.clear();
        if (event.isError) this.#noteError(event.text);
        return null;
      case "tokens":
        this.#tokens.set(event.id, Math.max(event.tokens, this.#tokens.get(event.id) ?? 0));
        return null;
      case "total":
        this.#total = {
          tokens: addKnown(this.#total.tokens, event.tokens),
          costUsd: addKnown(this.#total.costUsd, event.costUsd),
        };
        return null;
      case "api-failure": {
        const before = this.#failedRequest;
        this.#failedRequest = {
          error: event.error || before?.error || "",
          status: event.status ?? before?.status ?? null,
          words: event.words || before?.words || "",
          resetAtMs: event.resetAtMs ?? before?.resetAtMs ?? null,
        };
        return event.words || null;
      }
      case "notice":
        return this.#keep(event.text) ? event.text : null;
      case "error":
        this.#noteError(event.text);
        return event.text;
    }
  }

  #countTool(failure: string | null): void {
    const { ended, failed, lastFailure } = this.toolCalls;
    this.toolCalls = failure === null
      ? { ended: ended + 1, failed, lastFailure }
      : { ended: ended + 1, failed: failed + 1, lastFailure: failure.slice(0, LONGEST_KEPT_LINE) };
    if (failure !== null) this.#keep(failure);
  }

  #noteError(text: string): void {
    if (text.trim() === "") return;
    this.errors = [...this.errors, text.slice(0, LONGEST_KEPT_LINE)].slice(-5);
    this.#keep(text);
  }

  /** Keeps the lines of a text. @returns Whether any was not blank. */
  #keep(text: string): boolean {
    const before = this.#kept;
    for (const line of text.includes("\n") ? text.split("\n").slice(-KEPT_LINES) : [text]) {
      const words = line.trimEnd();
      if (words === "") continue;
      this.#lines.push(words.slice(0, LONGEST_KEPT_LINE));
      this.#kept += 1;
    }
    // Cut only occasionally: an agent may print 100,000 lines a second.
    if (this.#lines.length >= 2 * KEPT_LINES) this.#lines = this.#lines.slice(-KEPT_LINES);
    return this.#kept > before;
  }
}
