/**
 * Merges the chunks that an entry always loads together: every module that is imported costs about
 * 0.25 ms, and a bundler makes a chunk for each set of entries, rare lazy ones included.
 *
 * What only one entry loads goes into that entry's file, what several load goes into one file for
 * all; what an entry loads before others that only it imports is in its own. Entries come in
 * levels: what entries of a later level share with one entry before them has a file of its own, since
 * in the entry's file it would be loaded with all of that entry. Each chunk
 * becomes a function that returns what it exports. This is right for what the bundler writes: named
 * imports in front, one list of exports at the end that does not change afterwards, and no circle.
 *
 * @module
 */
import { ScriptError } from "./_say.ts";

/** A chunk as the bundler wrote it. */
interface Chunk {
  readonly name: string;
  readonly imports: readonly {
    readonly from: string;
    readonly names: string;
    readonly text: string;
  }[];
  /** What is between the imports and the exports. */
  readonly body: string;
  /** `A as a,B as b`; null if the chunk does not export in this form. */
  readonly exports: string | null;
}

/** A file to be written. */
export interface MergedFile {
  readonly name: string;
  readonly text: string;
  /** The chunks in it. */
  readonly parts: readonly string[];
}

/** The file for what several entries load, counted up to a level, from 1. */
const sharedOf = (level: number) => level === 1 ? "shared.js" : `shared${level}.js`;

const IMPORT = /import(?:\{([^}]*)\}from)?"\.\/([^"]+\.js)";/y;
const EXPORTS = /export\{([^}]*)\};\s*$/;

/**
 * Merges chunks.
 *
 * @param texts The chunks' texts by file name.
 * @param levels The entries by level. The one of the first level imports the others lazily.
 * @returns The files to write; those of the chunks that are in none of them are to be removed.
 * @throws {ScriptError} If a chunk does not have the form that the bundler writes.
 */
export function mergeChunks(
  texts: ReadonlyMap<string, string>,
  levels: readonly (readonly string[])[],
): MergedFile[] {
  const entries = levels.flat();
  const chunks = new Map([...texts].map(([name, text]) => [name, parseChunk(name, text)]));
  const closures = entries.map((entry) => listLoaded(chunks, entry));
  const isLoadedBefore = (entry: string, other: string) => {
    const loaded = closures[entries.indexOf(entry)]!;
    const importers = [...chunks.values()].filter((each) => importsLazily(each, other));
    return entry === other || entry === entries[0] ||
      importers.every(({ name }) => loaded.includes(name));
  };
  const groupOf = new Map<string, string>();
  for (const name of new Set(closures.flat())) {
    const owners = entries.filter((_, index) => closures[index]!.includes(name));
    // What an entry loads is there already when the entries are loaded that only it imports.
    const first = owners.find((owner) => owners.every((each) => isLoadedBefore(owner, each)));
    groupOf.set(name, first ?? sharedOf(levelOfSecond(owners, levels)));
  }
  const numbers = new Map([...groupOf.keys()].map((name, index) => [name, `ralphChunk${index}`]));
  const rewrite = (chunk: Chunk, own: string | null) =>
    rewriteImports(chunk, own, groupOf, numbers);
  const files: MergedFile[] = [];
  // In the order in which they are loaded, so that each finds what it imports.
  const order = [...new Set(closures.flat())];
  for (const group of new Set(groupOf.values())) {
    const members = order.filter((name) => groupOf.get(name) === group).map((name) =>
      chunks.get(name)!
    );
    files.push(mergeGroup(group, members, numbers, rewrite));
  }
  for (const chunk of chunks.values()) {
    const number = numbers.get(chunk.name);
    if (number === undefined) {
      const { head, text } = rewrite(chunk, null);
      const end = chunk.exports === null ? "" : `export{${chunk.exports}};`;
      files.push({
        name: chunk.name,
        text: `${head}${text}${chunk.body}${end}\n`,
        parts: [chunk.name],
      });
    } else if (
      !entries.includes(chunk.name) &&
      [...chunks.values()].some((each) => importsLazily(each, chunk.name))
    ) {
      const text = `import{${number}}from"./${groupOf.get(chunk.name)}";${
        exportNames(chunk, number)
      }\n`;
      files.push({ name: chunk.name, text, parts: [] });
    }
  }
  return files;
}

