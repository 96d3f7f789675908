/**
 * The values of a template's expressions.
 *
 * Only data's own fields can be reached, nothing can be called, and every step is counted.
 *
 * @module
 */
import { type Expression, type FilterName, type Operator, TemplateError } from "./template.ts";

/** Where names and steps come from. */
export interface EvaluationWorld {
  lookUp(name: string): unknown;
  /**
   * Counts work: steps, or characters that were made.
   *
   * @throws Where too much was done.
   */
  spend(amount: number): void;
}

/**
 * Evaluates an expression.
 *
 * @returns undefined for what does not exist.
 * @throws {TemplateError} Where the expression makes no sense for its values.
 */
export function evaluate(expression: Expression, world: EvaluationWorld): unknown {
  world.spend(1);
  const valueOf = (one: Expression) => evaluate(one, world);
  switch (expression.do) {
    case "literal":
      return expression.value;
    case "name":
      return world.lookUp(expression.name);
    case "member":
      return ownField(valueOf(expression.of), valueOf(expression.key));
    case "list":
      return expression.items.map(valueOf);
    case "choose":
      if (valueOf(expression.condition)) return valueOf(expression.then);
      return expression.else === null ? "" : valueOf(expression.else);
    case "not":
      return !valueOf(expression.of);
    case "negative":
      return -numberOf(valueOf(expression.of));
    case "defined":
      return valueOf(expression.of) !== undefined;
    case "and":
      return valueOf(expression.left) && valueOf(expression.right);
    case "or":
      return valueOf(expression.left) || valueOf(expression.right);
    case "operator":
      return operate(expression.sign, valueOf(expression.left), valueOf(expression.right), world);
    case "filter":
      return filter(
        expression.name,
        valueOf(expression.of),
        expression.options.map(valueOf),
        world,
      );
  }
}

/**
 * A field of a value's own: no prototype's, no getter's, no function.
 *
 * @returns undefined where there is none.
 */
export function ownField(value: unknown, key: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof key !== "string" && typeof key !== "number") return undefined;
  const field: unknown = Object.getOwnPropertyDescriptor(Object(value), key)?.value;
  return typeof field === "function" ? undefined : field;
}

/**
 * A value as text.
 *
 * @throws {TemplateError} Where it is missing, or has parts that must be chosen.
 */
export function textOf(value: unknown, line?: number): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null || value === undefined) throw new TemplateError("A value is missing", line);
  throw new TemplateError("A list or a group of values cannot be shown as a whole", line);
}

function operate(sign: Operator, left: unknown, right: unknown, world: EvaluationWorld): unknown {
  switch (sign) {
    case "~":
      return join([left, right], "", world);
    case "+":
      return typeof left === "string" || typeof right === "string"
        ? join([left, right], "", world)
        : numberOf(left) + numberOf(right);
    case "-":
      return numberOf(left) - numberOf(right);
    case "*":
      return numberOf(left) * numberOf(right);
    case "/":
      return numberOf(left) / numberOf(right);
    case "%":
      return numberOf(left) % numberOf(right);
    case "==":
      return isAlike(left, right);
    case "!=":
      return !isAlike(left, right);
    case "===":
      return left === right;
    case "!==":
      return left !== right;
    case "in":
      return isIn(left, right, world);
    default:
      return compare(sign, left, right);
  }
}

function compare(sign: "<" | ">" | "<=" | ">=", left: unknown, right: unknown): boolean {
  const isText = typeof left === "string" && typeof right === "string";
  const [a, b] = isText ? [left, right] : [numberOf(left), numberOf(right)];
  if (sign === "<") return a < b;
  if (sign === ">") return a > b;
  return sign === "<=" ? a <= b : a >= b;
}

/** `==`; what has parts is only equal to itself, so that none of its methods is asked. */
function isAlike(left: unknown, right: unknown): boolean {
  if (typeof left === "object" && typeof right === "object") return (left ?? null) === right;
  if (isGroup(left) || isGroup(right)) return false;
  // deno-lint-ignore eqeqeq -- the template's own `==`: missing and null are one, 1 and "1" too
  return left == right;
}

function isGroup(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function isIn(needle: unknown, hay: unknown, world: EvaluationWorld): boolean {
  if (typeof hay === "string") {
    world.spend(hay.length);
    return hay.includes(textOf(needle));
  }
  if (!Array.isArray(hay)) throw new TemplateError(`"in" needs a list or a text after it`);
  world.spend(hay.length);
  return hay.includes(needle);
}

/** Numbers, and what JavaScript takes for one without asking an object. */
function numberOf(value: unknown): number {
  return isGroup(value) ? NaN : Number(value);
}

function filter(
  name: FilterName,
  value: unknown,
  [option, byTruth]: readonly unknown[],
  world: EvaluationWorld,
): unknown {
  switch (name) {
    case "default":
      return (byTruth ? value : value !== undefined) ? value : option;
    case "length":
      return typeof value === "string" ? value.length : listOf(value).length;
    case "join":
      return join(listOf(value), textOf(option ?? ""), world);
    case "first":
      return listOf(value)[0];
    case "last":
      return listOf(value).at(-1);
    case "upper":
      return made(textOf(value ?? "").toUpperCase(), world);
    case "lower":
      return made(textOf(value ?? "").toLowerCase(), world);
    case "trim":
      return made(textOf(value ?? "").trim(), world);
  }
}

/** Counts before anything is made, so that no text can grow past the bound. */
function join(values: readonly unknown[], separator: string, world: EvaluationWorld): string {
  const texts = values.map((value) => {
    const text = textOf(value);
    world.spend(text.length + separator.length + 1);
    return text;
  });
  return texts.join(separator);
}

function made(text: string, world: EvaluationWorld): string {
  world.spend(text.length);
  return text;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
