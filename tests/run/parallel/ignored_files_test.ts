import { assertEquals } from "@std/assert";
import { describeIgnored } from "../../../src/run/parallel/ignored_files.ts";

const IGNORED = ["app/node_modules", "app/web/my modules/.venv", ".env"];

Deno.test("the note on what git ignores has the setting, with paths from the project, in every sandbox", () => {
  const command = (kind: "bwrap" | "docker" | "none" | "command", setup: readonly string[] = []) =>
    describeIgnored({ ignored: IGNORED, prefix: "app" }, { sandbox: { kind } as never }, setup)
      .map((note) => /ralph config set .*$/.exec(note)?.[0]);
  const set = "ralph config set worktree_setup";
  const copies = [`${set} copy:node_modules 'copy:web/my modules/.venv' copy:../.env`];
  const links = [`${set} link:node_modules 'link:web/my modules/.venv' link:../.env`];
  assertEquals(command("bwrap"), copies);
  assertEquals(command("docker"), copies);
  assertEquals(command("none"), links);
  assertEquals(command("command"), links);
  assertEquals(command("none", ["npm ci"]), []);
});
