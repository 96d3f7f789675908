/**
 * Which literals of a program reach a call that changes files: those in the same statement, and those
 * that a statement gives a name that such a call uses. A program that only mentions a path, or reads
 * it, while it writes elsewhere, changes nothing there.
 *
 * @module
 */

/** A string literal in a program's text. */
export interface Placed {
  /** Where it stands, from its opening quote on, and how long it is. */
  readonly at: number;
  readonly length: number;
}

/** Calls that turn a path into what is in the file, or into whether it is there. */
const READING =
  /\b(open|read\w*|slurp|load\w*|exists\w*|stat\w*|is_?file\w*|access\w*|require|import|file_get_contents)\b/i;

/** A name that gets a value: by assignment, by a loop, by a block's parameter. */
const NAMING =
  /([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?(?:=(?![=>~])|\s(?:in|of)\s)|\bas\s+(\w+)|\|\s*(\w+)/g;

/** One statement of a program. */
interface Statement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The text without its literals. */
  readonly bare: string;
}

/**
 * Makes the test whether a literal reaches a call that changes files.
 *
 * @param code The program.
 * @param literals All its literals.
 * @param changes Finds a call that changes files.
 */
export function createReach(
  code: string,
  literals: readonly Placed[],
  changes: RegExp,
): (literal: Placed) => boolean {
  const statements = split(code, literals);
  const changing = new Set(statements.filter(({ text }) => changes.test(text)));
  return ({ at }) => {
    const home = statements.find(({ start, end }) => at >= start && at < end);
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

/** Cuts at line ends and semicolons that stand in no literal and no bracket. */
function split(code: string, literals: readonly Placed[]): Statement[] {
  const statements: Statement[] = [];
  const ends = new Map(literals.map(({ at, length }) => [at, at + length]));
  let start = 0;
  let depth = 0;
  let bare = "";
  const cut = (end: number) => {
    statements.push({ start, end, text: code.slice(start, end), bare });
    start = end;
    bare = "";
  };
  for (let at = 0; at < code.length; at++) {
    const end = ends.get(at);
    if (end !== undefined) {
      at = end - 1;
      continue;
    }
    const sign = code[at] as string;
    bare += sign;
    if (sign === "(" || sign === "[") depth++;
    else if (sign === ")" || sign === "]") depth = Math.max(0, depth - 1);
    else if (depth === 0 && (sign === ";" || sign === "\n")) cut(at + 1);
  }
  cut(code.length);
  return statements;
}
