/**
 * The configuration under which the program is compiled: the project's, with every bare name led
 * to a local module, so that nothing but the program's own modules ends up in the binary.
 *
 * @module
 */
import { fromFileUrl, relative } from "@std/path";
import type { Link, ProjectConfig } from "./_project.ts";

/** What the generated configuration is made from. */
export interface BuildConfigParts {
  /** The folder that the configuration stands in. */
  readonly folder: URL;
  readonly project: ProjectConfig;
  readonly links: readonly Link[];
  /** Bundled modules by bare name. */
  readonly libraries: ReadonlyMap<string, URL>;
  /** Bare names of packages that stay packages. */
  readonly kept: ReadonlySet<string>;
  /** Modules that stand in for others, such as the build's facts. */
  readonly replacements: ReadonlyMap<URL, URL>;
}

/** A configuration file of Deno, as far as it is generated. */
export interface BuildConfig {
  readonly nodeModulesDir: "none";
  readonly lock: boolean;
  readonly unstable: readonly string[];
  readonly imports: Readonly<Record<string, string>>;
}

/**
 * Generates the configuration.
 *
 * Names that nothing at run time uses (test libraries) are left out, so that a stray import of one
 * fails the build instead of growing the binary.
 *
 * @returns Its content; it reads the lock only where packages are still fetched.
 */
export function createBuildConfig(parts: BuildConfigParts): BuildConfig {
  const linked = new Set(parts.links.map(({ config }) => config.name));
  const fetched = Object.entries(parts.project.imports).filter(([name, specifier]) =>
    parts.kept.has(name) || (specifier.startsWith("jsr:") && !linked.has(name))
  );
  return {
    nodeModulesDir: "none",
    lock: fetched.length > 0,
    unstable: parts.project.unstable ?? [],
    imports: {
      ...Object.fromEntries(fetched),
      ...mapUrls(parts.folder, parts.links.flatMap(listExports)),
      ...mapUrls(parts.folder, parts.libraries),
      ...mapUrls(parts.folder, parts.replacements),
    },
  };
}

/** Collects the `npm:` specifiers of the project by bare name. */
export function listPackages({ imports }: ProjectConfig): Map<string, string> {
  return new Map(Object.entries(imports).filter(([, specifier]) => specifier.startsWith("npm:")));
}

function listExports({ folder, config }: Link): [string, URL][] {
  const exports = typeof config.exports === "string" ? { ".": config.exports } : config.exports;
  return Object.entries(exports).map(([path, file]) => [
    config.name + path.slice(1),
    new URL(file, folder),
  ]);
}

/** Relative, because inside the binary the project lies elsewhere. */
function mapUrls(folder: URL, urls: Iterable<[string | URL, URL]>): Record<string, string> {
  const toRelative = (url: URL) => {
    const path = relative(fromFileUrl(folder), fromFileUrl(url)).replaceAll("\\", "/");
    return path.startsWith("../") ? path : `./${path}`;
  };
  return Object.fromEntries(
    [...urls].map(([from, to]) => [from instanceof URL ? toRelative(from) : from, toRelative(to)]),
  );
}
