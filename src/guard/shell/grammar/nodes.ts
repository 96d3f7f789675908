/**
 * Assignments, and the words of a test.
 *
 * @module
 */
import type { Assignment, TestExpression, Word } from "unbash";
import { expandOne, expandWord, type Expansion } from "../words/expand.ts";
import { type Env, withVar } from "../words/state.ts";
import { UNKNOWN } from "../words/text.ts";

/** Lists the words of a `[[ … ]]`, in which commands may be substituted. */
export function wordsOf(test: TestExpression): readonly Word[] {
  switch (test.type) {
    case "TestUnary":
      return [test.operand];
    case "TestBinary":
      return [test.left, test.right];
    case "TestLogical":
      return test.operands.flatMap(wordsOf);
    case "TestNot":
      return wordsOf(test.operand);
    default:
      return wordsOf(test.expression);
  }
}

/** Expands an argument that the parser takes for an assignment (`alias x=y`). */
export function expandArgument(node: Assignment, context: Expansion): string {
  if (node.value.type === "ArrayValue" || node.index !== undefined) return node.text;
  return `${node.name}${node.append === true ? "+" : ""}=${expandOne(node.value, context)}`;
}

/** Sets the variable of an assignment. */
export function assign(node: Assignment, context: Expansion): Env {
  const { env } = context;
  if (node.index !== undefined) return withVar(env, node.name, [UNKNOWN]);
  const isArray = node.value.type === "ArrayValue";
  const values = node.value.type === "ArrayValue"
    ? node.value.elements.flatMap((word) => expandWord(word, context))
    : [expandOne(node.value, context)];
  if (node.append !== true) return withVar(context.env, node.name, values);
  const [first = "", ...rest] = env.vars.get(node.name) ?? [];
  const old = env.vars.has(node.name) ? [first, ...rest] : [];
  return withVar(
    context.env,
    node.name,
    isArray ? [...old, ...values] : [first + (values[0] ?? ""), ...rest],
  );
}

/** Restores the variables that were assigned for one command; variables that it set itself stay. */
export function restoreVars(env: Env, before: Env, names: readonly string[]): Env {
  const vars = new Map(env.vars);
  for (const name of names) {
    const old = before.vars.get(name);
    if (old === undefined) vars.delete(name);
    else vars.set(name, old);
  }
  return { ...env, vars };
}
