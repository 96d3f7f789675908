/**
 * Evaluates a template's expressions.
 *
 * They reach only own fields of the data, and call nothing.
 */
import { type BinarySign, type Expression, type FilterName, TemplateError } from "./template.ts";

/** Finds the value of a name; undefined for none. */
export type LookUp = (name: string) => unknown;

/**
 * Evaluates an expression.
 *
 * @returns The value; undefined for what does not exist.
 * @throws {TemplateError} The expression is not valid for its values.
 */
export function evaluate(expression: Expression, lookUp: LookUp): unknown {
  const valueOf = (part: Expression) => evaluate(part, lookUp);
  switch (expression.do) {
    case "literal":
      return expression.value;
    case "name":
      return lookUp(expression.name);
    case "list":
      return expression.items.map(valueOf);
    case "choose":
      if (valueOf(expression.condition)) return valueOf(expression.then);
      return expression.else === null ? "" : valueOf(expression.else);
    case "unary": {
      const value = valueOf(expression.of);
      if (expression.sign === "-") return -numberOf(value);
      return expression.sign === "not" ? !value : value !== undefined;
    }
    case "binary": {
      const left = valueOf(expression.left);
      if (expression.sign === "and") return left && valueOf(expression.right);
      if (expression.sign === "or") return left || valueOf(expression.right);
      return operate(expression.sign, left, valueOf(expression.right));
    }
    case "filter":
      return filter(expression.name, valueOf(expression.of), expression.options.map(valueOf));
  }
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

/**
 * Converts a value to text.
 *
 * @throws {TemplateError} The value is missing, a list or an object.
 */
export function textOf(value: unknown, line?: number): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null || value === undefined) throw new TemplateError("A value is missing", line);
  throw new TemplateError("A list or a group of values cannot be shown as a whole", line);
}

function operate(
  sign: Exclude<BinarySign, "and" | "or">,
  left: unknown,
  right: unknown,
): unknown {
  if (sign === ".") return ownField(left, right);
  if (sign === "in") return isIn(left, right);
  if (sign === "==" || sign === "!=") return isAlike(left, right) === (sign === "==");
  const hasText = typeof left === "string" || typeof right === "string";
  if (sign === "+" && hasText) return textOf(left) + textOf(right);
  const areTexts = typeof left === "string" && typeof right === "string";
  const [a, b] = [numberOf(left), numberOf(right)];
  const [first, second] = areTexts ? [left, right] : [a, b];
  switch (sign) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
    case "<":
      return first < second;
    case ">":
      return first > second;
    case "<=":
      return first <= second;
    case ">=":
      return first >= second;
  }
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

function filter(
  name: FilterName,
  value: unknown,
  [option, byTruth]: readonly unknown[],
): unknown {
  if (name === "default") return (byTruth ? value : value !== undefined) ? value : option;
  if (name === "length" && typeof value === "string") return value.length;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  switch (name) {
    case "length":
      return list.length;
    case "join":
      return list.map((each) => textOf(each)).join(textOf(option ?? ""));
    case "first":
      return list[0];
    case "last":
      return list.at(-1);
  }
}
