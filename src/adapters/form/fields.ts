/**
 * Schemas for users' files and their programs' answers, with messages that name the key, what was
 * expected and found, and the key that was probably meant. Pure. Not for the hot path: loads valibot.
 */
import * as v from "valibot";
import { nearestName } from "../../text/nearest_name.ts";
import { isObject } from "../../store/records/json_record.ts";
import { showFound } from "../metrics/metric_value.ts";

/** Placeholder for the path to an object, in messages that are sentences. */
const HERE = "\0";

type Schema<T> = v.GenericSchema<unknown, T>;
type Check = (value: Readonly<Record<string, unknown>>, say: Say) => void;
/** Reports what is wrong with a key of the object, or with the object itself. */
type Say = (key: string | null, problem: string) => void;

/** Makes the schema of a text. @param faultOf What the text should be; null where it is valid. */
export function text(faultOf: (text: string) => string | null, expected = "text"): Schema<string> {
  return v.custom<string>(
    (value) => typeof value === "string" && faultOf(value) === null,
    ({ input }) => typeof input === "string" ? faultOf(input)! : expected,
  );
}

/** Makes the schema of a number within bounds. */
export function number(least = -Infinity, most = Infinity): Schema<number> {
  return v.custom<number>(
    (value) => Number.isFinite(value) && (value as number) >= least && (value as number) <= most,
    most === Infinity ? "a number" : `a number from ${least} to ${most}`,
  );
}

/** Makes the schema of a whole number of `least` or more. */
export function count(least = 1): Schema<number> {
  return v.custom<number>(
    (value) => Number.isInteger(value) && (value as number) >= least,
    `a whole number of ${least} or more`,
  );
}

/** Makes the schema of one of some values. */
export function choice<const T extends string | number>(...values: readonly T[]): Schema<T> {
  const last = values.at(-1);
  return v.picklist(values, `${values.slice(0, -1).join(", ")} or ${last}`);
}

/** Makes the schema of a list; a single value is a list of one. */
export function oneOrMore<T>(schema: Schema<T>): Schema<T[]> {
  const single = v.pipe(schema, v.transform((value) => [value]));
  return v.lazy((value): Schema<T[]> => Array.isArray(value) ? v.array(schema) : single);
}

/** Makes the schema of an object or its short form. */
export function shortOr<T>(short: Schema<T>, long: Schema<T>): Schema<T> {
  return v.lazy((value) => isObject(value) ? long : short);
}

/** Makes the schema of a value that may be missing, with its default. */
export function orElse<T, F>(schema: Schema<T>, fallback: F): Schema<T | F> {
  return v.pipe(v.optional(schema), v.transform((value) => value === undefined ? fallback : value));
}

/** The output of an object: optional keys may be missing, but are never undefined. */
type Output<E extends v.ObjectEntries> = Readonly<v.InferOutput<v.ObjectSchema<E, undefined>>>;

interface ObjectOptions {
  /** What is expected of required keys; by default the description of their values. */
  readonly needs?: Readonly<Record<string, string>>;
  /** Whether unknown keys are allowed. Default false. */
  readonly isOpen?: boolean;
  /** Checks that involve several keys. */
  readonly check?: Check;
}

/**
 * Makes the schema of an object; a key with null counts as missing.
 *
 * @param keys The schema of each key; all are required unless optional.
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

/** What a schema expects, from its message for values of another type. */
function expectedOf(schema: unknown): string {
  const { message } = schema as { readonly message?: string | ((issue: object) => string) };
  return typeof message === "function" ? message({ input: undefined }) : message ?? "given";
}

/**
 * Validates a value.
 *
 * @param at Its key in messages; empty for the document itself.
 * @param problems A list to which a sentence for each fault is added.
 * @returns The value; null where it is not valid.
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
