/**
 * Does all of a publication except the uploads: each channel's own client, or a library of it, reads the
 * files of a release. Exits with 1 if one of them would be refused.
 *
 *     deno task release:dry [FOLDER]
 *
 * Without a folder: `dist/release`.
 *
 * @module
 */
import { resolve, toFileUrl } from "@std/path";
import { validate } from "dockerfile-utils";
import { hashSha256 } from "./_hash.ts";
import { runChild } from "./_child.ts";
import { runScript, say } from "./_say.ts";

/** The severity of an error in the protocol of language servers; what is less is advice. */
const ERROR = 1;

/** The first twine that reads the metadata of our wheels, version 2.4. */
const OLDEST_TWINE = "6.1.0";

/**
 * Says what is wrong with an installed twine.
 *
 * @param printed What `twine --version` prints.
 * @returns Null if it can check the wheels.
 *
 * @example Debian 12 has one that is too old
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(judgeTwine("twine version 7.0.0 (rich: 15.0.0)"), null);
 * assertEquals(judgeTwine("twine version 4.0.2")?.startsWith("twine 6.1.0 or newer"), true);
 * ```
 */
export function judgeTwine(printed: string): string | null {
  const version = /\d+(?:\.\d+)+/.exec(printed)?.[0];
  const [found, oldest] = [version ?? "0", OLDEST_TWINE].map((text) => text.split(".").map(Number));
  const differs = oldest!.findIndex((part, index) => part !== (found![index] ?? 0));
  if (differs === -1 || (found![differs] ?? 0) > oldest![differs]!) return null;
  return `twine ${OLDEST_TWINE} or newer is needed for these wheels, found ${version ?? "none"}: ` +
    "pip install --upgrade twine";
}

/**
 * Checks the files of a release.
 *
 * @param folder Where they are; a URL that ends with a slash.
 * @param env Variables for the clients, in addition to the inherited ones.
 * @returns For each channel, a description of what it would refuse.
 */
export async function checkRelease(
  folder: URL,
  env: Record<string, string> = {},
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  const listFiles = (end: string) => names.filter((name) => name.endsWith(end));
  const run = async (...command: string[]) => {
    const { code, stdout, stderr } = await runChild(command, { cwd: folder, env });
    // npm says what it would repair, and publishes something else.
    const isGood = code === 0 && !stderr.includes("auto-corrected");
    return isGood ? [] : [`"${command.join(" ")}" ended with ${code}`, stdout + stderr];
  };
  const checkWheels = async () => {
    const { stdout } = await runChild(["twine", "--version"], { env });
    const problem = judgeTwine(stdout);
    if (problem !== null) return [problem];
    return await run("twine", "check", "--strict", ...listFiles(".whl"));
  };
  const refusedByNpm: string[] = [];
  for (const name of listFiles(".tgz").toReversed()) {
    refusedByNpm.push(...await run("npm", "publish", "--dry-run", `./${name}`));
  }
  return new Map([
    ["GitHub", await checkSums(folder, names)],
    ["npm", refusedByNpm],
    ["PyPI", await checkWheels()],
    ["Homebrew", await run("ruby", "-c", "ralph.rb")],
    ["image", await checkContainer(new URL("Containerfile", folder))],
  ]);
}

/** Compares the list of sums with the files: each has one, and no other is there. */
async function checkSums(folder: URL, names: readonly string[]): Promise<string[]> {
  const listed = new Map(
    (await Deno.readTextFile(new URL("SHA256SUMS", folder))).trimEnd().split("\n")
      .map((line) => line.split("  ")).map(([sum, name = ""]) => [name, sum]),
  );
  const refused: string[] = [];
  for (const name of new Set([...listed.keys(), ...names])) {
    if (name === "SHA256SUMS") continue;
    const sum = await Deno.readFile(new URL(name, folder)).then(hashSha256, () => null);
    if (sum === null || sum !== listed.get(name)) refused.push(`${name} is not what is listed`);
  }
  return refused;
}

async function checkContainer(definition: URL): Promise<string[]> {
  return validate(await Deno.readTextFile(definition))
    .filter(({ severity }) => severity === ERROR)
    .map(({ range, message }) => `Containerfile:${range.start.line + 1}: ${message}`);
}

async function dryPublish([path = "dist/release"]: readonly string[]): Promise<number> {
  const checked = await checkRelease(toFileUrl(`${resolve(path)}/`));
  for (const [channel, refused] of checked) {
    say([`${channel}: ${refused.length === 0 ? "ok" : "refused"}`, ...refused].join("\n  "));
  }
  return [...checked.values()].flat().length === 0 ? 0 : 1;
}

if (import.meta.main) await runScript(() => dryPublish(Deno.args));
