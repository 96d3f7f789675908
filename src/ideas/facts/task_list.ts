/** Reads the tasks that a project defines. They are only listed, never run. Pure. */
import { parse, type ParseError } from "jsonc-parser";
import { isObject } from "../../store/records/json_record.ts";

/** The tasks of one file. */
export interface TaskList {
  readonly runner: "npm" | "deno" | "make" | "just" | "mise";
  readonly names: readonly string[];
  /** True if there may be more: the file includes others, or computes names. */
  readonly isOpen: boolean;
}

/** The words before a task's name on a command line, by runner. */
export const RUN_WORDS: Readonly<Record<TaskList["runner"], string>> = {
  npm: "npm run",
  deno: "deno task",
  make: "make",
  just: "just",
  mise: "mise run",
};

/** Readers of task files, by file name. */
const READERS: Readonly<Record<string, (text: string) => TaskList>> = {
  "package.json": (text) => readJson("npm", "scripts", text),
  "deno.json": (text) => readJson("deno", "tasks", text),
  "deno.jsonc": (text) => readJson("deno", "tasks", text),
  "Makefile": readMakefile,
  "makefile": readMakefile,
  "GNUmakefile": readMakefile,
  "justfile": readJustfile,
  "Justfile": readJustfile,
  ".justfile": readJustfile,
  "mise.toml": readMise,
  ".mise.toml": readMise,
};

/**
 * Reads the tasks of a file that may have some.
 *
 * @returns Null if the file is not a task file, cannot be parsed, or has no tasks.
 *
 * @example A makefile
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(readTasks("Makefile", "all: build\n\tcc a.c\n"), {
 *   runner: "make",
 *   names: ["all"],
 *   isOpen: false,
 * });
 * ```
 */
export function readTasks(file: string, text: string): TaskList | null {
  const name = file.slice(file.lastIndexOf("/") + 1);
  if (!Object.hasOwn(READERS, name)) return null;
  try {
    const list = READERS[name]?.(text) ?? null;
    return list === null || (list.names.length === 0 && !list.isOpen) ? null : list;
  } catch {
    return null;
  }
}

function readJson(runner: "npm" | "deno", key: string, text: string): TaskList {
  const errors: ParseError[] = [];
  // `deno.jsonc` may have comments and trailing commas.
  const tasks = parse(text.replace(/^\ufeff/, ""), errors, { allowTrailingComma: true })?.[key];
  const isUsable = errors.length === 0 && isObject(tasks);
  return { runner, names: isUsable ? Object.keys(tasks) : [], isOpen: false };
}

function readMakefile(text: string): TaskList {
  const targets = captures(text, /^([^\s#:=][^#:=\n]*?)[ \t]*::?(?![=:])/gm);
  const isPlain = (names: string) => !/[%$]/.test(names);
  const names = targets.filter(isPlain).flatMap((each) => each.split(/\s+/))
    .filter((name) => !name.startsWith("."));
  const isOpen = /^-?s?include\s/m.test(text) || !targets.every(isPlain);
  return { runner: "make", names: [...new Set(names)], isOpen };
}

function readJustfile(text: string): TaskList {
  const recipes = captures(text, /^@?([A-Za-z_][\w-]*)(?:[ \t][^:\n]*)?:(?!=)/gm);
  const names = new Set([...recipes, ...captures(text, /^alias\s+([\w-]+)\s*:=/gm)]);
  return { runner: "just", names: [...names], isOpen: /^(?:import|mod)\b/m.test(text) };
}

function readMise(text: string): TaskList {
  const [, table = ""] = /^\s*\[tasks\]\s*\n([\s\S]*?)(?=^\s*\[|$(?![\s\S]))/m.exec(text) ?? [];
  const names = new Set([
    ...captures(text, /^\s*\[tasks\.(?:"([^"]+)"|([\w:-]+))\]/gm),
    ...captures(table, /^\s*(?:"([^"]+)"|([\w:-]+))\s*=/gm),
  ]);
  return { runner: "mise", names: [...names], isOpen: /^\s*\[task_config\]/m.test(text) };
}

/** Returns the first defined group of each match. */
function captures(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, ...groups]) => groups.find(Boolean) ?? "");
}
