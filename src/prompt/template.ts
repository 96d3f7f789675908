/**
 * A template as data: the part of nunjucks' language that prompts need, and all that can be run.
 *
 * No code is ever generated from a template, so one that a project brings can do no more than what
 * is here: show values, choose, repeat, name, and include.
 *
 * @module
 */

/** Signs between two values; all mean what they mean in nunjucks, `.` is a field of a value. */
export type BinarySign =
  | ("and" | "or" | "in" | "." | "+" | "-" | "*" | "/" | "%")
  | ("==" | "!=" | "<" | ">" | "<=" | ">=");

/** The filters. */
export const FILTERS = ["default", "first", "join", "last", "length"] as const;

/** The name of a filter. */
export type FilterName = typeof FILTERS[number];

/** What has a value. */
export type Expression =
  | { readonly do: "literal"; readonly value: string | number | boolean | null }
  | { readonly do: "name"; readonly name: string }
  | { readonly do: "list"; readonly items: readonly Expression[] }
  | { readonly do: "unary"; readonly sign: "not" | "-" | "defined"; readonly of: Expression }
  | {
    readonly do: "binary";
    readonly sign: BinarySign;
    readonly left: Expression;
    readonly right: Expression;
  }
  | {
    readonly do: "choose";
    readonly condition: Expression;
    readonly then: Expression;
    readonly else: Expression | null;
  }
  | {
    readonly do: "filter";
    readonly name: FilterName;
    readonly of: Expression;
    readonly options: readonly Expression[];
  };

/** What is done; lines count from 1. */
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
    /** Where the list is empty. */
    readonly empty: Template;
    readonly line: number;
  }
  | { readonly do: "set"; readonly names: readonly string[]; readonly value: Expression }
  | {
    readonly do: "include";
    readonly name: Expression;
    /** Whether a missing template is left out. */
    readonly isOptional: boolean;
    readonly line: number;
  };

/** A template: its statements, in order. */
export type Template = readonly Statement[];

/** A template that cannot be read or rendered; the message says why, and in which line if known. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";

  constructor(why: string, line?: number) {
    super(line === undefined ? why : `Line ${line}: ${why}`);
  }
}
