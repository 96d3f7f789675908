/** What the documentation says of commands, options and settings. */

const ROOT = new URL("../../", import.meta.url);

/** A line or a word of a page, and where it is. */
export interface Mention {
  readonly text: string;
  readonly page: string;
}

/** The pages for users; decisions and notes for developers tell of what is gone, and of other programs. */
const FOR_DEVELOPERS = ["development.md", "releasing.md", "start-up.md"];

/** Reads the pages by their path. */
function readPages(): Map<string, string> {
  const docs = [...Deno.readDirSync(new URL("docs/", ROOT))].map(({ name }) => name)
    .filter((name) => name.endsWith(".md") && !FOR_DEVELOPERS.includes(name))
    .map((name) => `docs/${name}`);
  return new Map(
    ["README.md", ...docs.sort()].map((path) => [path, Deno.readTextFileSync(new URL(path, ROOT))]),
  );
}

/** Finds all matches of the first group of a pattern in the pages. */
function find(pattern: RegExp, textOf: (page: string) => string): Mention[] {
  return [...readPages()].flatMap(([page, text]) =>
    [...textOf(text).matchAll(pattern)].map((match) => ({ text: match[1]!, page }))
  );
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^```[^]*?^```/gm, "");
}

function shellBlocks(text: string): string {
  return [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block]) => block).join("\n");
}

/** Lists the calls of ralph: in the text as code, and in blocks for a shell; without what a shell does. */
export function listCalls(): Mention[] {
  const calls = [
    ...find(/`!? ?ralph ([^`\n]+)`/g, withoutBlocks),
    ...find(/`\/ralph:([^`\n]+)`/g, withoutBlocks),
    ...find(/^(?:.*[;&|] *)?ralph (.+)$/gm, shellBlocks),
  ];
  return calls.map(({ text, page }) => ({ text: untilShell(text), page }))
    .filter(({ text }) => text !== "");
}

/** Cuts a comment, a pipe, a redirection or a second command off; not within quotes. */
function untilShell(line: string): string {
  return /^(?:'[^']*'|"[^"]*"|[^'"#|<>;&]|(?<! )#)*/.exec(line)![0].trim();
}

/** Lists the long options that are named alone in the text as code; those of a call are read with it. */
export function listOptions(): Mention[] {
  return find(/`(--[a-z][a-z-]*)[^`\n]*`/g, withoutBlocks);
}

/** Lists the names in snake case that are named in the text as code. */
export function listSnakeCase(): Mention[] {
  return find(/`([a-z]+(?:_[a-z]+)+)`/g, withoutBlocks);
}
