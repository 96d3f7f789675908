/** What the caller left open does not reach the programs that this process starts. */
import { assertEquals, assertNotEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";

const MODULE = fromFileUrl(new URL("../../src/system/inherited_files.ts", import.meta.url));

/** Starts a program from a process that was given descriptor 9, and tells whether the program has it. */
function hasDescriptor(call: string): boolean {
  const script = `import * as files from "${MODULE}"; ${call}
    const { stdout } = new Deno.Command("sh", { args: ["-c", "{ : <&9; } 2>&1 && echo open"] })
      .outputSync();
    Deno.stdout.writeSync(stdout);`;
  const { stdout, stderr } = new Deno.Command("sh", {
    args: ["-c", 'exec 9</; exec "$0" eval --no-lock "$1"', Deno.execPath(), script],
  }).outputSync();
  assertEquals(new TextDecoder().decode(stderr), "");
  return new TextDecoder().decode(stdout).includes("open\n");
}

Deno.test({
  name: "inherited files: a descriptor of the caller does not reach a program",
  fn: () => {
    assertNotEquals(hasDescriptor(""), hasDescriptor("files.keepInheritedFiles();"));
    assertEquals(hasDescriptor("files.keepInheritedFiles();"), false);
  },
});
