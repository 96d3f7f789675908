/** Messages name only commands that exist where they are read. */
import { assertEquals } from "@std/assert";
import { basename, fromFileUrl, join } from "@std/path";
import { walkSync } from "@std/fs";
import { nameCommandsIn, nameWithPlace, SLASH_COMMANDS } from "../../src/text/command_name.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
/** The only file that spells a slash command. */
const ONE = "src/text/command_name.ts";

Deno.test("command names: the slash commands are those of the plugin", () => {
  const files = [...Deno.readDirSync(join(ROOT, "commands"))].map(({ name }) =>
    basename(name, ".md")
  );
  assertEquals(files.sort(), [...SLASH_COMMANDS]);
});

Deno.test("command names: no message spells a slash command by itself", () => {
  const spelled = [...walkSync(join(ROOT, "src"), { exts: [".ts"] })]
    .map(({ path }) => path).filter((path) => !path.endsWith(ONE))
    .flatMap((path) =>
      Deno.readTextFileSync(path).split("\n")
        // Comments are read by nobody who could type a command.
        .filter((line) => !/^\s*(?:\*|\/\*|\/\/)/.test(line) && line.includes("/ralph:"))
        .map((line) => `${path.slice(ROOT.length)}: ${line.trim()}`)
    );
  assertEquals(spelled, []);
});

Deno.test("command names: templates and prompts name none either", () => {
  const spelled = [...walkSync(join(ROOT, "templates"), { includeDirs: false })]
    .filter(({ path }) => Deno.readTextFileSync(path).includes("/ralph:"));
  assertEquals(spelled, []);
});

Deno.test("command names: a hint is read where it names what can be typed", () => {
  const hint =
    "Use 'ralph start --resume', 'ralph run --resume', or: ralph stop. See /opt/ralph stop";
  assertEquals(
    nameCommandsIn(hint, "plugin"),
    "Use '/ralph:start --resume', 'ralph run --resume', or: /ralph:stop. See /opt/ralph stop",
  );
  assertEquals(nameCommandsIn(hint, "session"), hint.replace("'ralph start", "'! ralph start"));
  assertEquals(nameCommandsIn(hint, "terminal"), hint);
});

Deno.test("command names: a command that a session does not have is typed in a terminal", () => {
  assertEquals(nameWithPlace("run --resume", "plugin"), "ralph run --resume in a terminal");
  assertEquals(nameWithPlace("stop", "terminal"), "ralph stop");
});
