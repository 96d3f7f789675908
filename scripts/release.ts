/**
 * Makes a release in `dist/release`: for each system an archive with the binary, the licence, README
 * and completions, and its bill of materials; from these the packages for npm and PyPI, a definition
 * of a container image, and `SHA256SUMS`.
 *
 *     deno task release [--address URL] [--target TRIPLE | --packed]
 *
 * With the address at which the files will be, also `install.sh` and the formula for Homebrew. With a
 * target only that archive; with `--packed` the rest, from archives that are there. What is not of the system
 * this runs on has never been run here.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { TARGETS } from "./_base_runtime.ts";
import { packSystem, readCommon, readVersion } from "./_release_archive.ts";
import { buildProgram } from "./build.ts";
import { runScript, say, ScriptError } from "./_say.ts";
import { readArchives, writeChannels } from "./channels/write.ts";

const RELEASE = new URL("../dist/release/", import.meta.url);
const LARGEST_ARCHIVE_BYTES = 40_000_000;

/** What is released. */
interface ReleaseRequest {
  /** Where the files will be, or null. */
  readonly address: string | null;
  /** The systems whose archives are built; none with `--packed`. */
  readonly built: readonly string[];
  /** Whether the channels are written. */
  readonly isWhole: boolean;
}

async function release(args: readonly string[]): Promise<number> {
  const { address, built, isWhole } = readRequest(args);
  if (built.length > 0) {
    await Deno.remove(RELEASE, { recursive: true }).catch(() => {});
    await Deno.mkdir(RELEASE, { recursive: true });
    // The program of this system writes the completions.
    for (const target of new Set([Deno.build.target, ...built])) {
      const code = await buildProgram(["--target", target]);
      if (code !== 0) return code;
    }
    const common = await readCommon();
    for (const target of built) {
      const bytes = await packSystem(target, common, RELEASE);
      if (bytes > LARGEST_ARCHIVE_BYTES) {
        throw new ScriptError(`An archive has ${bytes} bytes, more than ${LARGEST_ARCHIVE_BYTES}`);
      }
    }
  }
  if (!isWhole) return 0;
  const version = await readVersion();
  const archives = await readArchives(RELEASE, version.version, TARGETS);
  for (const name of await writeChannels({ ...version, address, archives }, RELEASE)) say(name);
  if (address === null) {
    say("No install.sh and no formula without --address, which says where these files will be");
  }
  return 0;
}

function readRequest(args: readonly string[]): ReleaseRequest {
  const { address = null, target = null, packed = false } = parseArgs(args, {
    string: ["address", "target"],
    boolean: ["packed"],
    unknown: (arg) => {
      throw new ScriptError(`Unknown argument "${arg}"; known: --address, --target, --packed`);
    },
  });
  if (address !== null && !/^(?:https:\/\/|http:\/\/127\.0\.0\.1:)[\w.:/~-]*[^/]$/.test(address)) {
    throw new ScriptError(
      `--address is ${address}, and should be an https address, or one of 127.0.0.1, without / at its end`,
    );
  }
  if (target !== null && (packed || !TARGETS.includes(target))) {
    throw new ScriptError(`--target is one of ${TARGETS.join(", ")}, and not beside --packed`);
  }
  return { address, built: packed ? [] : target ? [target] : TARGETS, isWhole: target === null };
}

if (import.meta.main) await runScript(() => release(Deno.args));
