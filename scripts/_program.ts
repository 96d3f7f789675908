/**
 * Turns the program into chunks: minified ES modules. What is always loaded together is in one chunk,
 * what is loaded lazily is in another.
 *
 * Every module that is imported costs about 0.25 ms, and every character is read at least once: as
 * chunks, a Stop loads 60 modules instead of 134 and half of the text (docs/start-up.md). Libraries
 * are bundled too: an `npm:` specifier costs a compiled program 0.28 of an empty program's start.
 *
 * @module
 */
import { basename, fromFileUrl, join, relative } from "@std/path";
import { runChild, trimDenoError } from "./_child.ts";
import { ScriptError } from "./_say.ts";
import { thinSourceMap } from "./_source_map.ts";

/** Replacements for Node modules that a library imports only for features that ralph does not use. */
const NODE_REPLACEMENTS: Readonly<Record<string, string>> = { "node:events": "(class{})" };

/** The modules to turn into chunks. */
export interface ProgramRequest {
  /** The project's folder. */
  readonly root: URL;
  /** The program's first module. */
  readonly main: URL;
  /** The import map: the project's, with the modules that the build generates. */
  readonly importMap: URL;
  /** Folder for the chunks; what is in it is removed. */
  readonly output: URL;
}

/**
 * Writes the chunks, and beside them source maps of our files and lines.
 *
 * @returns The first chunk.
 * @throws {ScriptError} If a module or a name is missing, or a library needs Node.
 */
export async function bundleProgram(request: ProgramRequest): Promise<URL> {
  const { main, output } = request;
  await removeFolder(output);
  await bundle(request, main, output, "--sourcemap=linked");
  await thinSourceMaps(request.root, output);
  return new URL(`${basename(main.pathname, ".ts")}.js`, output);
}

/**
 * Turns modules into chunks without source maps: what comes of them makes no stack traces.
 *
 * @returns The chunks' texts by name, sorted; the one of the first module has its name.
 * @throws {ScriptError} As {@linkcode bundleProgram}.
 */
export async function bundleChunks(request: ProgramRequest): Promise<ReadonlyMap<string, string>> {
  const { main, output } = request;
  await removeFolder(output);
  await bundle(request, main, output);
  const names = [...Deno.readDirSync(output)].map(({ name }) => name).sort();
  return new Map(names.map((name) => [name, Deno.readTextFileSync(new URL(name, output))]));
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
      "--platform", "browser", ...more,
      "--import-map", fromFileUrl(importMap), "--outdir", fromFileUrl(output), fromFileUrl(entry)],
    // Newer Denos have no option for it.
    { cwd: root, env: { DENO_CONDITIONS: "deno,module" } },
  );
  if (code !== 0) throw new ScriptError(`The program cannot be bundled: ${trimDenoError(stderr)}`);
  await replaceInChunks(output);
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
  return bundled.replace(
    /(?<![\w$])(?!import\()[\w$]+\("(node:[\w/]+)"\)/g,
    (_call, name: string) => {
      const replacement = NODE_REPLACEMENTS[name];
      if (replacement === undefined) throw new ScriptError(`A library needs "${name}" at run time`);
      return replacement;
    },
  );
}

async function thinSourceMaps(root: URL, output: URL): Promise<void> {
  const nameSource = (source: string) => {
    const path = relative(fromFileUrl(root), join(fromFileUrl(output), source)).replaceAll(
      "\\",
      "/",
    );
    // A library lies outside, if the path would name a folder of the machine that builds.
    return path.startsWith("../") ? null : `ralph:${path}`;
  };
  for await (const { name } of Deno.readDir(output)) {
    if (!name.endsWith(".map")) continue;
    const map = new URL(name, output);
    await Deno.writeTextFile(map, thinSourceMap(await Deno.readTextFile(map), nameSource));
  }
}

/** Removes a folder, if it exists. */
export async function removeFolder(folder: URL): Promise<void> {
  try {
    await Deno.remove(folder, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
