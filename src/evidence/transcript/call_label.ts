/**
 * A tool call in a few words, as a person recognises it: `Bash npm test`.
 *
 * @module
 */
import { oneLine } from "../../text/shorten.ts";

/** A label is cut to so many characters. */
const MOST_CHARACTERS = 80;

/** The field of each tool's input that says what the call is about. */
const SUBJECTS = ["command", "file_path", "notebook_path", "url", "query", "pattern"] as const;

/**
 * Labels a call.
 *
 * @param name The tool's name.
 * @param input Its input; what is not understood leaves the name alone.
 */
export function labelCall(name: string, input: Readonly<Record<string, unknown>> | null): string {
  const subject = subjectOf(name, input);
  return oneLine(`${name} ${subject}`, MOST_CHARACTERS);
}

function subjectOf(name: string, input: Readonly<Record<string, unknown>> | null): string {
  if (input === null) return "";
  if (name === "AskUserQuestion") return questionOf(input["questions"]);
  const subject = SUBJECTS.map((field) => input[field]).find((value) => typeof value === "string");
  return typeof subject === "string" ? subject.trimStart().split("\n", 1)[0] ?? "" : "";
}

function questionOf(questions: unknown): string {
  const first: unknown = Array.isArray(questions) ? questions[0] : null;
  const text = typeof first === "object" && first !== null && "question" in first
    ? first.question
    : "";
  return typeof text === "string" ? text : "";
}
