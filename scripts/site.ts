/**
 * Makes the documentation a web site with search, in `dist/site`: README, CONTRIBUTING and `docs/`.
 *
 *     deno task site [--repository URL] [--base PATH]
 *
 * `--repository` is where links to files lead that are no pages, `--base` the path at which the site
 * will be (default: /). A link without a target fails.
 *
 * @module
 */
import { copySync } from "@std/fs/copy";
import { existsSync } from "@std/fs/exists";
import { walkSync } from "@std/fs/walk";
import { parseArgs } from "@std/cli/parse-args";
import { dirname, fromFileUrl, join, relative } from "@std/path";
import { removeFolder } from "./_program.ts";
import { runScript, say, ScriptError } from "./_say.ts";
import { findLostLinks, readSidebar, rewriteImages, rewriteLinks, slugify } from "./_site_links.ts";

const ROOT = new URL("../", import.meta.url);
/** The generator, by its `package.json`, and all that it needs, by the lock beside it. */
const GENERATOR = new URL("scripts/site/", ROOT);
const WORK = new URL("build/site/", ROOT);
const SOURCES = new URL("pages/", WORK);
const OUTPUT = new URL("dist/site/", ROOT);
/** Pages outside of `docs/`, and where they are in the site. */
const MOVED: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "CONTRIBUTING.md": "contributing.md",
  "CHANGELOG.md": "changelog.md",
  "SECURITY.md": "reporting.md",
  "docs/README.md": "docs/index.md",
  "docs/decisions/README.md": "docs/decisions/index.md",
};

async function makeSite(args: readonly string[]): Promise<number> {
  const { repository = null, base = "/" } = parseArgs(args, {
    string: ["repository", "base"],
    unknown: (arg) => {
      throw new ScriptError(`Unknown argument "${arg}"; known: --repository, --base`);
    },
  });
  await removeFolder(SOURCES);
  await removeFolder(OUTPUT);
  Deno.mkdirSync(WORK, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    Deno.copyFileSync(new URL(name, GENERATOR), new URL(name, WORK));
  }
  const pages = readPages();
  const root = fromFileUrl(ROOT);
  const lost = findLostLinks(pages, (path) => existsSync(join(root, path)));
  if (lost.length > 0) throw new ScriptError(`Links without a target:\n  ${lost.join("\n  ")}`);
  writePages(pages, repository);
  writeConfig(base, repository);
  // Pages import what the generator depends on, so it has to be above them.
  await runNpm(["ci", "--no-audit", "--no-fund"]);
  await runNpm(["exec", "--", "vitepress", "build", fromFileUrl(SOURCES)]);
  say(`The site is in ${fromFileUrl(OUTPUT)}`);
  return 0;
}

async function runNpm(args: readonly string[]): Promise<void> {
  const command = new Deno.Command("npm", { args: [...args], cwd: WORK, stdin: "null" });
  const { code } = await command.spawn().status;
  if (code !== 0) throw new ScriptError(`"npm ${args.join(" ")}" ended with ${code}`);
}

/** Reads the pages by their paths in the repository. */
function readPages(): Map<string, string> {
  const root = fromFileUrl(ROOT);
  const docs = [...walkSync(join(root, "docs"), { exts: ["md"], includeDirs: false })];
  const paths = [
    ...Object.keys(MOVED).filter((path) => !path.startsWith("docs/")),
    ...docs.map(({ path }) => relative(root, path)),
  ];
  return new Map(paths.map((path) => [path, Deno.readTextFileSync(join(root, path))]));
}

function writePages(pages: ReadonlyMap<string, string>, repository: string | null): void {
  const root = fromFileUrl(ROOT);
  for (const [path, text] of pages) {
    const page = MOVED[path] ?? path;
    const file = join(fromFileUrl(SOURCES), page);
    Deno.mkdirSync(dirname(file), { recursive: true });
    const isPage = (target: string) => pages.has(target);
    const links = { path, page, isPage, moved: MOVED, repository };
    const linked = rewriteImages(rewriteLinks(text, links), path);
    // Braces are meant as they are written, too.
    Deno.writeTextFileSync(file, `::: v-pre\n\n${linked}\n:::\n`);
  }
  // Schemas are read by editors, from the address of the site.
  const images = [...Deno.readDirSync(join(root, "docs"))].map(({ name }) => name)
    .filter((name) => name.endsWith(".svg"));
  for (const name of ["config.schema.json", "status.schema.json", ...images]) {
    const file = join(fromFileUrl(SOURCES), "public", "docs", name);
    Deno.mkdirSync(dirname(file), { recursive: true });
    copySync(join(root, "docs", name), file);
  }
}

function writeConfig(base: string, repository: string | null): void {
  const read = (path: string) => Deno.readTextFileSync(new URL(path, ROOT));
  const config = {
    title: "ralph",
    description: "Keeps Claude Code working until the task is done, and says why it stopped.",
    base,
    outDir: fromFileUrl(OUTPUT),
    cleanUrls: true,
    // What looks like HTML in a page is meant as it is written.
    markdown: { html: false },
    themeConfig: {
      search: { provider: "local" },
      outline: [2, 3],
      nav: [{ text: "All pages", link: "/docs/" }, { text: "Changes", link: "/changelog" }],
      sidebar: [
        { text: "ralph", link: "/" },
        ...readSidebar(read("docs/README.md"), read("docs/decisions/README.md")),
      ],
      ...repository !== null && { socialLinks: [{ icon: "github", link: repository }] },
    },
  };
  const file = new URL(".vitepress/config.mjs", SOURCES);
  Deno.mkdirSync(new URL(".vitepress/", SOURCES), { recursive: true });
  Deno.writeTextFileSync(
    file,
    `const config = ${JSON.stringify(config, null, 2)};
config.markdown.anchor = { slugify: ${slugify} };
export default config;
`,
  );
}

if (import.meta.main) await runScript(() => makeSite(Deno.args));
