/**
 * Finds the files that a program's text names: `python3 -c`, `node -e`, `awk`, `sed`. Nothing is run and
 * nothing is followed but a name that is assigned once.
 */

/** The separators of names in the text of a program. */
const SEPARATORS = /[\s'"`()<>|;&=,{}[\]]+/;

/** More names and values of a text are not looked at. */
const MOST_NAMES = 50;
const MOST_USES = 500;
/** Characters around a name that are examined. */
const NEAR = 60;

/** Lists everything in a text that may be a path. */
export function listNames(text: string): string[] {
  return text.split(SEPARATORS).filter((name) => name !== "");
}

/** A text in quotes, as all these languages write it. */
const QUOTED = /(["'])((?:(?!\1)[^\\\n])*)\1/g;

/** A name that is assigned a quoted text. */
const ASSIGNED = /\b(\w+)\s*=\s*(?:\w+\.)*(?:Path\()?(["'])((?:(?!\2)[^\\\n])*)\2/g;

/** A call that writes, moves or removes what its first argument names. */
const WRITING_CALL = new RegExp(
  String
    .raw`\b(?:writeFile|appendFile|truncate|unlink|rm|rmdir|rename|createWriteStream|writeTextFile|` +
    String.raw`remove|removedirs|rmtree|chmod|file_put_contents)(?:Sync)?\(\s*$`,
);
/** A mode of `open` that writes. */
const WRITING_MODE = /^\s*,\s*(?:mode\s*=\s*)?["'][^"']*[wax+]/;
/** A method of a path that writes. */
const WRITING_METHOD =
  /^\s*\)\s*\.\s*(?:write_\w+|unlink|touch|rename|replace|chmod|open\(\s*["'][wax])/;
const OPEN = /\bopen(?:Sync)?\(\s*$/;
/** Finds the files that a stream editor or `awk` writes to. */
const WRITES_TO = /(?:(?:^|[\s;{/\d])[wW]\s+|>\s*["']?)([^\s"';}]+)/g;

/** Lists the files that a text writes, by name. */
export function listWritten(program: string, text: string): string[] {
  if (/awk$|sed$/.test(program)) return [...text.matchAll(WRITES_TO)].map(([, name = ""]) => name);
  const values = new Map(
    [...text.matchAll(ASSIGNED)].map(([, name = "", , path = ""]) => [name, path]),
  );
  const uses = [...text.matchAll(QUOTED)].map((match) => ({
    path: match[2] ?? "",
    at: match.index,
    end: match.index + match[0].length,
  }));
  for (const [name, path] of [...values].slice(0, MOST_NAMES)) {
    for (const { index } of text.matchAll(new RegExp(`\\b${name}\\b`, "g"))) {
      uses.push({ path, at: index, end: index + name.length });
    }
  }
  return uses.slice(0, MOST_USES).filter(({ at, end }) => {
    const [before, after] = [text.slice(Math.max(0, at - NEAR), at), text.slice(end, end + NEAR)];
    return WRITING_CALL.test(before) || OPEN.test(before) && WRITING_MODE.test(after) ||
      /\bPath\(\s*$/.test(before) && WRITING_METHOD.test(after) ||
      /^\s*\.\s*(?:write_\w+|unlink|touch)\(/.test(after);
  }).map(({ path }) => path);
}
