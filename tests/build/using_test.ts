import { assertEquals } from "@std/assert";
import { fromFileUrl, relative } from "@std/path";
import { listInputs } from "../../scripts/_project.ts";
import { needsBuild } from "../_tools.ts";

const ROOT = new URL("../../", import.meta.url);

const DECLARATION = /(?<![\w$.])(?:await )?using [\w$]+ ?=/g;

/** Counts the resources that are declared; the bundler joins neighbours into one declaration. */
function countResources(code: string): number {
  return [...code.matchAll(DECLARATION)].reduce(
    (sum, { 0: text, index }) => sum + countDeclared(code.slice(index + text.length)),
    0,
  );
}

/** Counts the names of a declaration, from behind its first `=`. */
function countDeclared(code: string): number {
  let depth = 0;
  let count = 1;
  for (
    const [part] of code.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|[^]/g)
  ) {
    if ("([{".includes(part)) depth++;
    else if (")]}".includes(part)) depth--;
    else if (part === "," && depth === 0) count++;
    if (depth < 0 || part === ";" && depth === 0) break;
  }
  return count;
}

async function bundle(entry: string, ...more: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", ...more, entry],
    cwd: ROOT,
  }).output();
  assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
  return new TextDecoder().decode(stdout);
}

/** Counts the resources of a module and of all that it loads, in plain and in minified code. */
async function countBoth(entry: string): Promise<[plain: number, minified: number]> {
  return [countResources(await bundle(entry)), countResources(await bundle(entry, "--minify"))];
}

needsBuild().test(
  "build: every resource that the sources dispose of is disposed of in minified code",
  async () => {
    const modules = listInputs(ROOT)
      .filter(({ pathname }) => pathname.endsWith(".ts") && pathname.includes("/src/"))
      .filter((module) => Deno.readTextFileSync(module).search(DECLARATION) >= 0);
    const dir = fromFileUrl(new URL("build/", ROOT));
    await Deno.mkdir(dir, { recursive: true });
    const entry = await Deno.makeTempFile({ dir, suffix: ".ts" });
    try {
      const lines = modules.map(({ href }, index) => `export * as m${index} from "${href}";\n`);
      await Deno.writeTextFile(entry, lines.join(""));
      const [plain, minified] = await countBoth(entry);
      if (plain === minified) return;
      const hit: string[] = [];
      for (const module of modules.map(fromFileUrl)) {
        const [plain, minified] = await countBoth(module);
        if (plain !== minified) hit.push(relative(fromFileUrl(ROOT), module));
      }
      // esbuild 0.25 puts the value if its only use follows at once (evanw/esbuild#4482).
      assertEquals(
        hit,
        [],
        "A resource is not disposed of: use it twice, or put another line between",
      );
    } finally {
      await Deno.remove(entry);
    }
  },
);
