/**
 * The fast reader parses lines of words, simple quotes, pipes, `&&`, `||`, `;` and redirects to a
 * file as bash does (a test compares it with the whole grammar). The whole grammar, which is loaded
 * only then, parses all others.
 *
 * @module
 */

/** One command of a line. */
export interface PlainCommand {
  /** Its words without their quotes. */
  readonly argv: readonly string[];
  readonly redirects: readonly PlainRedirect[];
}

/** A redirect to or from a file. */
export interface PlainRedirect {
  /** `<`, `>`, `>>`, `>|`, `&>` or `&>>`. */
  readonly operator: string;
  /** The file descriptor of an output. */
  readonly fd: number;
  readonly target: string;
}

/** Pipelines with the operators between them. */
export interface PlainStatement {
  readonly pipelines: readonly (readonly PlainCommand[])[];
  readonly operators: readonly ("&&" | "||")[];
}

/** A line that was read. */
export interface PlainLine {
  readonly statements: readonly PlainStatement[];
  /** Whether every word is literal: no pattern, no `~`, no variable. */
  readonly isLiteral: boolean;
}

/** Blanks, separators, redirects and words of a plain line. */
const TOKEN =
  /[ \t]+|(\n|;|&&|\|\|?)|(?:(\d+)|(&(?=>(?!\|))))?(>>|>\||>(?!>)|<(?![<>(]))(?:&(\d+|-)(?=[\s;|&]|$))?(?![&(])|((?:[\w./,@%+:=^\-\u0080-\uffff]|[*?[\]{}~]|'[^']*'|"(?:[^"$`\\]|\\[^$`"\\\n]|\$\{?\w|\$(?=[" |.,:/)]))*"|\$(?:\w+|[?#@*]|\{\w+\})|(?<=[^\s;|&<>])#)+)/y;
/** Characters that expand, outside of single quotes. */
const EXPANDS = /[*?{}~$]|.\[|\[.|.\]|\]./;
/** Reserved words where a command is expected. */
const RESERVED: ReadonlySet<string> = new Set(
  "if then elif else fi for while until do done case esac select function in time coproc { } [["
    .split(" "),
);

/**
 * Parses a plain line.
 *
 * @param text Any text.
 * @returns Its commands; null where it needs the whole grammar.
 *
 * @example A pipeline that ends in a file
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const [statement] = readPlain("sort 'a b' | uniq > out.txt")?.statements ?? [];
 * assertEquals(statement?.pipelines[0]?.map(({ argv }) => argv), [["sort", "a b"], ["uniq"]]);
 * assertEquals(readPlain("rm $(cat list)"), null);
 * ```
 */
export function readPlain(text: string): PlainLine | null {
  const statements: PlainStatement[] = [];
  let pipelines: PlainCommand[][] = [];
  let operators: ("&&" | "||")[] = [];
  let pipeline: PlainCommand[] = [];
  let argv: string[] = [];
  let redirects: PlainRedirect[] = [];
  let waiting: Omit<PlainRedirect, "target"> | null = null;
  let isLiteral = true;

  /** Ends a command; false where it is empty or not plain. */
  const endCommand = (): boolean => {
    const [name] = argv;
    if (name === undefined || waiting !== null || RESERVED.has(name)) return false;
    pipeline.push({ argv, redirects });
    [argv, redirects] = [[], []];
    return true;
  };
  const endStatement = () => {
    pipelines.push(pipeline);
    statements.push({ pipelines, operators });
    [pipelines, operators, pipeline] = [[], [], []];
  };

  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return null;
    const [, separator, digits, both, operator, copied, word] = match;
    if (word !== undefined) {
      // An assignment before a command needs the whole grammar.
      if (argv.length === 0 && waiting === null && /^[\w[\]]+\+?=/.test(word)) return null;
      const value = word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2");
      if (EXPANDS.test(word.replace(/'[^']*'|"[^"$]*"/g, "-"))) isLiteral = false;
      if (waiting === null) argv.push(value);
      else redirects.push({ ...waiting, target: value });
      waiting = null;
    } else if (operator !== undefined) {
      const isInputCopied = copied !== undefined && operator === "<";
      if (waiting !== null || argv.length === 0 || isInputCopied) return null;
      const fd = Number(digits ?? (operator === "<" ? 0 : 1));
      // `2>&1` opens no file.
      if (copied === undefined) waiting = { operator: (both ?? "") + operator, fd };
      else if (both !== undefined) return null;
    } else if (separator !== undefined) {
      if (argv.length === 0 && separator === "\n") {
        // An empty line, or one that continues after an operator.
        if (waiting === null) continue;
        return null;
      }
      if (!endCommand()) return null;
      if (separator === "|") continue;
      if (separator === "&&" || separator === "||") {
        pipelines.push(pipeline);
        pipeline = [];
        operators.push(separator);
      } else endStatement();
    }
  }
  if (argv.length > 0 || waiting !== null || redirects.length > 0) {
    if (!endCommand()) return null;
    endStatement();
  }
  // An operator with nothing behind it.
  const isOpen = pipeline.length > 0 || operators.length > 0;
  return isOpen || statements.length === 0 ? null : { statements, isLiteral };
}
