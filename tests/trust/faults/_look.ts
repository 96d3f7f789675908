/** What a fault left on the disk: whether all can be read, and nothing is lost that was there. */
import { join } from "@std/path";

/** The files of ralph and the client, by their paths below the ground. */
export type Files = ReadonlyMap<string, string>;

/** Reads all text files below a folder. */
export function readFiles(root: string): Files {
  const files = new Map<string, string>();
  const walk = (folder: string) => {
    for (const { name, isDirectory, isFile } of Deno.readDirSync(join(root, folder))) {
      const path = join(folder, name);
      if (isDirectory) walk(path);
      else if (isFile) files.set(path, Deno.readTextFileSync(join(root, path)));
    }
  };
  walk("home");
  walk("project");
  return files;
}

/** Temporary files, which a killed process leaves and a later one sweeps. */
export function listLeftovers(files: Files): string[] {
  return [...files.keys()].filter(isTemporary);
}

function isTemporary(path: string): boolean {
  return path.endsWith(".tmp");
}

/**
 * Finds what must never be: a record that cannot be read, a torn line, a line or a setting that is gone.
 *
 * @param before The files before the command.
 * @returns A sentence each.
 */
export function findDamage(before: Files, after: Files): string[] {
  return [...after].flatMap(([path, text]) => {
    if (isTemporary(path)) return [];
    if (path.endsWith(".jsonl")) return findTornLines(path, text, before.get(path) ?? "");
    if (!path.endsWith(".json")) return [];
    const was = before.get(path);
    const document = parse(text);
    if (document === undefined) {
      return [`${path} cannot be read: ${JSON.stringify(text.slice(0, 80))}`];
    }
    return was === undefined ? [] : findLostSettings(path, parse(was), document);
  });
}

function findTornLines(path: string, text: string, before: string): string[] {
  const torn = text !== "" && !text.endsWith("\n") ||
    text.split("\n").some((line) => line !== "" && parse(line) === undefined);
  return [
    ...torn ? [`${path} has a torn line: ${JSON.stringify(text.slice(-80))}`] : [],
    ...text.startsWith(before) ? [] : [`${path} lost lines that it had`],
  ];
}

/** What a person wrote: settings of the client and of ralph, and guidance. */
function findLostSettings(path: string, before: unknown, after: unknown): string[] {
  if (!/(?:settings|ralph-config)\.json$|guidance/.test(path)) return [];
  const [was, is] = [before, after].map((document) => document as Record<string, unknown>);
  return Object.keys(was ?? {}).filter((key) => !(key in (is ?? {})))
    .map((key) => `${path} lost "${key}"`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
