/**
 * Turns each npm library of the program into one local ES module.
 *
 * In the compiled binary an `npm:` specifier costs 1.28 times an empty program's start, the same
 * library as a local module 1.10 (knowledge: deno 0a), and less where only the used names are in
 * it. Each library stays a module of its own, so what is imported lazily stays lazy.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";
import { runChild, trimDenoError } from "./_child.ts";
import { LOCKED } from "./_project.ts";
import { ScriptError } from "./_say.ts";
import { listUsedNames } from "./_used_names.ts";

/** Packages that stay packages: native addons cannot be bundled. */
export const KEPT_PACKAGES: ReadonlySet<string> = new Set(["@lydell/node-pty"]);

/** Packages that are used together and share their insides: one module for each group. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  markdown: [
    "mdast-util-from-markdown",
    "mdast-util-gfm-task-list-item",
    "micromark-extension-gfm-task-list-item",
  ],
};

/**
 * Where a name of a CommonJS library has a module of its own: nothing can be shaken out of such a
 * library, so only that module is taken where no other name is used.
 */
export const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nunjucks: { parser: "src/parser.js" },
};

/** What a library asks of Node although nothing that is used of it needs that. */
const NODE_STAND_INS: Readonly<Record<string, string>> = { "node:events": "(class{})" };

/** What the bundler is asked for. */
export interface LibraryRequest {
  /** The project's folder. */
  readonly root: URL;
  /** Folder for the entries. */
  readonly entries: URL;
  /** Folder for the modules. */
  readonly output: URL;
  /** `npm:` specifiers by bare name. */
  readonly packages: ReadonlyMap<string, string>;
  /** Texts of all sources. */
  readonly sources: readonly string[];
}

/**
 * Bundles the libraries that the sources use.
 *
 * @returns The URL of the module by bare name; unused and kept packages have none.
 * @throws {ScriptError} If the bundler fails.
 */
export async function bundleLibraries(request: LibraryRequest): Promise<Map<string, URL>> {
  const entries = new Map<string, string>();
  const modules = new Map<string, URL>();
  for (const [name, specifier] of request.packages) {
    if (KEPT_PACKAGES.has(name)) continue;
    const used = listUsedNames(name, request.sources);
    if (used === undefined) continue;
    const file = nameModule(name);
    const lines = writePartsEntry(specifier, used, PARTS[name] ?? {}) ??
      writeEntry(specifier, used, await listExports(specifier));
    entries.set(file, (entries.get(file) ?? "") + lines);
    modules.set(name, new URL(`${file}.js`, request.output));
  }
  if (entries.size > 0) await bundle(request, entries);
  return modules;
}

/**
 * Writes the lines of an entry that export a library's used names.
 *
 * @param specifier The library.
 * @param used The names, or `all`.
 * @param exported The names that it has as values; others are types.
 */
export function writeEntry(
  specifier: string,
  used: ReadonlySet<string> | "all",
  exported: readonly string[],
): string {
  const names = exported.filter((name) => used === "all" || used.has(name)).sort();
  const hasDefault = names.includes("default");
  const named = names.filter((name) => name !== "default").join(", ");
  return `export { ${named} } from "${specifier}";\n` + (hasDefault ? writeDefault(specifier) : "");
}

/**
 * Writes the lines of an entry that takes each used name from its own module.
 *
 * @param specifier The library.
 * @param used The names, or `all`.
 * @param parts The modules by name, as paths in the library.
 * @returns null where a name has no module of its own.
 */
export function writePartsEntry(
  specifier: string,
  used: ReadonlySet<string> | "all",
  parts: Readonly<Record<string, string>>,
): string | null {
  if (used === "all" || ![...used].every((name) => Object.hasOwn(parts, name))) return null;
  return [...used].sort().map((name) =>
    `export { default as ${name} } from "${specifier}/${parts[name]}";\n`
  ).join("");
}

/**
 * Where the bundler picks a library's ES form and Deno its CommonJS form, only the latter has a
 * default export: the module itself.
 */
function writeDefault(specifier: string): string {
  return `import * as library from "${specifier}";\nexport default library.default ?? library;\n`;
}

function nameModule(name: string): string {
  const group = Object.entries(GROUPS).find(([, names]) => names.includes(name));
  return group ? group[0] : name.replace(/^@/, "").replaceAll("/", "-");
}

async function listExports(specifier: string): Promise<string[]> {
  const names = Object.keys(await import(specifier));
  return names.filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "__esModule");
}

async function bundle(
  { root, entries: folder, output }: LibraryRequest,
  entries: ReadonlyMap<string, string>,
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const [name, text] of entries) {
    const file = new URL(`${name}.mjs`, folder);
    await Deno.writeTextFile(file, text);
    files.push(fromFileUrl(file));
  }
  // The browser platform keeps `node:` imports out; the condition chooses, where a library has
  // both, the form without a DOM.
  const { code, stderr } = await runChild(
    // deno-fmt-ignore
    [Deno.execPath(), "bundle", "--quiet", ...LOCKED, "--minify", "--platform", "browser",
      "--conditions", "deno", "--outdir", fromFileUrl(output), ...files],
    { cwd: root },
  );
  if (code !== 0) {
    throw new ScriptError(`Libraries cannot be bundled: ${trimDenoError(stderr)}`);
  }
  for (const name of entries.keys()) {
    const file = new URL(`${name}.js`, output);
    const text = await Deno.readTextFile(file);
    await Deno.writeTextFile(file, replaceNodeModules(text));
  }
}

/**
 * Puts stand-ins where a bundle would require one of Node's modules, which it cannot.
 *
 * @param bundled The bundle's text.
 * @throws {ScriptError} For a module that has none.
 */
export function replaceNodeModules(bundled: string): string {
  return bundled.replace(/[\w$]+\("(node:[\w/]+)"\)/g, (_call, name: string) => {
    const standIn = NODE_STAND_INS[name];
    if (standIn === undefined) throw new ScriptError(`A library needs "${name}" at run time`);
    return standIn;
  });
}
