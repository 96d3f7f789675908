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
import { ScriptError } from "./_say.ts";

/** Chunks that are loaded together. */
export interface Pack {
  readonly name: string;
  /** Names of the chunks. */
  readonly chunks: readonly string[];
}

/** The file that names the pack of each chunk. */
export const PACK_LIST = "packs.json";

const IMPORT = /\s*import(?:\{([^}]*)\}from)?"\.\/([^"]+\.js)";/y;
// A license may follow.
const EXPORTS = /\bexport\{([^}]*)\};\s*(?:\/\*(?:(?!\*\/).)*\*\/\s*)*$/s;
const DEFAULT_EXPORT = /(?<=^|[;}\n])export default /;

/**
 * Writes the script of a pack: an expression that is an object of functions by the chunks' names.
 *
 * @param texts The chunks' texts by name.
 * @throws {ScriptError} If a chunk does not have the form that the bundler writes.
 */
export function writePack({ chunks }: Pack, texts: ReadonlyMap<string, string>): string {
  const functions = chunks.map((name) =>
    `${JSON.stringify(name)}:${writeFunction(name, texts.get(name)!)}`
  );
  return escapeNonAscii(`({${functions.join(",\n")}})`);
}

function writeFunction(name: string, text: string): string {
  if (/\b__load/.test(text)) throw new ScriptError(`The chunk "${name}" uses a name of the packs`);
  const { imports, rest } = readImports(text);
  const exported = EXPORTS.exec(rest);
  const names = (exported?.[1] ?? "").split(",").filter((each) => each !== "").map((each) => {
    const [local = "", outer = local] = each.split(" as ");
    return `${outer}:${local}`;
  });
  let body = exported === null ? rest : rest.slice(0, exported.index);
  if (exported === null && DEFAULT_EXPORT.test(body)) {
    body = body.replace(DEFAULT_EXPORT, "const __loadedDefault=");
    names.push("default:__loadedDefault");
  }
  body = body.replaceAll(/\bimport\("\.\/([^"]+)"\)/g, '__loadLazily("$1")');
  if (/\bimport\(/.test(body)) {
    throw new ScriptError(`The chunk "${name}" imports what is no chunk`);
  }
  // A comment at the end must not hide what follows.
  return `function(__load,__loadLazily){"use strict";${imports}${body}\nreturn{${
    names.join(",")
  }}}`;
}

function readImports(text: string): { imports: string; rest: string } {
  let imports = "";
  let end = 0;
  IMPORT.lastIndex = 0;
  for (let match = IMPORT.exec(text); match !== null; match = IMPORT.exec(text)) {
    const [, names = "", from] = match;
    const left = names === "" ? "" : `const{${names.replaceAll(" as ", ":")}}=`;
    imports += `${left}__load("${from}");`;
    end = IMPORT.lastIndex;
  }
  return { imports, rest: text.slice(end) };
}

/** V8 keeps one byte for a character of a text that has only those of Latin-1, and reads it faster. */
function escapeNonAscii(text: string): string {
  return text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
