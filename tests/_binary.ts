/**
 * The binary that `deno task build` makes. A test file that imports this module, mostly through a
 * stage, needs it: without the binary all tests of the file are ignored.
 *
 * @module
 */
import { IS_BUILT, RALPH } from "./_tools.ts";

export { RALPH };

/** The test files of one run share their environment: it keeps which process has said the sentence. */
const SAID = "RALPH_TESTS_SAID_BINARY_IS_MISSING";

if (!IS_BUILT) {
  const { ignore } = Deno.test;
  const test = Object.assign(ignore, { ...Deno.test, ignore, only: ignore });
  Object.defineProperty(Deno, "test", { value: test });
  if (Deno.env.get(SAID) !== `${Deno.pid}`) {
    Deno.env.set(SAID, `${Deno.pid}`);
    // deno-lint-ignore no-console -- a skip is said aloud
    console.log(`IGNORED: the tests that need ${RALPH}. Run 'deno task build' first.`);
  }
}
