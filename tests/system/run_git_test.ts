/** Which folders of the search path ralph's own programs come from. */
import { assertEquals } from "@std/assert";
import { withoutFoldersOf } from "../../src/system/run_git.ts";

Deno.test("search path: own programs come from neither the project nor the working directory", () => {
  const path = "/p/node_modules/.bin:.:bin::/p:/usr/bin:/pp/bin:/bin";
  assertEquals(withoutFoldersOf("/p", path), "/usr/bin:/pp/bin:/bin");
});
