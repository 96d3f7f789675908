/** Renders templates: ralph's own, or a project's in their place. */
import { evaluate, type EvaluationContext, ownField, textOf } from "./evaluate.ts";
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
 * The work that a stand-in, with all that it includes, may do: steps taken plus characters made. A
 * prompt has at most 10,000 characters, so this is far more than a valid template needs, and takes a
 * few milliseconds.
 */
const LARGEST_WORK = 200_000;

/** A stand-in exceeded its work, and may never end. */
class SpentError extends Error {
  constructor(readonly culprit: string) {
    super("It does too much: an endless loop, or far more text than a prompt may have");
  }
}

/**
 * Renders a template.
 *
 * Where a stand-in fails, or does too much, its output is dropped and ralph's own template rendered.
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
  /** Stand-ins that failed in this rendering. */
  readonly #refused = new Set<string>();
  /** The innermost stand-in that is being rendered. */
  #standIn: string | null = null;
  /** The work that stand-ins may still do; that of ralph's own templates is not counted. */
  #left = 0;

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
    const template = this.#refused.has(name) ? null : this.standIns?.find(name) ?? null;
    if (template === null) return false;
    const outer = this.#standIn;
    const written = this.#output.length;
    if (outer === null) this.#left = LARGEST_WORK;
    this.#standIn = name;
    try {
      this.#runAll(template, new Scope(around, true));
      return true;
    } catch (error) {
      this.#output.length = written;
      const isSpent = error instanceof SpentError;
      if (isSpent && outer !== null) throw error;
      const culprit = isSpent ? error.culprit : name;
      this.#refused.add(culprit);
      this.standIns?.refuse(culprit, error instanceof Error ? error.message : String(error));
    } finally {
      this.#standIn = outer;
    }
    // An included stand-in may be the one that failed: try this one again without it.
    return this.#tryStandIn(name, around);
  }

  #spend(amount: number): void {
    if (this.#standIn === null) return;
    this.#left -= amount;
    if (this.#left < 0) throw new SpentError(this.#standIn);
  }

  #contextOf(scope: Scope): EvaluationContext {
    return {
      lookUp: (name) => {
        const owner = scope.find(name, false);
        return owner === null ? ownField(this.data, name) : owner.names.get(name);
      },
      spend: (amount) => this.#spend(amount),
    };
  }

  #runAll(template: Template, scope: Scope): void {
    const context = this.#contextOf(scope);
    for (const statement of template) this.#run(statement, scope, context);
  }

  #run(statement: Statement, scope: Scope, context: EvaluationContext): void {
    this.#spend(1);
    switch (statement.do) {
      case "text":
        return this.#write(statement.text);
      case "show":
        return this.#write(textOf(evaluate(statement.value, context), statement.line));
      case "if":
        return this.#runAll(
          evaluate(statement.condition, context) ? statement.then : statement.else,
          scope,
        );
      case "for":
        return this.#repeat(statement, scope, context);
      case "set": {
        const value = evaluate(statement.value, context);
        for (const name of statement.names) {
          (scope.find(name, true) ?? scope).names.set(name, value);
        }
        return;
      }
      case "include": {
        const name = textOf(evaluate(statement.name, context), statement.line);
        const exists = this.ours.find(name) !== null;
        if (exists || !statement.isOptional) this.#include(name, scope);
      }
    }
  }

  #write(text: string): void {
    this.#spend(text.length);
    this.#output.push(text);
  }

  #repeat(
    { name, list, body, empty, line }: Statement & { readonly do: "for" },
    scope: Scope,
    context: EvaluationContext,
  ): void {
    const items = evaluate(list, context);
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
