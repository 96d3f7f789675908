/**
 * Reads the fields of what a user wrote, and says of each that does not fit: which key, what was
 * expected, what was found, and which known key was probably meant. Pure.
 *
 * @module
 */
import { nearestName } from "../../text/nearest_name.ts";
import { isObject } from "../../store/records/json_record.ts";
import { showFound } from "./show_found.ts";

/** One object of a user's file. */
export class Fields {
  readonly #known = new Set<string>();

  /**
   * @param value the object
   * @param at its key from the file's root, empty for the root itself
   * @param problems where sentences are added
   */
  constructor(
    private readonly value: Readonly<Record<string, unknown>>,
    private readonly at: string,
    readonly problems: string[],
  ) {}

  /** The value of a key, undefined where it is not there; from now on the key is known. */
  take(name: string): unknown {
    this.#known.add(name);
    return this.value[name] ?? undefined;
  }

  /** Whether a key is there. */
  has(name: string): boolean {
    return this.take(name) !== undefined;
  }

  /** A key's text; the fallback where it is missing or wrong. */
  text(
    name: string,
    fallback: string,
    isFine: (text: string) => string | null = () => null,
  ): string {
    const found = this.take(name);
    if (found === undefined) return fallback;
    if (typeof found !== "string") return this.wrong(name, "text", found, fallback);
    const fault = isFine(found);
    return fault === null ? found : this.wrong(name, fault, found, fallback);
  }

  /** A key's number; the fallback where it is missing or wrong. */
  number(name: string, fallback: number, least = -Infinity, most = Infinity): number {
    return this.readNumber(name, this.take(name), fallback, least, most);
  }

  /** A key's whole number of 1 or more; the fallback where it is missing or wrong. */
  count(name: string, fallback: number): number {
    const found = this.take(name);
    if (found === undefined) return fallback;
    return Number.isInteger(found) && (found as number) >= 1
      ? found as number
      : this.wrong(name, "a whole number of 1 or more", found, fallback);
  }

  /** One of some words; the fallback where it is missing or wrong. */
  choice<T extends string | number, D>(name: string, choices: readonly T[], fallback: D): T | D {
    const found = this.take(name);
    if (found === undefined) return fallback;
    const chosen = choices.find((one) => one === found);
    return chosen ?? this.wrong(name, choices.join(" or "), found, fallback);
  }

  /** A key's list of texts; one text stands for a list of one. */
  texts(name: string, isFine: (text: string) => string | null): string[] {
    const found = this.take(name);
    if (found === undefined) return [];
    const list = Array.isArray(found) ? found : [found];
    return list.flatMap((one, index) => {
      const key = Array.isArray(found) ? `${name}[${index}]` : name;
      const fault = typeof one === "string" ? isFine(one) : "text";
      if (fault === null) return [one];
      this.wrong(key, fault, one, null);
      return [];
    });
  }

  /** A key's object; null where it is missing or no object. */
  object(name: string): Fields | null {
    const found = this.take(name);
    return found === undefined ? null : this.objectOf(name, found);
  }

  /** Any value as an object of this file; null, and said, where it is none. */
  objectOf(name: string, found: unknown): Fields | null {
    if (isObject(found)) return new Fields(found, this.keyOf(name), this.problems);
    return this.wrong(name, "an object", found, null);
  }

  /** Says that a key is missing. */
  missing(name: string, expected: string): void {
    this.problems.push(`"${this.keyOf(name)}" should be ${expected}, and is missing`);
  }

  /** Says that a value does not fit, and gives the fallback. */
  wrong<D>(name: string, expected: string, found: unknown, fallback: D): D {
    const shown = showFound(found);
    this.problems.push(`"${this.keyOf(name)}" should be ${expected}, and is ${shown}`);
    return fallback;
  }

  /** Says which keys nobody knows; call it when all others were taken. */
  end(): void {
    for (const name of Object.keys(this.value)) {
      if (this.#known.has(name)) continue;
      const nearest = nearestName(name, [...this.#known]);
      const hint = nearest === null
        ? `; known here: ${[...this.#known].join(", ")}`
        : `; did you mean "${this.keyOf(nearest)}"?`;
      this.problems.push(
        `unknown key "${this.keyOf(name)}" (${showFound(this.value[name])})${hint}`,
      );
    }
  }

  /** A value as a number within bounds; the fallback where it is missing or wrong. */
  readNumber(name: string, found: unknown, fallback: number, least: number, most: number): number {
    if (found === undefined) return fallback;
    const isFine = typeof found === "number" && Number.isFinite(found) && found >= least &&
      found <= most;
    if (isFine) return found;
    const bounds = least === -Infinity && most === Infinity
      ? "a number"
      : most === Infinity
      ? `a number of ${least} or more`
      : `a number from ${least} to ${most}`;
    return this.wrong(name, bounds, found, fallback);
  }

  private keyOf(name: string): string {
    return this.at === "" ? name : `${this.at}.${name}`;
  }
}
