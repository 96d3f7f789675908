/**
 * Splits a Bash line into commands and words. What expands stays as it is written, and a backslash
 * marks each character that is quoted; here-documents are left out, since they are data.
 */

/** Stands for text that only running something would show. */
export const UNKNOWN = "\uE000";

/** One command of a line. */
export interface Command {
  readonly words: readonly string[];
  /** The files that its output goes to. */
  readonly outputs: readonly string[];
}

/** A command, or where a shell within the shell begins and ends. */
export type Item = Command | "(" | ")";

/** More levels of substitutions than this are not read. */
const MOST_LEVELS = 20;
/** Characters that mean something where they are not quoted. */
const SPECIAL = /[\\$*?[\]{},~]/g;
/** Variables that are expanded where they are used. */
const VARIABLE = /\$(?:\w+|\{\w+\})/y;
const REDIRECT = /(?:&>>?|>>|>\||>&|>|<<<|<<-?|<>|<&|<)/y;
/** Behind these, a bracket belongs to the word: a list of values, or a pattern. */
const WORD_BEFORE_BRACKET = /[=@!?*+]$/;

/** Splits a line; what is no Bash gives what was read before. */
export function splitLine(line: string): Item[] {
  const scanner = new Scanner(line.replaceAll(UNKNOWN, ""));
  scanner.readCommands("", 0);
  return scanner.items;
}

