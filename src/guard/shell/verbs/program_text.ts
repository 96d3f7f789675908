/**
 * The text of a program in any language, as far as it can be read without parsing it: its string
 * literals, and which of them reach a statement of a kind.
 *
 * @module
 */
import { unescapeText } from "../words/text.ts";

/** Calls that turn a path into what is in the file, or into whether it exists. */
const READING =
  /\b(open|read\w*|slurp|load\w*|exists\w*|stat\w*|is_?file\w*|access\w*|require|import|file_get_contents)\b/i;
/** A name that gets a value: by assignment, by a loop, by a block's parameter. */
const NAMING =
  /([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?(?:=(?![=>~])|\s(?:in|of)\s)|\bas\s+(\w+)|\|\s*(\w+)/g;
/** String literals of any of the languages. */
const LITERALS =
  /'''([^]*?)'''|"""([^]*?)"""|'((?:[^'\\]|\\[^])*)'|"((?:[^"\\]|\\[^])*)"|`((?:[^`\\]|\\[^])*)`|\bqw?[q{([/|]([^})\]/|]*)[})\]/|]|%w?[[({]([^\])}]*)[\])}]/g;
/** A string literal. */
export interface Literal {
  readonly at: number;
  readonly end: number;
  readonly text: string;
  /** The code since the literal before, and some of the code that follows. */
  readonly before: string;
  readonly after: string;
}

/** Lists the string literals of a program. */
export function listLiterals(code: string): readonly Literal[] {
  let last = 0;
  return [...code.matchAll(LITERALS)].map((match) => {
    const { index: at, 0: whole } = match;
    const end = at + whole.length;
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

/** One statement: where it ends, its text, its text without literals. */
interface Statement {
  readonly end: number;
  readonly text: string;
  readonly bare: string;
}

/**
 * Makes the test whether a literal reaches a change: in its own statement, or by a name that the
 * statement gives it and that a changing statement uses.
 *
 * @param changes Finds a call that changes files.
 */
export function createReach(
  code: string,
  literals: readonly Literal[],
  changes: RegExp,
): (literal: Literal) => boolean {
  const statements = splitStatements(code, literals);
  const changing = new Set(statements.filter(({ text }) => changes.test(text)));
  return ({ at }) => {
    const home = statements.find(({ end }) => at < end);
    if (home === undefined || changing.has(home)) return true;
    const names = namesIn(home);
    for (const name of names) {
      const use = new RegExp(`\\b${name}\\b`);
      for (const statement of statements) {
        if (statement === home || !use.test(statement.bare)) continue;
        if (changing.has(statement)) return true;
        for (const next of namesIn(statement)) names.add(next);
      }
    }
    return false;
  };
}

/** The names that a statement gives to paths. */
function namesIn({ bare }: Statement): Set<string> {
  if (READING.test(bare)) return new Set();
  return new Set([...bare.matchAll(NAMING)].map((match) => match[1] ?? match[2] ?? match[3] ?? ""));
}

/** Cuts at line ends and semicolons that are in no literal and no bracket. */
function splitStatements(code: string, literals: readonly Literal[]): Statement[] {
  const statements: Statement[] = [];
  const ends = new Map(literals.map(({ at, end }) => [at, end]));
  let [start, depth, bare] = [0, 0, ""];
  for (let at = 0; at <= code.length; at++) {
    at = ends.get(at) ?? at;
    const sign = code[at] ?? "";
    bare += sign;
    if (sign === "(" || sign === "[") depth++;
    else if (sign === ")" || sign === "]") depth = Math.max(0, depth - 1);
    if (sign === "" || depth === 0 && (sign === ";" || sign === "\n")) {
      statements.push({ end: at + 1, text: code.slice(start, at + 1), bare });
      [start, bare] = [at + 1, ""];
    }
  }
  return statements;
}
