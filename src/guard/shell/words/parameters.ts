/**
 * What `$x` and `${x…}` stand for.
 *
 * @module
 */
import type { ParameterExpansionPart, Word } from "unbash";
import { compilePattern, escapePattern, unescapePattern } from "./pattern.ts";
import { isKnown, UNKNOWN } from "./text.ts";
import { type Env, withVar } from "./state.ts";
import { quoteWord } from "../../../text/shell_word.ts";

/** What looking up a parameter needs besides the shell's memory. */
export interface ParamContext {
  env: Env;
  /** A variable of the environment, or undefined where it is not known. */
  readonly lookUp: (name: string) => string | undefined;
  /** A word of an operation as one text. */
  readonly expandOne: (word: Word) => string;
  /** A word of an operation as a pattern: quoted signs escaped. */
  readonly expandPattern: (word: Word) => string;
}

/** The values of a plain parameter; undefined where it is not set as far as can be seen. */
export function lookUpParam(name: string, context: ParamContext): readonly string[] | undefined {
  const { env } = context;
  if (name === "@" || name === "*") return env.params.slice(1);
  if (/^\d+$/.test(name)) {
    const value = env.params[Number(name)];
    return [value ?? ""];
  }
  if (name === "#") return [String(Math.max(env.params.length - 1, 0))];
  if (/^[?$!-]$/.test(name)) return [UNKNOWN];
  const known = env.vars.get(name);
  if (known !== undefined) return known;
  if (name === "PWD") return [env.cwd];
  const inherited = context.lookUp(name);
  return inherited === undefined ? undefined : [inherited];
}

/**
 * The values of a `${…}`.
 *
 * @returns The values, and whether they are a list (`"${a[@]}"` gives one word each).
 */
export function expandParam(
  part: ParameterExpansionPart,
  context: ParamContext,
): { values: readonly string[]; isList: boolean } {
  const { parameter: name, index, operation: op } = part;
  const indexText = index?.text;
  const isAll = indexText === "@" || indexText === "*";
  let found = lookUpParam(name, context);
  if (part.prefix === "!") {
    if (op?.type === "Names" || isAll) return one(UNKNOWN);
    const pointed = found?.[0];
    found = pointed !== undefined && isKnown(pointed) ? lookUpParam(pointed, context) : undefined;
  }
  if (part.prefix === "#") {
    return one(found === undefined ? UNKNOWN : String(found[0]?.length ?? 0));
  }
  const isList = isAll || name === "@" || name === "*";
  let values = found;
  if (found !== undefined && !isList) {
    const at = index === undefined ? 0 : Number(context.expandOne(index));
    values = Number.isInteger(at) ? found.slice(at, at === -1 ? undefined : at + 1) : [UNKNOWN];
    if (values.length === 0) values = undefined;
  }
  if (op === undefined) return { values: values ?? [UNKNOWN], isList };
  if (op.type === "Default") {
    const isEmpty = values === undefined || op.operator.startsWith(":") && values.join("") === "";
    // What the line does not set may still be set outside: both are possible, the word is the guess.
    const wantsOperand = op.operator.endsWith("+") ? !isEmpty : isEmpty;
    if (!wantsOperand) return { values: op.operator.endsWith("+") ? [""] : values ?? [""], isList };
    if (op.operator.endsWith("?")) return one(UNKNOWN);
    const word = context.expandOne(op.operand);
    if (op.operator.endsWith("=")) context.env = withVar(context.env, name, [word]);
    return one(word);
  }
  if (values === undefined) return one(UNKNOWN);
  if (isList && op.type === "Slice") {
    const start = Number(context.expandOne(op.offset)) - (isAll ? 0 : 1);
    const length = op.length === undefined ? undefined : Number(context.expandOne(op.length));
    if (!(start >= 0) || Number.isNaN(length)) return { values, isList };
    return {
      values: values.slice(start, length === undefined ? undefined : start + length),
      isList,
    };
  }
  return { values: values.map((value) => operate(value, part, context)), isList };
}

function one(value: string): { values: readonly string[]; isList: boolean } {
  return { values: [value], isList: false };
}

function operate(value: string, part: ParameterExpansionPart, context: ParamContext): string {
  const op = part.operation;
  if (op === undefined || !isKnown(value)) return op === undefined ? value : UNKNOWN;
  switch (op.type) {
    case "Remove":
      return removeMatch(value, context.expandPattern(op.operand), op.operator);
    case "Replace": {
      const pattern = context.expandPattern(op.pattern);
      const fresh = context.expandOne(op.replacement);
      return replaceMatch(value, pattern, fresh, op.operator);
    }
    case "Slice": {
      const offset = Number(context.expandOne(op.offset).trim());
      const length = op.length === undefined ? undefined : Number(context.expandOne(op.length));
      if (!Number.isInteger(offset) || length !== undefined && !Number.isInteger(length)) {
        return UNKNOWN;
      }
      const start = offset < 0 ? Math.max(value.length + offset, 0) : offset;
      if (length === undefined) return value.slice(start);
      return value.slice(start, length < 0 ? length : start + length);
    }
    case "CaseModification": {
      const change = (text: string) =>
        op.operator.startsWith("^") ? text.toUpperCase() : text.toLowerCase();
      if (op.operand !== undefined) return UNKNOWN;
      return op.operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1);
    }
    case "Transform":
      return /^[QUuL]$/.test(op.operand.value) ? transform(value, op.operand.value) : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

function transform(value: string, operator: string): string {
  if (operator === "U") return value.toUpperCase();
  if (operator === "L") return value.toLowerCase();
  if (operator === "u") return value.slice(0, 1).toUpperCase() + value.slice(1);
  return quoteWord(value);
}

function removeMatch(value: string, pattern: string, operator: string): string {
  if (!isKnown(pattern)) return UNKNOWN;
  const test = compilePattern(pattern, { crossesSlashes: true });
  const isStart = operator.startsWith("#");
  const lengths = Array.from({ length: value.length + 1 }, (_, i) => i);
  if (operator.length === 2) lengths.reverse();
  for (const length of lengths) {
    const cut = isStart ? value.slice(0, length) : value.slice(value.length - length);
    if (test.test(cut)) {
      return isStart ? value.slice(length) : value.slice(0, value.length - length);
    }
  }
  return value;
}

function replaceMatch(value: string, pattern: string, fresh: string, operator: string): string {
  if (!isKnown(pattern)) return UNKNOWN;
  const plain = unescapePattern(pattern);
  if (escapePattern(plain) === pattern || plain === pattern && !/[*?[]/.test(pattern)) {
    if (operator === "//") return value.replaceAll(plain, () => fresh);
    if (operator === "/#") {
      return value.startsWith(plain) ? fresh + value.slice(plain.length) : value;
    }
    if (operator === "/%") {
      return value.endsWith(plain) ? value.slice(0, value.length - plain.length) + fresh : value;
    }
    return value.replace(plain, () => fresh);
  }
  return UNKNOWN;
}
