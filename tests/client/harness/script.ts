/**
 * The words a scenario is written in: what the scripted model answers, and what it was asked.
 *
 * @module
 */

/** One block of an answer: words, or the call of a tool. */
export type Block =
  | { type: "text"; text: string }
  | { type: "tool_use"; name: string; input: Record<string, unknown> };

/** An answer with blocks, or an HTTP error. */
export type Reply = Block[] | Failure;

/** An HTTP error of the Messages API. */
export interface Failure {
  /** HTTP status, 400 to 599. */
  status: number;
  /** The API's name of the error, such as `rate_limit_error`. */
  error: string;
  /** The sentence the client shows. */
  message: string;
  /** Further response headers, such as `retry-after`. */
  headers: Record<string, string>;
}

/** One message of a request, its content flattened to text. */
export interface Heard {
  /** `user`, `assistant` or `system`. */
  role: string;
  /** Its text blocks and tool results, joined by line breaks. */
  text: string;
}

/** What the model was asked in one request. */
export interface Asked {
  /** Whether the request comes from a subagent. */
  isSubagent: boolean;
  /** How many requests of the same kind came before. */
  index: number;
  /** Names of the tools on offer. */
  tools: string[];
  /** The conversation so far. */
  messages: Heard[];
  /** Everything said since the model's last answer, joined. */
  news: string;
  /** The request as it came. */
  body: Record<string, unknown>;
}

/** The scripted model: is asked, and answers. */
export type Model = (asked: Asked) => Reply | Promise<Reply>;

/** One step of a script: an answer, or a function that gives one. */
export type Step = Reply | Model;

/** An answer in words. */
export function say(text: string): Block[] {
  return [{ type: "text", text }];
}

/** An answer that calls one tool. */
export function call(name: string, input: Record<string, unknown>): Block[] {
  return [{ type: "tool_use", name, input }];
}

/** An answer that runs a shell command. */
export function bash(command: string, more: Record<string, unknown> = {}): Block[] {
  return call("Bash", { command, description: "A scripted step", ...more });
}

/**
 * An HTTP error. The client retries 429, 5xx and 529 by itself, so a step that must end the turn is
 * best answered with the same error until the hook is seen.
 */
export function fail(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): Failure {
  return { status, error, message, headers };
}

/**
 * A model that goes through `steps`, one per request of the main loop, then answers `afterwards` for
 * ever. Subagents get `subagent`.
 */
export function script(
  steps: Step[],
  afterwards: Step = say("The script is over."),
  subagent: Step = say("The subagent is done."),
): Model {
  return (asked) => {
    const step = asked.isSubagent ? subagent : steps[asked.index] ?? afterwards;
    return typeof step === "function" ? step(asked) : step;
  };
}
