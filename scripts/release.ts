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
import { fromFileUrl } from "@std/path";
import { type ArchivedFile, packArchive } from "./_archive.ts";
import { hashSha256 } from "./_base_image.ts";
import { TARGETS } from "./_base_runtime.ts";
import { buildProgram } from "./build.ts";
import { runChild } from "./_child.ts";
import { requireProgram } from "./_program_check.ts";
import { readProjectConfig } from "./_project.ts";
import { runScript, say, ScriptError } from "./_say.ts";
import { LICENCES_FILE, readLicence, writeLicences } from "./channels/licences.ts";
import { collectPackages, type Lock, readImports, writeSbom } from "./channels/sbom.ts";
import { readArchives, writeChannels } from "./channels/write.ts";

const ROOT = new URL("../", import.meta.url);
const RELEASE = new URL("dist/release/", ROOT);
const LARGEST_ARCHIVE_BYTES = 40_000_000;
const SHELLS = ["bash", "zsh", "fish"];

/** What is released. */
interface ReleaseRequest {
  /** Where the files will be, or null. */
  readonly address: string | null;
  /** The systems whose archives are built; none with `--packed`. */
  readonly built: readonly string[];
  /** Whether the channels are written. */
  readonly isWhole: boolean;
}

/** What the archives of one version have in common. */
interface Common {
  readonly version: string;
  readonly timeMs: number;
  readonly files: readonly ArchivedFile[];
  /** The packages that the program imports. */
  readonly imports: readonly string[];
  readonly lock: Lock;
  /** The folder in which Deno keeps packages. */
  readonly npmCache: string;
}

async function release(args: readonly string[]): Promise<number> {
  const { address, built, isWhole } = readRequest(args);
  const { version } = readProjectConfig(ROOT);
  const timeMs = Number(await read(["git", "log", "-1", "--format=%ct"])) * 1000;
  if (built.length > 0) {
    await Deno.remove(RELEASE, { recursive: true }).catch(() => {});
    await Deno.mkdir(RELEASE, { recursive: true });
    // The program of this system writes the completions.
    for (const target of new Set([Deno.build.target, ...built])) {
      const code = await buildProgram(["--target", target]);
      if (code !== 0) return code;
    }
    const common = await readCommon(version, timeMs);
    for (const target of built) await packSystem(target, common);
  }
  if (!isWhole) return 0;
  const archives = await readArchives(RELEASE, version, TARGETS);
  for (const name of await writeChannels({ version, address, timeMs, archives }, RELEASE)) {
    say(name);
  }
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

async function packSystem(target: string, common: Common): Promise<void> {
  const { version, timeMs, files, imports, lock, npmCache } = common;
  const name = `ralph-${version}-${target}`;
  const program = await Deno.readFile(programOf(target));
  await requireProgram(program, target);
  const all = [{ name: "ralph", body: program, isProgram: true }, ...files];
  const archive = await packArchive(name, all, timeMs);
  if (archive.length > LARGEST_ARCHIVE_BYTES) {
    throw new ScriptError(
      `${name} has ${archive.length} bytes, more than ${LARGEST_ARCHIVE_BYTES}`,
    );
  }
  await Deno.writeFile(new URL(`${name}.tar.gz`, RELEASE), archive);
  const sbom = writeSbom({
    version,
    target,
    timeMs,
    imports,
    sha256: await hashSha256(program),
    denoVersion: Deno.version.deno,
    lock,
    licenceOf: (id) => readLicence(npmCache, id).name,
  });
  await Deno.writeTextFile(new URL(`${name}.cdx.json`, RELEASE), sbom);
  say(`${name}.tar.gz: ${(archive.length / 1e6).toFixed(1)} MB`);
}

function programOf(target: string): URL {
  return new URL(target === Deno.build.target ? "dist/ralph" : `dist/ralph-${target}`, ROOT);
}

/** Reads what the archives have in common: all that they have beside the program. */
async function readCommon(version: string, timeMs: number): Promise<Common> {
  const texts = ["LICENSE", "README.md", "CHANGELOG.md"].map(async (name) => ({
    name,
    body: await Deno.readFile(new URL(name, ROOT)),
  }));
  const program = fromFileUrl(programOf(Deno.build.target));
  const toFile = (name: string, text: string) => ({ name, body: new TextEncoder().encode(text) });
  const completions = SHELLS.map(async (shell) =>
    toFile(`completions/ralph.${shell}`, await read([program, "completions", shell]))
  );
  const lock: Lock = JSON.parse(await Deno.readTextFile(new URL("deno.lock", ROOT)));
  const info = (...of: string[]) => read([Deno.execPath(), "info", "--json", ...of]);
  const imports = readImports(JSON.parse(await info(fromFileUrl(new URL("main.ts", ROOT)))));
  const { npmCache } = JSON.parse(await info());
  const packages = [...collectPackages(lock, imports, null).keys()].sort();
  const licences = packages.map((id) => readLicence(npmCache, id));
  const files = await Promise.all([...texts, ...completions]);
  files.push(toFile(LICENCES_FILE, writeLicences(licences, Deno.version.deno)));
  return { version, timeMs, files, imports, lock, npmCache };
}

async function read(command: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runChild(command, { cwd: ROOT });
  if (code !== 0) throw new ScriptError(`"${command.join(" ")}" ended with ${code}: ${stderr}`);
  return stdout;
}

if (import.meta.main) await runScript(() => release(Deno.args));
