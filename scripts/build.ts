/**
 * Builds `dist/ralph`: libraries into local modules, a configuration that maps to them, the program
 * into chunks, the base runtime, and `deno compile`. A second build of the same inputs does nothing.
 *
 *     deno task build [--target TRIPLE] [--output FILE] [--main FILE] [--force]
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl, resolve, toFileUrl } from "@std/path";
import { hashSha256 } from "./_base_image.ts";
import { findBaseRuntime } from "./_base_runtime.ts";
import { createBuildConfig, listPackages } from "./_build_config.ts";
import { runChild } from "./_child.ts";
import { compileProgram, TARGETS } from "./_compile.ts";
import { readPinnedDenoVersion, requireDenoVersion } from "./_deno_version.ts";
import { readGraph, requireWholeGraph } from "./_graph.ts";
import { bundleLibraries, KEPT_PACKAGES } from "./_libraries.ts";
import { bundleProgram } from "./_program.ts";
import { listInputs, readLinks, readProjectConfig } from "./_project.ts";
import { runScript, say, ScriptError } from "./_say.ts";
import { writeCompiledTemplates } from "./_templates.ts";

/** What is built. */
interface BuildRequest {
  readonly root: URL;
  readonly main: URL;
  readonly output: URL;
  readonly target: string;
  readonly denoVersion: string;
  readonly isForced: boolean;
}

/** What the binary says about itself. */
interface BuildFacts {
  readonly version: string;
  readonly commit: string;
  readonly target: string;
}

const ROOT = new URL("../", import.meta.url);

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
  const target: string = flags["target"] || Deno.build.target;
  if (!(TARGETS as readonly string[]).includes(target)) {
    throw new ScriptError(`Unknown target "${target}"; wanted one of ${TARGETS.join(", ")}`);
  }
  const extension = target.includes("windows") ? ".exe" : "";
  const name = target === Deno.build.target ? `dist/ralph` : `dist/ralph-${target}`;
  const toUrl = (path: string) => toFileUrl(resolve(path));
  return {
    root,
    target,
    main: flags["main"] ? toUrl(flags["main"]) : new URL("main.ts", root),
    output: flags["output"] ? toUrl(flags["output"]) : new URL(name + extension, root),
    denoVersion: readPinnedDenoVersion(root),
    isForced: flags["force"] === true,
  };
}

async function build(request: BuildRequest): Promise<number> {
  requireDenoVersion(Deno.version.deno, request.denoVersion, "build");
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
  const config = await writeConfig(request, folder, facts, inputs);
  requireWholeGraph(await readGraph(request.main, config), KEPT_PACKAGES);
  const base = await findBaseRuntime({
    target,
    denoVersion: request.denoVersion,
    cache: new URL("base/", folder),
  });
  say(`Base runtime: ${base.source}`);
  const program = await bundleProgram({
    ...request,
    config,
    kept: KEPT_PACKAGES,
    output: new URL("program/", folder),
  });
  await compileProgram({ ...request, ...program, config, base });
  await Deno.writeTextFile(stampFile, stamp);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const megabytes = ((await Deno.stat(request.output)).size / 1e6).toFixed(1);
  say(`Built ${fromFileUrl(request.output)} (${target}, ${megabytes} MB) in ${seconds} s`);
  return 0;
}

async function writeConfig(
  { root }: BuildRequest,
  folder: URL,
  facts: BuildFacts,
  inputs: readonly URL[],
): Promise<URL> {
  const project = readProjectConfig(root);
  const links = readLinks(root, project);
  const sources = inputs.filter(isProgramSource).map((file) => Deno.readTextFileSync(file));
  const libraries = await bundleLibraries({
    root,
    entries: new URL("entries/", folder),
    output: new URL("lib/", folder),
    packages: listPackages(project),
    sources,
  });
  const factsModule = new URL("build_info.ts", folder);
  await Deno.writeTextFile(factsModule, writeFacts(facts));
  const templatesModule = new URL("compiled_templates.js", folder);
  await Deno.writeTextFile(templatesModule, writeCompiledTemplates());
  const replacements = new Map([
    [new URL("src/_build_info.ts", root), factsModule],
    [new URL("src/prompt/_compiled_templates.ts", root), templatesModule],
  ]);
  const config = createBuildConfig({
    folder,
    project,
    links,
    libraries,
    kept: KEPT_PACKAGES,
    replacements,
  });
  if (config.lock) await Deno.copyFile(new URL("deno.lock", root), new URL("deno.lock", folder));
  const file = new URL("deno.json", folder);
  await Deno.writeTextFile(file, JSON.stringify(config, null, 2));
  return file;
}

function isProgramSource({ pathname }: URL): boolean {
  return /\.ts$/.test(pathname) && !/\/scripts\/|\/vendor\/std-assert\//.test(pathname);
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

if (import.meta.main) await runScript(() => build(readRequest(Deno.args, ROOT)));
