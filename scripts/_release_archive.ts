/**
 * The archive of a release for one system, and its bill of materials.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";
import { type ArchivedFile, packArchive } from "./_archive.ts";
import { hashSha256 } from "./_hash.ts";
import { runChild } from "./_child.ts";
import { requireProgram } from "./_program_check.ts";
import { readProjectConfig } from "./_project.ts";
import { say, ScriptError } from "./_say.ts";
import { readStdCommit, readStdLicence } from "./_std.ts";
import { LICENCES_FILE, readLicence, writeLicences } from "./channels/licences.ts";
import { collectPackages, type Lock, readImports, writeSbom } from "./channels/sbom.ts";

const ROOT = new URL("../", import.meta.url);
const SHELLS = ["bash", "zsh", "fish"];

/** A version, and when it was made. */
export interface Version {
  readonly version: string;
  /** The time of the commit, epoch milliseconds. */
  readonly timeMs: number;
}

/** The parts that the archives of one version have in common. */
export interface ReleaseCommon extends Version {
  readonly files: readonly ArchivedFile[];
  /** The packages that the program imports. */
  readonly imports: readonly string[];
  readonly lock: Lock;
  /** The folder in which Deno keeps packages. */
  readonly npmCache: string;
}

/** Reads which version this is. */
export async function readVersion(): Promise<Version> {
  const { version } = readProjectConfig(ROOT);
  return { version, timeMs: Number(await read(["git", "log", "-1", "--format=%ct"])) * 1000 };
}

/** Reads what the archives have in common: all that they have beside the program and its licences. */
export async function readCommon(): Promise<ReleaseCommon> {
  const texts = ["LICENSE", "README.md", "CHANGELOG.md"].map(async (name) => ({
    name,
    body: await Deno.readFile(new URL(name, ROOT)),
  }));
  // The program of this system writes them.
  const program = fromFileUrl(programOf(Deno.build.target));
  const completions = SHELLS.map(async (shell) =>
    toFile(`completions/ralph.${shell}`, await read([program, "completions", shell]))
  );
  const lock: Lock = JSON.parse(await Deno.readTextFile(new URL("deno.lock", ROOT)));
  const info = (...of: string[]) => read([Deno.execPath(), "info", "--json", ...of]);
  const imports = readImports(JSON.parse(await info(fromFileUrl(new URL("main.ts", ROOT)))));
  const { npmCache } = JSON.parse(await info());
  const files = await Promise.all([...texts, ...completions]);
  return { ...await readVersion(), files, imports, lock, npmCache };
}

/**
 * Writes the archive of a built program, and its bill of materials.
 *
 * @param folder Where to; a URL that ends with a slash.
 * @param level How well it is compressed, from 0 to 9.
 * @returns The archive's size in bytes.
 */
export async function packSystem(
  target: string,
  common: ReleaseCommon,
  folder: URL,
  level?: number,
): Promise<number> {
  const { version, timeMs, files, imports, lock, npmCache } = common;
  const name = `ralph-${version}-${target}`;
  const program = await Deno.readFile(programOf(target));
  const remarks = await requireProgram(program, target);
  const licences = [...collectPackages(lock, imports).keys()].sort()
    .map((id) => readLicence(npmCache, id));
  licences.push(readStdLicence(ROOT));
  const archive = await packArchive(
    name,
    [
      { name: "ralph", body: program, isProgram: true },
      ...files,
      toFile(LICENCES_FILE, writeLicences(licences, Deno.version.deno)),
    ],
    timeMs,
    level,
  );
  await Deno.writeFile(new URL(`${name}.tar.gz`, folder), archive);
  const sbom = writeSbom({
    version,
    target,
    timeMs,
    imports,
    sha256: await hashSha256(program),
    denoVersion: Deno.version.deno,
    stdCommit: readStdCommit(ROOT),
    lock,
    licenceOf: (id) => readLicence(npmCache, id).name,
  });
  await Deno.writeTextFile(new URL(`${name}.cdx.json`, folder), sbom);
  say(`${name}.tar.gz: ${(archive.length / 1e6).toFixed(1)} MB; ${remarks.join(", ")}`);
  return archive.length;
}

function programOf(target: string): URL {
  return new URL(target === Deno.build.target ? "dist/ralph" : `dist/ralph-${target}`, ROOT);
}

function toFile(name: string, text: string): ArchivedFile {
  return { name, body: new TextEncoder().encode(text) };
}

async function read(command: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runChild(command, { cwd: ROOT });
  if (code !== 0) throw new ScriptError(`"${command.join(" ")}" ended with ${code}: ${stderr}`);
  return stdout;
}
