/**
 * The wheels for PyPI: one for each system, with the program as a script.
 *
 * @module
 */
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { rewriteLinks } from "../_site_links.ts";
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

/** A file of a wheel. */
interface WheelFile {
  readonly path: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly isProgram?: boolean;
}

const ESCAPED_NAME = PACKAGE_NAME.replaceAll("-", "_");

/** An entry point with the package's name, which `uvx` and `pipx run` start. */
const NAMESAKE = new URL("wheel_namesake.sh", import.meta.url);

/** Makes the wheels, by file name. */
export async function makeWheels(release: Release): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const wheels = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const archive of release.archives) {
    const tag = `py3-none-${SYSTEMS[archive.target]!.wheel}`;
    const name = `${ESCAPED_NAME}-${release.version}-${tag}.whl`;
    wheels.set(name, await packWheel(release, archive, tag));
  }
  return wheels;
}

async function packWheel(release: Release, archive: Archive, tag: string) {
  const top = `${ESCAPED_NAME}-${release.version}`;
  const info = `${top}.dist-info`;
  const files: WheelFile[] = [
    { path: `${top}.data/scripts/ralph`, body: fileOf(archive, "ralph"), isProgram: true },
    {
      path: `${top}.data/scripts/${PACKAGE_NAME}`,
      body: await Deno.readFile(NAMESAKE),
      isProgram: true,
    },
    { path: `${info}/licenses/LICENSE`, body: fileOf(archive, "LICENSE") },
    { path: `${info}/licenses/${LICENCES_FILE}`, body: fileOf(archive, LICENCES_FILE) },
    { path: `${info}/METADATA`, body: writeMetadata(release, fileOf(archive, "README.md")) },
    { path: `${info}/WHEEL`, body: writeWheel(tag) },
  ];
  const record = `${info}/RECORD`;
  const lines = await Promise.all(files.map(async ({ path, body }) => {
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    const text = sum.toBase64({ alphabet: "base64url", omitPadding: true });
    return `${path},sha256=${text},${body.length}\n`;
  }));
  const all = [...files, { path: record, body: toBytes(`${lines.join("")}${record},,\n`) }];
  return await packZip(all, release);
}

function writeMetadata(release: Release, readme: Uint8Array<ArrayBuffer>) {
  const repository = repositoryOf(release);
  const fields = [
    "Metadata-Version: 2.4",
    `Name: ${PACKAGE_NAME}`,
    `Version: ${release.version}`,
    `Summary: ${SUMMARY}`,
    "License-Expression: MIT",
    "License-File: LICENSE",
    `License-File: ${LICENCES_FILE}`,
    "Requires-Python: >=3.8",
    ...repository === null ? [] : [`Project-URL: Repository, ${repository}`],
    "Description-Content-Type: text/markdown",
  ];
  return toBytes(`${fields.join("\n")}\n\n${linkToRepository(readme, repository)}`);
}

/** Makes links point to the repository: PyPI shows the page alone. */
function linkToRepository(readme: Uint8Array<ArrayBuffer>, repository: string | null): string {
  const text = new TextDecoder().decode(readme);
  const page = { path: "README.md", page: "README.md", isPage: () => false, moved: {}, repository };
  return rewriteLinks(text, page)
    .replaceAll(
      / src="(docs\/[^"]+)"/g,
      repository === null ? "" : ` src="${repository}/raw/HEAD/$1"`,
    );
}

function writeWheel(tag: string) {
  return toBytes(
    `Wheel-Version: 1.0\nGenerator: ralph\nRoot-Is-Purelib: false\nTag: ${tag}\n`,
  );
}

async function packZip(files: readonly WheelFile[], { timeMs, level = 9 }: Release) {
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    level,
    // Installers cannot tell where a file that is not compressed ends, unless its size is first.
    dataDescriptor: level > 0,
    // Times of a zip file are local: this one is the same wherever it is made.
    rawLastModDate: toDosTime(timeMs),
    extendedTimestamp: false,
    msDosCompatible: false,
    useWebWorkers: false,
  });
  for (const { path, body, isProgram } of files) {
    const mode = isProgram ? 0o100755 : 0o100644;
    await writer.add(path, new Uint8ArrayReader(body), { externalFileAttributes: mode << 16 });
  }
  return new Uint8Array(await writer.close());
}

function toDosTime(timeMs: number): number {
  const { year, month, day, hour, minute, second } = Temporal.Instant.fromEpochMilliseconds(timeMs)
    .toZonedDateTimeISO("UTC");
  const date = (year - 1980) << 9 | month << 5 | day;
  return (date << 16 | hour << 11 | minute << 5 | second >> 1) >>> 0;
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
