/**
 * The binary that `deno task build` makes. A test file that imports this module, mostly through a
 * stage, needs it: without the binary all tests of the file are ignored.
 */
import { needsBuild, RALPH } from "./_tools.ts";

export { RALPH };

if (needsBuild().ignore) {
  const { ignore } = Deno.test;
  const test = Object.assign(ignore, { ...Deno.test, ignore, only: ignore });
  Object.defineProperty(Deno, "test", { value: test });
}
