/**
 * Writes packs: chunks as functions in classic scripts, since V8 takes compiled code from outside for
 * scripts, not for modules. `src/system/packs.ts` opens them.
 *
 * This is right for what the bundler writes: named imports in front, one list of exports that does
 * not change afterwards, no circle, no `await` and no `import.meta` outside functions. What it does
 * not write fails here, or when the build runs every chunk.
 *
 * @module
 */
import { removeFolder } from "./_program.ts";
import { ScriptError } from "./_say.ts";

/** Chunks that are loaded together. */
export interface Pack {
  readonly name: string;
  /** Names of the chunks. */
  readonly chunks: readonly string[];
}

/** The file that names the pack of each chunk. */
export const PACK_LIST = "packs.json";

const IMPORT = /\s*import(?:\{([^}]*)\}from)?"([^"]+)";/y;
// The bundler leaves those of Node's modules where they were.
const NODE_IMPORT = /(?<=[;}\n])import\{([^}]*)\}from"(node:[^"]+)";/g;
// A license may follow.
const EXPORTS = /\bexport\{([^}]*)\};\s*(?:\/\*(?:(?!\*\/).)*\*\/\s*)*$/s;
const DEFAULT_EXPORT = /(?<=^|[;}\n])export default /;

/**
 * Writes the script of a pack: an expression that is an object of functions by the chunks' names.
 *
 * @param texts The chunks' texts by name.
 * @param outside Specifiers of what may be imported beside chunks.
 * @throws {ScriptError} If a chunk does not have the form that the bundler writes.
 */
export function writePack(
  { chunks }: Pack,
  texts: ReadonlyMap<string, string>,
  outside: readonly string[] = [],
): string {
  const functions = chunks.map((name) =>
    `${JSON.stringify(name)}:${writeFunction(name, texts.get(name)!, outside)}`
  );
  return `({${functions.join(",\n")}})`;
}

/**
 * The text of a chunk begins at the second line, and its characters keep their columns but for those of
 * the imports in front: source maps rely on that.
 */
function writeFunction(name: string, text: string, outside: readonly string[]): string {
  if (/\b__(?:load|lazy|default)\b/.test(text)) {
    throw new ScriptError(`The chunk "${name}" uses a name of the packs`);
  }
  const refuse = (from: string) => {
    if (/^\.\/[^"]+\.js$/.test(from) || outside.includes(from)) return;
    throw new ScriptError(`The chunk "${name}" imports "${from}", which is no chunk`);
  };
  const { imports, rest } = readImports(text, refuse);
  const exported = EXPORTS.exec(rest);
  const names = (exported?.[1] ?? "").split(",").filter((each) => each !== "").map((each) => {
    const [local = "", outer = local] = each.split(" as ");
    return `${outer}:${local}`;
  });
  let body = exported === null ? rest : rest.slice(0, exported.index);
  if (exported === null && DEFAULT_EXPORT.test(body)) {
    body = body.replace(DEFAULT_EXPORT, "let __default =");
    names.push("default:__default");
  }
  body = body.replaceAll(/\bimport(?=\("([^"]+)"\))/g, (_import, from: string) => {
    refuse(from);
    return "__lazy";
  });
  if (/\bimport\(/.test(body)) {
    throw new ScriptError(`The chunk "${name}" imports what is computed`);
  }
  // A comment at the end must not hide what follows.
  return `function(__load,__lazy){"use strict";${imports}\n${body}\nreturn{${names.join(",")}}}`;
}

/** Writes packs into a folder that has nothing else, with the list that names the packs of each chunk. */
export async function writePacks(
  folder: URL,
  packs: readonly Pack[],
  write: (pack: Pack) => string,
): Promise<void> {
  await removeFolder(folder);
  await Deno.mkdir(folder, { recursive: true });
  const packsOf: Record<string, string[]> = {};
  // The smallest first.
  for (const pack of packs.toSorted((a, b) => a.chunks.length - b.chunks.length)) {
    await Deno.writeTextFile(new URL(`${pack.name}.pack`, folder), write(pack));
    for (const chunk of pack.chunks) (packsOf[chunk] ??= []).push(pack.name);
  }
  await Deno.writeTextFile(new URL(PACK_LIST, folder), JSON.stringify(packsOf));
}

/** Takes the imports out of a chunk: those in front are cut off, others become blanks. */
export function readImports(
  text: string,
  see: (from: string) => void = () => {},
): { imports: string; rest: string } {
  let imports = "";
  const write = (names: string, from: string) => {
    see(from);
    const left = names === "" ? "" : `const{${names.replaceAll(" as ", ":")}}=`;
    imports += `${left}__load("${from}");`;
  };
  let end = 0;
  IMPORT.lastIndex = 0;
  for (let match = IMPORT.exec(text); match !== null; match = IMPORT.exec(text)) {
    write(match[1] ?? "", match[2]!);
    end = IMPORT.lastIndex;
  }
  const rest = text.slice(end).replaceAll(NODE_IMPORT, (statement, names: string, from: string) => {
    write(names, from);
    return " ".repeat(statement.length);
  });
  return { imports, rest };
}

/** V8 keeps one byte for a character of a text that has only those of Latin-1, and reads it faster. */
export function escapeNonAscii(text: string): string {
  return text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
