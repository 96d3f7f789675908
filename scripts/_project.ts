/**
 * Reads the project for the build: its `deno.json` and its sources.
 *
 * @module
 */

import { existsSync } from "@std/fs/exists";
import { walkSync } from "@std/fs/walk";
import { toFileUrl } from "@std/path";

/** The parts of `deno.json` that the build reads. */
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
  "docs",
  "vendor",
  "scripts",
  "deno.json",
  "deno.lock",
  ".deno-version",
] as const;

/** Reads `deno.json`. */
export function readProjectConfig(root: URL): ProjectConfig {
  return readJson(new URL("deno.json", root));
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
