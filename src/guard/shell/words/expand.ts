/**
 * Expands a word to the arguments of a command: braces, tilde, parameters, substitutions,
 * splitting, patterns, quotes, in bash's order.
 *
 * @module
 */
import type { ParameterExpansionPart, Script, Word, WordPart } from "unbash";
import type { LineDisk } from "../../_line_disk.ts";
import { expandBraces } from "./braces.ts";
import { operate } from "./parameters.ts";
import { escapePattern, expandGlob, hasMagic, unescapePattern } from "./pattern.ts";
import { type Env, withVar } from "./state.ts";
import { isKnown, UNKNOWN } from "./text.ts";

/** What expansion needs from the interpreter. `env` may change: `${x:=y}` sets a variable. */
export interface Expansion {
  env: Env;
  readonly disk: LineDisk;
  readonly homeDir: string;
  /** Returns a variable of the environment; undefined where it is unknown. */
  readonly lookUp: (name: string) => string | undefined;
  /** Parses a text as a script. */
  readonly parse: (text: string) => Script;
  /** Judges a substituted script and returns its output. */
  readonly capture: (script: WordPart & { script: unknown }) => string;
}

/** The values of a part; each value of a list (`"${a[@]}"`) is a word. */
interface Values {
  readonly values: readonly string[];
  readonly isList: boolean;
}

/**
 * Expands a word to the arguments it becomes.
 *
 * @param word The parsed word.
 */
export function expandWord(word: Word, context: Expansion): string[] {
  if (word.parts === undefined && !word.text.startsWith("~")) return [word.value];
  if (!word.parts?.some((part) => part.type === "BraceExpansion")) {
    return expandPatterns(word, context);
  }
  return expandBraces(word.text).flatMap((raw) => {
    const command = context.parse(`: ${raw}`).commands[0]?.command;
    const args = command?.type === "Command" ? command.args : [];
    return args.flatMap((arg) => arg.type === "Word" ? expandPatterns(arg, context) : [arg.text]);
  });
}

/** Expands a word to exactly one text: no splitting, no patterns (assignments, `case`). */
export function expandOne(word: Word, context: Expansion): string {
  return unescapePattern(expandToPattern(word, context));
}

/** Expands a word to one pattern, in which quoted characters are escaped. */
export function expandToPattern(word: Word, context: Expansion): string {
  return expandFields(word, context, false).join(" ");
}

/** Expands parts in double quotes to a text, as in a here-document. */
export function expandQuoted(parts: readonly WordPart[], context: Expansion): string {
  return parts.map((part) => valuesOf(part, context).values.join(" ")).join("");
}

/** Expands a word without braces, patterns against the disk. */
function expandPatterns(word: Word, context: Expansion): string[] {
  const { env, disk } = context;
  const has = (name: string) => env.options.has(name);
  return expandFields(word, context, true).flatMap((pattern) => {
    if (!hasMagic(pattern)) return [unescapePattern(pattern)];
    // A GLOBIGNORE makes bash match hidden names too.
    const dotglob = has("dotglob") || env.vars.has("GLOBIGNORE");
    const paths = isKnown(pattern) && isKnown(env.cwd)
      ? expandGlob(pattern, env.cwd, disk, { dotglob, nocaseglob: has("nocaseglob") })
      : "too many";
    if (paths !== "too many") return paths ?? (has("nullglob") ? [] : [unescapePattern(pattern)]);
    // The text that the pattern characters match is unknown.
    return [unescapePattern(pattern.replace(/(?<!\\)(\*+|\?|\[[^\]]*\])/g, UNKNOWN))];
  });
}

/** Expands a word to patterns, one for each field. */
function expandFields(word: Word, context: Expansion, splits: boolean): string[] {
  const fields: string[] = [];
  let isOpen = false;
  const add = (pattern: string) => {
    fields.push((isOpen ? fields.pop() : "") + pattern);
    isOpen = true;
  };
  const { pos, end, value, text } = word;
  for (const part of word.parts ?? [{ type: "Literal" as const, pos, end, value, text }]) {
    switch (part.type) {
      case "Literal": {
        const isTilde = text.startsWith("~") && part.pos === pos;
        add(escapePattern(isTilde ? expandTilde(part.value, context) : part.value));
        break;
      }
      case "Glob":
      case "ExtendedGlob":
        add(part.text);
        break;
      case "SingleQuoted":
      case "AnsiCQuoted":
        add(escapePattern(part.value));
        break;
      case "DoubleQuoted":
      case "LocaleString":
        if (part.parts.length === 0) add("");
        for (const inner of part.parts) {
          const { values, isList } = valuesOf(inner, context);
          for (const [index, each] of (isList ? values : [values.join(" ")]).entries()) {
            if (index > 0) isOpen = false;
            add(escapePattern(each));
          }
        }
        break;
      default: {
        const { values } = valuesOf(part, context);
        if (!splits || /^(ProcessSubstitution|BraceExpansion)$/.test(part.type)) {
          add(escapePattern(values.join(" ")));
          break;
        }
        // An unquoted value is split at blanks (or `IFS`); its pattern characters have their meaning.
        const ifs = context.env.vars.get("IFS")?.[0] ?? " \t\n";
        for (const [index, each] of values.entries()) {
          if (index > 0) isOpen = false;
          for (const character of each) {
            if (ifs.includes(character)) isOpen = false;
            else add(character === "\\" ? "\\\\" : character);
          }
        }
      }
    }
  }
  return fields;
}

