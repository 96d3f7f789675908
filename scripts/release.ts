/**
 * Makes a release in `dist/release`: for each system an archive with the binary, the licence, README
 * and completions, and its bill of materials; from these the packages for npm and PyPI, a definition
 * of a container image, and `SHA256SUMS`.
 *
 *     deno task release [--address URL] [--target TRIPLE | --packed] [--twice]
 *
 * With the address at which the files will be, also `install.sh` and the formula for Homebrew. With a
 * target only that archive; with `--packed` the rest, from archives that are there. With `--twice` each
 * program is built a second time, and the same bytes have to come out. What is not of the system this runs
 * on has never been run here.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { hashSha256 } from "./_hash.ts";
import { TARGETS } from "./channels/systems.ts";
import { packSystem, readCommon, readVersion } from "./_release_archive.ts";
import { buildProgram } from "./build.ts";
import { runScript, say, ScriptError } from "./_say.ts";
import { readArchives, writeChannels } from "./channels/write.ts";

const RELEASE = new URL("../dist/release/", import.meta.url);
const LARGEST_ARCHIVE_BYTES = 40_000_000;

/** The parts of a release to make. */
interface ReleaseRequest {
  /** The address at which the files will be; null if unknown. */
  readonly address: string | null;
  /** The systems whose archives are built; none with `--packed`. */
  readonly built: readonly string[];
  /** True to write the channels. */
  readonly isWhole: boolean;
  /** True to make each archive twice, and compare them. */
  readonly isTwice: boolean;
}

async function release(args: readonly string[]): Promise<number> {
  const { address, built, isWhole, isTwice } = readRequest(args);
  if (built.length > 0) {
    const sums = await makeArchives(built);
    if (isTwice) requireSame(sums, await makeArchives(built, ["--force"]));
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

/** Builds programs and makes their archives; returns the sum of each file by its name. */
async function makeArchives(
  targets: readonly string[],
  flags: readonly string[] = [],
): Promise<Map<string, string>> {
  await Deno.remove(RELEASE, { recursive: true }).catch(() => {});
  await Deno.mkdir(RELEASE, { recursive: true });
  // The program of this system writes the completions.
  for (const target of new Set([Deno.build.target, ...targets])) {
    await buildProgram(["--target", target, ...flags]);
  }
  const common = await readCommon();
  for (const target of targets) {
    const bytes = await packSystem(target, common, RELEASE);
    if (bytes > LARGEST_ARCHIVE_BYTES) {
      throw new ScriptError(`An archive has ${bytes} bytes, more than ${LARGEST_ARCHIVE_BYTES}`);
    }
  }
  const sums = new Map<string, string>();
  for (const { name } of Deno.readDirSync(RELEASE)) {
    sums.set(name, await hashSha256(await Deno.readFile(new URL(name, RELEASE))));
  }
  return sums;
}

function requireSame(first: ReadonlyMap<string, string>, second: ReadonlyMap<string, string>) {
  for (const [name, sum] of first) {
    const other = second.get(name);
    if (other !== sum) throw new ScriptError(`Built twice, ${name} was ${sum}, then ${other}`);
    say(`${name}: the same twice, ${sum}`);
  }
}

function readRequest(args: readonly string[]): ReleaseRequest {
  const { address = null, target = null, packed = false, twice = false } = parseArgs(args, {
    string: ["address", "target"],
    boolean: ["packed", "twice"],
    unknown: (arg) => {
      throw new ScriptError(
        `Unknown argument "${arg}"; known: --address, --target, --packed, --twice`,
      );
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
  const built = packed ? [] : target ? [target] : TARGETS;
  return { address, built, isWhole: target === null, isTwice: twice };
}

if (import.meta.main) await runScript(() => release(Deno.args));
