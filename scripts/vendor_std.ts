/**
 * Copies what this project imports of Deno's standard library from a checkout, unchanged, to `vendor/std`.
 *
 *     git clone https://github.com/denoland/std ../std
 *     deno task vendor ../std
 *
 * `deno.lock` is written again. `vendor/std/SHA256SUMS` lists the copies; a test compares them.
 *
 * @module
 */

import { copySync } from "@std/fs/copy";
import { ensureDirSync } from "@std/fs/ensure-dir";
import { existsSync } from "@std/fs/exists";
import { walkSync } from "@std/fs/walk";
import { dirname, fromFileUrl, join, relative, resolve, toFileUrl } from "@std/path";
import { runChild, trimDenoError } from "./_child.ts";
import { runScript, say, ScriptError } from "./_say.ts";
import { writeStdSums } from "./_std.ts";

const ROOT_URL = new URL("../", import.meta.url);
const ROOT = fromFileUrl(ROOT_URL);
const COPY = join(ROOT, "vendor/std");
/** The folders of modules that import the library. */
const SOURCES = ["src", "scripts", "tests", "bench", "examples"];

async function vendor([checkout]: readonly string[]): Promise<number> {
  if (checkout === undefined) throw new ScriptError("Name a checkout of github.com/denoland/std");
  const std = resolve(checkout);
  const packages = listPackages(std);
  const git = await runChild(["git", "-C", std, "rev-parse", "HEAD"]);
  if (git.code !== 0) throw new ScriptError(`"${checkout}" is not a git checkout: ${git.stderr}`);
  // The old copies stay until the new ones are known: this program imports them.
  const staged = await Deno.makeTempDir({ dir: join(ROOT, "vendor"), prefix: "std-" });
  try {
    for (const name of packages) copySync(join(std, name), join(staged, name));
    writeWorkspace(staged, packages);
    const used = await findImported(staged);
    const names = packages.filter((name) => used.some((file) => file.startsWith(`${name}/`)));
    const files = ["LICENSE", ...names.map((name) => `${name}/deno.json`), ...used].sort();
    Deno.removeSync(COPY, { recursive: true });
    for (const file of files) {
      ensureDirSync(dirname(join(COPY, file)));
      Deno.copyFileSync(join(std, file), join(COPY, file));
    }
    writeWorkspace(COPY, names);
    await writeStdSums(ROOT_URL, files, git.stdout.trim());
    say(`${files.length} files of ${names.join(", ")}`);
  } finally {
    await Deno.remove(staged, { recursive: true });
  }
  await deno(["install", "--frozen=false", "--entrypoint", "main.ts"]);
  return 0;
}

function listPackages(std: string): string[] {
  const isPackage = ({ name, isDirectory }: Deno.DirEntry) =>
    isDirectory && existsSync(join(std, name, "deno.json"));
  return [...Deno.readDirSync(std)].filter(isPackage).map(({ name }) => name).sort();
}

function writeWorkspace(folder: string, packages: readonly string[]): void {
  const config = { workspace: packages.map((name) => `./${name}`) };
  Deno.writeTextFileSync(join(folder, "deno.json"), `${JSON.stringify(config, null, 2)}\n`);
}

/** Finds the files of a copy that the project imports, itself or through another, sorted. */
async function findImported(copy: string): Promise<string[]> {
  const entry = await Deno.makeTempFile({ dir: ROOT, prefix: "imports-", suffix: ".ts" });
  const config = await Deno.makeTempFile({ dir: ROOT, prefix: "deno-", suffix: ".json" });
  try {
    const modules = SOURCES.flatMap((path) => [...walkSync(join(ROOT, path), { exts: [".ts"] })]);
    const imports = modules.map(({ path }) => `import ${JSON.stringify(toFileUrl(path))};\n`);
    Deno.writeTextFileSync(entry, imports.join(""));
    const own = JSON.parse(Deno.readTextFileSync(join(ROOT, "deno.json")));
    Deno.writeTextFileSync(config, JSON.stringify({ ...own, links: [copy] }));
    const info = await deno(["info", "--json", "--no-lock", "--config", config, entry]);
    const found: { modules: { specifier: string }[] } = JSON.parse(info);
    const inside = `${toFileUrl(copy)}/`;
    return found.modules.map(({ specifier }) => specifier)
      .filter((specifier) => specifier.startsWith(inside))
      .map((specifier) => relative(copy, fromFileUrl(specifier))).sort();
  } finally {
    await Promise.all([entry, config].map((path) => Deno.remove(path)));
  }
}

async function deno(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runChild([Deno.execPath(), ...args], { cwd: ROOT });
  if (code !== 0) throw new ScriptError(trimDenoError(stderr));
  return stdout;
}

if (import.meta.main) await runScript(() => vendor(Deno.args));
