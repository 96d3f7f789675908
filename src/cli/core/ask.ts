/**
 * Asks the person at the terminal, with numbered choices and lines of text. Rendering questions and
 * matching answers is pure; only {@linkcode createAsk} reads and writes.
 */
import type { Output } from "./output.ts";
import type { Style } from "./style.ts";

interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

interface Question<Value extends string = string> {
  readonly text: string;
  readonly choices: readonly Choice<Value>[];
  /** The value that Enter alone chooses. */
  readonly default: NoInfer<Value>;
}

/** The questions to the person at the terminal; without a terminal every answer is null. */
export interface Ask {
  /** Whether there is a terminal to ask on. */
  readonly isPossible: boolean;
  /** Returns the chosen value; null without a terminal or at the end of input. */
  choose<const Value extends string>(question: Question<Value>): Value | null;
  /** Returns a trimmed line of text; null if it is empty, without a terminal or at the end of input. */
  line(text: string): string | null;
}

/** Reads an answer: a line without its break, or null at the end of input. */
type ReadLine = () => string | null;

/** Makes a yes-or-no question. */
export function yesOrNo(text: string, fallback: "yes" | "no"): Question<"yes" | "no"> {
  return {
    text,
    choices: [{ value: "yes", label: "Yes" }, { value: "no", label: "No" }],
    default: fallback,
  };
}

/**
 * Renders a question as the terminal shows it, without the line break at its end.
 *
 * @param style Marks the default.
 */
export function renderQuestion(question: Question, style: Style): string {
  const rows = question.choices.map(({ value, label }, index) => {
    const row = `${index + 1}) ${label}`;
    return `  ${value === question.default ? style.bold(row) : row}`;
  });
  const fallback = question.choices.findIndex(({ value }) => value === question.default) + 1;
  const range = `1-${question.choices.length}, Enter for ${fallback}`;
  return [question.text, ...rows, `Choose (${range}): `].join("\n");
}

/**
 * Finds the value that a typed answer means: a number, or the unambiguous start of a value or label.
 *
 * @returns The value, or null if the answer matches no choice or several.
 */
export function matchAnswer<Value extends string>(
  question: Question<Value>,
  typed: string,
): Value | null {
  const answer = typed.trim().toLowerCase();
  if (answer === "") return question.default;
  if (/^\d+$/.test(answer)) return question.choices[Number(answer) - 1]?.value ?? null;
  const begins = question.choices.filter(({ value, label }) =>
    value.toLowerCase().startsWith(answer) || label.toLowerCase().startsWith(answer)
  );
  return begins.length === 1 ? begins[0]?.value ?? null : null;
}

/**
 * Creates the questions of a command.
 *
 * @param out The output whose stderr gets the questions.
 * @param readLine Reads an answer; null if input or output is not a terminal.
 */
export function createAsk(out: Output, readLine: ReadLine | null): Ask {
  return {
    isPossible: readLine !== null,
    choose: (question) => {
      if (readLine === null) return null;
      out.prompt(renderQuestion(question, out.talkStyle));
      for (;;) {
        const typed = readLine();
        if (typed === null) return null;
        const value = matchAnswer(question, typed);
        if (value !== null) return value;
        out.prompt(`Please type a number from 1 to ${question.choices.length}: `);
      }
    },
    line: (text) => {
      if (readLine === null) return null;
      out.prompt(`${text}: `);
      return readLine()?.trim() || null;
    },
  };
}
