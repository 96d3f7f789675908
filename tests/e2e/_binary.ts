/**
 * The binary under test: what `deno task build` made.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";

/** `dist/ralph` of this repository; `RALPH_UNDER_TEST` names another one. */
export const RALPH = Deno.env.get("RALPH_UNDER_TEST") ??
  fromFileUrl(
    new URL(
      Deno.build.os === "windows" ? "../../dist/ralph.exe" : "../../dist/ralph",
      import.meta.url,
    ),
  );

/**
 * Makes sure that there is a binary to test.
 *
 * @throws {Error} where it was not built
 */
export function requireBinary(): void {
  try {
    if (Deno.statSync(RALPH).isFile) return;
  } catch {
    // Said below, with what to do.
  }
  throw new Error(`${RALPH} is missing: run 'deno task build' before the end-to-end tests`);
}
