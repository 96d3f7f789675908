/**
 * Expands `$x` and `${x…}`.
 *
 * @module
 */
import type { ParameterExpansionPart, Word } from "unbash";
import { compilePattern, escapePattern, hasMagic, unescapePattern } from "./pattern.ts";
import { type Env, withVar } from "./state.ts";
import { isKnown, UNKNOWN } from "./text.ts";

/** What the expansion of a parameter needs. */
export interface ParamContext {
  env: Env;
  /** Returns a variable of the environment; undefined where it is unknown. */
  readonly lookUp: (name: string) => string | undefined;
  /** Expands a word of an operation to one text. */
  readonly expandOne: (word: Word) => string;
  /** Expands a word of an operation to a pattern; quoted characters are escaped. */
  readonly expandPattern: (word: Word) => string;
}

/** The values of a parameter; each value of a list (`"${a[@]}"`) is a word. */
export interface Values {
  readonly values: readonly string[];
  readonly isList: boolean;
}

/** Looks up a plain parameter; undefined where it is not known to be set. */
export function lookUpParam(name: string, context: ParamContext): readonly string[] | undefined {
  const { env } = context;
  if (name === "@" || name === "*") return env.params.slice(1);
  if (/^\d+$/.test(name)) return [env.params[Number(name)] ?? ""];
  if (name === "#") return [String(Math.max(env.params.length - 1, 0))];
  if (/^[?$!-]$/.test(name)) return [UNKNOWN];
  const inherited = () => name === "PWD" ? env.cwd : context.lookUp(name);
  const values = env.vars.get(name) ?? [inherited()];
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** Expands `${…}` with its operators, to all values that it may have. */
export function expandParam(part: ParameterExpansionPart, context: ParamContext): Values {
  const { parameter: name, index, operation: op } = part;
  const isAll = index?.text === "@" || index?.text === "*";
  let values = lookUpParam(name, context);
  if (part.prefix === "!") {
    if (op?.type === "Names" || isAll) return one(UNKNOWN);
    const [pointed = UNKNOWN] = values ?? [];
    values = isKnown(pointed) ? lookUpParam(pointed, context) : undefined;
  }
  if (part.prefix === "#") return one(values === undefined ? UNKNOWN : `${values[0]?.length ?? 0}`);
  const isList = isAll || name === "@" || name === "*";
  if (values !== undefined && !isList) {
    const at = index === undefined ? 0 : Number(context.expandOne(index));
    const value = values.at(at);
    values = !Number.isInteger(at) ? [UNKNOWN] : value === undefined ? undefined : [value];
  }
  if (op === undefined) return { values: values ?? [UNKNOWN], isList };
  if (op.type === "Default") {
    const { operator } = op;
    const isEmpty = values === undefined || operator.startsWith(":") && values.join("") === "";
    // A variable that the line does not set may be set outside; the default word is the best guess.
    if (operator.endsWith("+") === isEmpty) {
      return { values: operator.endsWith("+") ? [""] : values ?? [""], isList };
    }
    if (operator.endsWith("?")) return one(UNKNOWN);
    const word = context.expandOne(op.operand);
    if (operator.endsWith("=")) context.env = withVar(context.env, name, [word]);
    return one(word);
  }
  if (values === undefined) return one(UNKNOWN);
  if (isList && op.type === "Slice") {
    const start = Number(context.expandOne(op.offset)) - (isAll ? 0 : 1);
    const length = op.length === undefined ? Infinity : Number(context.expandOne(op.length));
    const isSeen = start >= 0 && !Number.isNaN(length);
    return { values: isSeen ? values.slice(start, start + length) : values, isList };
  }
  return {
    values: values.map((value) => isKnown(value) ? operate(value, op, context) : UNKNOWN),
    isList,
  };
}

function one(value: string): Values {
  return { values: [value], isList: false };
}

function operate(
  value: string,
  op: NonNullable<ParameterExpansionPart["operation"]>,
  context: ParamContext,
): string {
  switch (op.type) {
    case "Remove":
      return removeMatch(value, context.expandPattern(op.operand), op.operator);
    case "Replace":
      return replaceMatch(
        value,
        context.expandPattern(op.pattern),
        context.expandOne(op.replacement),
        op.operator,
      );
    case "Slice": {
      const offset = Number(context.expandOne(op.offset).trim());
      const length = op.length === undefined ? Infinity : Number(context.expandOne(op.length));
      if (!Number.isInteger(offset) || Number.isNaN(length)) return UNKNOWN;
      const start = offset < 0 ? Math.max(value.length + offset, 0) : offset;
      return value.slice(start, length < 0 ? length : start + length);
    }
    default:
      return UNKNOWN;
  }
}

function removeMatch(value: string, pattern: string, operator: string): string {
  if (!isKnown(pattern)) return UNKNOWN;
  const test = compilePattern(pattern, { crossesSlashes: true });
  const isStart = operator.startsWith("#");
  const lengths = Array.from({ length: value.length + 1 }, (_, i) => i);
  if (operator.length === 2) lengths.reverse();
  const cut = lengths.find((length) =>
    test.test(isStart ? value.slice(0, length) : value.slice(value.length - length))
  );
  if (cut === undefined) return value;
  return isStart ? value.slice(cut) : value.slice(0, value.length - cut);
}

/** Replaces a plain text; the result of a pattern is unknown. */
function replaceMatch(
  value: string,
  pattern: string,
  replacement: string,
  operator: string,
): string {
  const plain = unescapePattern(pattern);
  if (!isKnown(pattern) || hasMagic(pattern) && escapePattern(plain) !== pattern) return UNKNOWN;
  if (operator === "//") return value.replaceAll(plain, () => replacement);
  if (operator === "/#") {
    return value.startsWith(plain) ? replacement + value.slice(plain.length) : value;
  }
  if (operator !== "/%") return value.replace(plain, () => replacement);
  return value.endsWith(plain) ? value.slice(0, value.length - plain.length) + replacement : value;
}
