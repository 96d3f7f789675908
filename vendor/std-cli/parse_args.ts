/**
 * Arguments of a command line, by the rules of `@std/cli/parse-args`.
 *
 * @module
 */

/** How arguments are read. */
export interface ParseOptions {
  /** Names that take no value; `true` for all that stand without `=`. */
  boolean?: boolean | string | readonly string[];
  /** Names whose value stays a text. */
  string?: string | readonly string[];
  /** Names that may be repeated; each becomes an array. */
  collect?: string | readonly string[];
  /** Names that `--no-NAME` sets to false. */
  negatable?: string | readonly string[];
  /** Other names of a name. */
  alias?: Readonly<Record<string, string | readonly string[]>>;
  /** Values of names that are not given. */
  default?: Readonly<Record<string, unknown>>;
  /** Whether what follows `--` goes to the key `--`. Default: false. */
  "--"?: boolean;
  /** Whether everything after the first positional is positional. Default: false. */
  stopEarly?: boolean;
  /** Called for what no option names; `false` keeps it out of the result. */
  unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}

/** What was given: by name, and the positionals under `_`. */
// deno-lint-ignore no-explicit-any
export type Args = { [name: string]: any; _: Array<string | number>; "--"?: string[] };

/**
 * Parses arguments.
 *
 * @param args The arguments, usually `Deno.args`.
 * @param options How to read them.
 * @returns The values by name and the positionals.
 */
export function parseArgs(args: readonly string[], options: ParseOptions = {}): Args {
  const { flags, texts, collected, negatable, aliases } = readRules(options);
  const result: Args = { _: [] };
  const end = args.indexOf("--");
  const rest = end < 0 ? [] : args.slice(end + 1);
  const queue = end < 0 ? [...args] : args.slice(0, end);

  function set(name: string, value: unknown, arg: string, isRepeatable = true): void {
    const isKnown = [flags, texts, aliases, collected].some((names) => names.has(name)) ||
      options.boolean === true && /^--[^=]+$/.test(arg);
    if (!isKnown && options.unknown?.(arg, name, value) === false) return;
    const read = typeof value === "string" && !texts.has(name) ? toNumberIfNumeric(value) : value;
    for (const key of [name, ...aliases.get(name) ?? []]) {
      const before = isRepeatable && collected.has(name) ? readPath(result, key) : undefined;
      const list = Array.isArray(before) ? before : before ? [before] : [];
      writePath(result, key, isRepeatable && collected.has(name) ? [...list, read] : read);
    }
  }

  /** Sets a name without `=`, by the next argument where that is a value. */
  function setByNext(name: string, arg: string, isValue: (next: string) => boolean): void {
    const [next = ""] = queue;
    if (next !== "" && !flags.has(name) && isValue(next)) set(name, queue.shift(), arg);
    else if (next === "true" || next === "false") set(name, queue.shift() === "true", arg);
    else set(name, texts.has(name) ? "" : true, arg);
  }

  function readLong(arg: string): void {
    const start = /^--no-./s.test(arg) ? 5 : 2;
    const equals = arg.indexOf("=", start + 1);
    const name = arg.slice(start, equals < 0 ? undefined : equals);
    if (equals >= 0) {
      const value = arg.slice(equals + 1);
      set(name, flags.has(name) ? value !== "false" : value, arg);
    } else if (start > 2 && negatable.has(name)) set(name, false, arg, false);
    else setByNext(arg.slice(2), arg, (next) => options.boolean !== true && !next.startsWith("-"));
  }

  function readShort(arg: string): void {
    for (let index = 1; index < arg.length - 1; index++) {
      const name = arg[index]!;
      const tail = arg.slice(index + 1);
      const isLetter = /[a-z]/i.test(name);
      const inline = isLetter ? /=(.+)/.exec(tail)?.[1] : undefined;
      const isNumber = isLetter && /\d(\.\d*)?(e-?\d+)?$/.test(tail);
      if (tail === "-") set(name, tail, arg);
      else if (tail === "=") return set(name, "", arg);
      else if (inline !== undefined) return set(name, inline, arg);
      else if (isNumber || tail.length > 1 && /\W/.test(tail[0]!)) return set(name, tail, arg);
      else set(name, texts.has(name) ? "" : true, arg);
    }
    const last = arg.at(-1)!;
    if (last !== "-") setByNext(last, arg, (next) => !/^--?[^-]/.test(next));
  }

  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    if (arg.startsWith("--")) readLong(arg);
    else if (arg.startsWith("-") && arg !== "-") readShort(arg);
    else {
      if (options.unknown?.(arg) !== false) {
        result._.push(texts.has("_") ? arg : toNumberIfNumeric(arg));
      }
      if (options.stopEarly) result._.push(...queue.splice(0));
    }
  }

  for (const [name, value] of Object.entries(options.default ?? {})) {
    if (hasPath(result, name)) continue;
    for (const key of [name, ...aliases.get(name) ?? []]) writePath(result, key, value);
  }
  for (const name of [...flags, ...[...texts].filter((name) => collected.has(name))]) {
    if (!hasPath(result, name)) writePath(result, name, collected.has(name) ? [] : false);
  }
  if (options["--"]) result["--"] = rest;
  else result._.push(...rest);
  return result;
}

function readRules(options: ParseOptions) {
  const aliases = new Map<string, readonly string[]>();
  for (const [name, others] of Object.entries(options.alias ?? {})) {
    const group = [name, ...toList(others)];
    for (const each of group) aliases.set(each, group.filter((other) => other !== each));
  }
  const withAliases = (names: string | readonly string[] | undefined) =>
    new Set(toList(names).filter(Boolean).flatMap((name) => [name, ...aliases.get(name) ?? []]));
  return {
    aliases,
    flags: withAliases(typeof options.boolean === "boolean" ? [] : options.boolean),
    texts: withAliases(options.string),
    collected: withAliases(options.collect),
    negatable: withAliases(options.negatable),
  };
}

function toList(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}

function toNumberIfNumeric(text: string): string | number {
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

// A name with dots is a path of keys: `--a.b=1` is `{ a: { b: 1 } }`.

type Tree = Record<string, unknown>;

/** A key that reaches into the prototype of an object. */
const PROTOTYPE = /^(?:__proto__|constructor)$/;

function readPath(tree: Tree, path: string): unknown {
  return hasPath(tree, path)
    ? path.split(".").reduce((value: unknown, key) => (value as Tree)[key], tree)
    : undefined;
}

function hasPath(tree: Tree, path: string): boolean {
  let value: unknown = tree;
  for (const key of path.split(".")) {
    if (!Object.hasOwn(value as Tree, key)) return false;
    value = (value as Tree)[key];
  }
  return true;
}

function writePath(tree: Tree, path: string, value: unknown): void {
  const keys = path.split(".");
  for (const [index, key] of keys.entries()) {
    if (PROTOTYPE.test(key)) return;
    if (index === keys.length - 1) tree[key] = value;
    else tree = (tree[key] ??= {}) as Tree;
  }
}
