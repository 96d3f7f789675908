/** The lines that are not judged because they name nothing near the loop's files. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { TELLING_NAMES } from "../../src/guard/_control_files.ts";
import { isElsewhere } from "../../src/guard/shell/elsewhere.ts";
import { judgeLine } from "../../src/guard/shell/judge_line.ts";
import { readPlain } from "../../src/guard/shell/plain_line.ts";
import { contextOf, createSandbox } from "./_project.ts";

const sandbox = createSandbox();
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox.root, { recursive: true }));

function isElsewhereHere(line: string): boolean {
  const plain = readPlain(line);
  return plain !== null && isElsewhere(line, plain, sandbox.project, contextOf(sandbox));
}

Deno.test("guard: everyday changes far from the loop's files are not judged", () => {
  for (
    const line of [
      "rm -rf build && mv src/a.ts src/b.ts",
      'for f in build/*.js; do rm -f "$f"; done > build/log 2>&1',
      "mkdir -p out/x && cd out/x && touch a && rm -rf ./y",
      "sed -i 's/a/b/' src/*.ts && git add -A",
      "if [ -d build ]; then rm -r build; fi",
      "python3 src/x.py --all > build/log; chmod +x ok.sh",
      "echo x | tee src/y > /dev/null; rm ~/notes.txt",
    ]
  ) assertEquals(isElsewhereHere(line), true, line);
});

Deno.test("guard: links, folders above and unknown paths are judged", () => {
  for (
    const line of [
      ..."rm -rf .|rm -rf ..|rm -rf *|rm -rf ./*|rm flag|echo > flag|echo >> twin.json|rm alias/x"
        .split("|"),
      ...'cd alias && rm x|cd ..; rm -rf ./*|cd; rm x|cd - && rm x|rm $x|rm "$x/y"|rm -rf $(ls)'
        .split("|"),
      ..."for f in alias/*; do rm $f; done|for f in x; do rm $g; done|rm {a,b}|rm ~x/y|cp -r a ."
        .split("|"),
      ..."sh ok.sh|./ok.sh|python3 -c x|make|sed -n 'w flag' README.md|sed '1e rm x' README.md|x=1"
        .split("|"),
      `rm ${"a ".repeat(200)}`,
      ..."sort -oflag a|for f in a; do read f; rm $f; done < b|cp -tsrc a|install a b|rm ~/.claude/x|rm src/loop-x|find . -delete|git clean -fdx"
        .split(
          "|",
        ),
    ]
  ) assertEquals(isElsewhereHere(line), false, line);
});

Deno.test("guard: a line with the name of one of the loop's files is judged", () => {
  for (const name of [...TELLING_NAMES, "settings.json", "settings.local.json"]) {
    assertEquals(isElsewhereHere(`rm build/${name}`), false, name);
  }
});

Deno.test("guard: a line that is not judged would be judged harmless", async () => {
  const word = fc.constantFrom(
    ..."rm mv cp mkdir touch sed tee sort cd -rf -r -- src build src/a.ts build/* src/*.ts . .. ./x ../x / ~ ~/x"
      .split(" "),
    ..."alias flag twin.json alias/x far ../far $f \"$f\" ; && || | > >> README.md 'a b' -i s/a/b/ empty ok.sh"
      .split(" "),
    "for f in",
    "; do",
    "; done",
  );
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 2, maxLength: 9 }), async (words) => {
      const line = words.join(" ");
      if (!isElsewhereHere(line)) return;
      count++;
      assertEquals(await judgeLine(line, sandbox.project, contextOf(sandbox)), [], line);
    }),
    { numRuns: 4_000 },
  );
  assertEquals(count > 100, true, `only ${count} lines were elsewhere`);
});
