/**
 * The packages for npm: one for each system with the program, and one that finds the right one.
 *
 * @module
 */
import { packArchive } from "../_archive.ts";
import { LICENCES_FILE } from "./licences.ts";
import {
  type Archive,
  fileOf,
  PACKAGE_NAME,
  type Release,
  repositoryOf,
  SUMMARY,
  SYSTEMS,
} from "./systems.ts";

const LAUNCHER = new URL("npm_launcher.js", import.meta.url);

/** Makes the packages' archives, by file name, in the order in which they are to be published. */
export async function makeNpmPackages(
  release: Release,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const packages = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const archive of release.archives) {
    const name = nameOf(archive);
    packages.set(`${name}-${release.version}.tgz`, await packProgram(release, archive, name));
  }
  const names = release.archives.map(nameOf);
  packages.set(`${PACKAGE_NAME}-${release.version}.tgz`, await packMain(release, names));
  return packages;
}

function nameOf({ target }: Archive): string {
  const { os, cpu } = SYSTEMS[target]!;
  return `${PACKAGE_NAME}-${os}-${cpu}`;
}

function describe(release: Release, name: string) {
  const repository = repositoryOf(release);
  return {
    name,
    version: release.version,
    description: SUMMARY,
    license: "MIT",
    ...repository !== null && { repository: { type: "git", url: `git+${repository}.git` } },
  };
}

function packProgram(release: Release, archive: Archive, name: string) {
  const { os, cpu } = SYSTEMS[archive.target]!;
  const manifest = {
    ...describe(release, name),
    os: [os],
    cpu: [cpu],
    ...os === "linux" && { libc: ["glibc"] },
    preferUnplugged: true,
  };
  return packArchive(
    "package",
    [
      { name: "package.json", body: toJson(manifest) },
      { name: "README.md", body: toBytes(`The program of ${PACKAGE_NAME} for ${os} ${cpu}.\n`) },
      { name: "LICENSE", body: fileOf(archive, "LICENSE") },
      { name: LICENCES_FILE, body: fileOf(archive, LICENCES_FILE) },
      { name: "ralph", body: fileOf(archive, "ralph"), isProgram: true },
    ],
    release.timeMs,
    release.level,
  );
}

async function packMain(release: Release, programs: readonly string[]) {
  const [archive] = release.archives;
  const manifest = {
    ...describe(release, PACKAGE_NAME),
    keywords: ["claude-code", "agent", "loop", "hooks"],
    bin: { ralph: "ralph.js" },
    engines: { node: ">=18" },
    optionalDependencies: Object.fromEntries(programs.map((name) => [name, release.version])),
  };
  return await packArchive(
    "package",
    [
      { name: "package.json", body: toJson(manifest) },
      { name: "README.md", body: fileOf(archive!, "README.md") },
      { name: "LICENSE", body: fileOf(archive!, "LICENSE") },
      { name: "ralph.js", body: await Deno.readFile(LAUNCHER), isProgram: true },
    ],
    release.timeMs,
    release.level,
  );
}

function toJson(value: unknown): Uint8Array<ArrayBuffer> {
  return toBytes(`${JSON.stringify(value, null, 2)}\n`);
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
