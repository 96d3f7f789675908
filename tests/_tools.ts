/**
 * What some tests need: the binary, programs of the system, such as tmux or a browser, and rights.
 *
 * @module
 */
import { existsSync } from "@std/fs/exists";
import { fromFileUrl } from "@std/path";

/** `dist/ralph` of this repository; `RALPH_UNDER_TEST` names another one. */
export const RALPH = Deno.env.get("RALPH_UNDER_TEST") ??
  fromFileUrl(
    new URL("../dist/ralph", import.meta.url),
  );

/** Whether the binary is there. */
export const IS_BUILT = existsSync(RALPH, { isFile: true });

/** The test files of one run share their environment: it keeps which process has said the sentence. */
const SAID = "RALPH_TESTS_SAID_BINARY_IS_MISSING";

/**
 * Returns the test option that leaves a test out where nothing was built, and says so once. It is for
 * a single test that needs a build, and for one that takes so long that a first `deno test` does not
 * wait for it. A file of tests that run the binary imports `_binary.ts` instead.
 *
 * @returns `{ ignore }` for `Deno.test`.
 */
export function needsBuild(): { readonly ignore: boolean } {
  if (!IS_BUILT && Deno.env.get(SAID) !== `${Deno.pid}`) {
    Deno.env.set(SAID, `${Deno.pid}`);
    // deno-lint-ignore no-console -- a skip is said aloud
    console.log(`IGNORED: the tests that need ${RALPH}. Run 'deno task build' first.`);
  }
  return { ignore: !IS_BUILT };
}

/**
 * Returns the test option that leaves a test out where a program is missing, and says so once.
 *
 * @param program The program's name on the PATH.
 * @returns `{ ignore }` for `Deno.test`.
 */
export function needs(program: string): { readonly ignore: boolean } {
  const isThere = (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${program}`).isFile;
    } catch {
      return false;
    }
  });
  // deno-lint-ignore no-console -- a skip is said aloud
  if (!isThere) console.log(`SKIPPED: '${program}' is not installed`);
  return { ignore: !isThere };
}

let canMount: boolean | undefined;

/**
 * Returns the test option that leaves a test out where a process may not mount anything, not even in
 * a namespace of its own, and says so once.
 *
 * @returns `{ ignore }` for `Deno.test`.
 */
export function needsMounts(): { readonly ignore: boolean } {
  if (canMount === undefined) {
    canMount = tryMount();
    // deno-lint-ignore no-console -- a skip is said aloud
    if (!canMount) console.log("SKIPPED: this machine does not permit mounts");
  }
  return { ignore: !canMount };
}

function tryMount(): boolean {
  if (Deno.build.os !== "linux") return false;
  try {
    const args = ["-m", "mount", "-t", "tmpfs", "none", "/mnt"];
    return new Deno.Command("unshare", { args, stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}
