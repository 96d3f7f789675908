/**
 * From a word of the grammar to the arguments a command gets: braces, tilde, parameters,
 * substitutions, splitting, patterns, quotes, in bash's order.
 *
 * @module
 */
import type { Script, Word, WordPart } from "unbash";
import type { LineDisk } from "../../_line_disk.ts";
import { expandBraces } from "./braces.ts";
import { escapePattern, expandGlob, hasMagic, unescapePattern } from "./pattern.ts";
import { expandParam, lookUpParam, type ParamContext } from "./parameters.ts";
import { isKnown, UNKNOWN } from "./text.ts";
import type { Env } from "./state.ts";

/** What expansion needs of the interpreter. `env` may change: `${x:=y}` sets a variable. */
export interface Expansion {
  env: Env;
  readonly disk: LineDisk;
  readonly homeDir: string;
  readonly lookUp: (name: string) => string | undefined;
  /** Parses a text as a script. */
  readonly parse: (text: string) => Script;
  /** Judges a substituted script and gives its output. */
  readonly capture: (script: WordPart & { script: unknown }) => string;
}

/** Escaped pattern texts, one for each word that comes out. */
type Fields = string[];

/**
 * The arguments a word becomes.
 *
 * @param word The word as parsed.
 * @param context The interpreter's side.
 */
export function expandWord(word: Word, context: Expansion): string[] {
  if (word.parts === undefined && !word.text.startsWith("~")) return [word.value];
  if (word.parts?.some((part) => part.type === "BraceExpansion")) {
    return expandBraces(word.text).flatMap((raw) => expandRaw(raw, context));
  }
  return fieldsOf(word, context).flatMap((pattern) => expandPattern(pattern, context));
}

/** A word as exactly one text: no splitting, no patterns (assignments, here-documents, `case`). */
export function expandOne(word: Word, context: Expansion): string {
  return unescapePattern(expandToPattern(word, context));
}

/** The same, with what was quoted escaped. */
export function expandToPattern(word: Word, context: Expansion): string {
  const parts = word.parts ?? [plainPart(word)];
  return fieldsOfParts(parts, word.text, context, false).join(" ");
}

/** The text of parts in double quotes, as in a here-document. */
export function expandQuoted(parts: readonly WordPart[], context: Expansion): string {
  return parts.map((part) => valuesOf(part, context).values.join(" ")).join("");
}

function expandRaw(raw: string, context: Expansion): string[] {
  const statement = context.parse(`: ${raw}`).commands[0]?.command;
  if (statement?.type !== "Command") return [UNKNOWN];
  return statement.args.flatMap((arg) =>
    arg.type === "Word"
      ? fieldsOf(arg, context).flatMap((pattern) => expandPattern(pattern, context))
      : [arg.text]
  );
}

function expandPattern(pattern: string, { env, disk }: Expansion): string[] {
  if (!hasMagic(pattern)) return [unescapePattern(pattern)];
  if (!isKnown(pattern) || !isKnown(env.cwd)) {
    return [asUnseen(pattern)];
  }
  const options = {
    // Bash takes a GLOBIGNORE for a wish to see every name.
    dotglob: env.options.has("dotglob") || env.vars.has("GLOBIGNORE"),
    globstar: env.options.has("globstar"),
    nullglob: env.options.has("nullglob"),
    nocaseglob: env.options.has("nocaseglob"),
  };
  const found = expandGlob(pattern, env.cwd, disk, options);
  if (found === "too many") return [asUnseen(pattern)];
  return found ?? (options.nullglob ? [] : [unescapePattern(pattern)]);
}

/** The pattern with everything unknown that its signs stand for. */
function asUnseen(pattern: string): string {
  return unescapePattern(pattern.replace(/(?<!\\)(\*+|\?|\[[^\]]*\])/g, UNKNOWN));
}

function fieldsOf(word: Word, context: Expansion): Fields {
  return fieldsOfParts(word.parts ?? [plainPart(word)], word.text, context, true);
}

function plainPart(word: Word): WordPart {
  return { type: "Literal", pos: word.pos, end: word.end, value: word.value, text: word.text };
}

function fieldsOfParts(
  parts: readonly WordPart[],
  raw: string,
  context: Expansion,
  splits: boolean,
): Fields {
  const fields: Fields = [];
  let current: string | undefined;
  const add = (pattern: string) => current = (current ?? "") + pattern;
  const close = () => {
    if (current !== undefined) fields.push(current);
    current = undefined;
  };
  const addList = (values: readonly string[]) => {
    for (const [index, value] of values.entries()) {
      if (index > 0) close();
      add(escapePattern(value));
    }
  };
  for (const [index, part] of parts.entries()) {
    if (part.type === "Literal") {
      const isTilde = index === 0 && raw.startsWith("~");
      add(escapePattern(isTilde ? expandTilde(part.value, context) : part.value));
    } else if (part.type === "Glob" || part.type === "ExtendedGlob") add(part.text);
    else if (part.type === "BraceExpansion") add(escapePattern(part.text));
    else if (part.type === "SingleQuoted" || part.type === "AnsiCQuoted") {
      add(escapePattern(part.value));
    } else if (part.type === "DoubleQuoted" || part.type === "LocaleString") {
      if (part.parts.length === 0) add("");
      for (const inner of part.parts) {
        const { values, isList } = valuesOf(inner, context);
        if (isList) addList(values);
        else add(escapePattern(values.join(" ")));
      }
    } else {
      const { values } = valuesOf(part, context);
      if (!splits || part.type === "ProcessSubstitution") add(escapePattern(values.join(" ")));
      else addSplit(values, context.env, add, close);
    }
  }
  close();
  return fields;
}

/** An unquoted value: cut at blanks (or `IFS`), its pattern signs alive. */
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
    for (const sign of value) {
      if (!ifs.includes(sign)) word += sign === "\\" ? "\\\\" : sign;
      else {
        if (word !== "") add(word);
        word = "";
        close();
      }
    }
    if (word !== "") add(word);
  }
}

/** What a part stands for when nothing is split. */
function valuesOf(
  part: WordPart,
  context: Expansion,
): { values: readonly string[]; isList: boolean } {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return { values: [part.value], isList: false };
    case "SimpleExpansion": {
      const name = part.text.slice(1);
      const found = lookUpParam(name, paramContext(context));
      if (name === "@" || name === "*") return { values: found ?? [], isList: name === "@" };
      return { values: [found?.[0] ?? UNKNOWN], isList: false };
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
