/**
 * Counts the comments that break the mechanical rules of our prose: a condition is "if" or "when", not
 * "where"; a function's docstring begins with a verb in the third person, and none begins with "What". This
 * is not a gate: `deno task prose --list` lists the comments.
 */

const ROOTS = ["main.ts", "src", "scripts", "bench"];
const CONDITION =
  /\b(?:null|true|false|empty|undefined|none|missing|nothing|only|unknown) where\b/i;
const DECLARES_FUNCTION =
  /^\s*(?:export )?(?:default )?(?:(?:async )?function\b|(?:static )?(?:async )?\*?#?\w+\([^)]*\)[^;=]*\{$)/;
const VERB = /^[A-Z][a-z]*s\b/;

/** A place in a file, and its text. */
interface Hit {
  readonly place: string;
  readonly text: string;
}

/** The breaches of each rule. */
interface Breaches {
  readonly conditions: readonly Hit[];
  readonly what: readonly Hit[];
  readonly noVerb: readonly Hit[];
}

/** Finds the breaches in the text of a file. */
function findBreaches(path: string, text: string): Breaches {
  const lines = text.split("\n");
  const conditions: Hit[] = [];
  const what: Hit[] = [];
  const noVerb: Hit[] = [];
  for (const [index, line] of lines.entries()) {
    if (!/^\s*(?:\/\*\*|\*|\/\/)/.test(line)) continue;
    const hit = { place: `${path}:${index + 1}`, text: line.trim() };
    if (CONDITION.test(line)) conditions.push(hit);
    const first = firstSentence(lines, index);
    if (first === null) continue;
    if (/^What\b/.test(first)) what.push(hit);
    if (DECLARES_FUNCTION.test(codeBehind(lines, index)) && !VERB.test(first)) noVerb.push(hit);
  }
  return { conditions, what, noVerb };
}

/** Returns the beginning of the docstring that begins at a line; null if none begins there. */
function firstSentence(lines: readonly string[], index: number): string | null {
  const line = lines[index]!.trim();
  if (!line.startsWith("/**")) return null;
  const own = line.slice(3).replace(/\*\/$/, "").trim();
  return own || (lines[index + 1] ?? "").replace(/^\s*\*\s?/, "").trim();
}

/** Returns the line of code behind the comment that begins at a line. */
function codeBehind(lines: readonly string[], index: number): string {
  const end = lines.findIndex((line, at) => at >= index && line.includes("*/"));
  return end === -1 ? "" : lines[end + 1] ?? "";
}

function* sourcesOf(path: string): Generator<string> {
  if (Deno.statSync(path).isFile) {
    if (path.endsWith(".ts")) yield path;
    return;
  }
  for (const { name } of Deno.readDirSync(path)) yield* sourcesOf(`${path}/${name}`);
}

if (import.meta.main) {
  const found = ROOTS.flatMap((root) => [...sourcesOf(root)])
    .map((path) => findBreaches(path, Deno.readTextFileSync(path)));
  const rules: readonly (readonly [string, readonly Hit[]])[] = [
    ['"where" for a condition', found.flatMap(({ conditions }) => conditions)],
    ['a docstring that begins with "What"', found.flatMap(({ what }) => what)],
    ["a function's docstring without a verb", found.flatMap(({ noVerb }) => noVerb)],
  ];
  for (const [rule, hits] of rules) {
    // deno-lint-ignore no-console -- it is what the command prints
    console.log(`prose: ${hits.length} × ${rule}`);
    if (!Deno.args.includes("--list")) continue;
    // deno-lint-ignore no-console -- as above
    for (const { place, text } of hits) console.log(`  ${place} ${text}`);
  }
}
