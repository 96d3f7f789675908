/** Classifies lines of type `user`: a person's prompt, an interruption by Esc, or text from the client. */
import { nameCommand } from "../../text/command_name.ts";
import { asFields, asText, type Fields } from "./fields.ts";
import { contentOf } from "./tool_calls.ts";

type UserEntryKind = "prompt" | "interruption" | "other";

/** Texts of the client 2.1.328: `[Request interrupted by user]`, `… by user for tool use]`. */
const INTERRUPTION = "[Request interrupted by user";
/** The client's text inside a prompt: results of commands, ended background tasks, feedback. */
const CLIENT_WORDS =
  /^\s*(?:<(?:task-notification|local-command-|bash-stdout|bash-stderr|system-reminder|command-stdout)|Stop hook feedback:|Caveat: The messages below|\[Request interrupted|\[Tool call )/;
/** The command that ends the loop even while the client has it queued. */
const STOP = nameCommand("stop", "plugin");
/** `origin.kind` of prompts that no person typed (from the client's source). */
const NOBODY = new Set([
  "task-notification",
  "auto-continuation",
  "plugin",
  "suggestion",
  "peer",
  "observer-activity",
  "coordinator",
]);
/** Marks of lines that are not prompts. */
const NOT_TYPED = [
  "isMeta",
  "isSidechain",
  "isCompactSummary",
  "isVirtual",
  "isVisibleInTranscriptOnly",
];

/** Classifies a line of type `user`. */
export function classifyUserEntry(entry: Fields): UserEntryKind {
  if (NOT_TYPED.some((mark) => entry[mark] === true)) return "other";
  const text = textOf(entry);
  if (text === null) return "other";
  // SIGTERM and a closed terminal leave the same text, but with this mark.
  if (text.startsWith(INTERRUPTION)) {
    return entry["interruptedByShutdown"] === true ? "other" : "interruption";
  }
  return isTypedByPerson(entry, text) ? "prompt" : "other";
}

/**
 * Checks whether an interruption is a No at a permission prompt. An Esc names the message that it cut off,
 * even if it ends a call (seen in 2.1.328).
 */
export function isRefusal(entry: Fields): boolean {
  return textOf(entry)?.includes("for tool use") === true &&
    entry["interruptedMessageId"] === undefined;
}

/**
 * Checks whether a prompt's text comes from a person. The client submits ended background tasks as prompts,
 * too.
 */
export function isHumanPrompt(text: string): boolean {
  return text.trim() !== "" && !CLIENT_WORDS.test(text);
}

function isTypedByPerson(entry: Fields, text: string): boolean {
  const origin = asText(asFields(entry["origin"])?.["kind"]);
  return (origin === null || !NOBODY.has(origin)) && isHumanPrompt(text);
}

/** Returns the first text of a user's line; null if it is a result. */
function textOf(entry: Fields): string | null {
  const blocks = contentOf(entry);
  if (blocks.some((block) => block["type"] === "tool_result")) return null;
  return asText(blocks.find((block) => block["type"] === "text")?.["text"]);
}

/**
 * The prompts that a person typed during a turn, from the client's queue. Plain text reaches the running
 * turn. Slash commands wait for its end, which in a loop is the end of the loop (seen in 2.1.328).
 */
export class PromptQueue {
  #waiting: string[] = [];

  /** Processes a line of the type `queue-operation`. */
  note(entry: Fields): void {
    const content = asText(entry["content"])?.trim() ?? "";
    switch (entry["operation"]) {
      case "enqueue":
        this.#waiting.push(content);
        break;
      case "remove":
        this.#waiting = this.#waiting.filter((waiting) => waiting !== content);
        break;
      case "dequeue":
        // The line has no content, so it removes the first entry of the queue.
        this.#waiting.shift();
        break;
      case "popAll":
        this.#waiting = [];
    }
  }

  /** True if `/ralph:stop` is in the queue. */
  get holdsStop(): boolean {
    return this.#waiting.some((content) => content.split(/\s/, 1)[0] === STOP);
  }
}
