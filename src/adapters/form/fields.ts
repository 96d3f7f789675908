/**
 * Schemas for what users write and their programs answer, and the sentences about what does not fit:
 * which key, what was expected, what was found, and which known key was probably meant. Pure. Not for
 * the everyday path: valibot is loaded with it.
 *
 * @module
 */
import * as v from "valibot";
import { nearestName } from "../../text/nearest_name.ts";
import { isObject } from "../../store/records/json_record.ts";
import { showFound } from "../metrics/metric_value.ts";

/** Stands for the keys that lead to an object in a message that is a sentence of its own. */
const HERE = "\0";

type Schema<T> = v.GenericSchema<unknown, T>;
type Check = (value: Readonly<Record<string, unknown>>, say: Say) => void;
/** Says what is wrong: with a key of the object, or with the object as a whole. */
type Say = (key: string | null, problem: string) => void;

/**
 * A text.
 *
 * @param faultOf What the text should be; null where it is fine.
 * @param expected What is said of another type.
 */
export function text(faultOf: (text: string) => string | null, expected = "text"): Schema<string> {
  return v.custom<string>(
    (value) => typeof value === "string" && faultOf(value) === null,
    ({ input }) => typeof input === "string" ? faultOf(input)! : expected,
  );
}

/** A number, within bounds where these are given. */
export function number(least = -Infinity, most = Infinity): Schema<number> {
  return v.custom<number>(
    (value) => Number.isFinite(value) && (value as number) >= least && (value as number) <= most,
    most === Infinity ? "a number" : `a number from ${least} to ${most}`,
  );
}

/** A whole number of `least` or more. */
export function count(least = 1): Schema<number> {
  return v.custom<number>(
    (value) => Number.isInteger(value) && (value as number) >= least,
    `a whole number of ${least} or more`,
  );
}

/** One of some values. */
export function choice<const T extends string | number>(...values: readonly T[]): Schema<T> {
  const last = values.at(-1);
  return v.picklist(values, `${values.slice(0, -1).join(", ")} or ${last}`);
}

/** A list; one value alone is a list of one. */
export function oneOrMore<T>(schema: Schema<T>): Schema<T[]> {
  const single = v.pipe(schema, v.transform((value) => [value]));
  return v.lazy((value): Schema<T[]> => Array.isArray(value) ? v.array(schema) : single);
}

/** An object, or the short form of it. */
export function shortOr<T>(short: Schema<T>, long: Schema<T>): Schema<T> {
  return v.lazy((value) => isObject(value) ? long : short);
}

/** A value that may be left out, and what it is then. */
export function orElse<T, F>(schema: Schema<T>, fallback: F): Schema<T | F> {
  return v.pipe(v.optional(schema), v.transform((value) => value === undefined ? fallback : value));
}

type IsOptional<S> = S extends { readonly type: "optional" } ? true : false;

/** What an object becomes: keys that are optional may be missing, and are never undefined. */
type Output<E extends v.ObjectEntries> =
  & { readonly [K in keyof E as IsOptional<E[K]> extends true ? never : K]: v.InferOutput<E[K]> }
  & {
    readonly [K in keyof E as IsOptional<E[K]> extends true ? K : never]?: Exclude<
      v.InferOutput<E[K]>,
      undefined
    >;
  };

/** How an object is checked. */
interface ObjectOptions {
  /** What is expected of keys that have to be there; by default what their values should be. */
  readonly needs?: Readonly<Record<string, string>>;
  /** Whether keys that nobody knows are let pass. Default false. */
  readonly isOpen?: boolean;
  /** What the keys say together. */
  readonly check?: Check;
}

/**
 * An object; null is as good as a key that is left out.
 *
 * @param keys What each key's value is; all are needed but those that are optional.
 * @param options What is needed, and what else is checked.
 */
export function object<const E extends v.ObjectEntries>(
  keys: E,
  { needs = {}, isOpen = false, check }: ObjectOptions = {},
): Schema<Output<E>> {
  const names = Object.keys(keys);
  const withFallback = names.filter((name) => {
    const schema = keys[name]!;
    return schema.type === "optional" && "pipe" in schema;
  });
  return v.pipe(
    v.custom<Record<string, unknown>>(isObject, "an object"),
    v.transform((value) => ({
      ...Object.fromEntries(withFallback.map((name) => [name, undefined])),
      ...Object.fromEntries(Object.entries(value).filter(([, found]) => found !== null)),
    })),
    v.looseObject(keys, ({ expected }) => {
      const name: string = JSON.parse(expected!);
      return needs[name] ?? expectedOf(keys[name]);
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      const value = dataset.value as Record<string, unknown>;
      for (const name of isOpen ? [] : Object.keys(value).filter((name) => !names.includes(name))) {
        const nearest = nearestName(name, names);
        const hint = nearest === null
          ? `; known here: ${names.join(", ")}`
          : `; did you mean "${HERE}${nearest}"?`;
        addIssue({ message: `unknown key "${HERE}${name}" (${showFound(value[name])})${hint}` });
      }
      check?.(
        value,
        (key, message) =>
          addIssue({ message: key === null ? message : `"${HERE}${key}" ${message}` }),
      );
    }),
  ) as unknown as Schema<Output<E>>;
}

/** The message of a schema for any other type. */
function expectedOf(schema: unknown): string {
  const { message } = schema as { readonly message?: string | ((issue: object) => string) };
  return typeof message === "function" ? message({ input: undefined }) : message ?? "given";
}

/**
 * Reads a value.
 *
 * @param schema What it should be.
 * @param value What was found.
 * @param at The key of it in messages; empty for the document itself.
 * @param problems Where a sentence for each fault is added.
 * @returns The value; null where something does not fit.
 */
export function read<T>(
  schema: Schema<T>,
  value: unknown,
  at: string,
  problems: string[],
): T | null {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  for (const { path, message, input } of result.issues) {
    const keys = (path ?? []).map(({ key }) => typeof key === "number" ? `[${key}]` : `.${key}`);
    const where = `${at}${keys.join("")}`.replace(/^\./, "");
    problems.push(
      message.includes(HERE)
        ? message.replaceAll(HERE, where === "" ? "" : `${where}.`)
        : `"${where}" should be ${message}, and is ${showFound(input)}`,
    );
  }
  return null;
}
