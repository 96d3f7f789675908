/**
 * A tool call in a few words, as a person recognises it: `Bash npm test`.
 *
 * @module
 */

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
  // deno-lint-ignore no-control-regex -- the agent's text must not reach a terminal as it is
  const line = `${name} ${subject}`.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
  const letters = [...line];
  return letters.length <= MOST_CHARACTERS
    ? line
    : `${letters.slice(0, MOST_CHARACTERS - 1).join("")}…`;
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
