/**
 * Cases in a text file: a line `=== TITLE` begins one, and the lines below it are its text, without
 * the last line feed. `\r`, `\\` and `\u{1b}` are characters.
 */

export interface Case {
  readonly title: string;
  readonly text: string;
}

export function readCases(url: URL): Case[] {
  const cases = Deno.readTextFileSync(url).split(/^=== /m).slice(1);
  return cases.map((part) => {
    const end = part.indexOf("\n");
    return { title: part.slice(0, end), text: unescape(part.slice(end + 1).replace(/\n$/, "")) };
  });
}

function unescape(text: string): string {
  return text.replaceAll(/\\(?:u\{([0-9a-f]+)\}|(.))/g, (whole, code, sign) => {
    if (code !== undefined) return String.fromCodePoint(parseInt(code, 16));
    if (sign === "r") return "\r";
    if (sign === "\\") return "\\";
    throw new Error(`Unknown escape ${whole}`);
  });
}
