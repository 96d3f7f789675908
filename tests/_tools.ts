/** What some tests need: the binary, programs of the system, such as tmux or a browser, and rights. */
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

/** What some tests need: an option of `Deno.test`, and a `test` with this option. */
export class Need {
  /** @param ignore Whether it is missing, so that such a test is left out. */
  constructor(readonly ignore: boolean) {}

  test(name: string, fn: (context: Deno.TestContext) => void | Promise<void>): void {
    Deno.test(name, { ignore: this.ignore }, fn);
  }
}

/** Leaves tests out where something is so. */
export function ignoredIf(isMissing: boolean): Need {
  return new Need(isMissing);
}

/**
 * Returns the need that leaves a test out where nothing was built, and says so once. It is for
 * a single test that needs a build, and for one that takes so long that a first `deno test` does not
 * wait for it. A file of tests that run the binary imports `_binary.ts` instead.
 */
export function needsBuild(): Need {
  if (!IS_BUILT && Deno.env.get(SAID) !== `${Deno.pid}`) {
    Deno.env.set(SAID, `${Deno.pid}`);
    // deno-lint-ignore no-console -- a skip is said aloud
    console.log(`IGNORED: the tests that need ${RALPH}. Run 'deno task build' first.`);
  }
  return new Need(!IS_BUILT);
}

/**
 * Returns the need that leaves a test out where a program is missing, and says so once.
 *
 * @param program The program's name on the PATH.
 */
export function needs(program: string): Need {
  const isThere = (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${program}`).isFile;
    } catch {
      return false;
    }
  });
  // deno-lint-ignore no-console -- a skip is said aloud
  if (!isThere) console.log(`SKIPPED: '${program}' is not installed`);
  return new Need(!isThere);
}

/** Returns the need that leaves a test out where processes are not seen as on Linux. */
export function needsLinux(): Need {
  return new Need(Deno.build.os !== "linux");
}

/** Returns the need that leaves a test out where one of several is missing. */
export function needsAll(...needs: readonly Need[]): Need {
  return new Need(needs.some(({ ignore }) => ignore));
}

let canMount: boolean | undefined;

/**
 * Returns the need that leaves a test out where a process may not mount anything, not even in
 * a namespace of its own, and says so once.
 */
export function needsMounts(): Need {
  if (canMount === undefined) {
    canMount = tryMount();
    // deno-lint-ignore no-console -- a skip is said aloud
    if (!canMount) console.log("SKIPPED: this machine does not permit mounts");
  }
  return new Need(!canMount);
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