/** Returns the values of a part without splitting them. */
function valuesOf(part: WordPart, context: Expansion): Values {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return only(part.value);
    case "SimpleExpansion": {
      const name = part.text.slice(1);
      const values = lookUpParam(name, context);
      if (name === "@" || name === "*") return { values: values ?? [], isList: name === "@" };
      return only(values?.[0]);
    }
    case "ParameterExpansion":
      return expandParam(part, context);
    case "CommandExpansion":
    case "ProcessSubstitution":
      return only(context.capture(part));
    case "DoubleQuoted":
    case "LocaleString":
      return only(expandQuoted(part.parts, context));
    case "ArithmeticExpansion":
      // A command inside an arithmetic expansion is judged like any other.
      if (/\$\([^(]|`/.test(part.text)) {
        context.capture({ ...part, script: context.parse(part.text.slice(3, -2)) });
      }
      return only(/^\$\(\(\s*(\d+)\s*\)\)$/.exec(part.text)?.[1]);
    default:
      return only(part.text);
  }
}

function only(value: string | undefined): Values {
  return { values: [value ?? UNKNOWN], isList: false };
}

/** Looks up a plain parameter; undefined where it is not known to be set. */
function lookUpParam(name: string, { env, lookUp }: Expansion): readonly string[] | undefined {
  if (name === "@" || name === "*") return env.params.slice(1);
  if (/^\d+$/.test(name)) return [env.params[Number(name)] ?? ""];
  if (name === "#") return [String(Math.max(env.params.length - 1, 0))];
  if (/^[?$!-]$/.test(name)) return [UNKNOWN];
  const inherited = name === "PWD" ? env.cwd : lookUp(name);
  return env.vars.get(name) ?? (inherited === undefined ? undefined : [inherited]);
}

/** Expands `${…}` with its operators, to all values that it may have. */
function expandParam(part: ParameterExpansionPart, context: Expansion): Values {
  const { parameter: name, index, operation: op, prefix } = part;
  const isList = /^[@*]$/.test(index?.text ?? name);
  let values = lookUpParam(name, context);
  if (prefix === "!") values = lookUpParam(values?.[0] ?? UNKNOWN, context);
  if (prefix === "#" || prefix === "!" && (isList || op?.type === "Names")) return only(UNKNOWN);
  if (values !== undefined && !isList) {
    const at = index === undefined ? 0 : Number(expandOne(index, context));
    const value = values.at(at);
    values = !Number.isInteger(at) ? [UNKNOWN] : value === undefined ? undefined : [value];
  }
  if (op?.type === "Default") {
    const { operator } = op;
    const isEmpty = values === undefined || operator.startsWith(":") && values.join("") === "";
    // A variable that the line does not set may be set outside; the default word is the best guess.
    if (operator.endsWith("+") === isEmpty) {
      return { values: operator.endsWith("+") ? [""] : values ?? [""], isList };
    }
    if (operator.endsWith("?")) return only(UNKNOWN);
    const word = expandOne(op.operand, context);
    if (operator.endsWith("=")) context.env = withVar(context.env, name, [word]);
    return only(word);
  }
  if (values === undefined) return only(UNKNOWN);
  // A part of a list is judged as the whole list.
  if (op === undefined || isList && op.type === "Slice") return { values, isList };
  const expand = (word: Word) => expandToPattern(word, context);
  return { values: values.map((value) => operate(value, op, expand)), isList };
}

function expandTilde(text: string, { env, homeDir }: Expansion): string {
  const user = text.replace(/\/[^]*$/, "");
  const homeUser = homeDir.slice(homeDir.lastIndexOf("/") + 1);
  const isOwn = user === "~" || user === `~${homeUser}`;
  return (isOwn ? env.vars.get("HOME")?.[0] ?? homeDir : UNKNOWN) + text.slice(user.length);
}
