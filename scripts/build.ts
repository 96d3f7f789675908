/**
 * Builds `dist/ralph`: the generated modules, the program as chunks, the base runtime, and `deno
 * compile`. A second build of the same inputs does nothing.
 *
 *     deno task build [--target TRIPLE] [--output FILE] [--main FILE] [--force]
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl, resolve, toFileUrl } from "@std/path";
import { hashSha256 } from "./_hash.ts";
import { findBaseRuntime } from "./_base_runtime.ts";
import { TARGETS } from "./channels/systems.ts";
import { runChild } from "./_child.ts";
import { readNewestDenoVersion, requireBuildVersion, whereToGet } from "./_deno_version.ts";
import { compileAsChunks, compileProduct } from "./_product.ts";
import { listInputs, type ProjectConfig, readProjectConfig } from "./_project.ts";
import { runScript, say, ScriptError } from "./_say.ts";

/** The binary to build. */
interface BuildRequest {
  readonly root: URL;
  readonly main: URL;
  readonly output: URL;
  readonly target: string;
  readonly denoVersion: string;
  readonly isForced: boolean;
}

/** The facts that the binary reports about itself. */
interface BuildFacts {
  readonly version: string;
  readonly commit: string;
  readonly target: string;
}

const ROOT = new URL("../", import.meta.url);
/** The modules that `main.ts` imports, and the module that reads them from packs. */
const PACKED = ["src/hook/hot.ts", "src/cli/cold.ts"];
const PACKED_BY = "src/packed_program.ts";
const LIBRARY_INDEX = "src/_library_index.ts";

function readRequest(args: readonly string[], root: URL): BuildRequest {
  const flags = parseArgs(args, {
    string: ["target", "output", "main"],
    boolean: ["force"],
    unknown: (arg) => {
      throw new ScriptError(
        `Unknown argument "${arg}"; known: --target, --output, --main, --force`,
      );
    },
  });
  const target = flags["target"] || Deno.build.target;
  if (!TARGETS.includes(target)) {
    throw new ScriptError(`Unknown target "${target}"; wanted one of ${TARGETS.join(", ")}`);
  }
  const name = target === Deno.build.target ? `dist/ralph` : `dist/ralph-${target}`;
  const toUrl = (path: string) => toFileUrl(resolve(path));
  return {
    root,
    target,
    main: flags["main"] ? toUrl(flags["main"]) : new URL("main.ts", root),
    output: flags["output"] ? toUrl(flags["output"]) : new URL(name, root),
    denoVersion: requireBuildVersion(Deno.version.deno, root),
    isForced: flags["force"] === true,
  };
}

/**
 * Builds what some arguments ask for.
 *
 * @param args The script's arguments.
 * @returns The exit code.
 * @throws {ScriptError} If it cannot be built.
 */
export function buildProgram(args: readonly string[]): Promise<number> {
  return build(readRequest(args, ROOT));
}

async function build(request: BuildRequest): Promise<number> {
  const { root, target } = request;
  const folder = new URL("build/", root);
  await Deno.mkdir(folder, { recursive: true });
  using lock = await Deno.open(new URL("build.lock", folder), { create: true, write: true });
  await lock.lock(true);

  const project = readProjectConfig(root);
  const facts = { version: project.version, commit: await readCommit(root), target };
  const inputs = [...listInputs(root), request.main];
  const stamp = await fingerprint(inputs, facts);
  const stampFile = new URL(`stamp-${await hashText(request.output.href)}`, folder);
  if (!request.isForced && isFresh(request.output, stampFile, stamp)) {
    say(`${fromFileUrl(request.output)} is up to date`);
    return 0;
  }

  const started = performance.now();
  const importMaps = await writeImportMaps(project, root, folder, facts);
  const base = await findBaseRuntime({
    target,
    denoVersion: request.denoVersion,
    cache: new URL("base/", folder),
  });
  say(`Base runtime: ${base.source}`);
  const newest = readNewestDenoVersion(root);
  if (request.denoVersion !== newest) {
    say(
      `Built with Deno ${request.denoVersion}. Deno ${newest} starts sooner: ${whereToGet(newest)}`,
    );
  }
  const config = await writeCompileConfig(folder);
  const making = { ...request, ...importMaps, config, base, folder };
  await (isProduct(request) ? compileProduct(making) : compileAsChunks(making));
  await Deno.writeTextFile(stampFile, stamp);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const megabytes = ((await Deno.stat(request.output)).size / 1e6).toFixed(1);
  say(`Built ${fromFileUrl(request.output)} (${target}, ${megabytes} MB) in ${seconds} s`);
  return 0;
}

/** Checks whether `dist/ralph` is built, and not a program of the tests or the bench. */
function isProduct({ root, main }: BuildRequest): boolean {
  return main.href === new URL("main.ts", root).href;
}

/** Writes the module that the build generates, and the import maps that put it into the program. */
async function writeImportMaps(
  project: ProjectConfig,
  root: URL,
  folder: URL,
  facts: BuildFacts,
): Promise<{ importMap: URL; packedImportMap: URL }> {
  await Deno.writeTextFile(new URL("build_info.ts", folder), writeFacts(facts));
  const write = async (name: string, replaced: Readonly<Record<string, string>>) => {
    const file = new URL(name, folder);
    const imports = { ...project.imports };
    for (const [path, by] of Object.entries(replaced)) imports[new URL(path, root).href] = by;
    await Deno.writeTextFile(file, JSON.stringify({ imports }, null, 2));
    return file;
  };
  const packedBy = new URL(PACKED_BY, root).href;
  return {
    importMap: await write("import_map.json", { "src/_build_info.ts": "./build_info.ts" }),
    packedImportMap: await write("packed_import_map.json", {
      ...Object.fromEntries(PACKED.map((path) => [path, packedBy])),
      [LIBRARY_INDEX]: "./library_index.ts",
    }),
  };
}

/**
 * Writes a configuration without packages, so that none is embedded. It is its own workspace: otherwise,
 * as it is below the project's configuration, it would have to be a member of that workspace.
 */
async function writeCompileConfig(folder: URL): Promise<URL> {
  const file = new URL("deno.json", folder);
  await Deno.writeTextFile(file, JSON.stringify({ workspace: [], nodeModulesDir: "none" }));
  return file;
}

function writeFacts({ version, commit, target }: BuildFacts): string {
  const lines = Object.entries({ VERSION: version, COMMIT: commit, TARGET: target });
  return lines.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`).join(
    "",
  );
}

async function readCommit(root: URL): Promise<string> {
  const { code, stdout } = await runChild(
    ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"],
    { cwd: root },
  );
  return code === 0 ? stdout.trim() : "unknown";
}

async function fingerprint(inputs: readonly URL[], facts: BuildFacts): Promise<string> {
  const sums = await Promise.all(
    inputs.map(async (file) => `${file.href} ${await hashSha256(await Deno.readFile(file))}`),
  );
  const base = Deno.env.get("DENORT_BIN") ?? "";
  return await hashText([JSON.stringify(facts), base, ...sums].join("\n"));
}

function hashText(text: string): Promise<string> {
  return hashSha256(new TextEncoder().encode(text));
}

function isFresh(output: URL, stampFile: URL, stamp: string): boolean {
  try {
    return Deno.statSync(output).isFile && Deno.readTextFileSync(stampFile) === stamp;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

if (import.meta.main) await runScript(() => buildProgram(Deno.args));
