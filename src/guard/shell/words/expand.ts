/**
 * Expands a word to the arguments of a command: braces, tilde, parameters, substitutions,
 * splitting, patterns, quotes, in bash's order.
 *
 * @module
 */
import type { Script, Word, WordPart } from "unbash";
import type { LineDisk } from "../../_line_disk.ts";
import { expandBraces } from "./braces.ts";
import { escapePattern, expandGlob, hasMagic, unescapePattern } from "./pattern.ts";
import { expandParam, lookUpParam, type ParamContext, type Values } from "./parameters.ts";
import { isKnown, UNKNOWN } from "./text.ts";
import type { Env } from "./state.ts";

/** What expansion needs from the interpreter. `env` may change: `${x:=y}` sets a variable. */
export interface Expansion {
  env: Env;
  readonly disk: LineDisk;
  readonly homeDir: string;
  readonly lookUp: (name: string) => string | undefined;
  /** Parses a text as a script. */
  readonly parse: (text: string) => Script;
  /** Judges a substituted script and returns its output. */
  readonly capture: (script: WordPart & { script: unknown }) => string;
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
    if (command?.type !== "Command") return [UNKNOWN];
    return command.args.flatMap((arg) =>
      arg.type === "Word" ? expandPatterns(arg, context) : [arg.text]
    );
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
    const paths = isKnown(pattern) && isKnown(env.cwd)
      ? expandGlob(pattern, env.cwd, disk, {
        // A GLOBIGNORE makes bash match hidden names too.
        dotglob: has("dotglob") || env.vars.has("GLOBIGNORE"),
        nocaseglob: has("nocaseglob"),
      })
      : "too many";
    if (paths !== "too many") return paths ?? (has("nullglob") ? [] : [unescapePattern(pattern)]);
    // The text that the pattern characters match is unknown.
    return [unescapePattern(pattern.replace(/(?<!\\)(\*+|\?|\[[^\]]*\])/g, UNKNOWN))];
  });
}

/** Expands a word to patterns, one for each field. */
function expandFields(word: Word, context: Expansion, splits: boolean): string[] {
  const fields: string[] = [];
  let current: string | undefined;
  const add = (pattern: string) => current = (current ?? "") + pattern;
  const close = () => {
    if (current !== undefined) fields.push(current);
    current = undefined;
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
            if (index > 0) close();
            add(escapePattern(each));
          }
        }
        break;
      default: {
        const { values } = valuesOf(part, context);
        const isCut = splits && part.type !== "ProcessSubstitution" &&
          part.type !== "BraceExpansion";
        if (isCut) addSplit(values, context.env, add, close);
        else add(escapePattern(values.join(" ")));
      }
    }
  }
  close();
  return fields;
}

/** Adds an unquoted value, split at blanks (or `IFS`); its pattern characters keep their meaning. */
function addSplit(
  values: readonly string[],
  env: Env,
  add: (pattern: string) => void,
  close: () => void,
): void {
  const ifs = env.vars.get("IFS")?.[0] ?? " \t\n";
  for (const [index, value] of values.entries()) {
    if (index > 0) close();
    let word = "";
    for (const character of value) {
      if (!ifs.includes(character)) word += character === "\\" ? "\\\\" : character;
      else {
        if (word !== "") add(word);
        word = "";
        close();
      }
    }
    if (word !== "") add(word);
  }
}

/** Returns the values of a part without splitting them. */
function valuesOf(part: WordPart, context: Expansion): Values {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return { values: [part.value], isList: false };
    case "SimpleExpansion": {
      const name = part.text.slice(1);
      const values = lookUpParam(name, paramContext(context));
      if (name === "@" || name === "*") return { values: values ?? [], isList: name === "@" };
      return { values: [values?.[0] ?? UNKNOWN], isList: false };
    }
    case "ParameterExpansion": {
      const params = paramContext(context);
      const result = expandParam(part, params);
      context.env = params.env;
      return result;
    }
    case "CommandExpansion":
    case "ProcessSubstitution":
      return { values: [context.capture(part)], isList: false };
    case "DoubleQuoted":
    case "LocaleString":
      return { values: [expandQuoted(part.parts, context)], isList: false };
    case "ArithmeticExpansion":
      // A command inside an arithmetic expansion is judged like any other.
      if (/\$\([^(]|`/.test(part.text)) {
        context.capture({ ...part, script: context.parse(part.text.slice(3, -2)) });
      }
      return { values: [/^\$\(\(\s*(\d+)\s*\)\)$/.exec(part.text)?.[1] ?? UNKNOWN], isList: false };
    default:
      return { values: [part.text], isList: false };
  }
}

function paramContext(context: Expansion): ParamContext {
  return {
    env: context.env,
    lookUp: context.lookUp,
    expandOne: (word) => expandOne(word, context),
    expandPattern: (word) => expandToPattern(word, context),
  };
}

function expandTilde(text: string, { env, homeDir }: Expansion): string {
  const end = text.indexOf("/");
  const user = end < 0 ? text : text.slice(0, end);
  const rest = end < 0 ? "" : text.slice(end);
  const home = env.vars.get("HOME")?.[0] ?? homeDir;
  const homeUser = homeDir.slice(homeDir.lastIndexOf("/") + 1);
  if (user === "~" || user === `~${homeUser}`) return home + rest;
  if (user === "~+") return env.cwd + rest;
  if (user === "~-") return (env.vars.get("OLDPWD")?.[0] ?? UNKNOWN) + rest;
  return UNKNOWN + rest;
}
