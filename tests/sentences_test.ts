/** A sentence of the program is written in one test alone; the others match a code, or a word or two. */
import { assert, assertEquals } from "@std/assert";
import { walkSync } from "@std/fs/walk";
import { fromFileUrl, relative } from "@std/path";

const ROOT = fromFileUrl(new URL("..", import.meta.url));
/** A part of a sentence that is shorter may be anybody's. */
const LEAST_CHARACTERS = 26;
const LEAST_WORDS = 4;
/** So much of a text, from its second word on, finds the sentences that may have it. */
const KEY_CHARACTERS = 12;

/** Texts between quotes, on a line or in a template. */
function textsOf(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
  const quoted = code.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g);
  const parts = code.matchAll(/[`}]([^`$}\n]*)/g);
  return [...quoted, ...parts].map(([, double, single]) => double ?? single ?? "")
    .map((text) => text.replaceAll(/\\(["'`\\])/g, "$1"))
    .filter((text) => text.length >= LEAST_CHARACTERS && text.split(" ").length >= LEAST_WORDS)
    .filter((text) => !/=>|===/.test(text));
}

/** The texts of each file of a folder that is TypeScript. */
function readFolder(folder: string): Map<string, string[]> {
  const files = [...walkSync(`${ROOT}${folder}`, { exts: [".ts"], skip: [/\/fixtures\//] })];
  return new Map(
    files.map(({ path }) => [relative(ROOT, path), textsOf(Deno.readTextFileSync(path))]),
  );
}

function keyAt(text: string, at: number): string {
  return text.slice(at + 1, at + 1 + KEY_CHARACTERS);
}

/** Finds the sentence that has a text. */
function indexSentences(sentences: Iterable<string>): (text: string) => string | undefined {
  const index = new Map<string, string[]>();
  for (const sentence of sentences) {
    for (let at = sentence.indexOf(" "); at >= 0; at = sentence.indexOf(" ", at + 1)) {
      const key = keyAt(sentence, at);
      index.set(key, [...index.get(key) ?? [], sentence]);
    }
  }
  return (text) =>
    index.get(keyAt(text, text.indexOf(" ")))?.find((sentence) => sentence.includes(text));
}

Deno.test("sentences: each is written in one test file", () => {
  const sentences = new Set([...readFolder("src").values()].flat());
  assert(sentences.size > 1_000, `${sentences.size}`);
  const find = indexSentences(sentences);
  const writers = new Map<string, Set<string>>();
  for (const [file, texts] of readFolder("tests")) {
    for (const sentence of texts.flatMap((text) => find(text) ?? [])) {
      writers.set(sentence, (writers.get(sentence) ?? new Set()).add(file));
    }
  }
  assert(writers.size > 50, `${writers.size}`);
  const twice = [...writers].filter(([, files]) => files.size > 1)
    .map(([sentence, files]) => `${JSON.stringify(sentence)}: ${[...files].join(", ")}`);
  assertEquals(twice, []);
});
