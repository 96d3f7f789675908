/**
 * Reading a command's options, as far as the guard needs them.
 *
 * @module
 */

/** Which options take a value; every other option is a flag. */
export interface OptionSpec {
  /** Letters of short options with a value: `ot` for `-o FILE -tDIR`. */
  readonly short?: string;
  /** Long options with a value in the next argument, without dashes. */
  readonly long?: readonly string[];
  /** Whether options end at the first operand (wrappers: `nice -n 5 rm -rf x`). */
  readonly stopsAtOperand?: boolean;
}

/** A command's arguments, sorted. */
export interface Options {
  /** Short letters and long names that were given. */
  readonly flags: ReadonlySet<string>;
  /** The values given to options, by letter or name. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
}

/** Sorts arguments into flags, values and operands; `--` ends the options. */
export function readOptions(args: readonly string[], spec: OptionSpec = {}): Options {
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  const give = (name: string, value: string) => {
    flags.add(name);
    values.set(name, [...values.get(name) ?? [], value]);
  };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === "--") {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (arg.startsWith("--")) {
      const [name = "", value] = splitOnce(arg.slice(2), "=");
      if (value !== undefined) give(name, value);
      else if (spec.long?.includes(name)) give(name, args[++at] ?? "");
      else flags.add(name);
    } else if (arg.startsWith("-") && arg.length > 1) {
      for (let i = 1; i < arg.length; i++) {
        const letter = arg[i] as string;
        if (spec.short?.includes(letter)) {
          give(letter, arg.length > i + 1 ? arg.slice(i + 1) : args[++at] ?? "");
          break;
        }
        flags.add(letter);
      }
    } else if (spec.stopsAtOperand) {
      operands.push(...args.slice(at));
      break;
    } else operands.push(arg);
  }
  return { flags, values, operands };
}

/** Whether any of the names was given. */
export function hasFlag(options: Options, ...names: readonly string[]): boolean {
  return names.some((name) => options.flags.has(name));
}

/** The last value given under any of the names. */
export function lastValue(options: Options, ...names: readonly string[]): string | undefined {
  return names.map((name) => options.values.get(name)?.at(-1)).find((value) => value !== undefined);
}

/** Every value given under any of the names. */
export function allValues(options: Options, ...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => options.values.get(name) ?? []);
}

function splitOnce(text: string, sign: string): [string, string | undefined] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
