/**
 * Stand-in for `@std/assert` where JSR is out of reach: the same names over Node's own assert.
 * Delete the `links` line in `deno.json` where JSR can be reached.
 *
 * @module
 */
import assertModule, { AssertionError as NodeAssertionError } from "node:assert";

/** The error that every failing assertion throws. */
export const AssertionError = NodeAssertionError;

/** Asserts that a condition is true. */
export function assert(condition: unknown, message?: string): asserts condition {
  assertModule.ok(condition, message);
}

/** Asserts deep, strict equality. */
export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  assertModule.deepStrictEqual(actual, expected, message);
}

/** Asserts that two values differ. */
export function assertNotEquals<T>(actual: T, expected: T, message?: string): void {
  assertModule.notDeepStrictEqual(actual, expected, message);
}

/** Asserts identity (`Object.is`). */
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  message?: string,
): asserts actual is T {
  assertModule.strictEqual(actual, expected, message);
}

/** Asserts that a value is neither null nor undefined. */
export function assertExists<T>(actual: T, message?: string): asserts actual is NonNullable<T> {
  assertModule.ok(actual !== null && actual !== undefined, message ?? "Expected a value");
}

/** Asserts that a text contains another. */
export function assertStringIncludes(actual: string, expected: string, message?: string): void {
  assertModule.ok(
    actual.includes(expected),
    message ??
      `Expected text to contain ${JSON.stringify(expected)}, got: ${JSON.stringify(actual)}`,
  );
}

/** Asserts that a text matches a pattern. */
export function assertMatch(actual: string, expected: RegExp, message?: string): void {
  assertModule.match(actual, expected, message);
}

/** Asserts that a text does not match a pattern. */
export function assertNotMatch(actual: string, expected: RegExp, message?: string): void {
  assertModule.doesNotMatch(actual, expected, message);
}

/** Asserts that two numbers are within a tolerance of each other. */
export function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance = 1e-7,
  message?: string,
): void {
  assertModule.ok(
    Math.abs(actual - expected) <= tolerance,
    message ?? `Expected ${actual} to be within ${tolerance} of ${expected}`,
  );
}

/** Asserts that a function throws, optionally an error of a class with a text in its message. */
export function assertThrows(
  fn: () => unknown,
  // deno-lint-ignore no-explicit-any
  errorClass?: new (...args: any[]) => Error,
  messageIncludes?: string,
): unknown {
  try {
    fn();
  } catch (error) {
    checkThrown(error, errorClass, messageIncludes);
    return error;
  }
  return assertModule.fail("Expected function to throw");
}

/** Asserts that a promise rejects, optionally with an error of a class with a text in its message. */
export async function assertRejects(
  fn: () => PromiseLike<unknown>,
  // deno-lint-ignore no-explicit-any
  errorClass?: new (...args: any[]) => Error,
  messageIncludes?: string,
): Promise<unknown> {
  try {
    await fn();
  } catch (error) {
    checkThrown(error, errorClass, messageIncludes);
    return error;
  }
  return assertModule.fail("Expected promise to reject");
}

/** Fails at once. */
export function fail(message?: string): never {
  return assertModule.fail(message);
}

function checkThrown(
  error: unknown,
  // deno-lint-ignore no-explicit-any
  errorClass?: new (...args: any[]) => Error,
  messageIncludes?: string,
): void {
  if (errorClass) {
    assertModule.ok(error instanceof errorClass, `Expected ${errorClass.name}, got: ${error}`);
  }
  if (messageIncludes !== undefined) {
    const message = error instanceof Error ? error.message : String(error);
    assertStringIncludes(message, messageIncludes);
  }
}
