/**
 * Assignments, and the words of a test.
 *
 * @module
 */
import type { Assignment, TestExpression, Word } from "unbash";
import { expandOne, expandWord, type Expansion } from "./expand.ts";
import { type Env, withVar } from "./state.ts";
import { UNKNOWN } from "./text.ts";

/** Expands an argument that the parser takes for an assignment (`export x=y`, `alias x=y`). */
export function expandArgument({ name, value, append }: Assignment, context: Expansion): string {
  const text = value.type === "ArrayValue" ? UNKNOWN : expandOne(value, context);
  return `${name}${append === true ? "+" : ""}=${text}`;
}

/** Sets the variable of an assignment. */
export function assign({ name, index, value, append }: Assignment, context: Expansion): Env {
  const { env } = context;
  if (index !== undefined) return withVar(env, name, [UNKNOWN]);
  const old = append === true ? env.vars.get(name) ?? [] : [];
  if (value.type === "ArrayValue") {
    const elements = value.elements.flatMap((word) => expandWord(word, context));
    return withVar(context.env, name, [...old, ...elements]);
  }
  const [first = "", ...rest] = old;
  return withVar(context.env, name, [first + expandOne(value, context), ...rest]);
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
