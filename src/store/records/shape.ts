/**
 * Shapes of JSON values, checked while reading. Names are camelCase here and snake_case in the files.
 *
 * Not a library: valibot's cold start took a seventh of an empty program's time (`deno task bench`), and
 * the hooks' records need only a dozen shapes.
 */
import { renderExactInstant, renderInstant } from "../../text/instant.ts";
import { shorten } from "../../text/shorten.ts";
import { toSnakeCase } from "../../text/snake_case.ts";

/** Reads a value: returns it with its type, or throws a {@linkcode Misfit}. */
export interface Shape<T> {
  (value: unknown): T;
  /** Returns a value as its file has it; missing if the file has the value itself. */
  write?(value: T): unknown;
  /** The field's name in the file; missing if it is the field's own name in snake_case. */
  readonly fileName?: string;
}

/** The TypeScript type of the values that a shape reads. */
export type ShapeOf<S> = S extends (value: unknown) => infer T ? T : never;

/** The outcome of reading a value. */
export type ShapeRead<T> =
  | { readonly kind: "ok"; readonly value: T }
  /** `why` is a sentence: the place, what was expected and what was found. */
  | { readonly kind: "broken"; readonly why: string };

/** A value that does not fit its shape. */
class Misfit {
  readonly path: string[] = [];
  constructor(readonly expected: string, readonly found: unknown) {}
}

type Shapes = Readonly<Record<string, Shape<unknown>>>;
type ShapeFields<R extends Shapes, O extends Shapes> =
  & { -readonly [K in keyof R]: ShapeOf<R[K]> }
  & { -readonly [K in keyof O]?: ShapeOf<O[K]> | undefined };
type Flat<T> = { [K in keyof T]: T[K] };

/** UTC times in ISO 8601: the form of `Date.toISOString`, and some wider forms. */
const INSTANT =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?(?:Z| ?[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/;

/** Names that would change what an object is. */
const UNSAFE_NAMES = ["__proto__", "prototype", "constructor"];

/** The shape of any string. */
export const text: Shape<string> = (value) =>
  typeof value === "string" ? value : misfit("string", value);

/** The shape of a finite number. */
export const number: Shape<number> = (value) =>
  typeof value === "number" ? value : misfit("number", value);

/** Reads a finite number of 0 or more. */
export const amount: Shape<number> = checked(
  number,
  (value) => Number.isFinite(value) && value >= 0,
  "a number of 0 or more",
);

/** Reads a whole number of 0 or more. */
export const count: Shape<number> = checked(
  number,
  (value) => Number.isInteger(value) && value >= 0,
  "a whole number of 0 or more",
);

/** The shape of a boolean. */
export const truth: Shape<boolean> = (value) =>
  typeof value === "boolean" ? value : misfit("boolean", value);

/**
 * Reads an instant in ISO 8601 as epoch milliseconds. Files have whole seconds, as the predecessor wrote
 * them, so fractions are cut off.
 */
export const instant: Shape<number> = writing((value) => {
  const ms = typeof value === "string" ? Date.parse(value) : NaN;
  if (Number.isNaN(ms)) return misfit("a time", value);
  // ralph's own form is checked before the slow expression for all forms (docs/start-up.md).
  const written = new Date(ms).toISOString();
  const isOurs = value === written || value === `${written.slice(0, -5)}Z`;
  return isOurs || INSTANT.test(value as string) ? ms : misfit("a time", value);
}, renderInstant);

/** Reads an instant like {@linkcode instant}. The file has its milliseconds, unless they are 0. */
export const exactInstant: Shape<number> = writing(
  (value) => instant(value),
  (ms) => ms % 1000 === 0 ? renderInstant(ms) : renderExactInstant(ms),
);

/**
 * Reads seconds with fractions as whole milliseconds: a duration, or an instant since 1970. Written back,
 * the seconds differ from the file's by at most half a millisecond.
 */
export const seconds: Shape<number> = writing(
  (value) => Math.round(amount(value) * 1000),
  (ms) => ms / 1000,
);

/** The shape of any value, returned unchanged. */
export const anything: Shape<unknown> = (value) => value;

/** Reads one of some values. */
export function choice<const T extends string | number>(...values: readonly T[]): Shape<T> {
  return (value) =>
    values.includes(value as T)
      ? value as T
      : misfit(values.map((allowed) => JSON.stringify(allowed)).join(" or "), value);
}

/** Reads null, or a value of another shape. */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return writing(
    (value) => value === null ? null : shape(value),
    shape.write && ((value) => value === null ? null : writeAs(shape, value)),
  );
}

/** Gives a field another name in its file: the predecessor's, or one with the file's unit. */
export function inFile<T>(fileName: string, shape: Shape<T>): Shape<T> {
  return Object.assign((value: unknown) => shape(value), {
    write: (value: T) => writeAs(shape, value),
    fileName,
  });
}

/** Reads a value of another shape, and checks it with a test. */
export function checked<T>(
  shape: Shape<T>,
  passes: (value: T) => boolean,
  expected: string,
): Shape<T> {
  return writing((value) => {
    const read = shape(value);
    return passes(read) ? read : misfit(expected, value);
  }, shape.write);
}

/** Reads a value of another shape, and returns a fallback for anything else. */
export function otherwise<T>(shape: Shape<T>, fallback: NoInfer<T>): Shape<T>;
export function otherwise<T>(shape: Shape<T>, fallback: undefined): Shape<T | undefined>;
export function otherwise<T>(shape: Shape<T>, fallback: T): Shape<T> {
  const read = (value: unknown) => value === undefined ? fallback : readOr(shape, value, fallback);
  return writing(read, shape.write);
}

/** Reads an array whose entries have one shape. */
export function list<T>(shape: Shape<T>): Shape<T[]> {
  return writing((value) => {
    if (!Array.isArray(value)) return misfit("Array", value);
    return value.map((entry, index) => within(String(index), shape, entry));
  }, shape.write && ((values) => values.map((value) => writeAs(shape, value))));
}

/** Reads an object with any names, which stay unchanged; its values have one shape. */
export function dictionary<T>(shape: Shape<T>): Shape<Record<string, T>> {
  return writing(
    (value) => {
      const read: Record<string, T> = {};
      for (const [name, entry] of Object.entries(asObject(value))) {
        if (!UNSAFE_NAMES.includes(name)) read[name] = within(name, shape, entry);
      }
      return read;
    },
    shape.write && ((values) => {
      const entries = Object.entries(values).map(([name, value]) => [name, writeAs(shape, value)]);
      return Object.fromEntries(entries);
    }),
  );
}

/**
 * Reads an object with known names, and drops others.
 *
 * @param required The shapes by name, or a function that makes them at the first use.
 */
// deno-lint-ignore ban-types -- no optional names
export function object<R extends Shapes, O extends Shapes = {}>(
  required: R | (() => R),
  optional?: O | (() => O),
): Shape<Flat<ShapeFields<R, O>>> {
  // Created lazily (docs/start-up.md).
  let fields: readonly Field[] | undefined;
  const listFields = () =>
    fields ??= [
      ...fieldsOf(required, true),
      ...fieldsOf(optional ?? {}, false),
    ];
  // Safe to cast: every name is read with its shape.
  const read = (value: unknown) =>
    readFields(listFields(), asObject(value)) as Flat<ShapeFields<R, O>>;
  return writing(read, (value) => {
    const file: Record<string, unknown> = {};
    for (const { name, fileName, shape } of listFields()) {
      const entry = value[name as keyof typeof value];
      if (entry !== undefined) file[fileName] = writeAs(shape, entry);
    }
    return file;
  });
}

interface Field {
  readonly name: string;
  readonly fileName: string;
  readonly shape: Shape<unknown>;
  readonly isRequired: boolean;
}

function fieldsOf(shapes: Shapes | (() => Shapes), isRequired: boolean): Field[] {
  return Object.entries(typeof shapes === "function" ? shapes() : shapes).map(([name, shape]) => (
    { name, fileName: shape.fileName ?? toSnakeCase(name), shape, isRequired }
  ));
}

function readFields(
  fields: readonly Field[],
  file: Record<string, unknown>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const { name, fileName, shape, isRequired } of fields) {
    if (!isRequired && file[fileName] === undefined) continue;
    const entry = within(fileName, shape, file[fileName]);
    if (isRequired || entry !== undefined) read[name] = entry;
  }
  return read;
}

