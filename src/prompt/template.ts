/**
 * A template as data: the part of nunjucks' language that prompts need.
 *
 * No code is generated from a template, so a project's template can only show values, choose, repeat, set
 * names and include (docs/decisions/34-templates-are-data.md). Its parts are lists, since hooks read
 * them (docs/start-up.md).
 */

/** The comparisons of nunjucks that templates can use. */
export const COMPARISONS = ["==", "!=", "<", ">", "<=", ">="] as const;

/** The filters of nunjucks that templates can use. */
export const FILTERS = ["default", "first", "join", "last", "length"] as const;

/** The operations on values, with their meaning in nunjucks; `.` reads a field. */
export type Operation =
  | ("and" | "or" | "if" | "not" | "negate" | "defined")
  | ("in" | "." | "+" | "-" | "*" | "/" | "%")
  | (typeof COMPARISONS | typeof FILTERS)[number];

/** A part of a template that has a value; a text is the name of one. */
export type Expression =
  | string
  | readonly ["literal", string | number | boolean | null]
  | readonly ["list", ...Expression[]]
  | readonly [Operation, ...Expression[]];

/** A part of a template that is shown, or sets names; a text is shown as it is. Lines count from 1. */
export type Statement =
  | string
  | readonly ["show", value: Expression, line: number]
  | readonly ["if", condition: Expression, then: Template, otherwise: Template]
  | ForStatement
  | readonly ["set", names: readonly string[], value: Expression]
  /** A missing template is left out if it is optional. */
  | readonly ["include", name: Expression, isOptional: boolean, line: number];

/** A part of a template that is repeated; `empty` is rendered if the list is empty. */
export type ForStatement = readonly [
  "for",
  name: string,
  list: Expression,
  body: Template,
  empty: Template,
  line: number,
];

/** A template: its statements, in order. */
export type Template = readonly Statement[];

/** The error of a template that cannot be parsed or rendered, with the reason, and the line if known. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";

  constructor(why: string, line?: number) {
    super(line === undefined ? why : `Line ${line}: ${why}`);
  }
}
