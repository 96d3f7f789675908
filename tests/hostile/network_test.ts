import { assertEquals } from "@std/assert";
import { RALPH } from "../_binary.ts";

/** Where the compiled program says what it may do: behind the runtime, at the end of the file. */
const END_BYTES = 8 * 1024 * 1024;

Deno.test("no network: the binary is denied it, and cannot ask for it", () => {
  using file = Deno.openSync(RALPH);
  file.seekSync(-END_BYTES, Deno.SeekMode.End);
  const bytes = new Uint8Array(END_BYTES);
  for (let at = 0; at < bytes.length;) at += file.readSync(bytes.subarray(at)) ?? Infinity;
  const [, text = "null"] = /"permissions":(\{[^}]*\})/.exec(
    new TextDecoder("latin1").decode(bytes),
  )!;
  const { allow_net, deny_net, deny_import, prompt } = JSON.parse(text);
  // An empty list stands for everything.
  assertEquals({ allow_net, deny_net, deny_import, prompt }, {
    allow_net: null,
    deny_net: [],
    deny_import: [],
    prompt: false,
  });
});
