/**
 * What can be read from a program in any language without parsing it: its string literals, and
 * which of them reach a statement that changes files.
 *
 * @module
 */
import { unescapeText } from "../words/text.ts";

/** Calls that only read a file or test whether it exists. */
const READING =
  /\b(open|read\w*|slurp|load\w*|exists\w*|stat\w*|is_?file\w*|access\w*|require|import|file_get_contents)\b/i;
/** A name that gets a value, by assignment, loop or block parameter. */
const NAMING =
  /([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?(?:=(?![=>~])|\s(?:in|of)\s)|\bas\s+(\w+)|\|\s*(\w+)/g;
/** String literals of any of the languages. */
const LITERALS =
  /'''([^]*?)'''|"""([^]*?)"""|'((?:[^'\\]|\\[^])*)'|"((?:[^"\\]|\\[^])*)"|`((?:[^`\\]|\\[^])*)`|\bqw?[q{([/|]([^})\]/|]*)[})\]/|]|%w?[[({]([^\])}]*)[\])}]/g;
/** A string literal in a program's text, with the code around it. */
export interface Literal {
  readonly at: number;
  readonly end: number;
  readonly text: string;
  /** The code since the previous literal, and some of the code that follows. */
  readonly before: string;
  readonly after: string;
}

/** Lists the string literals of a program. */
export function listLiterals(code: string): readonly Literal[] {
  let last = 0;
  return [...code.matchAll(LITERALS)].map((match) => {
    const { index: at, 0: literal } = match;
    const end = at + literal.length;
    const after = code.slice(end, end + 24);
    const before = code.slice(last, at).replace(/\b[rbfu]$/, "");
    last = end;
    return {
      at,
      end,
      text: unescapeText(match.slice(1).find((group) => group !== undefined) ?? "")
        .replace(/\\(['"`])/g, "$1"),
      before,
      after,
    };
  });
}

/** A statement: its end, its text, and its text without literals. */
interface Statement {
  readonly end: number;
  readonly text: string;
  readonly bare: string;
}

/**
 * Makes the test whether a literal reaches a change: in its own statement, or by a name that its
 * statement assigns and a changing statement uses.
 *
 * @param changes Matches a call that changes files.
 */
export function createReach(
  code: string,
  literals: readonly Literal[],
  changes: RegExp,
): (literal: Literal) => boolean {
  const statements = splitStatements(code, literals);
  const changing = new Set(statements.filter(({ text }) => changes.test(text)));
  return ({ at }) => {
    const statementOfLiteral = statements.find(({ end }) => at < end);
    if (statementOfLiteral === undefined || changing.has(statementOfLiteral)) return true;
    const names = namesIn(statementOfLiteral);
    for (const name of names) {
      const use = new RegExp(`\\b${name}\\b`);
      for (const statement of statements) {
        if (statement === statementOfLiteral || !use.test(statement.bare)) continue;
        if (changing.has(statement)) return true;
        for (const next of namesIn(statement)) names.add(next);
      }
    }
    return false;
  };
}

/** Lists the names that a statement assigns. */
function namesIn({ bare }: Statement): Set<string> {
  if (READING.test(bare)) return new Set();
  return new Set([...bare.matchAll(NAMING)].map((match) => match[1] ?? match[2] ?? match[3] ?? ""));
}

/** Splits at line ends and semicolons outside of literals and brackets. */
function splitStatements(code: string, literals: readonly Literal[]): Statement[] {
  const statements: Statement[] = [];
  const ends = new Map(literals.map(({ at, end }) => [at, end]));
  let [start, depth, bare] = [0, 0, ""];
  for (let at = 0; at <= code.length; at++) {
    at = ends.get(at) ?? at;
    const character = code[at] ?? "";
    bare += character;
    if (character === "(" || character === "[") depth++;
    else if (character === ")" || character === "]") depth = Math.max(0, depth - 1);
    if (character === "" || depth === 0 && (character === ";" || character === "\n")) {
      statements.push({ end: at + 1, text: code.slice(start, at + 1), bare });
      [start, bare] = [at + 1, ""];
    }
  }
  return statements;
}
