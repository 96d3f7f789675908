/**
 * What the build has to know of the project: its `deno.json` and its sources.
 *
 * @module
 */

import { existsSync } from "@std/fs/exists";
import { walkSync } from "@std/fs/walk";
import { toFileUrl } from "@std/path";

/**
 * The flags that hold Deno to the lock file.
 *
 * They stand at each command and not in `deno.json`: with a lock (or packages) named there, `deno
 * task` downloads every package before the first task can say which certificates to trust, and so
 * fails behind a proxy that inspects TLS. For the same reason the import map is a file of its own.
 */
export const LOCKED = ["--lock=deno.lock", "--frozen"] as const;

/** The parts of `deno.json` and its import map that the build reads. */
export interface ProjectConfig {
  readonly version: string;
  readonly imports: Readonly<Record<string, string>>;
}

/** The files and folders that the binary is made of, or that say how. */
const INPUTS = [
  "main.ts",
  "src",
  "templates",
  "hooks",
  "commands",
  "vendor",
  "scripts",
  "deno.json",
  "deno.lock",
  "import_map.json",
  ".deno-version",
] as const;

/** Reads `deno.json` and its import map. */
export function readProjectConfig(root: URL): ProjectConfig {
  const config = readJson(new URL("deno.json", root));
  return { ...config, ...readJson(new URL(config.importMap, root)) };
}

// deno-lint-ignore no-explicit-any -- our own files, read as they are written
function readJson(file: URL): any {
  return JSON.parse(Deno.readTextFileSync(file));
}

/** Lists every input file of the build, in a stable order. */
export function listInputs(root: URL): URL[] {
  return INPUTS.flatMap((path) => listFiles(new URL(path, root)));
}

function listFiles(path: URL): URL[] {
  if (!existsSync(path, { isDirectory: true })) return existsSync(path) ? [path] : [];
  const files = walkSync(path, { includeDirs: false });
  return [...files].map((entry) => toFileUrl(entry.path)).sort();
}
