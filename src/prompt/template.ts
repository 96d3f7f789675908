/**
 * A template as data: the part of nunjucks' language that prompts need.
 *
 * No code is generated from a template, so a project's template can only show values, choose, repeat, set
 * names and include.
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

/** A part of a template that has a value. */
export type Expression =
  | { readonly do: "literal"; readonly value: string | number | boolean | null }
  | { readonly do: "name"; readonly name: string }
  | { readonly do: "list"; readonly items: readonly Expression[] }
  | { readonly do: "apply"; readonly operation: Operation; readonly to: readonly Expression[] };

/** A part of a template that writes text or sets names; lines count from 1. */
export type Statement =
  | { readonly do: "text"; readonly text: string }
  | { readonly do: "show"; readonly value: Expression; readonly line: number }
  | {
    readonly do: "if";
    readonly condition: Expression;
    readonly then: Template;
    readonly else: Template;
  }
  | {
    readonly do: "for";
    readonly name: string;
    readonly list: Expression;
    readonly body: Template;
    /** Rendered if the list is empty. */
    readonly empty: Template;
    readonly line: number;
  }
  | { readonly do: "set"; readonly names: readonly string[]; readonly value: Expression }
  | {
    readonly do: "include";
    readonly name: Expression;
    /** True if a missing template is left out. */
    readonly isOptional: boolean;
    readonly line: number;
  };

/** A template: its statements, in order. */
export type Template = readonly Statement[];

/** The error of a template that cannot be parsed or rendered, with the reason, and the line if known. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";

  constructor(why: string, line?: number) {
    super(line === undefined ? why : `Line ${line}: ${why}`);
  }
}
