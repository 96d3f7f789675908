/**
 * What goes into the binary, looked at before it does.
 *
 * `deno compile` leaves out, without a word, what a lazy import does not find, and takes in every
 * package that one names; both show only when the command in question is called.
 *
 * @module
 */
import { existsSync } from "@std/fs/exists";
import { fromFileUrl } from "@std/path";
import { runChild, trimDenoError } from "./_child.ts";
import { ScriptError } from "./_say.ts";

/** The parts of `deno info --json` that are read. */
export interface Graph {
  readonly modules: readonly {
    readonly specifier: string;
    readonly kind?: string;
    readonly error?: string;
  }[];
  /** Packages by name and version. */
  readonly npmPackages: Readonly<Record<string, { readonly name: string }>>;
}

/**
 * Reads the graph of a program, lazy imports included.
 *
 * @param main Its first module.
 * @param config The configuration that it will be compiled under.
 * @throws {ScriptError} If Deno cannot read it.
 */
export async function readGraph(main: URL, config: URL): Promise<Graph> {
  const { code, stdout, stderr } = await runChild(
    [Deno.execPath(), "info", "--json", "--config", fromFileUrl(config), fromFileUrl(main)],
  );
  if (code !== 0) throw new ScriptError(`Modules cannot be listed: ${trimDenoError(stderr)}`);
  return JSON.parse(stdout);
}

/**
 * Refuses a graph with holes, or with packages that should have been bundled.
 *
 * @param graph The graph.
 * @param kept Names of packages that may be in it.
 * @throws {ScriptError} If there is any, naming all.
 */
export function requireWholeGraph(graph: Graph, kept: ReadonlySet<string>): void {
  const broken = graph.modules.flatMap(({ specifier, kind, error }) => {
    if (error !== undefined) return [error];
    const isMissing = kind === "external" && !existsSync(new URL(specifier));
    return isMissing ? [`File not found "${specifier}".`] : [];
  });
  const packages = Object.values(graph.npmPackages).map(({ name }) => name);
  const stray = packages.filter((name) => !isKept(name, kept));
  if (stray.length > 0) broken.push(`Packages that are not bundled: ${stray.join(", ")}`);
  if (broken.length === 0) return;
  throw new ScriptError(`The program is not whole:\n  ${broken.join("\n  ")}`);
}

/** A kept package may bring one of its own for each platform, such as `NAME-linux-x64`. */
function isKept(name: string, kept: ReadonlySet<string>): boolean {
  return [...kept].some((known) => name === known || name.startsWith(`${known}-`));
}
