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
  const rules = readRules(options);
  const given = new Map<string, unknown>();
  const positionals: Array<string | number> = [];
  const separator = args.indexOf("--");
  const rest = separator < 0 ? [] : args.slice(separator + 1);
  const queue = separator < 0 ? [...args] : args.slice(0, separator);

  function set(name: string, value: unknown, arg?: string): void {
    const key = rules.canonical(name);
    if (arg !== undefined && !rules.isKnown(key) && options.unknown?.(arg, name, value) === false) {
      return;
    }
    const read = rules.isText(key) || typeof value !== "string" ? value : toNumberIfNumeric(value);
    const before = given.get(key);
    const collected = Array.isArray(before) ? [...before, read] : [read];
    given.set(key, rules.isCollected(key) ? collected : read);
  }

  function takeValue(name: string, inline: string | undefined, arg: string): void {
    const key = rules.canonical(name);
    if (inline !== undefined) {
      set(name, rules.isFlag(key) ? inline !== "false" : inline, arg);
    } else if (rules.takesNext(key, queue[0])) set(name, queue.shift(), arg);
    else if (rules.isFlag(key) && /^(true|false)$/.test(queue[0] ?? "")) {
      set(name, queue.shift() === "true", arg);
    } else set(name, rules.isText(key) ? "" : true, arg);
  }

  function takeShort(arg: string): void {
    const letters = arg.slice(1);
    for (let index = 0; index < letters.length; index++) {
      const name = letters[index]!;
      const tail = letters.slice(index + 1);
      if (tail === "") return takeValue(name, undefined, arg);
      if (tail.startsWith("=")) return takeValue(name, tail.slice(1), arg);
      const isNumber = /^-?\d+(\.\d*)?(e-?\d+)?$/.test(tail);
      if (!rules.isFlag(rules.canonical(name)) && (isNumber || /^\W/.test(tail))) {
        return set(name, tail, arg);
      }
      set(name, rules.isText(rules.canonical(name)) ? "" : true, arg);
    }
  }

  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    const long = /^--([^=]+)(?:=([\s\S]*))?$/.exec(arg);
    const negated = arg.startsWith("--no-") ? rules.canonical(arg.slice(5)) : undefined;
    if (negated !== undefined && rules.isNegatable(negated)) set(negated, false, arg);
    else if (long) takeValue(long[1]!, long[2], arg);
    else if (/^-[^-\d]/.test(arg)) takeShort(arg);
    else {
      if (options.unknown?.(arg) !== false) {
        positionals.push(rules.isText("_") ? arg : toNumberIfNumeric(arg));
      }
      if (options.stopEarly) positionals.push(...queue.splice(0));
    }
  }
  for (const [key, value] of rules.defaults) if (!given.has(key)) given.set(key, value);
  if (!options["--"]) positionals.push(...rest);

  const result: Args = { _: positionals, ...(options["--"] && { "--": rest }) };
  for (const [key, value] of given) for (const name of rules.names(key)) result[name] = value;
  return result;
}

function readRules(options: ParseOptions) {
  const aliases = new Map<string, string[]>();
  for (const [name, others] of Object.entries(options.alias ?? {})) {
    aliases.set(name, [name, ...toList(others)]);
  }
  const canonical = (name: string) => {
    for (const [key, names] of aliases) if (names.includes(name)) return key;
    return name;
  };
  const toKeys = (value: string | readonly string[] | undefined) =>
    new Set(toList(value).map(canonical));
  const flags = toKeys(typeof options.boolean === "boolean" ? [] : options.boolean);
  const texts = toKeys(options.string);
  const collected = toKeys(options.collect);
  const negatable = toKeys(options.negatable);
  const defaults = new Map<string, unknown>();
  for (const key of flags) defaults.set(key, false);
  for (const key of collected) defaults.set(key, []);
  for (const [name, value] of Object.entries(options.default ?? {})) {
    defaults.set(canonical(name), value);
  }
  const isText = (key: string) => texts.has(key);
  const isFlag = (key: string) => flags.has(key) || (options.boolean === true && !isText(key));
  const isKnown = (key: string) => aliases.has(key) || flags.has(key) || isText(key);
  return {
    canonical,
    defaults,
    isFlag,
    isKnown,
    isText,
    isCollected: (key: string) => collected.has(key),
    isNegatable: (key: string) => negatable.has(key),
    names: (key: string) => aliases.get(key) ?? [key],
    takesNext: (key: string, next: string | undefined) =>
      next !== undefined && !isFlag(key) && (!next.startsWith("-") || /^-\d/.test(next)),
  };
}

function toList(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}

function toNumberIfNumeric(text: string): string | number {
  const isNumeric = /^0x[0-9a-f]+$/i.test(text) ||
    /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text);
  return isNumeric ? Number(text) : text;
}
