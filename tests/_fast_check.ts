/**
 * fast-check whose values are the same in each run: what fails is a change's fault, and no chance.
 * `RALPH_TEST_SEED` is another seed, to look for more.
 */
import fc from "fast-check-itself";

fc.configureGlobal({ seed: Number(Deno.env.get("RALPH_TEST_SEED") ?? 1) });

export * from "fast-check-itself";
export { default } from "fast-check-itself";