/** The level at which a second of the entries loads a chunk. */
function levelOfSecond(
  owners: readonly string[],
  levels: readonly (readonly string[])[],
): number {
  return levels.findIndex((level) => level.includes(owners[1]!));
}

function parseChunk(name: string, text: string): Chunk {
  const imports = [];
  IMPORT.lastIndex = 0;
  let end = 0;
  for (let match = IMPORT.exec(text); match !== null; match = IMPORT.exec(text)) {
    imports.push({ from: match[2]!, names: match[1] ?? "", text: match[0] });
    end = IMPORT.lastIndex;
  }
  const exported = EXPORTS.exec(text);
  const body = text.slice(end, exported?.index ?? text.length);
  return { name, imports, body, exports: exported?.[1] ?? null };
}

/** Lists what an entry loads at once, each chunk behind those that it imports. */
function listLoaded(chunks: ReadonlyMap<string, Chunk>, entry: string): string[] {
  const loaded = new Set<string>();
  const visited = new Set<string>();
  const visit = (name: string) => {
    if (visited.has(name)) return;
    visited.add(name);
    const chunk = chunks.get(name);
    if (chunk === undefined) {
      throw new ScriptError(`A chunk imports "${name}", which does not exist`);
    }
    for (const { from } of chunk.imports) visit(from);
    loaded.add(name);
  };
  visit(entry);
  return [...loaded];
}

/** Imports from groups, and in the place of the chunk's own imports the names in them. */
function rewriteImports(
  chunk: Chunk,
  own: string | null,
  groupOf: ReadonlyMap<string, string>,
  numbers: ReadonlyMap<string, string>,
): { head: string; text: string; needs: Map<string, Set<string>> } {
  const needs = new Map<string, Set<string>>();
  const kept: string[] = [];
  const text = chunk.imports.map((each) => {
    const group = groupOf.get(each.from);
    if (group === undefined) {
      kept.push(each.text);
      return "";
    }
    const number = numbers.get(each.from)!;
    if (group !== own) needs.set(group, (needs.get(group) ?? new Set()).add(number));
    const names = each.names.replaceAll(" as ", ":");
    return names === "" ? "" : `const{${names}}=${number};`;
  }).join("");
  return { head: kept.join("") + showImports(needs), text, needs };
}

function showImports(needs: ReadonlyMap<string, ReadonlySet<string>>): string {
  return [...needs].map(([group, names]) => `import{${[...names].join(",")}}from"./${group}";`)
    .join("");
}

function mergeGroup(
  name: string,
  members: readonly Chunk[],
  numbers: ReadonlyMap<string, string>,
  rewrite: (chunk: Chunk, own: string) => { text: string; needs: Map<string, Set<string>> },
): MergedFile {
  const needs = new Map<string, Set<string>>();
  const lines: string[] = [];
  for (const chunk of members) {
    if (chunk.exports === null && /\bexport\b/.test(chunk.body)) {
      throw new ScriptError(`The chunk "${chunk.name}" exports in a way that cannot be merged`);
    }
    const { text, needs: more } = rewrite(chunk, name);
    for (const [group, names] of more) {
      needs.set(group, new Set([...needs.get(group) ?? [], ...names]));
    }
    lines.push(`export const ${numbers.get(chunk.name)}=(()=>{`);
    const names = exportsOf(chunk).map(([local, name]) => `${name}:${local}`).join(",");
    lines.push(`${text}${chunk.body}return{${names}};`, "})();");
  }
  const entry = members.find((chunk) => chunk.name === name);
  const exported = entry === undefined ? "" : exportNames(entry, numbers.get(name)!);
  const parts = members.map((chunk) => chunk.name);
  return { name, text: [showImports(needs), ...lines, exported, ""].join("\n"), parts };
}

function exportsOf({ exports }: Chunk): [local: string, name: string][] {
  return (exports ?? "").split(",").filter((each) => each !== "").map((each) => {
    const [local = "", name = local] = each.split(" as ");
    return [local, name];
  });
}

/** The exports of a chunk, from the object that holds them. */
function exportNames(chunk: Chunk, number: string): string {
  const names = exportsOf(chunk).map(([, name]) => name);
  return names.length === 0 ? "" : `export const{${names.join(",")}}=${number};`;
}

function importsLazily({ body }: Chunk, name: string): boolean {
  return body.includes(`import("./${name}")`);
}
