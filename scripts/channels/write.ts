/**
 * Reads the archives of a release, and writes the files of each channel next to them.
 *
 * @module
 */
import { unpackTar } from "modern-tar";
import { gunzipSync } from "node:zlib";
import { hashSha256 } from "../_hash.ts";
import { writeFormula } from "./homebrew.ts";
import { makeNpmPackages } from "./npm.ts";
import type { Archive, Release } from "./systems.ts";
import { makeWheels } from "./wheel.ts";

const HERE = new URL("./", import.meta.url);

/** Reads the archives of some systems, in a folder whose URL ends with a slash. */
export async function readArchives(
  folder: URL,
  version: string,
  targets: readonly string[],
): Promise<Archive[]> {
  return await Promise.all(targets.map(async (target) => {
    const name = `ralph-${version}-${target}.tar.gz`;
    const bytes = await Deno.readFile(new URL(name, folder));
    const entries = await unpackTar(new Uint8Array(gunzipSync(bytes)));
    const files = new Map(entries.map(({ header, data }) => [
      header.name.slice(header.name.indexOf("/") + 1),
      new Uint8Array(data!),
    ]));
    return { target, name, files, sha256: await hashSha256(bytes) };
  }));
}

/** Writes a release's address and version into `install.sh`. */
export function fillInstaller(script: string, address: string, version: string): string {
  return script.replace("'@ADDRESS@'", `'${address}'`).replace("'@VERSION@'", `'${version}'`);
}

/**
 * Writes everything that is made from the archives.
 *
 * @param folder The folder of the archives; a URL that ends with a slash.
 * @returns The names of the files that were written.
 */
export async function writeChannels(release: Release, folder: URL): Promise<string[]> {
  const { address, version } = release;
  const files = new Map<string, string | Uint8Array>();
  for (const [name, body] of await makeNpmPackages(release)) files.set(name, body);
  for (const [name, body] of await makeWheels(release)) files.set(name, body);
  const container = await Deno.readTextFile(new URL("Containerfile", HERE));
  files.set("Containerfile", container.replaceAll("@VERSION@", version));
  if (address !== null) {
    const installer = await Deno.readTextFile(new URL("../install.sh", HERE));
    files.set("install.sh", fillInstaller(installer, address, version));
    files.set("ralph.rb", writeFormula({ ...release, address }));
  }
  for (const [name, body] of files) {
    const options = { mode: name === "install.sh" ? 0o755 : 0o644 };
    await Deno.writeFile(
      new URL(name, folder),
      typeof body === "string" ? new TextEncoder().encode(body) : body,
      options,
    );
  }
  await Deno.writeTextFile(new URL("SHA256SUMS", folder), await sumFiles(folder));
  return [...files.keys(), "SHA256SUMS"];
}

/** Computes the sums of all files in the folder, except the list of sums. */
async function sumFiles(folder: URL): Promise<string> {
  const names = [...Deno.readDirSync(folder)]
    .map(({ name }) => name).filter((name) => name !== "SHA256SUMS").sort();
  const lines = await Promise.all(
    names.map(async (name) =>
      `${await hashSha256(await Deno.readFile(new URL(name, folder)))}  ${name}\n`
    ),
  );
  return lines.join("");
}
