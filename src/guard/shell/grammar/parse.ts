/**
 * From a text to its grammar.
 *
 * A line of nothing but plain words, joined by `&&`, `||` and `;`, is read here, exactly as the
 * shell-grammar parser would (a test compares them); every other text goes to that parser, which is
 * loaded only then: it is a third of what a judged line costs.
 *
 * @module
 */
import type { Command, LogicalOperator, Statement, Word } from "unbash";
import { Needed } from "./needed.ts";

/** What a text is parsed to. */
export type Parsed = ReturnType<typeof import("unbash").parse>;

let parseWhole: ((text: string) => Parsed) | null = null;

/**
 * Parses a text as a bash script.
 *
 * @param text Any text.
 * @returns Its grammar, with the parser's errors.
 * @throws {Needed} Where it takes the parser, and that is not loaded.
 */
export function parse(text: string): Parsed {
  const plain = readPlain(text);
  if (plain !== null) return plain;
  if (parseWhole === null) {
    throw new Needed("parser", async () => {
      ({ parseWhole } = await import("./whole_grammar.ts"));
    });
  }
  return parseWhole(text);
}

/** Letters of plain words, blanks and the letters of operators. */
const PLAIN = /^[\w./,@%+:=\-&|; \t]*$/;

const SEPARATORS = " \t&|;";

/** Words that begin or end a compound command where a command is expected. */
const RESERVED: ReadonlySet<string> = new Set(
  "if then elif else fi for while until do done case esac select function in time coproc".split(
    " ",
  ),
);

/** Reads a line of plain words; null for any other. */
export function readPlain(text: string): Parsed | null {
  if (!PLAIN.test(text)) return null;
  const statements: Statement[] = [];
  let commands: Command[] = [];
  let operators: LogicalOperator[] = [];
  let words: Word[] = [];
  const endStatement = () => {
    if (commands.length > 0) statements.push(statementOf(commands, operators));
    commands = [];
    operators = [];
  };
  for (let at = 0; at < text.length;) {
    const sign = text[at] as string;
    const end = endOfToken(text, at);
    const token = text.slice(at, end);
    if (!SEPARATORS.includes(sign)) {
      // An equals sign only in an option: elsewhere it may be an assignment.
      if (token.includes("=") && sign !== "-") return null;
      words.push({ type: "Word", text: token, value: token, pos: at, end });
    } else if (sign !== " " && sign !== "\t") {
      const command = commandOf(words);
      if (command === null) return null;
      commands.push(command);
      words = [];
      if (token === "&&" || token === "||") operators.push(token);
      else if (token === ";") endStatement();
      else return null;
    }
    at = end;
  }
  if (words.length > 0) {
    const command = commandOf(words);
    if (command === null) return null;
    commands.push(command);
  }
  // An operator with nothing behind it.
  if (commands.length > 0 ? commands.length === operators.length : statements.length === 0) {
    return null;
  }
  endStatement();
  return {
    type: "Script",
    pos: 0,
    end: text.length,
    shebang: undefined,
    commands: statements,
    errors: undefined,
  };
}

/** Where a word, or a run of one and the same separator, ends. */
function endOfToken(text: string, start: number): number {
  const sign = text[start] as string;
  const isWord = !SEPARATORS.includes(sign);
  let end = start + 1;
  while (
    end < text.length && (isWord ? !SEPARATORS.includes(text[end] as string) : text[end] === sign)
  ) end++;
  return end;
}

function commandOf([name, ...args]: readonly Word[]): Command | null {
  if (name === undefined || RESERVED.has(name.text)) return null;
  const end = args.at(-1)?.end ?? name.end;
  return {
    type: "Command",
    pos: name.pos,
    end,
    name,
    prefix: [],
    suffix: args,
    args,
    redirects: [],
  };
}

function statementOf(
  commands: readonly Command[],
  operators: readonly LogicalOperator[],
): Statement {
  const [first] = commands as [Command, ...Command[]];
  const end = commands.at(-1)?.end ?? first.end;
  const command = commands.length === 1
    ? first
    : { type: "AndOr" as const, pos: first.pos, end, commands, operators };
  return { type: "Statement", pos: first.pos, end, command, background: undefined };
}
