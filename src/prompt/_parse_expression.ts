/**
 * Nunjucks' expressions as data.
 *
 * @module
 */
import { type Expression, FILTERS, type Operator, OPERATORS, TemplateError } from "./template.ts";

/** A node of nunjucks' tree; which fields it has depends on its type. */
export interface Tree {
  readonly typename: string;
  /** From 0. */
  readonly lineno: number;
  readonly children?: readonly Tree[];
  readonly value?: unknown;
  readonly name?: Tree;
  readonly args?: Tree;
  readonly cond?: Tree;
  readonly body?: Tree;
  readonly else_?: Tree | null;
  readonly arr?: Tree;
  readonly targets?: readonly Tree[];
  readonly template?: Tree;
  readonly ignoreMissing?: boolean;
  readonly target?: Tree;
  readonly val?: Tree;
  readonly left?: Tree;
  readonly right?: Tree;
  readonly expr?: Tree;
  readonly ops?: readonly { readonly type: string; readonly expr: Tree }[];
}

const SIGNS: ReadonlyMap<string, Operator> = new Map([
  ["Add", "+"],
  ["Concat", "~"],
  ["Sub", "-"],
  ["Mul", "*"],
  ["Div", "/"],
  ["Mod", "%"],
  ["In", "in"],
]);

/**
 * Turns an expression into data.
 *
 * @throws {TemplateError} Where it needs more than there is here, such as a call.
 */
export function toExpression(tree: Tree): Expression {
  const sign = SIGNS.get(tree.typename);
  if (sign !== undefined) {
    return {
      do: "operator",
      sign,
      left: toExpression(tree.left!),
      right: toExpression(tree.right!),
    };
  }
  switch (tree.typename) {
    case "Literal":
      return toLiteral(tree);
    case "Symbol":
      return { do: "name", name: String(tree.value) };
    case "LookupVal":
      return { do: "member", of: toExpression(tree.target!), key: toExpression(tree.val!) };
    case "Array":
      return { do: "list", items: tree.children!.map(toExpression) };
    case "Group":
      if (tree.children!.length !== 1) break;
      return toExpression(tree.children![0]!);
    case "InlineIf":
      return {
        do: "choose",
        condition: toExpression(tree.cond!),
        then: toExpression(tree.body!),
        else: tree.else_ ? toExpression(tree.else_) : null,
      };
    case "And":
    case "Or":
      return {
        do: tree.typename === "And" ? "and" : "or",
        left: toExpression(tree.left!),
        right: toExpression(tree.right!),
      };
    case "Not":
    case "Neg":
      return {
        do: tree.typename === "Not" ? "not" : "negative",
        of: toExpression(tree.target!),
      };
    case "Is":
      if (tree.right!.typename !== "Symbol" || tree.right!.value !== "defined") break;
      return { do: "defined", of: toExpression(tree.left!) };
    case "Compare":
      return tree.ops!.reduce<Expression>((left, { type, expr }) => ({
        do: "operator",
        sign: requireOneOf(OPERATORS, type, "comparison", tree),
        left,
        right: toExpression(expr),
      }), toExpression(tree.expr!));
    case "Filter":
      return toFilter(tree);
    case "FunCall":
      throw new TemplateError("Nothing can be called in a template", tree.lineno + 1);
  }
  throw new TemplateError(
    `"${tree.typename}" is not part of ralph's templates`,
    tree.lineno + 1,
  );
}

function toLiteral({ value, lineno }: Tree): Expression {
  const isPlain = value === null || ["string", "number", "boolean"].includes(typeof value);
  if (!isPlain) {
    throw new TemplateError("Only text, numbers and truth values are known", lineno + 1);
  }
  return { do: "literal", value: value as string | number | boolean | null };
}

function toFilter(tree: Tree): Expression {
  const [of, ...options] = tree.args!.children!;
  const name = requireOneOf(FILTERS, String(tree.name!.value), "filter", tree);
  return { do: "filter", name, of: toExpression(of!), options: options.map(toExpression) };
}

function requireOneOf<T extends string>(
  known: readonly T[],
  name: string,
  what: string,
  { lineno }: Tree,
): T {
  const found = known.find((one) => one === name);
  if (found !== undefined) return found;
  throw new TemplateError(`No ${what} "${name}"; known: ${known.join(", ")}`, lineno + 1);
}
