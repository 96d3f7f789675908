/** Records: JSON objects with a version, each in its own file. */
import { messageOf, RecordError } from "../../error.ts";
import { writeAtomic, type WriteOptions } from "../files/atomic_file.ts";
import { parseJson } from "../files/json_text.ts";
import { type LockOptions, withLock } from "../files/lock.ts";
import { setAside } from "../files/set_aside.ts";
import { readText } from "../files/text_file.ts";
import { readShape, type Shape, writeAs } from "./shape.ts";

/** Version and fields of one kind of record. In its file, the version is next to the fields. */
export interface RecordShape<T> {
  readonly version: number;
  readonly schema: Shape<T>;
}

/** A record's file as it was read: its raw object (null without one), and a function that checks it. */
export interface OpenRecord<T> {
  readonly fields: Readonly<Record<string, unknown>> | null;
  readonly read: () => T | null;
}

/** Receives one sentence to show a person. */
export type Say = (sentence: string) => void;

/** The file of one record: reads, writes and changes it, and sets a damaged file aside. */
export class RecordFile<T> {
  constructor(readonly path: string, readonly shape: RecordShape<T>) {}

  /**
   * Reads the record without changing the file.
   *
   * @returns Null if there is no file.
   * @throws {RecordError} If it is damaged, or was written by a later version of ralph.
   */
  read(): T | null {
    return this.open().read();
  }

  /** Reads the file, and checks its fields only when asked (docs/start-up.md). */
  open(): OpenRecord<T> {
    const file = readText(this.path);
    const json = file.kind === "text" ? parseJson(file.text) : null;
    const value = json?.kind === "ok" ? json.value : null;
    const read = () => {
      if (file.kind === "absent") return null;
      if (file.kind === "unreadable") throw new RecordError(this.path, file.why);
      if (json?.kind !== "broken") return this.#check(value);
      const where = json.line === null ? "" : ` (line ${json.line})`;
      throw new RecordError(this.path, `it is not JSON: ${json.why}${where}`);
    };
    return { fields: isObject(value) ? value : null, read };
  }

  /** Reads the record. If it is missing or cannot be used, returns the fallback and reports why. */
  readOr<F>(fallback: F, say: Say = () => {}): T | F {
    try {
      return this.read() ?? fallback;
    } catch (error) {
      say(messageOf(error));
      return fallback;
    }
  }

  /** Writes the record. @throws {StateError} If it cannot be written. */
  write(value: T, options?: WriteOptions): void {
    writeAtomic(this.path, this.render(value), options);
  }

  /** Renders a record as its file has it: indented JSON with a line feed at the end. */
  render(value: T): string {
    return `${JSON.stringify(this.documentOf(value), null, 2)}\n`;
  }

  /** Returns a record as its file has it. */
  documentOf(value: T): Record<string, unknown> {
    const { version, schema } = this.shape;
    // The shape of an object always writes an object.
    return { version, ...writeAs(schema, value) as Record<string, unknown> };
  }

  /**
   * Reads, changes and writes the record under a lock. A damaged file is set aside, which is reported. The
   * file of a later version stays in place.
   *
   * @param change Makes the new record from the current one. Nothing is written if it returns the same one
   * or null.
   * @throws {RecordError} If the file was written by a later version of ralph.
   * @throws {StateError} If it cannot be locked, set aside or written.
   */
  change(
    lock: { readonly file: string } & LockOptions,
    change: (present: T | null) => T | null,
    { say = () => {}, ...options }: WriteOptions & { readonly say?: Say } = {},
  ): T | null {
    return withLock(lock.file, lock, () => {
      const present = this.readOrSetAside(say);
      const next = change(present);
      if (next !== null && next !== present) this.write(next, options);
      return next;
    });
  }

  /**
   * Reads the record. A damaged file is set aside, which is reported.
   *
   * @param sparesNewer True to leave the file of a later version in place.
   * @throws {RecordError} If the file was written by a later version of ralph, and stays.
   * @throws {StateError} If it cannot be set aside.
   */
  readOrSetAside(say: Say = () => {}, sparesNewer = true): T | null {
    try {
      return this.read();
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      if (sparesNewer && error.newerVersion !== undefined) throw error;
      const aside = setAside(this.path);
      if (aside !== null) say(`${error.message}; it is now "${aside}"`);
      return null;
    }
  }

  #check(value: unknown): T {
    const { version, schema } = this.shape;
    if (!isObject(value)) throw new RecordError(this.path, "it is not an object");
    const found = value["version"];
    if (typeof found !== "number" || !Number.isInteger(found) || found < 0) {
      throw new RecordError(this.path, "it has no version, so another program wrote it");
    }
    const why = `it has version ${found}, and this ralph reads version ${version}`;
    if (found > version) throw new RecordError(this.path, why, found);
    // Fields that later versions added have defaults.
    const read = readShape(schema, value);
    if (read.kind === "ok") return read.value;
    throw found < version
      ? new RecordError(this.path, `${why}: ${read.why}`, undefined, found)
      : new RecordError(this.path, read.why);
  }
}

/** Checks whether a value is a JSON object. @returns False for null and arrays. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
