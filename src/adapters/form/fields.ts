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
  return v.pipe(
    v.string(expected),
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? faultOf(dataset.value) : null;
      if (message !== null) addIssue({ message });
    }),
  );
}

/** A number within bounds. */
export function number(least = -Infinity, most = Infinity): Schema<number> {
  const bounds = least === -Infinity
    ? "a number"
    : most === Infinity
    ? `a number of ${least} or more`
    : `a number from ${least} to ${most}`;
  return v.custom<number>(
    (value) => Number.isFinite(value) && (value as number) >= least && (value as number) <= most,
    bounds,
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
  const one = v.pipe(schema, v.transform((value) => [value]));
  return v.lazy((value): Schema<T[]> => Array.isArray(value) ? v.array(schema) : one);
}

/** An object, or the short form of it. */
export function shortOr<T>(short: Schema<T>, long: Schema<T>): Schema<T> {
  return v.lazy((value) => isObject(value) ? long : short);
}

/** How an object is checked. */
interface ObjectOptions {
  /** Keys that have to be there, and what is expected of each. */
  readonly needs?: Readonly<Record<string, string>>;
  /** Whether keys that nobody knows are let pass. Default false. */
  readonly isOpen?: boolean;
  /** What the keys say together; it sees the values as they were written. */
  readonly check?: Check;
}

/**
 * An object whose keys may be left out, unless they are needed; null is as good as left out.
 *
 * @param keys What each key's value is.
 * @param options What is needed, and what else is checked.
 */
export function object<E extends v.ObjectEntries>(
  keys: E,
  { needs = {}, isOpen = false, check }: ObjectOptions = {},
): Schema<{ readonly [K in keyof E]?: v.InferOutput<E[K]> }> {
  const names = Object.keys(keys);
  const entries = Object.fromEntries(
    Object.entries(keys).map(([name, schema]) => [name, v.optional(schema)]),
  );
  return v.pipe(
    v.custom<Record<string, unknown>>(isObject, "an object"),
    v.transform((value) =>
      Object.fromEntries(Object.entries(value).filter(([, found]) => found !== null))
    ),
    v.looseObject(entries),
    v.rawCheck(({ dataset, addIssue }) => {
      const value = dataset.value as Record<string, unknown>;
      for (const name of isOpen ? [] : Object.keys(value).filter((name) => !names.includes(name))) {
        const nearest = nearestName(name, names);
        const hint = nearest === null
          ? `; known here: ${names.join(", ")}`
          : `; did you mean "${HERE}${nearest}"?`;
        addIssue({ message: `unknown key "${HERE}${name}" (${showFound(value[name])})${hint}` });
      }
      for (const [name, expected] of Object.entries(needs)) {
        if (value[name] === undefined) {
          addIssue({ message: `"${HERE}${name}" should be ${expected}, and is missing` });
        }
      }
      check?.(
        value,
        (key, message) =>
          addIssue({ message: key === null ? message : `"${HERE}${key}" ${message}` }),
      );
    }),
  ) as unknown as Schema<{ readonly [K in keyof E]?: v.InferOutput<E[K]> }>;
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