/** Makes a shape that writes a value back in its file's form, if that is not the value itself. */
function writing<T>(
  read: (value: unknown) => T,
  write: ((value: T) => unknown) | undefined,
): Shape<T> {
  return write === undefined ? read : Object.assign(read, { write });
}

/**
 * Returns a value as its file has it.
 *
 * @param shape The value's shape; names that it lacks are dropped.
 */
export function writeAs<T>(shape: Shape<T>, value: T): unknown {
  return shape.write === undefined ? value : shape.write(value);
}

/** Reads a value, or returns a fallback if it does not fit. */
export function readOr<T, D>(shape: Shape<T>, value: unknown, fallback: D): T | D {
  try {
    return shape(value);
  } catch (error) {
    if (error instanceof Misfit) return fallback;
    throw error;
  }
}

/** Reads a value without throwing, and returns the reason if it does not fit. */
export function readShape<T>(shape: Shape<T>, value: unknown): ShapeRead<T> {
  try {
    return { kind: "ok", value: shape(value) };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const { path, expected, found } = error;
    const where = path.length === 0 ? "the record" : path.join(".");
    const received = found === undefined ? "missing" : show(found);
    return { kind: "broken", why: `${where} should be ${expected}, and is ${received}` };
  }
}

function asObject(value: unknown): Record<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? value as Record<string, unknown> : misfit("Object", value);
}

function within<T>(name: string, shape: Shape<T>, value: unknown): T {
  try {
    return shape(value);
  } catch (error) {
    if (error instanceof Misfit) error.path.unshift(name);
    throw error;
  }
}

function misfit(expected: string, found: unknown): never {
  throw new Misfit(expected, found);
}

function show(value: unknown): string {
  if (Array.isArray(value)) return "Array";
  if (typeof value === "object" && value !== null) return "Object";
  return shorten(JSON.stringify(value) ?? typeof value, 80);
}
