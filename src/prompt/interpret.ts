/** Renders templates: ralph's own, or a project's instead. */
import { messageOf } from "../error.ts";
import { evaluate, type EvaluationContext, ownField, textOf } from "./evaluate.ts";
import { type ForStatement, type Statement, type Template, TemplateError } from "./template.ts";
import { secureData } from "./foreign_text.ts";
import { findOwnTemplate } from "./own_templates.ts";

/** Finds templates by their file names. */
interface TemplateSource {
  /** Finds a template; null if no template has that name. */
  find(name: string): Template | null;
}

/** A project's templates, which replace ralph's own. */
export interface StandIns extends TemplateSource {
  /** Drops a project's template that failed, and reports it; ralph's own is rendered instead. */
  refuse(name: string, why: string): void;
}

/**
 * Statements, operations and characters that a project's template may take, included ones too. A
 * prompt of 2,000 characters takes 10,000, since what is included counts again.
 */
const MOST_WORK = 1_000_000;

/**
 * Renders a template. If a project's template fails, its output is dropped and ralph's own is rendered.
 *
 * @throws {TemplateError} One of ralph's own templates cannot be rendered.
 */
export function interpret(
  name: string,
  data: unknown,
  ours: TemplateSource,
  standIns: StandIns | null,
): string {
  return new Rendering(data, ours, standIns).render(name, null);
}

/** The names of a template or of a `for`, within those of the scope around it. */
class TemplateScope {
  readonly names = new Map<string, unknown>();

  /**
   * @param template The name of the template; null for the scope of a `for`.
   */
  constructor(readonly around: TemplateScope | null, readonly template: string | null) {}

  /** Finds the scope that has a name; for writing, only within the template itself. */
  find(name: string, isWriting: boolean): TemplateScope | null {
    if (this.names.has(name)) return this;
    if (isWriting && this.template !== null) return null;
    return this.around?.find(name, isWriting) ?? null;
  }

  isIn(template: string): boolean {
    return this.template === template || this.around?.isIn(template) === true;
  }
}

class Rendering {
  /** Work that is left to a project's template; ralph's own are not limited. */
  #left = Infinity;

  constructor(
    readonly data: unknown,
    readonly ours: TemplateSource,
    readonly standIns: StandIns | null,
  ) {}

  /** Renders the project's template; ralph's own if the project has none, or it failed. */
  render(name: string, around: TemplateScope | null): string {
    if (around?.isIn(name)) throw new TemplateError(`"${name}" includes itself`);
    const template = this.ours.find(name);
    if (template === null) throw new TemplateError(`No template named "${name}"`);
    const standIn = this.standIns?.find(name) ?? null;
    const left = this.#left;
    try {
      if (standIn !== null) {
        this.#left = Math.min(left, MOST_WORK);
        const text = this.#runAll(standIn, new TemplateScope(around, name));
        if (left === Infinity) this.#left = left;
        return text;
      }
    } catch (error) {
      this.standIns?.refuse(name, messageOf(error));
      this.#left = left;
    }
    return this.#runAll(template, new TemplateScope(around, name));
  }

  #runAll(template: Template, scope: TemplateScope): string {
    const context: EvaluationContext = {
      lookUp: (name) => {
        const owner = scope.find(name, false);
        return owner === null ? ownField(this.data, name) : owner.names.get(name);
      },
      spend: (units) => this.#spend(units),
    };
    this.#spend(1);
    return template.map((statement) => {
      const text = this.#run(statement, scope, context);
      this.#spend(1 + text.length);
      return text;
    }).join("");
  }

  #spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new TemplateError("It repeats too much, or is too long");
  }

  #run(statement: Statement, scope: TemplateScope, context: EvaluationContext): string {
    if (typeof statement === "string") return statement;
    switch (statement[0]) {
      case "show": {
        const [, value, line] = statement;
        return textOf(evaluate(value, context), line);
      }
      case "if": {
        const [, condition, then, otherwise] = statement;
        return this.#runAll(evaluate(condition, context) ? then : otherwise, scope);
      }
      case "for":
        return this.#repeat(statement, scope, context);
      case "set": {
        const value = evaluate(statement[2], context);
        for (const name of statement[1]) {
          (scope.find(name, true) ?? scope).names.set(name, value);
        }
        return "";
      }
      case "include": {
        const [, which, isOptional, line] = statement;
        const name = textOf(evaluate(which, context), line);
        const isLeftOut = isOptional && this.ours.find(name) === null;
        return isLeftOut ? "" : this.render(name, scope);
      }
    }
  }

  #repeat(
    [, name, list, body, empty, line]: ForStatement,
    scope: TemplateScope,
    context: EvaluationContext,
  ): string {
    const items = evaluate(list, context);
    if (items === undefined) throw new TemplateError("The list is missing", line);
    if (!Array.isArray(items) || items.length === 0) return this.#runAll(empty, scope);
    const inner = new TemplateScope(scope, null);
    const { length } = items;
    return items.map((item, index0) => {
      const place = { index: index0 + 1, index0, first: index0 === 0, last: index0 === length - 1 };
      inner.names.set(name, item).set("loop", { ...place, length });
      return this.#runAll(body, inner);
    }).join("");
  }
}

/**
 * Renders one template.
 *
 * @param name File name under `templates/`.
 * @param data Plain data, all that the template can read; each text in it becomes one line, except a
 *   `ComposedText`.
 * @param templates The result of `openTemplates`; the project's templates replace ralph's own.
 * @returns The text, without consecutive blank lines, with one line break at its end.
 * @throws {TemplateError} The template or a value that it names is missing.
 */
export function renderTemplate(
  name: string,
  data: Readonly<Record<string, unknown>>,
  templates: StandIns | null = null,
): string {
  const text = interpret(name, secureData(data), { find: findOwnTemplate }, templates);
  return `${text.replace(/\n{3,}/g, "\n\n").trim()}\n`;
}
