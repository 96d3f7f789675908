/**
 * Which names of a library the program uses, so that a bundle holds no others.
 *
 * @module
 */

const TAKEN_APART = /\bconst\s*(\{[^{}]*\})\s*=\s*await\s+import\s*\(\s*$/;
const CLAUSE = /\b(?:import|export)\s+(type\s+)?([^"';]*?)\s*\bfrom\s*$/;

/**
 * Lists the names that some sources use of a library.
 *
 * Read off the import statements; where that is not certain (a module or namespace that is handed
 * on) it is all of them, never too few.
 *
 * @param library The bare name, as in `from "NAME"`.
 * @param sources Texts of the modules.
 * @returns The names, `all`, or undefined where no module uses it at run time.
 */
export function listUsedNames(
  library: string,
  sources: readonly string[],
): ReadonlySet<string> | "all" | undefined {
  const used = new Set<string>();
  let isUsed = false;
  for (const source of sources) {
    for (const clause of listClauses(library, source)) {
      if (clause === "type") continue;
      isUsed = true;
      const names = readClause(clause, source);
      if (names === "all") return "all";
      for (const name of names) used.add(name);
    }
  }
  return isUsed ? used : undefined;
}

/** Returns what stands before each `from "NAME"`; `*` for an import of any other form. */
function listClauses(library: string, source: string): string[] {
  const clauses: string[] = [];
  for (const quote of ['"', "'"]) {
    const parts = source.split(`${quote}${library}${quote}`);
    for (const [index, before] of parts.slice(0, -1).entries()) {
      const statement = CLAUSE.exec(before);
      const takenApart = TAKEN_APART.exec(before);
      if (statement) clauses.push(statement[1] ? "type" : statement[2]!);
      else if (takenApart) clauses.push(takenApart[1]!.replaceAll(":", " as "));
      else if (/\bimport\s*\(?\s*$/.test(before)) {
        clauses.push(isTypeImport(before, parts[index + 1]!) ? "type" : "*");
      }
    }
  }
  return clauses;
}

/** Whether an import by call is one of types, as in `import("lib").Name`. */
function isTypeImport(before: string, after: string): boolean {
  if (/\btypeof\s+import\s*\(\s*$/.test(before)) return true;
  return /^\s*\)\s*\.\s*(?!then\b|catch\b|finally\b)/.test(after);
}

function readClause(clause: string, source: string): readonly string[] | "all" {
  const namespace = /^\*\s+as\s+([\w$]+)$/.exec(clause);
  if (namespace) return listMembers(namespace[1]!, source);
  const [, outside = "", inside = ""] = /^([^{]*)(?:\{([\s\S]*)\})?$/.exec(clause) ?? [];
  if (outside.includes("*")) return "all";
  const named = inside.split(",").map((part) => part.trim()).filter((part) =>
    part !== "" && !part.startsWith("type ")
  ).map((part) => part.split(/\s+as\s+/)[0]!);
  return outside.replace(",", "").trim() === "" ? named : ["default", ...named];
}

/** The members of a namespace that a module reads; all where it does anything else with it. */
function listMembers(namespace: string, source: string): readonly string[] | "all" {
  const escaped = namespace.replaceAll("$", "\\$");
  const mentions = source.matchAll(
    new RegExp(`(?<![\\w$.])${escaped}(?![\\w$])(\\s*\\.\\s*([\\w$]+))?`, "g"),
  );
  const members: string[] = [];
  for (const mention of mentions) {
    const before = source.slice(Math.max(0, mention.index - 6), mention.index);
    if (mention[2] !== undefined) members.push(mention[2]);
    else if (!/\*\s+as\s+$/.test(before) && !isProse(source, mention.index)) return "all";
  }
  return members;
}

/** Whether a place stands in a comment line. */
function isProse(source: string, index: number): boolean {
  const line = source.slice(source.lastIndexOf("\n", index) + 1, index);
  return /^\s*(\*|\/\/|\/\*)/.test(line);
}
