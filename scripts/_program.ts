/**
 * Turns the program into chunks: minified ES modules, in which stands together what is always
 * loaded together, and apart what is loaded lazily.
 *
 * Every module that is imported costs about 0.25 ms, and every character is read at least once: as
 * chunks, a Stop loads 60 modules instead of 134 and half of the text (docs/development.md). A single
 * file would put all commands in front of each hook.
 *
 * @module
 */
import { basename, fromFileUrl, join, relative } from "@std/path";
import { runChild, trimDenoError } from "./_child.ts";
import { ScriptError } from "./_say.ts";
import { thinSourceMap } from "./_source_map.ts";

/** What is turned into chunks. */
export interface ProgramRequest {
  /** The project's folder. */
  readonly root: URL;
  /** The program's first module. */
  readonly main: URL;
  /** The configuration that leads bare names to local modules. */
  readonly config: URL;
  /** Packages that stay packages. */
  readonly kept: ReadonlySet<string>;
  /** Folder for the chunks; what is in it goes. */
  readonly output: URL;
}

/** The chunks. */
export interface Program {
  /** The first one. */
  readonly main: URL;
  /** Their source maps, to be embedded too: with them stack traces name our files and lines. */
  readonly sourceMaps: readonly URL[];
}

/**
 * Writes the chunks.
 *
 * @throws {ScriptError} If the bundler fails.
 */
export async function bundleProgram(request: ProgramRequest): Promise<Program> {
  const { root, main, config, kept, output } = request;
  await removeFolder(output);
  const { code, stderr } = await runChild(
    // The browser platform needs no shim for CommonJS in each chunk.
    // deno-fmt-ignore
    [Deno.execPath(), "bundle", "--quiet", "--minify", "--code-splitting", "--platform", "browser",
      "--sourcemap=linked", ...[...kept].flatMap((name) => ["--external", name]),
      "--config", fromFileUrl(config), "--outdir", fromFileUrl(output), fromFileUrl(main)],
    { cwd: root },
  );
  if (code !== 0) throw new ScriptError(`The program cannot be bundled: ${trimDenoError(stderr)}`);
  return {
    main: new URL(basename(main.pathname).replace(/\.ts$/, ".js"), output),
    sourceMaps: await thinSourceMaps(root, output),
  };
}

async function thinSourceMaps(root: URL, output: URL): Promise<URL[]> {
  const maps: URL[] = [];
  for await (const { name } of Deno.readDir(output)) {
    if (name.endsWith(".map")) maps.push(new URL(name, output));
  }
  const nameSource = (source: string) =>
    `ralph:${relative(fromFileUrl(root), join(fromFileUrl(output), source)).replaceAll("\\", "/")}`;
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
