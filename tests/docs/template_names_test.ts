/** The page of templates: the names of the data that the templates use. */
import { assertEquals } from "@std/assert";

const ROOT = new URL("../../", import.meta.url);
/** What is the language's own. */
const LANGUAGE = new Set(
  "if elif else endif for endfor in set include raw endraw and or not is defined default first join last length loop none"
    .split(" "),
);

/** The names in the tags of a template, without those that it makes itself. */
function listNames(template: string): string[] {
  const own = [...template.matchAll(/\{%-? *(?:for|set) (\w+)/g)].map(([, name = ""]) => name);
  const tags = [...template.matchAll(/\{[{%]([^]*?)[%}]\}/g)].map(([, tag = ""]) =>
    tag.replaceAll(/"[^"]*"/g, "")
  );
  return tags.flatMap((tag) => [...tag.matchAll(/(?<!\.)\b[A-Za-z]\w*/g)].map(([name]) => name))
    .filter((name) => !LANGUAGE.has(name) && !own.includes(name));
}

Deno.test("docs: each name that a template uses is on the page of templates", () => {
  const page = Deno.readTextFileSync(new URL("docs/templates.md", ROOT)).replaceAll(
    /^```[^]*?^```/gm,
    "",
  );
  const known = new Set(
    [...page.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => code.split(/\W+/)),
  );
  const missing = [...Deno.readDirSync(new URL("templates/", ROOT))].flatMap(({ name: file }) =>
    listNames(Deno.readTextFileSync(new URL(`templates/${file}`, ROOT)))
      .filter((name) => !known.has(name)).map((name) => `${file}: ${name}`)
  );
  assertEquals([...new Set(missing)], []);
});
