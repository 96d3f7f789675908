/**
 * Turns the program into chunks: minified ES modules. What is always loaded together is in one chunk,
 * what is loaded lazily is in another.
 *
 * Every module that is imported costs about 0.25 ms, and every character is read at least once: as
 * chunks, a Stop loads 60 modules instead of 134 and half of the text (docs/decisions/11). Libraries
 * are bundled too: an `npm:` specifier costs a compiled program 0.28 of an empty program's start.
 *
 * @module
 */
import { basename, fromFileUrl, join, relative } from "@std/path";
import { runChild, trimDenoError } from "./_child.ts";
import { mergeChunks } from "./_merge_chunks.ts";
import { ScriptError } from "./_say.ts";
import { thinSourceMap } from "./_source_map.ts";

/** Packages that stay packages: native addons cannot be bundled. */
export const KEPT_PACKAGES: readonly string[] = ["@lydell/node-pty"];

/** What a library requires of Node although nothing that is used of it needs that. */
const NODE_REPLACEMENTS: Readonly<Record<string, string>> = { "node:events": "(class{})" };

/**
 * A module that is bundled by itself. Modules that it shares with the rest of the program are in the
 * binary twice, and in return they do not split its chunks. It has no source maps: the hooks and the
 * status line make no stack traces.
 */
export interface ApartModule {
  readonly module: URL;
  /**
   * Names of the modules that it imports lazily and that are merged with what they load. First those
   * that are loaded most often; what a later level shares with one of them is not in its file.
   */
  readonly merged: readonly (readonly string[])[];
}

/** What is turned into chunks. */
export interface ProgramRequest {
  /** The project's folder. */
  readonly root: URL;
  /** The program's first module. */
  readonly main: URL;
  /** Modules that the first one imports lazily, each bundled by itself. */
  readonly apart?: readonly ApartModule[];
  /** The import map: the project's, with the modules that the build generates. */
  readonly importMap: URL;
  /** Folder for the chunks; what is in it is removed. */
  readonly output: URL;
}

/** The chunks. */
export interface Program {
  /** The first chunk. */
  readonly main: URL;
  /** Their source maps, to be embedded too: with them stack traces name our files and lines. */
  readonly sourceMaps: readonly URL[];
}

/**
 * Writes the chunks.
 *
 * @throws {ScriptError} If a module or a name is missing, or a library needs Node.
 */
export async function bundleProgram(request: ProgramRequest): Promise<Program> {
  const { main, apart = [], output } = request;
  await removeFolder(output);
  await bundle(request, main, output, "--sourcemap=linked");
  const sourceMaps = await thinSourceMaps(request.root, output);
  const first = new URL(`${nameOf(main)}.js`, output);
  for (const { module, merged } of apart) {
    const name = nameOf(module);
    const folder = new URL(`${name}/`, output);
    await bundle(request, module, folder);
    await mergeFolder(folder, name, merged);
    await redirect(first, name);
  }
  return { main: first, sourceMaps };
}

async function bundle(
  { root, importMap }: ProgramRequest,
  entry: URL,
  output: URL,
  ...more: readonly string[]
): Promise<void> {
  const { code, stderr } = await runChild(
    // The browser platform keeps `node:` imports and the shim for CommonJS out of the chunks.
    // deno-fmt-ignore
    [Deno.execPath(), "bundle", "--quiet", "--minify", "--code-splitting",
      "--platform", "browser", "--conditions", "deno", "--conditions", "module", ...more,
      ...KEPT_PACKAGES.flatMap((name) => ["--external", name]),
      "--import-map", fromFileUrl(importMap), "--outdir", fromFileUrl(output), fromFileUrl(entry)],
    { cwd: root },
  );
  if (code !== 0) throw new ScriptError(`The program cannot be bundled: ${trimDenoError(stderr)}`);
  await replaceInChunks(output);
}

/** Merges the chunks of a folder. */
async function mergeFolder(
  folder: URL,
  name: string,
  merged: ApartModule["merged"],
): Promise<void> {
  const texts = new Map<string, string>();
  for (const { name } of Deno.readDirSync(folder)) {
    texts.set(name, await Deno.readTextFile(new URL(name, folder)));
  }
  const levels = [[name], ...merged].map((level) =>
    level.map((entry) => {
      const file = [...texts.keys()].find((each) => each.replace(/(?:-\w{8})?\.js$/, "") === entry);
      if (file === undefined) {
        throw new ScriptError(`"${name}.ts" does not import "${entry}.ts" lazily`);
      }
      return file;
    })
  );
  await removeFolder(folder);
  await Deno.mkdir(folder);
  for (const { name, text } of mergeChunks(texts, levels)) {
    await Deno.writeTextFile(new URL(name, folder), `${text.trimEnd()}\n`);
  }
}

function nameOf(module: URL): string {
  return basename(module.pathname).replace(/\.ts$/, "");
}

/** The first chunk imports what was bundled by itself instead of its own chunk of that name. */
async function redirect(first: URL, name: string): Promise<void> {
  const text = await Deno.readTextFile(first);
  const own = new RegExp(`"\\./${name}-\\w+\\.js"`);
  if (!own.test(text)) throw new ScriptError(`The program does not import "${name}.ts" lazily`);
  await Deno.writeTextFile(first, text.replace(own, `"./${name}/${name}.js"`));
}

async function replaceInChunks(output: URL): Promise<void> {
  for await (const { name } of Deno.readDir(output)) {
    if (!name.endsWith(".js")) continue;
    const file = new URL(name, output);
    const text = await Deno.readTextFile(file);
    const replaced = replaceNodeModules(text);
    if (replaced !== text) await Deno.writeTextFile(file, replaced);
  }
}

/**
 * Replaces the calls by which a bundled library requires one of Node's modules, which would fail.
 *
 * @param bundled The bundle's text.
 * @throws {ScriptError} For a module that has no replacement.
 */
export function replaceNodeModules(bundled: string): string {
  return bundled.replace(/(?<![\w$])[\w$]+\("(node:[\w/]+)"\)/g, (_call, name: string) => {
    const replacement = NODE_REPLACEMENTS[name];
    if (replacement === undefined) throw new ScriptError(`A library needs "${name}" at run time`);
    return replacement;
  });
}

async function thinSourceMaps(root: URL, output: URL): Promise<URL[]> {
  const maps: URL[] = [];
  for await (const { name } of Deno.readDir(output)) {
    if (name.endsWith(".map")) maps.push(new URL(name, output));
  }
  const nameSource = (source: string) => {
    const path = relative(fromFileUrl(root), join(fromFileUrl(output), source)).replaceAll(
      "\\",
      "/",
    );
    // A library lies outside, where the path would name a folder of the machine that builds.
    return path.startsWith("../") ? null : `ralph:${path}`;
  };
  for (const map of maps) {
    await Deno.writeTextFile(map, thinSourceMap(await Deno.readTextFile(map), nameSource));
  }
  return maps.sort();
}

async function removeFolder(folder: URL): Promise<void> {
  try {
    await Deno.remove(folder, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
