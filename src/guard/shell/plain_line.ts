/**
 * The fast reader lists the commands of everyday lines as bash reads them (a test compares it with
 * the whole grammar): words, simple quotes, pipes, lists, redirects, loops and conditions. All other
 * lines need the whole grammar, which is loaded only for them.
 *
 * @module
 */

/** A word of a line. */
export interface PlainWord {
  readonly raw: string;
  /** The word without its quotes; variables, `~` and patterns are as they are written. */
  readonly text: string;
  /** Whether nothing in it expands. */
  readonly isLiteral: boolean;
}

/** A redirect to or from a file. */
export interface PlainRedirect {
  /** `<`, `>`, `>>`, `>|`, `&>` or `&>>`. */
  readonly operator: string;
  readonly target: PlainWord;
}

/**
 * One command of a line. What has words or redirects of its own is a command too: `for x in a b`,
 * `fi`, `done`, `}`.
 */
export interface PlainCommand {
  readonly words: readonly PlainWord[];
  readonly redirects: readonly PlainRedirect[];
}

/** Signs of words, quoted texts, variables; `$(cat <<'EOF' …)` quotes a text (a commit message). */
const WORD = [
  /[\w./,@%+:=^\-\u0080-\uffff*?[\]{}~!]|(?<=[^\s;|&<>])#|'[^']*'|\$(?:\w+|[?#@*]|\{\w+\})/,
  /"(?:[^"$`\\]|\\[^$`"\\\n]|\$\w|\$\{\w[^"$`\\{}]*\}|\$(?=[" |.,:/)]))*"/,
  /"\$\(cat <<'(?<delimiter>[A-Z]+)'\n(?:[^]*?\n)??\k<delimiter>\n\s*\)"(?=[\s;|&]|$)/,
];
const TOKEN = new RegExp(
  [
    // Blanks and comments.
    /[ \t]+|(?<=^|[\s;&|])#[^\n]*/,
    /(?<separator>\n|;|&&|\|\|?)/,
    /(?<=\s)<<(?<tabs>-?)(?<quote>['"]?)(?<end>[A-Za-z_]\w*)\k<quote>(?=[\s;|&>]|$)/,
    /(?<fd>\d+)?(?<both>&(?=>(?!\|)))?(?<operator>>>|>\||>(?!>)|<(?![<>(]))(?:&(?<copied>\d+|-)(?=[\s;|&]|$))?(?![&(])/,
    new RegExp(`(?<word>(?:${WORD.map(({ source }) => source).join("|")})+)`),
  ].map(({ source }) => source).join("|"),
  "y",
);
/** Characters that expand, outside of single quotes. */
const EXPANDS = /[*?{}~$]|.\[|\[.|.\]|\]./;
/** What may follow in a compound command. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  if: ["then"],
  then: ["elif", "else", "fi"],
  elif: ["then"],
  else: ["fi"],
  while: ["do"],
  until: ["do"],
  for: ["do"],
  do: ["done"],
  "{": ["}"],
};
const CLOSING = /^(fi|done|\})$/;
/** Reserved words of the whole grammar, and those that only follow others. */
const UNEXPECTED =
  /^(then|elif|else|do|fi|done|\}|case|esac|select|function|in|time|coproc|\[\[|\]\]|!)$/;

/**
 * Lists the commands of a plain line.
 *
 * @param text Any text.
 * @returns The commands in their order; null where the text needs the whole grammar.
 *
 * @example A pipeline that ends in a file
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const commands = readPlain("sort 'a b' | uniq > out.txt") ?? [];
 * assertEquals(commands.map(({ words }) => words.map(({ text }) => text)), [["sort", "a b"], ["uniq"]]);
 * assertEquals(readPlain("rm $(cat list)"), null);
 * ```
 */
export function readPlain(text: string): readonly PlainCommand[] | null {
  const commands: PlainCommand[] = [];
  /** The compound commands that are not closed. */
  const open: string[] = [];
  let words: PlainWord[] = [];
  let redirects: PlainRedirect[] = [];
  let waiting: string | null = null;
  /** The here-documents that begin at the next line. */
  const documents: { readonly end: RegExp; readonly isQuoted: boolean }[] = [];
  let isClosed = false;
  // Whether a command must follow: at the begin, behind an operator and behind `then`.
  let isEmpty = true;

  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const match = TOKEN.exec(text);
    if (match === null) return null;
    const { separator, tabs, quote, end, fd, both = "", operator, copied, word: raw } = match
      .groups as Record<string, string | undefined>;
    if (raw !== undefined) {
      // `{fd}> file` names a descriptor.
      if (/^\{\w+\}$/.test(raw) && /^[<>]/.test(text.slice(TOKEN.lastIndex))) return null;
      const word = readWord(raw);
      if (waiting !== null) redirects.push({ operator: waiting, target: word });
      // Behind `done` are only redirects.
      else if (isClosed) return null;
      else if (words.length > 0) words.push(word);
      // An assignment before a command needs the whole grammar.
      else if (/^\w+(\[|\+?=)/.test(raw)) return null;
      else {
        const inner = open.at(-1) ?? "";
        const isNext = NEXT[inner]?.includes(raw) === true;
        if (isNext ? isEmpty : inner === "for" || UNEXPECTED.test(raw)) return null;
        if (isNext) open.pop();
        isClosed = isNext && CLOSING.test(raw);
        if (!isClosed && Object.hasOwn(NEXT, raw)) open.push(raw);
        isEmpty = true;
        if (isClosed || !Object.hasOwn(NEXT, raw) || raw === "for") words.push(word);
      }
      waiting = null;
    } else if (operator !== undefined) {
      if (waiting !== null || words.length === 0 || words[0]?.raw === "for") return null;
      if (both !== "" && (copied ?? fd) !== undefined) return null;
      if (copied !== undefined && operator !== ">") return null;
      // `2>&1` opens no file.
      if (copied === undefined) waiting = both + operator;
    } else if (end !== undefined) {
      if (waiting !== null || words.length === 0 || words[0]?.raw === "for") return null;
      documents.push({
        end: new RegExp(`^${tabs ? "\\t*" : ""}${end}$`, "gm"),
        isQuoted: quote !== "",
      });
    } else if (separator !== undefined) {
      for (const document of separator === "\n" ? documents.splice(0) : []) {
        const from = TOKEN.lastIndex;
        TOKEN.lastIndex = findEnd(text, from, document.end);
        const body = text.slice(from, TOKEN.lastIndex);
        // Without its end, or with a variable, it needs the whole grammar.
        if (TOKEN.lastIndex < from || !document.isQuoted && /[$`\\]/.test(body)) return null;
      }
      if (words.length === 0 && separator === "\n") continue;
      const isHead = words[0]?.raw === "for";
      if (words.length === 0 || waiting !== null) return null;
      if (isHead && !(isLoopHead(words) && /[;\n]/.test(separator))) return null;
      commands.push({ words, redirects });
      [words, redirects, isClosed, isEmpty] = [[], [], false, /[&|]/.test(separator)];
    }
  }
  if (words.length > 0) commands.push({ words, redirects });
  const isOpen = open.length + documents.length > 0 || waiting !== null ||
    words.length === 0 && isEmpty;
  return isOpen ? null : commands;
}

/** Finds where the line behind a here-document begins; -1 where it has no end. */
function findEnd(text: string, from: number, end: RegExp): number {
  end.lastIndex = from;
  return end.test(text) ? Math.min(end.lastIndex + 1, text.length) : -1;
}

function readWord(raw: string): PlainWord {
  const text = raw.startsWith('"$(cat')
    ? raw.slice(1, -1)
    : raw.replace(/'([^']*)'|"([^"]*)"/g, "$1$2");
  return { raw, text, isLiteral: !EXPANDS.test(raw.replace(/'[^']*'|"[^"$]*"/g, "-")) };
}

/** Whether words are `for x in …`. */
function isLoopHead([, name, preposition]: readonly PlainWord[]): boolean {
  return /^[A-Za-z_]\w*$/.test(name?.raw ?? "") && preposition?.raw === "in";
}