class Scanner {
  readonly items: Item[] = [];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads commands up to a closing character, or to the end. */
  readCommands(end: string, level: number): void {
    const text = this.#text;
    let words: string[] = [];
    let outputs: string[] = [];
    let word: string | null = null;
    let takes = words;
    const documents: { end: string; isIndented: boolean }[] = [];
    const endWord = () => {
      if (word === null) return;
      takes.push(word);
      [word, takes] = [null, words];
    };
    const endCommand = () => {
      endWord();
      if (words.length + outputs.length > 0) this.items.push({ words, outputs });
      takes = words = [];
      outputs = [];
    };
    // A line that nests deeper is no work that anybody reads.
    if (level > MOST_LEVELS) this.#at = text.length;
    while (this.#at < text.length) {
      const sign = text[this.#at]!;
      const redirect = this.#match(REDIRECT);
      if (sign === end) {
        this.#at += 1;
        break;
      }
      if (redirect !== null) {
        const next = text[this.#at + redirect.length];
        if (/^[<>]$/.test(redirect) && next === "(") {
          this.#at += 1;
          word = (word ?? "") + this.#substitute(level);
          continue;
        }
        // The number of a descriptor is no word.
        if (word !== null && /^\d+$/.test(word)) word = null;
        endWord();
        this.#at += redirect.length;
        if (/^<<-?$/.test(redirect)) {
          documents.push({ end: this.#readDelimiter(), isIndented: redirect === "<<-" });
        } else {
          const isCopy = redirect === ">&" && /[\d-]/.test(next ?? "");
          takes = isCopy || /^<(?!>)/.test(redirect) ? [] : outputs;
        }
      } else if (sign === "\n") {
        endCommand();
        this.#at += 1;
        for (const document of documents.splice(0)) this.#skipDocument(document);
      } else if (/\s/.test(sign)) {
        endWord();
        this.#at += 1;
      } else if (sign === "#" && word === null) {
        this.#at = this.#find("\n");
      } else if (sign === "(" && WORD_BEFORE_BRACKET.test(word ?? "")) {
        word += this.#skipBracket();
      } else if (/[;&|()]/.test(sign)) {
        endCommand();
        this.#at += 1;
        if (sign === "(") this.#readInner(level);
      } else {
        word = (word ?? "") + this.#readPart(level);
      }
    }
    endCommand();
  }

  /** Reads a part of a word: a quoted text, an expansion, or one character. */
  #readPart(level: number): string {
    const text = this.#text;
    const sign = text[this.#at]!;
    const variable = this.#match(VARIABLE);
    if (variable !== null) {
      this.#at += variable.length;
      return variable;
    }
    switch (sign === "$" ? `$${text[this.#at + 1] ?? ""}` : sign) {
      case "\\":
        this.#at += 2;
        return text[this.#at - 1] === "\n" ? "" : quote(text[this.#at - 1] ?? "");
      case "'":
        return quote(this.#cut("'"));
      case '"':
        return this.#readDoubleQuoted(level);
      case '$"':
        this.#at += 1;
        return this.#readDoubleQuoted(level);
      case "$'":
        this.#at += 1;
        this.#cut("'");
        return UNKNOWN;
      case "${":
        this.#cut("}");
        return UNKNOWN;
      case "$(":
        this.#at += 1;
        return this.#substitute(level);
      case "`":
        return this.#substitute(level, "`");
      default:
        this.#at += 1;
        if (sign !== "$" || !/[@*#?!$-]/.test(text[this.#at] ?? "")) return sign;
        // `$?`, `$@` and their kind.
        this.#at += 1;
        return UNKNOWN;
    }
  }

  #readDoubleQuoted(level: number): string {
    let word = "";
    for (this.#at += 1; this.#at < this.#text.length && this.#text[this.#at] !== '"';) {
      const sign = this.#text[this.#at]!;
      const isEscape = sign === "\\" && /[$`"\\\n]/.test(this.#text[this.#at + 1] ?? "");
      if (
        isEscape || sign === "`" || sign === "$" && !/["']/.test(this.#text[this.#at + 1] ?? "")
      ) {
        word += this.#readPart(level);
      } else {
        word += quote(sign);
        this.#at += 1;
      }
    }
    this.#at += 1;
    return word;
  }

  /** Reads the commands of a substitution. @returns What it stands for, where its text says that. */
  #substitute(level: number, end = ")"): string {
    const from = this.#at + 1;
    this.#at = from;
    this.#readInner(level, end);
    const inner = this.#text.slice(from, this.#at - 1).trim();
    if (inner === "pwd") return "$PWD";
    return /^(?:which|command -v) ([\w./-]+)$/.exec(inner)?.[1] ?? UNKNOWN;
  }

  #readInner(level: number, end = ")"): void {
    this.items.push("(");
    this.readCommands(end, level + 1);
    this.items.push(")");
  }

  #readDelimiter(): string {
    const blank = /[ \t]*/y;
    this.#at += this.#match(blank)?.length ?? 0;
    const raw = this.#match(/[^\s;&|<>()]+/y) ?? "";
    this.#at += raw.length;
    return raw.replace(/['"\\]/g, "");
  }

  #skipDocument({ end, isIndented }: { end: string; isIndented: boolean }): void {
    while (this.#at < this.#text.length) {
      const next = this.#find("\n");
      const line = this.#text.slice(this.#at, next);
      this.#at = next + 1;
      if ((isIndented ? line.replace(/^\t+/, "") : line) === end) return;
    }
  }

  #skipBracket(): string {
    this.#at = this.#find(")") + 1;
    return UNKNOWN;
  }

  /** Returns the text from behind the next character to a closing one, and goes behind that. */
  #cut(end: string): string {
    const from = this.#at + 1;
    const to = this.#text.indexOf(end, from);
    this.#at = (to < 0 ? this.#text.length : to) + 1;
    return this.#text.slice(from, this.#at - 1);
  }

  #find(sign: string): number {
    const at = this.#text.indexOf(sign, this.#at);
    return at < 0 ? this.#text.length : at;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? null;
  }
}

/** Marks each character of a text that would mean something. */
export function quote(text: string): string {
  return text.replace(SPECIAL, "\\$&");
}

/** Returns the text that a word without expansions stands for. */
export function unquote(word: string): string {
  return word.replace(/\\([^])/g, "$1");
}
