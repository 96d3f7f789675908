/** A command that is shown is made of words: a name in it cannot become another command. */
import { assertEquals } from "@std/assert";
import { walkSync } from "@std/fs/walk";
import { fromFileUrl, relative } from "@std/path";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));

const GIT =
  "add|apply|branch|bundle|checkout|cherry-pick|clean|clone|commit|config|diff|fetch|log|" +
  "ls-remote|merge|pull|push|rebase|remote|reset|restore|revert|rm|show|stash|status|switch|worktree";
const PROGRAMS =
  `git (?:${GIT})(?! failed)(?! [a-z]+ failed)|rm|mv|cp|ls|cd|chmod|chown|kill|touch|xargs`;

/** A program's name as the beginning of a command, and a value after it. */
const COMMAND = new RegExp(
  String.raw`(?:[\`:|&(]|with|or) ?\\?\`?(?:sudo )?(?:${PROGRAMS}) [^\`]*\$\{`,
);

/** What a shell reads, and no person: `$HOME` is not a value of ours. */
const SCRIPTS: readonly string[] = ["src/run/repository/bundle.ts"];

Deno.test("shown commands: no text puts a value into a command itself", () => {
  const found = [...walkSync(`${ROOT}src`, { exts: [".ts"] })].flatMap(({ path }) => {
    const name = relative(ROOT, path);
    if (SCRIPTS.includes(name)) return [];
    return Deno.readTextFileSync(path).split("\n").flatMap((line, index) => {
      const isComment = /^\s*(?:\*|\/\/|\/\*)/.test(line);
      return !isComment && COMMAND.test(line) ? [`${name}:${index + 1}: ${line.trim()}`] : [];
    });
  });
  assertEquals(found, []);
});
