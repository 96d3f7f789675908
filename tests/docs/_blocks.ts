/** The command lines that the pages print for a shell. */

const ROOT = new URL("../../", import.meta.url);

/** A line of a block for a shell. */
export interface PrintedLine {
  readonly page: string;
  /** Without its comment. */
  readonly text: string;
  /** As it stands in the page. */
  readonly printed: string;
}

/** Lists the pages with command lines: README and all that is directly in `docs/`. */
export function listPages(): string[] {
  const docs = [...Deno.readDirSync(new URL("docs/", ROOT))].map(({ name }) => name)
    .filter((name) => name.endsWith(".md")).sort();
  return ["README.md", ...docs.map((name) => `docs/${name}`)];
}

/** Reads the text of a page, by its path in the repository. */
export function readPage(page: string): string {
  return Deno.readTextFileSync(new URL(page, ROOT));
}

/** Reads the fenced blocks of a page: their language, empty without one, and their lines. */
function readBlocks(text: string): { language: string; lines: string[] }[] {
  return [...text.matchAll(/^```(.*)\n([^]*?)^```$/gm)]
    .map(([, language = "", block = ""]) => ({ language, lines: block.split("\n") }));
}

/**
 * Lists the command lines of a page, in order. A block that begins with `#!` is a program, which a
 * reader saves: it has no command lines.
 */
export function listLines(page: string): PrintedLine[] {
  return readBlocks(readPage(page))
    .filter(({ language, lines }) => language === "sh" && !lines[0]!.startsWith("#!"))
    .flatMap(({ lines }) => lines)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((printed) => ({ page, printed, text: withoutComment(printed) }));
}

/** Lists the calls of ralph in blocks that do not say that they are for a shell: no test plays these. */
export function listUnmarked(page: string): string[] {
  return readBlocks(readPage(page)).filter(({ language }) => language !== "sh")
    .flatMap(({ lines }) => lines)
    // The status line begins with the program's name, too.
    .filter((line) => /^(?:\$ )?ralph (?!turn \d)[a-z]/.test(line));
}

/** Lists the tasks of Deno that a page names. */
export function listTasks(page: string): string[] {
  return [...readPage(page).matchAll(/\bdeno(?:@[\d.]+)? task ([a-z:]+)/g)].map(([, name]) =>
    name!
  );
}

function withoutComment(line: string): string {
  return line.replace(/\s+#\s.*$/, "");
}
