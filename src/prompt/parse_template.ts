/** Parses a template with nunjucks' parser. Its tree becomes statements; all other syntax is refused. */
import { messageOf } from "../error.ts";
import {
  COMPARISONS,
  type Expression,
  FILTERS,
  type Operation,
  type Statement,
  type Template,
  TemplateError,
} from "./template.ts";

interface Parser {
  parse(text: string, extensions: readonly unknown[], options: unknown): unknown;
}

/** A node of nunjucks' tree; its fields depend on its type. */
interface Tree {
  readonly typename: string;
  /** The line, from 0. */
  readonly lineno: number;
  readonly value?: unknown;
  readonly children?: readonly Tree[];
  readonly targets?: readonly Tree[];
  readonly ops?: readonly { readonly type: string; readonly expr: Tree }[];
  readonly else_?: Tree | null;
  readonly ignoreMissing?: boolean;
  readonly [part: string]: unknown;
}

/** Options by which a tag alone on its line does not leave an empty line. */
const OPTIONS = { trimBlocks: true, lstripBlocks: true } as const;

const BOTH = ["left", "right"] as const;
/** Nodes that do something to the values in these fields. */
const OPERATIONS: Readonly<Record<string, readonly [Operation, ...string[]]>> = {
  Add: ["+", ...BOTH],
  Sub: ["-", ...BOTH],
  Mul: ["*", ...BOTH],
  Div: ["/", ...BOTH],
  Mod: ["%", ...BOTH],
  In: ["in", ...BOTH],
  And: ["and", ...BOTH],
  Or: ["or", ...BOTH],
  Not: ["not", "target"],
  Neg: ["negate", "target"],
  LookupVal: [".", "target", "val"],
  InlineIf: ["if", "cond", "body", "else_"],
};

/** Loads only nunjucks' parser: a bundler cannot remove the rest of a CommonJS library. */
export async function loadParser(): Promise<Parser> {
  const { default: parser } = await import("nunjucks/src/parser.js");
  return parser;
}

/**
 * Parses a template.
 *
 * @param parser The result of `loadParser`.
 * @throws {TemplateError} The text is not a template, or uses unsupported syntax of nunjucks.
 */
export function parseTemplate(parser: Parser, text: string): Template {
  try {
    return toStatements(parser.parse(text, [], OPTIONS));
  } catch (error) {
    throw error instanceof TemplateError ? error : new TemplateError(explain(error));
  }
}

/** Rewrites the parser's message: `(unknown path) [Line 2, Column 4]`, then a line with the reason. */
function explain(error: unknown): string {
  if (error instanceof RangeError) return "It is nested too deeply";
  const lines = messageOf(error).split("\n");
  const line = /\[Line (\d+)/.exec(lines[0] ?? "")?.[1];
  const why = lines.at(-1)!.trim();
  return line === undefined ? why : `Line ${line}: ${why}`;
}

function toStatements(tree: unknown): Template {
  const node = tree as Tree | null;
  // The `else` of an `elif` is the next `if` itself.
  return node?.children?.flatMap(toStatement) ?? (node ? toStatement(node) : []);
}

function toStatement(tree: Tree): readonly Statement[] {
  const line = tree.lineno + 1;
  const at = (part: string) => toExpression(tree[part] as Tree);
  switch (tree.typename) {
    case "NodeList":
      return toStatements(tree);
    case "Output":
      return tree.children!.map((child): Statement =>
        child.typename === "TemplateData"
          ? String(child.value)
          : ["show", toExpression(child), line]
      );
    case "If": {
      const [then, otherwise] = [toStatements(tree["body"]), toStatements(tree.else_)];
      return [["if", at("cond"), then, otherwise]];
    }
    case "For": {
      const name = toName(tree["name"] as Tree, line);
      const [body, empty] = [toStatements(tree["body"]), toStatements(tree.else_)];
      return [["for", name, at("arr"), body, empty, line]];
    }
    case "Set": {
      if (tree.value === null) break;
      const names = tree.targets!.map((target) => toName(target, line));
      return [["set", names, at("value")]];
    }
    case "Include": {
      return [["include", at("template"), tree.ignoreMissing === true, line]];
    }
  }
  throw new TemplateError(
    `"${tree.typename}" is not part of ralph's templates; known are output, if, for, set and include`,
    line,
  );
}

function toName(tree: Tree, line: number): string {
  if (tree.typename === "Symbol") return String(tree.value);
  throw new TemplateError("Expected one plain name", line);
}

function toExpression(tree: Tree): Expression {
  const line = tree.lineno + 1;
  const at = (part: string) => toExpression(tree[part] as Tree);
  const known = OPERATIONS[tree.typename];
  if (known !== undefined) {
    const [operation, ...fields] = known;
    // An inline `if` may have no `else`.
    return [operation, ...fields.filter((field) => tree[field]).map(at)];
  }
  switch (tree.typename) {
    case "Literal":
      return ["literal", requirePlain(tree.value, line)];
    case "Symbol":
      return String(tree.value);
    case "Array":
      return ["list", ...tree.children!.map(toExpression)];
    case "Group":
      if (tree.children!.length !== 1) break;
      return toExpression(tree.children![0]!);
    case "Is":
      if ((tree["right"] as Tree).value !== "defined") break;
      return ["defined", at("left")];
    case "Compare":
      return tree.ops!.reduce(
        (left, { type, expr }): Expression => [
          requireOneOf(COMPARISONS, type, "comparison", line),
          left,
          toExpression(expr),
        ],
        at("expr"),
      );
    case "Filter": {
      const filter = String((tree["name"] as Tree).value);
      const args = (tree["args"] as Tree).children!.map(toExpression);
      return [requireOneOf(FILTERS, filter, "filter", line), ...args];
    }
    case "FunCall":
      throw new TemplateError("Nothing can be called in a template", line);
  }
  throw new TemplateError(`"${tree.typename}" is not part of ralph's templates`, line);
}

function requirePlain(value: unknown, line: number): string | number | boolean | null {
  const isPlain = value === null || ["string", "number", "boolean"].includes(typeof value);
  if (isPlain) return value as string | number | boolean | null;
  throw new TemplateError("Expected a text, a number, true, false or none", line);
}

function requireOneOf<T extends string>(
  names: readonly T[],
  name: string,
  what: string,
  line: number,
): T {
  const match = names.find((each) => each === name);
  if (match !== undefined) return match;
  throw new TemplateError(`No ${what} "${name}"; known: ${names.join(", ")}`, line);
}
