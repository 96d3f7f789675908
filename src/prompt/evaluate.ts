/**
 * Evaluates a template's expressions.
 *
 * They reach only own fields of the data, call nothing, and end in bounded time.
 */
import { asList } from "../evidence/transcript/fields.ts";
import { type Expression, type Operation, TemplateError } from "./template.ts";

/** The names of a template, and the limit of its work. */
export interface EvaluationContext {
  /** Finds the value of a name; undefined if it has none. */
  lookUp(name: string): unknown;
  /** Counts steps and characters. @throws {TemplateError} They are more than a template may take. */
  spend(units: number): void;
}

/**
 * Evaluates an expression.
 *
 * @returns The value; undefined for a name or field that does not exist.
 * @throws {TemplateError} The expression is not valid for its values.
 */
export function evaluate(expression: Expression, context: EvaluationContext): unknown {
  const valueOf = (part: Expression) => evaluate(part, context);
  if (typeof expression === "string") return context.lookUp(expression);
  if (expression[0] === "literal") return expression[1];
  const [operation, ...to] = expression;
  if (operation === "list") return to.map(valueOf);
  const [first, second, third] = to;
  // The branch that is not chosen is not evaluated, since it might fail.
  switch (operation) {
    case "and":
      return valueOf(first!) && valueOf(second!);
    case "or":
      return valueOf(first!) || valueOf(second!);
    case "if":
      if (valueOf(first!)) return valueOf(second!);
      return third === undefined ? "" : valueOf(third);
  }
  const value = OPERATIONS[operation](...to.map(valueOf));
  context.spend(typeof value === "string" ? value.length : 1);
  return value;
}

/**
 * Reads an own field of a value: not the prototype's, not a getter's, not a function.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(ownField(["a"], 0), "a");
 * assertEquals(ownField(["a"], "map"), undefined);
 * ```
 */
export function ownField(value: unknown, key: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof key !== "string" && typeof key !== "number") return undefined;
  const field: unknown = Object.getOwnPropertyDescriptor(Object(value), key)?.value;
  return typeof field === "function" ? undefined : field;
}

/** Converts a value to text. @throws {TemplateError} The value is missing, a list or an object. */
export function textOf(value: unknown, line?: number): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null || value === undefined) throw new TemplateError("A value is missing", line);
  throw new TemplateError("A list or a group of values cannot be shown as a whole", line);
}

/** The operations on values, except those that choose between values. */
const OPERATIONS: Readonly<
  Record<Exclude<Operation, "and" | "or" | "if">, (...values: readonly unknown[]) => unknown>
> = {
  not: (value) => !value,
  negate: (value) => -numberOf(value),
  defined: (value) => value !== undefined,
  ".": ownField,
  in: isIn,
  "==": isAlike,
  "!=": (left, right) => !isAlike(left, right),
  "<": (left, right) => order(left, right) < 0,
  ">": (left, right) => order(left, right) > 0,
  "<=": (left, right) => order(left, right) <= 0,
  ">=": (left, right) => order(left, right) >= 0,
  "+": add,
  "-": (left, right) => numberOf(left) - numberOf(right),
  "*": (left, right) => numberOf(left) * numberOf(right),
  "/": (left, right) => numberOf(left) / numberOf(right),
  "%": (left, right) => numberOf(left) % numberOf(right),
  default: (value, other, byTruth) => (byTruth ? value : value !== undefined) ? value : other,
  first: (list) => asList(list)[0],
  last: (list) => asList(list).at(-1),
  join: (list, sign) => joinTexts(asList(list).map((each) => textOf(each)), textOf(sign ?? "")),
  length: (value) => typeof value === "string" ? value.length : asList(value).length,
};

function add(left: unknown, right: unknown): string | number {
  const hasText = typeof left === "string" || typeof right === "string";
  return hasText ? textOf(left) + textOf(right) : numberOf(left) + numberOf(right);
}

/** Joins by `+`: unlike `join` it copies nothing, so that a text that is too long takes no memory. */
function joinTexts(texts: readonly string[], sign: string): string {
  return texts.reduce((joined, text, index) => index === 0 ? text : joined + sign + text, "");
}

/** Compares two texts as texts, other values as numbers; NaN if they have no order. */
function order(left: unknown, right: unknown): number {
  const areTexts = typeof left === "string" && typeof right === "string";
  const [a, b] = areTexts ? [left, right] : [numberOf(left), numberOf(right)];
  if (a === b) return 0;
  return a < b ? -1 : a > b ? 1 : NaN;
}

/** Compares by `==`; an object equals only itself, so that none of its methods is called. */
function isAlike(left: unknown, right: unknown): boolean {
  if (typeof left === "object" && typeof right === "object") return (left ?? null) === right;
  if (isGroup(left) || isGroup(right)) return false;
  // deno-lint-ignore eqeqeq -- the template's own `==`: missing and null are one, 1 and "1" too
  return left == right;
}

function isGroup(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function isIn(needle: unknown, hay: unknown): boolean {
  if (typeof hay !== "string" && !Array.isArray(hay)) {
    throw new TemplateError(`"in" needs a list or a text after it`);
  }
  return typeof hay === "string" ? hay.includes(textOf(needle)) : hay.includes(needle);
}

/** Converts a value to a number; NaN for an object, so that none of its methods is called. */
function numberOf(value: unknown): number {
  return isGroup(value) ? NaN : Number(value);
}
