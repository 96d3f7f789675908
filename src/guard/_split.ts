/**
 * Splits a Bash line into commands and words. What expands stays as it is written, and a backslash
 * marks each character that is quoted; here-documents are left out, since they are data.
 */

/** Stands for text that only running something would show. */
export const UNKNOWN = "\uE000";

/** One command of a line. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** The files that its output goes to. */
  readonly outputs: readonly string[];
}

/** A command, or the beginning or end of a nested shell. */
type ShellItem = ShellCommand | "(" | ")";

/** A shell that is being read: the line's own, or one within it. */
interface Shell {
  /** The closing sign; empty for the line's own. */
  readonly end: string;
  /** Where its text begins, if its output becomes part of a word of the outer shell. */
  readonly from: number | null;
  readonly command: { words: string[]; outputs: string[] };
  word: string | null;
  /** Where the next word belongs; null for data. */
  takes: "words" | "outputs" | null;
  isQuoted: boolean;
  readonly documents: string[];
}

/** More shells within shells are not read. */
const MOST_SHELLS = 20;

/** Most lines: no quotes, expansions and redirects. */
const SIMPLE = /^[\w@%+:,./= \t\n;&|-]*$/;

/** Expansions, in double quotes too. */
const EXPANSION =
  /(?<variable>\$(?:\w+|\{\w+\}))|(?<unknown>\$(?:\{[^}]*\}?|[@*#?!$-]))|(?<inner>\$\(|`)/;
const compileQuoted = () =>
  joinPatterns(/\\(?<escaped>[$`"\\\n])/, EXPANSION, /(?<quotes>")|(?<text>[^])/);
const compilePlain = () =>
  joinPatterns(
    /\\(?<escaped>[^])|(?<unknown>\$'(?:\\[^]|[^'\\])*'?)|'(?<single>[^']*)'?|\$?(?<quotes>")/,
    EXPANSION,
    // A list of values, or a pattern.
    /(?<unknown>(?<=[=@!?*+])\([^)]*\)?)|(?<inner>[<>]\()/,
    /(?<blank>[ \t]+|(?<=^|[\s;&|(])(?:#[^\n]*|\d+(?=[<>])))|<<-?(?!<)[ \t]*(?<document>[^\s;&|<>()]+)/,
    /(?<output>&>>?|>>|>\||>&(?![\d-])|<>|>(?!&))|(?<input><<<|<&|<|>&)/,
    /(?<operator>[\n;&|()])|(?<text>[\w./:,-]+|[^])/,
  );

/** Splits a line into words. If it is not valid Bash, returns the words before the error. */
export function splitLine(line: string): ShellItem[] {
  if (SIMPLE.test(line)) return splitSimple(line);
  // docs/start-up.md
  const [quoted, plain] = [compileQuoted(), compilePlain()];
  const text = line.replaceAll(UNKNOWN, "");
  const items: ShellItem[] = [];
  const shells: Shell[] = [];
  let shell = openShell("", null);
  const add = (part: string) => shell.word = (shell.word ?? "") + part;
  const endWord = () => {
    if (shell.word === null) return;
    if (shell.takes !== null) shell.command[shell.takes].push(shell.word);
    [shell.word, shell.takes] = [null, "words"];
  };
  const endCommand = () => {
    endWord();
    const { words, outputs } = shell.command;
    if (words.length + outputs.length > 0) items.push({ words: [...words], outputs: [...outputs] });
    words.length = outputs.length = 0;
  };
  const open = (end: string, from: number | null) => {
    items.push("(");
    shells.push(shell);
    shell = openShell(end, from);
  };
  const close = (at: number) => {
    endCommand();
    items.push(")");
    const { from } = shell;
    shell = shells.pop() ?? shell;
    if (from !== null) add(outputOf(text.slice(from, at)));
  };
  for (let at = 0; at < text.length && shells.length <= MOST_SHELLS;) {
    const pattern = shell.isQuoted ? quoted : plain;
    pattern.lastIndex = at;
    const groups = pattern.exec(text)?.groups ?? {};
    const { escaped, unknown, single, quotes, variable, inner, document, output, operator } =
      groups;
    const begin = at;
    at = pattern.lastIndex;
    if (escaped !== undefined) {
      // Bash removes an escaped line end before it reads words.
      if (escaped !== "\n") add(quote(escaped));
    } else if (unknown !== undefined) add(UNKNOWN);
    else if (single !== undefined || variable !== undefined) add(variable ?? quote(single ?? ""));
    else if (quotes !== undefined) {
      shell.isQuoted = !shell.isQuoted;
      add("");
    } else if (inner === "`" && shell.end === "`") close(begin);
    else if (inner !== undefined) open(inner === "`" ? "`" : ")", at);
    else if (groups["text"] !== undefined) {
      add(shell.isQuoted ? quote(groups["text"]) : groups["text"]);
    } else if (groups["blank"] !== undefined) endWord();
    else if (document !== undefined) shell.documents.push(document.replace(/['"\\]/g, ""));
    else if (operator === undefined) {
      endWord();
      shell.takes = output === undefined ? null : "outputs";
    } else if (operator === ")" && shell.end === ")") close(begin);
    else {
      endCommand();
      if (operator === "(") open(")", null);
      if (operator === "\n") {
        for (const end of shell.documents.splice(0)) at = findEnd(text, at, end);
      }
    }
  }
  while (shells.length > 0) close(text.length);
  endCommand();
  return items;
}

function splitSimple(line: string): ShellCommand[] {
  const commands: string[][] = [[]];
  for (const part of line.split(/[ \t]+|([\n;&|])/)) {
    if (part && "\n;&|".includes(part)) commands.push([]);
    else if (part) commands.at(-1)!.push(part);
  }
  return commands.filter((words) => words.length > 0).map((words) => ({ words, outputs: [] }));
}

/** Marks each character of a text that would mean something. */
export function quote(text: string): string {
  return text.replace(/[\\$*?[\]{},~]/g, "\\$&");
}

/** Returns the text that a word without expansions stands for. */
export function unquote(word: string): string {
  return word.includes("\\") ? word.replace(/\\([^])/g, "$1") : word;
}

function openShell(end: string, from: number | null): Shell {
  const command = { words: [], outputs: [] };
  return { end, from, command, word: null, takes: "words", isQuoted: false, documents: [] };
}

/** Finds the output of commands, if their text says it. */
function outputOf(commands: string): string {
  const text = commands.trim();
  return text === "pwd" ? "$PWD" : /^(?:which|command -v) ([\w./-]+)$/.exec(text)?.[1] ?? UNKNOWN;
}

/** Finds where a here-document's text ends. */
function findEnd(text: string, from: number, end: string): number {
  const pattern = new RegExp(`^\\t*${RegExp.escape(end)}$`, "gm");
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : text.length;
}

function joinPatterns(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"), "y");
}
