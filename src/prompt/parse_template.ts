/**
 * Reads a template: nunjucks' parser gives the tree, and what of it prompts may use becomes data.
 *
 * @module
 */
import { toExpression, type Tree } from "./_parse_expression.ts";
import { type Statement, type Template, TemplateError } from "./template.ts";

/** Nunjucks' parser, as far as it is used. */
export interface Parser {
  parse(text: string, extensions: readonly unknown[], options: unknown): unknown;
}

/** A tag alone on its line leaves no line behind. */
const OPTIONS = { trimBlocks: true, lstripBlocks: true } as const;

/** Loads nunjucks' parser alone: nothing can be shaken out of a CommonJS library. */
export async function loadParser(): Promise<Parser> {
  const { default: parser } = await import("nunjucks/src/parser.js");
  return parser;
}

/**
 * Reads a template.
 *
 * @param parser What `loadParser` gave.
 * @param text The template's text.
 * @returns Its statements.
 * @throws {TemplateError} Where it is no template, or needs more of nunjucks than there is here.
 */
export function parseTemplate(parser: Parser, text: string): Template {
  let root: Tree;
  try {
    root = parser.parse(text, [], OPTIONS) as Tree;
  } catch (error) {
    throw new TemplateError(explain(error));
  }
  return toStatements(root);
}

/** The parser says `(unknown path) [Line 2, Column 4]` and the reason in the next line. */
function explain(error: unknown): string {
  if (error instanceof RangeError) return "It is nested too deeply";
  const lines = (error instanceof Error ? error.message : String(error)).split("\n");
  const where = /\[Line (\d+)/.exec(lines[0] ?? "")?.[1];
  const why = lines.at(-1)!.trim();
  return where === undefined ? why : `Line ${where}: ${why}`;
}

function toStatements(tree: Tree | null): Template {
  return (tree?.children ?? []).flatMap(toStatement);
}

function toStatement(tree: Tree): readonly Statement[] {
  const line = tree.lineno + 1;
  switch (tree.typename) {
    case "NodeList":
      return toStatements(tree);
    case "Output":
      return tree.children!.map((child) => toOutput(child, line));
    case "If":
      return [{
        do: "if",
        condition: toExpression(tree.cond!),
        then: toStatements(listed(tree.body)),
        else: toStatements(listed(tree.else_)),
        line,
      }];
    case "For":
      return [{
        do: "for",
        name: requireName(tree.name!, line),
        list: toExpression(tree.arr!),
        body: toStatements(listed(tree.body)),
        empty: toStatements(listed(tree.else_)),
        line,
      }];
    case "Set":
      if (tree.value === null) break;
      return [{
        do: "set",
        names: tree.targets!.map((target) => requireName(target, line)),
        value: toExpression(tree.value as Tree),
        line,
      }];
    case "Include":
      return [{
        do: "include",
        name: toExpression(tree.template!),
        isOptional: tree.ignoreMissing === true,
        line,
      }];
  }
  throw new TemplateError(
    `"${tree.typename}" is not part of ralph's templates; known are output, if, for, set and include`,
    line,
  );
}

/** The `else` of an `elif` is the next `if` itself. */
function listed(tree: Tree | null | undefined): Tree | null {
  if (tree === null || tree === undefined) return null;
  return tree.children === undefined
    ? { typename: "NodeList", lineno: tree.lineno, children: [tree] }
    : tree;
}

function toOutput(tree: Tree, line: number): Statement {
  return tree.typename === "TemplateData"
    ? { do: "text", text: String(tree.value) }
    : { do: "show", value: toExpression(tree), line };
}

function requireName(tree: Tree, line: number): string {
  if (tree.typename === "Symbol") return String(tree.value);
  throw new TemplateError("One plain name is wanted here", line);
}
