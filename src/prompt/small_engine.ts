/**
 * Runs templates that nunjucks compiled at build time (`scripts/_templates.ts`).
 *
 * Nunjucks' own runtime carries all filters and an object system, and starting it cost the Stop
 * hook a fifth of an empty program (`deno task bench`). This is the part of it that our templates
 * use; the build refuses a template that needs more, and a test holds both engines against each
 * other.
 *
 * @module
 */
import type { Engine } from "./engine.ts";

type Data = Readonly<Record<string, unknown>>;
type Done = (error: unknown, output?: unknown) => void;

/** A compiled template, in the form in which nunjucks writes it. */
export interface CompiledTemplate {
  root(env: unknown, context: unknown, frame: Frame, runtime: unknown, done: Done): void;
}

/** Names within a loop or an included template; what it does not know, its parent does. */
class Frame {
  readonly #names = new Map<string, unknown>();

  constructor(readonly parent?: Frame) {}

  push(): Frame {
    return new Frame(this);
  }

  pop(): Frame | undefined {
    return this.parent;
  }

  /** Sets a name, or a field of it: `loop.index`. */
  set(path: string, value: unknown): void {
    const [name = "", field] = path.split(".");
    if (field === undefined) this.#names.set(name, value);
    else this.#names.set(name, { ...this.#names.get(name) as Data | undefined, [field]: value });
  }

  lookup(name: string): unknown {
    return this.#names.has(name) ? this.#names.get(name) : this.parent?.lookup(name);
  }
}

/** What compiled templates call on `runtime`; the names are nunjucks'. */
const RUNTIME = {
  contextOrFrameLookup(context: { lookup(name: string): unknown }, frame: Frame, name: string) {
    const value = frame.lookup(name);
    return value === undefined ? context.lookup(name) : value;
  },
  memberLookup(value: unknown, name: PropertyKey): unknown {
    return value === null || value === undefined ? undefined : Reflect.get(Object(value), name);
  },
  ensureDefined(value: unknown, line: number): unknown {
    if (value !== null && value !== undefined) return value;
    throw new Error(`A value in line ${line + 1} is missing`);
  },
  suppressValue: (value: unknown) => value,
  fromIterator: (value: Iterable<unknown>) => [...value],
  handleError: (error: unknown) => error,
};

/** The filters; they take what is missing for empty. */
const FILTERS: Readonly<Record<string, (value: unknown, option?: string) => unknown>> = {
  length: (value) => typeof value === "string" ? value.length : listOf(value).length,
  join: (value, separator = "") => listOf(value).join(separator),
};

/** What compiled templates may use; the build checks them against it. */
export const SUPPORTED = {
  env: ["getFilter", "getTemplate", "opts", "waterfall"],
  context: ["getVariables"],
  frame: ["push", "pop", "set"],
  runtime: Object.keys(RUNTIME),
  filters: Object.keys(FILTERS),
} as const;

/** Makes an engine of compiled templates. */
export function createSmallEngine(templates: Readonly<Record<string, CompiledTemplate>>): Engine {
  const render = (name: string, data: Data, frame: Frame): string => {
    const template = Object.hasOwn(templates, name) ? templates[name] : undefined;
    if (template === undefined) throw new Error(`No template named "${name}"`);
    const context = {
      lookup: (key: string) => Object.hasOwn(data, key) ? data[key] : undefined,
      getVariables: () => data,
    };
    let text = "";
    template.root(env, context, frame, RUNTIME, (error, output) => {
      raise(error);
      text = String(output);
    });
    return text;
  };
  const env = {
    opts: {},
    getFilter: (name: string) => FILTERS[name],
    /** An include; its frame sees the frame around it. */
    getTemplate(name: string, _eager: boolean, _from: string, _lenient: boolean, done: Done): void {
      done(null, {
        render: (data: Data, frame: Frame, rendered: Done) =>
          rendered(null, render(name, data, frame.push())),
      });
    },
    /** Calls each task with what the one before gave; all are done when this returns. */
    waterfall(tasks: readonly ((...args: unknown[]) => void)[], done: () => void): void {
      let given: unknown[] = [];
      for (const task of tasks) {
        task(...given, (error: unknown, ...results: unknown[]) => {
          raise(error);
          given = results;
        });
      }
      done();
    },
  };
  return { render: (name, data) => render(name, data, new Frame()) };
}

function raise(error: unknown): void {
  if (error !== null && error !== undefined) throw error;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
