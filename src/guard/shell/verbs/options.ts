/**
 * Parses the options of a command.
 *
 * @module
 */

/** A command's arguments, split into options and operands. */
export class Options {
  readonly operands: string[] = [];
  readonly #flags = new Set<string>();
  readonly #values = new Map<string, string[]>();

  /**
   * Parses arguments; `--` ends the options.
   *
   * @param args The arguments without the command's name.
   * @param valued Letters and long names of the options with a value, separated by blanks.
   * @param stopsAtOperand Whether options end at the first operand (`nice -n 5 rm -rf x`).
   *
   * @example The letters of one argument
   * ```ts
   * import { assertEquals } from "@std/assert";
   *
   * const options = new Options(["-rfo", "out", "src"], "o output");
   * assertEquals(options.last("o output"), "out");
   * assertEquals(options.has("r recursive"), true);
   * assertEquals(options.operands, ["src"]);
   * ```
   */
  constructor(args: readonly string[], valued = "", stopsAtOperand = false) {
    const withValue = new Set(valued.split(" "));
    for (let at = 0; at < args.length; at++) {
      const arg = args[at] as string;
      if (arg === "--" || stopsAtOperand && !/^-./.test(arg)) {
        this.operands.push(...args.slice(arg === "--" ? at + 1 : at));
        break;
      }
      if (arg.startsWith("--")) {
        const cut = arg.indexOf("=");
        const name = arg.slice(2, cut < 0 ? undefined : cut);
        if (cut >= 0) this.#give(name, arg.slice(cut + 1));
        else if (withValue.has(name)) this.#give(name, args[++at] ?? "");
        else this.#flags.add(name);
      } else if (/^-./.test(arg)) {
        for (let i = 1; i < arg.length; i++) {
          const letter = arg[i] as string;
          if (withValue.has(letter)) {
            this.#give(letter, arg.length > i + 1 ? arg.slice(i + 1) : args[++at] ?? "");
            break;
          }
          this.#flags.add(letter);
        }
      } else this.operands.push(arg);
    }
  }

  /** Whether any of the names (separated by blanks) was given. */
  has(names: string): boolean {
    return names.split(" ").some((name) => this.#flags.has(name));
  }

  /** Lists the values of any of the names. */
  all(names: string): readonly string[] {
    return names.split(" ").flatMap((name) => this.#values.get(name) ?? []);
  }

  /** Returns the last value of the first name that has one; undefined where no name has. */
  last(names: string): string | undefined {
    return names.split(" ").map((name) => this.#values.get(name)?.at(-1))
      .find((value) => value !== undefined);
  }

  #give(name: string, value: string): void {
    this.#flags.add(name);
    this.#values.set(name, [...this.#values.get(name) ?? [], value]);
  }
}
