/**
 * Finds the user's other projects, which a sandbox hides.
 *
 * @module
 */
import { join } from "@std/path";
import { isFolder, isThere } from "../../store/files/presence.ts";
import { parseJson } from "../../store/files/json_text.ts";
import { readText } from "../../store/files/text_file.ts";
import { isWithin } from "../../store/project.ts";
import { isObject } from "../../store/records/json_record.ts";

/** Repositories are looked for this many folders below the home. */
const DEEPEST = 3;
/** Folders that are read at most; a home has some hundred. */
const MOST_FOLDERS = 3_000;
const LARGEST_CONFIG_BYTES = 32 << 20;

/** Where other projects are looked for. */
export interface ProjectSearch {
  readonly home: string;
  /** Claude Code's own file, which names the projects that it was used in. */
  readonly claudeConfig: string;
  /** The project, whose folders stay visible. */
  readonly project: string;
  /** Other folders that stay visible, with those that they are in. */
  readonly kept: readonly string[];
}

/**
 * Finds repositories below the home folder and the projects that Claude Code knows.
 *
 * @param search Where to look.
 * @returns Absolute paths; a project that has one of the kept folders in it is left out.
 */
export function findOtherProjects({ home, claudeConfig, project, kept }: ProjectSearch): string[] {
  const known = listKnown(claudeConfig).filter((path) =>
    path !== "/" && !isWithin(home, path) && isFolder(path)
  );
  return [...new Set([...known, ...findRepositories(home)])].filter((path) =>
    !isWithin(path, project) && [project, ...kept].every((folder) => !isWithin(folder, path))
  );
}

function listKnown(claudeConfig: string): string[] {
  const read = readText(claudeConfig, LARGEST_CONFIG_BYTES);
  const json = read.kind === "text" ? parseJson(read.text) : null;
  if (json?.kind !== "ok" || !isObject(json.value)) return [];
  const { projects } = json.value;
  return isObject(projects) ? Object.keys(projects).filter((path) => path.startsWith("/")) : [];
}

/** Folders with a `.git`; hidden folders belong to programs. */
function findRepositories(home: string): string[] {
  const found: string[] = [];
  let folders = [home];
  let seen = 0;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const next: string[] = [];
    for (const folder of folders) {
      if (++seen > MOST_FOLDERS) return found;
      for (const name of listSubfolders(folder)) {
        if (name.startsWith(".") || name === "node_modules") continue;
        const path = join(folder, name);
        (isThere(join(path, ".git")) ? found : next).push(path);
      }
    }
    folders = next;
  }
  return found;
}

function listSubfolders(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
      isDirectory ? [name] : []
    );
  } catch {
    return [];
  }
}
