import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  copy,
  copySync,
  ensureDir,
  ensureDirSync,
  exists,
  existsSync,
  walk,
  walkSync,
} from "@std/fs";
import { join, relative } from "@std/path";

/** A temporary folder that goes away at the end of its block. */
class TempFolder implements Disposable {
  readonly path: string = Deno.makeTempDirSync({ prefix: "ralph std fs é-" });

  write(name: string, text = name): string {
    const path = join(this.path, name);
    ensureDirSync(join(path, ".."));
    Deno.writeTextFileSync(path, text);
    return path;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

Deno.test("fs: exists distinguishes files, folders, nothing and dead links", async () => {
  using folder = new TempFolder();
  const file = folder.write("a.txt");
  const dead = join(folder.path, "dead");
  await Deno.symlink(join(folder.path, "nowhere"), dead);
  assertEquals(existsSync(file), true);
  assertEquals(await exists(file, { isFile: true }), true);
  assertEquals(existsSync(file, { isDirectory: true }), false);
  assertEquals(existsSync(folder.path, { isDirectory: true, isReadable: true }), true);
  assertEquals(existsSync(join(file, "below a file")), false);
  assertEquals(await exists(dead), false);
  assertThrows(() => existsSync(file, { isFile: true, isDirectory: true }), TypeError);
});

Deno.test("fs: ensureDir creates parents, accepts an existing folder and refuses a file", async () => {
  using folder = new TempFolder();
  const path = join(folder.path, "a/b/c");
  await ensureDir(path);
  ensureDirSync(path);
  assertEquals(existsSync(path, { isDirectory: true }), true);
  assertThrows(() => ensureDirSync(folder.write("file")), Deno.errors.AlreadyExists);
});

Deno.test("fs: walk yields what its options ask for, and both forms agree", async () => {
  using folder = new TempFolder();
  folder.write("a.ts");
  folder.write("sub/b.md");
  folder.write("sub/deep/c.ts");
  folder.write("skipped/d.ts");
  await Deno.symlink(join(folder.path, "sub"), join(folder.path, "link"));
  const list = async (options: Parameters<typeof walk>[1]) => {
    const name = ({ path }: { path: string }) => relative(folder.path, path);
    const names = [...walkSync(folder.path, options)].map(name).sort();
    assertEquals((await Array.fromAsync(walk(folder.path, options))).map(name).sort(), names);
    return names.map((text) => text.replaceAll("\\", "/"));
  };
  assertEquals(await list({ skip: [/skipped/] }), [
    ...["", "a.ts", "link", "sub", "sub/b.md", "sub/deep", "sub/deep/c.ts"],
  ]);
  assertEquals(await list({ exts: ["ts"], includeDirs: false, maxDepth: 1 }), ["a.ts"]);
  assertEquals(await list({ includeFiles: false, includeSymlinks: false, maxDepth: 1 }), [
    ...["", "skipped", "sub"],
  ]);
  assertEquals(await list({ match: [/c\.ts$/], followSymlinks: true, canonicalize: false }), [
    ...["link/deep/c.ts", "sub/deep/c.ts"],
  ]);
  assertThrows(() => [...walkSync(join(folder.path, "nowhere"))], Deno.errors.NotFound);
});

Deno.test("fs: copy includes folders and links, and overwrites only on request", async () => {
  using folder = new TempFolder();
  folder.write("from/a.txt", "new");
  folder.write("from/sub/b.txt");
  await Deno.symlink("a.txt", join(folder.path, "from/link"));
  const [from, to] = [join(folder.path, "from"), join(folder.path, "to")];
  copySync(from, to);
  assertEquals(await Deno.readTextFile(join(to, "sub/b.txt")), "from/sub/b.txt");
  assertEquals(await Deno.readLink(join(to, "link")), "a.txt");
  await Deno.writeTextFile(join(to, "a.txt"), "old");
  await assertRejects(() => copy(from, to), Deno.errors.AlreadyExists);
  assertEquals(await Deno.readTextFile(join(to, "a.txt")), "old");
  await copy(from, to, { overwrite: true, preserveTimestamps: true });
  assertEquals(await Deno.readTextFile(join(to, "a.txt")), "new");
  assertThrows(() => copySync(from, join(from, "sub/inside")), Error, "subdirectory of itself");
  assertThrows(() => copySync(from, from), Error, "same");
});
