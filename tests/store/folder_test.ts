import { assertEquals, assertThrows } from "@std/assert";
import { join } from "@std/path";
import { openInFolder } from "../../src/store/files/atomic_file.ts";
import { withStage } from "./_stage.ts";

const NEW: Deno.OpenOptions = { write: true, createNew: true, mode: 0o600 };

Deno.test("openInFolder: creates missing folders, readable by the user only", () =>
  withStage(({ root }) => {
    const path = join(root, "one", "two", "file");
    openInFolder(path, NEW).close();
    assertEquals(Deno.statSync(path).isFile, true);
    assertEquals(Deno.statSync(join(root, "one")).mode! & 0o777, 0o700);
    assertEquals(Deno.statSync(join(root, "one", "two")).mode! & 0o777, 0o700);
  }));

Deno.test("openInFolder: an obstacle is the system's own error", () =>
  withStage(({ root, write }) => {
    const file = write("file", "");
    assertThrows(() => openInFolder(file, NEW), Deno.errors.AlreadyExists);
    assertThrows(() => openInFolder(join(file, "below"), NEW));
    assertThrows(() => openInFolder(join(root, "none"), { read: true }), Deno.errors.NotFound);
  }));
