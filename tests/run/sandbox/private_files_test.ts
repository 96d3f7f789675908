import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { copySettings, selectGitConfig } from "../../../src/run/sandbox/private_files.ts";
import { TestProject } from "../../_project.ts";

Deno.test("private files: an agent's settings are without what they hold of other projects", () => {
  using ground = new TestProject({ prefix: "ralph-private-" });
  const copyOf = (text: string) => {
    ground.write("settings.json", text);
    return copySettings(join(ground.project, "settings.json"), ["/own"]);
  };
  const settings = { theme: "dark", projects: { "/own": { a: 1 }, "/other": { token: "x" } } };
  assertEquals(
    JSON.parse(copyOf(JSON.stringify(settings)) ?? ""),
    { theme: "dark", projects: { "/own": { a: 1 } } },
  );
  assertEquals(["", "[1]", "{"].map(copyOf), [null, null, null]);
  assertEquals(copySettings(join(ground.project, "absent"), []), null);
});

Deno.test("git: identity and filters reach agents, credentials and other servers do not", () => {
  const listed = [
    'user.name\nA "B" \\C',
    "user.signingkey\nK",
    "filter.lfs.clean\ngit-lfs clean -- %f",
    "filter.a.b.required",
    "credential.helper\nstore",
    "http.https://h/.extraheader\nAuthorization: x",
    "include.path\n~/.secret",
    "core.sshcommand\nssh -i key",
    "core.autocrlf\ninput",
  ].map((each) => `global\0file:/x\0${each}\0`).join("");
  assertEquals(
    selectGitConfig(listed),
    '[user]\n\tname = "A \\"B\\" \\\\C"\n[user]\n\tsigningkey = "K"\n' +
      '[filter "lfs"]\n\tclean = "git-lfs clean -- %f"\n[filter "a.b"]\n\trequired\n' +
      '[core]\n\tautocrlf = "input"\n',
  );
});
