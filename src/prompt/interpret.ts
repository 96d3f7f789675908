/** Renders templates: ralph's own, or a project's in their place. */
import { messageOf } from "../error.ts";
import { evaluate, type LookUp, ownField, textOf } from "./evaluate.ts";
import { type Statement, type Template, TemplateError } from "./template.ts";

/** Finds templates by their file names. */
export interface TemplateSource {
  /** Finds a template; null where no template has that name. */
  find(name: string): Template | null;
}

/** A project's templates, which replace ralph's own. */
export interface StandIns extends TemplateSource {
  /** Reports a stand-in that failed; ralph's own is rendered in its place. */
  refuse(name: string, why: string): void;
}

/**
 * Renders a template. Where a stand-in fails, its output is dropped and ralph's own is rendered.
 *
 * @throws {TemplateError} One of ralph's own templates cannot be rendered.
 */
export function interpret(
  name: string,
  data: unknown,
  ours: TemplateSource,
  standIns: StandIns | null,
): string {
  return new Rendering(data, ours, standIns).render(name);
}

/** The names of a template or of a `for`, within those of the scope around it. */
class Scope {
  readonly names = new Map<string, unknown>();

  /**
   * @param isInclude Whether `set` must not change names of the scope around it.
   */
  constructor(readonly around: Scope | null, readonly isInclude: boolean) {}

  /** Finds the scope that has a name; for writing, only within the template itself. */
  find(name: string, isWriting: boolean): Scope | null {
    if (this.names.has(name)) return this;
    if (isWriting && this.isInclude) return null;
    return this.around?.find(name, isWriting) ?? null;
  }
}

class Rendering {
  readonly #output: string[] = [];
  /** Templates that are being rendered, the outermost first. */
  readonly #open: string[] = [];

  constructor(
    readonly data: unknown,
    readonly ours: TemplateSource,
    readonly standIns: StandIns | null,
  ) {}

  render(name: string): string {
    this.#include(name, null);
    return this.#output.join("");
  }

  #include(name: string, around: Scope | null): void {
    if (this.#open.includes(name)) throw new TemplateError(`"${name}" includes itself`);
    this.#open.push(name);
    try {
      if (this.#tryStandIn(name, around)) return;
      const template = this.ours.find(name);
      if (template === null) throw new TemplateError(`No template named "${name}"`);
      this.#runAll(template, new Scope(around, true));
    } finally {
      this.#open.pop();
    }
  }

  /** Renders the project's template; false if the project has none, or it failed. */
  #tryStandIn(name: string, around: Scope | null): boolean {
    const template = this.standIns?.find(name) ?? null;
    if (template === null) return false;
    const written = this.#output.length;
    try {
      this.#runAll(template, new Scope(around, true));
      return true;
    } catch (error) {
      this.#output.length = written;
      this.standIns?.refuse(name, messageOf(error));
      return false;
    }
  }

  #runAll(template: Template, scope: Scope): void {
    const lookUp: LookUp = (name) => {
      const owner = scope.find(name, false);
      return owner === null ? ownField(this.data, name) : owner.names.get(name);
    };
    for (const statement of template) this.#run(statement, scope, lookUp);
  }

  #run(statement: Statement, scope: Scope, lookUp: LookUp): void {
    switch (statement.do) {
      case "text":
        this.#output.push(statement.text);
        return;
      case "show":
        this.#output.push(textOf(evaluate(statement.value, lookUp), statement.line));
        return;
      case "if":
        return this.#runAll(
          evaluate(statement.condition, lookUp) ? statement.then : statement.else,
          scope,
        );
      case "for":
        return this.#repeat(statement, scope, lookUp);
      case "set": {
        const value = evaluate(statement.value, lookUp);
        for (const name of statement.names) {
          (scope.find(name, true) ?? scope).names.set(name, value);
        }
        return;
      }
      case "include": {
        const name = textOf(evaluate(statement.name, lookUp), statement.line);
        const exists = this.ours.find(name) !== null;
        if (exists || !statement.isOptional) this.#include(name, scope);
      }
    }
  }

  #repeat(
    { name, list, body, empty, line }: Statement & { readonly do: "for" },
    scope: Scope,
    lookUp: LookUp,
  ): void {
    const items = evaluate(list, lookUp);
    if (items === undefined) throw new TemplateError("The list is missing", line);
    if (!Array.isArray(items) || items.length === 0) return this.#runAll(empty, scope);
    const inner = new Scope(scope, false);
    const { length } = items;
    for (const [index, item] of items.entries()) {
      inner.names.set(name, item);
      const loop = { index: index + 1, index0: index, first: index === 0, length };
      inner.names.set("loop", { ...loop, last: index === length - 1 });
      this.#runAll(body, inner);
    }
  }
}
