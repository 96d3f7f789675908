/**
 * The tasks that a project names for itself. They are listed; nothing runs them by itself. Pure.
 *
 * @module
 */

/** The tasks of one file. */
export interface TaskList {
  /** What runs them. */
  readonly runner: "npm" | "deno" | "make" | "just" | "mise";
  readonly names: readonly string[];
  /** Whether there may be more: the file includes others, or makes names. */
  readonly isOpen: boolean;
}

/** How a task is called, by runner. */
export const RUN_WORDS: Readonly<Record<TaskList["runner"], string>> = {
  npm: "npm run",
  deno: "deno task",
  make: "make",
  just: "just",
  mise: "mise run",
};

/**
 * Reads the tasks of a file that may have some.
 *
 * @param file its path
 * @param text its text
 * @returns null where the file is none of these, cannot be read as one, or has no tasks
 */
export function readTasks(file: string, text: string): TaskList | null {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const list = readByName(name, text);
  return list === null || (list.names.length === 0 && !list.isOpen) ? null : list;
}

function readByName(name: string, text: string): TaskList | null {
  switch (name) {
    case "package.json":
      return fromJson("npm", "scripts", text);
    case "deno.json":
    case "deno.jsonc":
      return fromJson("deno", "tasks", text);
    case "Makefile":
    case "makefile":
    case "GNUmakefile":
      return fromMakefile(text);
    case "justfile":
    case "Justfile":
    case ".justfile":
      return fromJustfile(text);
    case "mise.toml":
    case ".mise.toml":
      return fromMise(text);
    default:
      return null;
  }
}

function fromJson(runner: "npm" | "deno", key: string, text: string): TaskList | null {
  try {
    const tasks = (JSON.parse(withoutComments(text)) as Record<string, unknown> | null)?.[key];
    const isTable = typeof tasks === "object" && tasks !== null && !Array.isArray(tasks);
    return { runner, names: isTable ? Object.keys(tasks) : [], isOpen: false };
  } catch {
    return null;
  }
}

/** Comments and commas at the end, as `deno.jsonc` may have them. */
function withoutComments(json: string): string {
  const outside = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  const bare = json.replace(/^\ufeff/, "").replace(outside, (_all, text) => text ?? " ");
  return bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_all, text) => text ?? "");
}

function fromMakefile(text: string): TaskList {
  const names = new Set<string>();
  let isOpen = /^-?s?include\s/m.test(text);
  for (const [, targets = ""] of text.matchAll(/^([^\s#:=][^#:=\n]*?)[ \t]*::?(?![=:])/gm)) {
    if (/[%$]/.test(targets)) isOpen = true;
    else for (const name of targets.split(/\s+/)) if (!name.startsWith(".")) names.add(name);
  }
  return { runner: "make", names: [...names], isOpen };
}

function fromJustfile(text: string): TaskList {
  const names = new Set<string>();
  for (const [, name = ""] of text.matchAll(/^@?([A-Za-z_][\w-]*)(?:[ \t][^:\n]*)?:(?!=)/gm)) {
    names.add(name);
  }
  for (const [, name = ""] of text.matchAll(/^alias\s+([\w-]+)\s*:=/gm)) names.add(name);
  return { runner: "just", names: [...names], isOpen: /^(?:import|mod)\b/m.test(text) };
}

function fromMise(text: string): TaskList {
  const names = new Set<string>();
  for (const [, quoted, bare] of text.matchAll(/^\s*\[tasks\.(?:"([^"]+)"|([\w:-]+))\]/gm)) {
    names.add(quoted ?? bare ?? "");
  }
  const [, table = ""] = /^\s*\[tasks\]\s*\n([\s\S]*?)(?=^\s*\[|$(?![\s\S]))/m.exec(text) ?? [];
  for (const [, quoted, bare] of table.matchAll(/^\s*(?:"([^"]+)"|([\w:-]+))\s*=/gm)) {
    names.add(quoted ?? bare ?? "");
  }
  return { runner: "mise", names: [...names], isOpen: /^\s*\[task_config\]/m.test(text) };
}
