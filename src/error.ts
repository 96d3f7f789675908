/**
 * The errors that people see. Each has a code for programs, an exit code and a hint.
 *
 * Commands throw them and `main.ts` prints them. Expected failures in hooks are values instead.
 *
 * @module
 */

import type { Again } from "./text/again.ts";

/** The parts of an error in addition to its message. */
export interface RalphErrorOptions {
  /** The remedy in one sentence; empty if nothing helps. */
  readonly hint?: string;
  /** The command line that solves it, shown after the hint. */
  readonly again?: Again | undefined;
  /** The underlying error, chained. */
  readonly cause?: unknown;
}

/** Base of all errors that `main.ts` turns into a message, a hint and an exit code. */
export class RalphError extends Error {
  /** Stable name for `--json`. */
  readonly code: string;
  /** The process's exit code. */
  readonly exitCode: number;
  /** The remedy; may be empty. */
  readonly hint: string;
  /** Makes the command line that solves it, if there is one. */
  readonly again: Again | undefined;

  /**
   * Creates an error.
   *
   * @param code Stable name for programs.
   * @param exitCode The process's exit code.
   * @param message What was wanted and what was found; capital first, no final period.
   * @param options The hint, the command line that solves it, and the cause.
   */
  constructor(code: string, exitCode: number, message: string, options: RalphErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.exitCode = exitCode;
    this.hint = options.hint ?? "";
    this.again = options.again;
  }
}

/** Makes the base of one kind of error. */
function errorOf(code: string, exitCode: number) {
  return class extends RalphError {
    constructor(message: string, options?: RalphErrorOptions) {
      super(code, exitCode, message, options);
    }
  };
}

/** The command line is wrong: exit 2. */
export class UsageError extends errorOf("usage", 2) {}

/** The settings are wrong: exit 2. */
export class ConfigError extends errorOf("config", 2) {}

/** One of ralph's records or folders cannot be read or written: exit 1. */
export class StateError extends errorOf("state", 1) {}

/** Another ralph held a lock longer than the time limit: exit 1. */
export class LockError extends errorOf("lock", 1) {}

/** A record that this ralph cannot use: exit 1. Its file is never overwritten. */
export class RecordError extends StateError {
  /**
   * @param path The record's file.
   * @param why The fault, as the end of a sentence.
   * @param newerVersion The version of a record from a later ralph; undefined for a broken record.
   * @param olderVersion The version of a record from an earlier ralph that is too different to be read.
   */
  constructor(
    readonly path: string,
    readonly why: string,
    readonly newerVersion?: number,
    readonly olderVersion?: number,
  ) {
    const isNewer = newerVersion !== undefined;
    super(`"${path}" ${isNewer ? "is from a later ralph" : "cannot be read"}: ${why}`, {
      hint: isNewer
        ? "Update this ralph."
        : "Move the file away: 'ralph doctor' says what it is for.",
    });
  }

  /** Whether another version of ralph wrote the record. */
  get isOfOtherVersion(): boolean {
    return (this.newerVersion ?? this.olderVersion) !== undefined;
  }
}

/** There is no loop to act on: exit 5. */
export class NoLoopError extends errorOf("no-loop", 5) {}

/** The project already has an active loop: exit 6. */
export class AlreadyRunningError extends errorOf("already-running", 6) {}

/**
 * Returns the message of something caught, for use inside a sentence.
 *
 * @param error What was caught.
 * @returns Its message, without a final period.
 */
export function messageOf(error: unknown): string {
  if (isHomeless(error)) return "there is no home folder, since HOME is not set";
  const text = error instanceof Error ? error.message : String(error);
  // The binary has no network permission; the runtime refuses these folders without it.
  if (text.startsWith("Requires all access to")) {
    return "files below /dev, /proc and /sys cannot be used";
  }
  return text.replace(/, specify the required permissions.*$/s, "").replace(/\.$/, "")
    .replace(/No space left on device(?: \(os error 28\))?/i, DISK_FULL);
}

/** The words for a full disk in messages. */
export const DISK_FULL = "the disk is full";

/** The path in place of a missing home folder; it cannot be created. */
export const NO_HOME = "/dev/null/no-home";

/**
 * Checks whether something failed because there is no home folder.
 *
 * @param error What was caught.
 */
export function isHomeless(error: unknown): boolean {
  return error instanceof Deno.errors.NotCapable && error.message.includes(NO_HOME);
}

/** Calls each function, even if another one fails. @returns The failures, a sentence each. */
export function failuresOf(parts: readonly (() => void)[]): string[] {
  return parts.flatMap((part) => {
    try {
      part();
      return [];
    } catch (error) {
      return [messageOf(error)];
    }
  });
}

/**
 * Calls a function for a caller that does not need the reason of a failure.
 *
 * @param act A function that may throw.
 * @returns Its result; null if it throws.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(attempt(() => JSON.parse("{")), null);
 * ```
 */
export function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
