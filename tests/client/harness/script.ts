/** The scripted model: its answers, and the requests that it gets. */

/** One block of an answer: text, or a tool call. */
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

/** One request to the model. */
export interface Asked {
  /** Whether the request comes from a subagent. */
  isSubagent: boolean;
  /** How many requests of the same kind came before. */
  index: number;
  /** Names of the tools that the model may call. */
  tools: string[];
  /** The conversation so far. */
  messages: Heard[];
  /** The text since the model's last answer, joined. */
  news: string;
  /** The request's body. */
  body: Record<string, unknown>;
}

export type Model = (asked: Asked) => Reply | Promise<Reply>;

/** One step of a script: an answer, or a function that gives one. */
export type Step = Reply | Model;

/** Makes an answer with text. */
export function say(text: string): Block[] {
  return [{ type: "text", text }];
}

/** Makes an answer that calls one tool. */
export function call(name: string, input: Record<string, unknown>): Block[] {
  return [{ type: "tool_use", name, input }];
}

/** Makes an answer that runs a shell command. */
export function bash(command: string, more: Record<string, unknown> = {}): Block[] {
  return call("Bash", { command, description: "A scripted step", ...more });
}

/**
 * Makes an HTTP error. The client retries 429, 5xx and 529, so answer with the same error until the
 * turn has ended.
 */
export function fail(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): Failure {
  return { status, error, message, headers };
}

/** Makes a model that answers requests of the main loop with `steps`, then always `afterwards`. */
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
