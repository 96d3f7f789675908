/** The definition of the image: what it runs, on this system in the place of the base image. */
import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { ignoredIf, needs, needsMounts } from "../_tools.ts";
import { ReleaseStage, VERSION } from "./_release_stage.ts";

const isHere = Deno.build.os === "linux" && !needs("bwrap").ignore && !needsMounts().ignore;

/** Runs the definition's commands, with the files that it copies. */
async function build(stage: ReleaseStage) {
  const definition = new TextDecoder().decode(stage.read("Containerfile"));
  const [, script = ""] = /^RUN ([\s\S]*)/m.exec(definition) ?? [];
  const [, patterns = ""] = /^COPY (.*) \/tmp\/ralph\/$/m.exec(definition) ?? [];
  const copied = stage.path("copied");
  await Deno.mkdir(copied, { recursive: true });
  const files = fromFileUrl(stage.files);
  const copy = `VERSION=${VERSION}; cd "$0" && cp ${patterns} "$1"`;
  assertEquals((await stage.run(["sh", "-c", copy, files, copied])).code, 0);
  const commands = script.trimEnd().replace("rm -rf /tmp/ralph", "rm -rf /tmp/ralph/*");
  const shown = "ls -l /usr/local/bin";
  return await stage.run([
    ...["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/tmp"],
    ...["--tmpfs", "/usr/local", "--dir", "/usr/local/bin", "--bind", copied, "/tmp/ralph"],
    ...["--setenv", "VERSION", VERSION, "sh", "-c", `${commands} && ${shown}`],
  ]);
}

ignoredIf(!isHere).test(
  "container: the definition installs the program of its system, after a look at the sums",
  async () => {
    await using stage = await ReleaseStage.open();
    const { code, stdout, stderr } = await build(stage);
    assertEquals(code, 0, stderr);
    assertMatch(stdout, /: OK\n\[--version\]\n[\s\S]*-rwxr-xr-x .* ralph\n$/);
  },
);

ignoredIf(!isHere).test("container: another archive than the released one is refused", async () => {
  await using stage = await ReleaseStage.open();
  for (const { name } of stage.release.archives) {
    Deno.writeTextFileSync(
      new URL(name, stage.files),
      "x",
    );
  }
  assertEquals((await build(stage)).code === 0, false);
});
