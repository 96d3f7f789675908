import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { needsBuild, needsMounts } from "../_tools.ts";
import { dirname, join } from "@std/path";
import fc from "fast-check";
import { appendLine, removeLeftovers, writeAtomic } from "../../src/store/files/atomic_file.ts";
import { readBeats } from "../../src/store/records/beats.ts";
import { StateError } from "../../src/error.ts";
import { placesOf } from "../../src/store/places.ts";
import { setAside } from "../../src/store/files/set_aside.ts";
import { readText } from "../../src/store/files/text_file.ts";
import { counterFile } from "./_counter.ts";
import { HARD_NAME, isSuperuser, startChild, withStage } from "./_stage.ts";

const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
const modeOf = (path: string) => (Deno.statSync(path).mode ?? 0) & 0o777;

const mountSmallDisk = async (folder: string): Promise<boolean> => {
  const args = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder];
  return (await new Deno.Command("mount", { args }).output()).success;
};

Deno.test("writeAtomic: what was written is read, in folders with hard names", () =>
  withStage(({ root }) => {
    const path = join(root, HARD_NAME, HARD_NAME, `${HARD_NAME}.json`);
    writeAtomic(path, "one\n");
    writeAtomic(path, "two\u{1f680}\n");
    assertEquals(readText(path), { kind: "text", text: "two\u{1f680}\n" });
    assertEquals(namesIn(dirname(path)).length, 1);
  }));

Deno.test("writeAtomic: files are 0600 in folders of 0700, and a file keeps its own rights", () =>
  withStage(({ root }) => {
    const path = join(root, "new/file.json");
    writeAtomic(path, "x");
    assertEquals([modeOf(path), modeOf(dirname(path))], [0o600, 0o700]);
    Deno.chmodSync(path, 0o640);
    writeAtomic(path, "y");
    assertEquals(modeOf(path), 0o640);
  }));

Deno.test("writeAtomic: a link in a project is replaced, never followed", () =>
  withStage(({ root, write }) => {
    const victim = write("victim", "keep me");
    const link = join(root, "link.json");
    Deno.symlinkSync(victim, link);
    writeAtomic(link, "ours");
    assertEquals(Deno.readTextFileSync(victim), "keep me");
    assertEquals(Deno.lstatSync(link).isSymlink, false);
  }));

Deno.test("writeAtomic: with followLinks the link stays and its target is written", () =>
  withStage(({ root, write }) => {
    const target = write("dotfiles/config.json", "{}");
    const link = join(root, "config.json");
    Deno.symlinkSync(target, link);
    writeAtomic(link, "{ }", { followLinks: true });
    assertEquals(Deno.readTextFileSync(target), "{ }");
    assert(Deno.lstatSync(link).isSymlink);
  }));

Deno.test("writeAtomic: a failure is an error with a hint, keeps the old text and leaves nothing behind", () =>
  withStage(({ root, write }) => {
    write("a file", "x");
    assertThrows(() => writeAtomic(join(root, "a file/below.json"), "x"), StateError);
    const folder = join(root, "folder.json");
    Deno.mkdirSync(join(folder, "full"), { recursive: true });
    assertThrows(() => writeAtomic(folder, "x"), StateError);
    assertEquals(namesIn(root).filter((name) => name.endsWith(".tmp")), []);
    const nowhere = placesOf({ home: null, claudeConfigDir: null, ralphHome: null });
    const error = assertThrows(() => writeAtomic(nowhere.stopRecord, "x"), StateError);
    assert((error as StateError).hint !== "");
  }));

needsMounts().test(
  "writeAtomic: a full disk is an error and the old text stays",
  () =>
    withStage(async ({ root }) => {
      const disk = join(root, "disk");
      await Deno.mkdir(disk);
      assert(await mountSmallDisk(disk));
      try {
        const path = join(disk, "x.json");
        writeAtomic(path, "old");
        assertThrows(() => writeAtomic(path, "n".repeat(1_000_000)), StateError);
        assertEquals(namesIn(disk), ["x.json"]);
        assertEquals(Deno.readTextFileSync(path), "old");
      } finally {
        await new Deno.Command("umount", { args: [disk] }).output();
      }
    }),
);

/** Takes the right to write from everybody; root needs a disk that is mounted so. */
const withReadOnlyFolder = async (folder: string, test: () => void): Promise<void> => {
  const run = async (program: string, ...args: string[]) =>
    assert((await new Deno.Command(program, { args }).output()).success, program);
  if (!isSuperuser()) {
    Deno.chmodSync(folder, 0o500);
    test();
    return Deno.chmodSync(folder, 0o700);
  }
  await run("mount", "--bind", folder, folder);
  await run("mount", "-o", "remount,bind,ro", folder);
  try {
    test();
  } finally {
    await run("umount", folder);
  }
};

Deno.test(
  "writeAtomic: a read-only folder is an error",
  isSuperuser() ? needsMounts() : {},
  () =>
    withStage(async ({ root, write }) => {
      const path = write("ro/x.json", "old");
      await withReadOnlyFolder(join(root, "ro"), () => {
        assertThrows(() => writeAtomic(path, "new"), StateError);
        assertThrows(() => setAside(path, 0), StateError);
        assertEquals(Deno.readTextFileSync(path), "old");
      });
      assertEquals(namesIn(join(root, "ro")), ["x.json"]);
    }),
);

needsBuild().test(
  "crash: killed thirty times while it writes, the record is always readable",
  () =>
    withStage(async ({ root }) => {
      const writer = async (name: string) => {
        const file = join(root, `${name}.json`);
        const log = join(root, `${name}.jsonl`);
        for (let kill = 0; kill < 5; kill++) {
          const child = startChild("write_for_ever", file, join(root, `${name}.lock`), log);
          const reader = child.stdout.getReader();
          await reader.read();
          // A different instruction each time: real time is what is tested here.
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
          child.kill("SIGKILL");
          await child.status;
          await reader.cancel();
          assert(counterFile(file).read() !== null);
          assert(readBeats(log, 0).entries.length > 0);
        }
      };
      await Promise.all(["a", "b", "c", "d", "e", "f"].map(writer));
      removeLeftovers(root, Date.now() + 7_200_000);
      assertEquals(namesIn(root).filter((name) => name.endsWith(".tmp")), []);
      assert(counterFile(join(root, "a.json")).read() !== null);
    }),
);

Deno.test("removeLeftovers: touches nothing but our own old temporary files", () =>
  withStage(({ root, write }) => {
    write(`f/.ralph-x.json-${Deno.pid}-aaaa.tmp`, "");
    write("f/other.tmp", "");
    write("f/ralph-state.json", "");
    removeLeftovers(join(root, "f"), Date.now());
    assertEquals(namesIn(join(root, "f")).length, 3);
    removeLeftovers(join(root, "f"), Date.now() + 3_600_001);
    assertEquals(namesIn(join(root, "f")), ["other.tmp", "ralph-state.json"]);
    removeLeftovers(join(root, "missing"), 0);
  }));

Deno.test("removeLeftovers: those of a dead process go after a minute", () =>
  withStage(({ root, write }) => {
    // Above the largest process id of Linux.
    write("f/.ralph-x.json-9999999-aaaa.tmp", "");
    removeLeftovers(join(root, "f"), Date.now());
    assertEquals(namesIn(join(root, "f")).length, 1);
    removeLeftovers(join(root, "f"), Date.now() + 61_000);
    assertEquals(namesIn(join(root, "f")).length, Deno.build.os === "linux" ? 0 : 1);
  }));

Deno.test("setAside: never overwrites, however often in one second", () =>
  withStage(({ root }) => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 8 }), (texts) => {
        const folder = Deno.makeTempDirSync({ dir: root });
        const path = join(folder, "ralph-state.json");
        for (const text of texts) {
          Deno.writeTextFileSync(path, text);
          assert(setAside(path, 1_000) !== null);
        }
        const kept = namesIn(folder).map((name) => Deno.readTextFileSync(join(folder, name)));
        assertEquals(kept.sort(), texts.map((text) => text.toWellFormed()).sort());
      }),
      { numRuns: 30 },
    );
  }));

Deno.test("setAside: gives the new path, moves folders and links, and an absent file has none", () =>
  withStage(({ root, write }) => {
    const path = write("state.json", "{");
    const aside = setAside(path, Date.UTC(2026, 0, 2, 3, 4, 5));
    assertEquals(aside, `${path}.broken-20260102T030405Z`);
    assertEquals(setAside(path), null);
    write("dir.json/inner", "x");
    assertEquals(namesIn(setAside(join(root, "dir.json"), 0)!), ["inner"]);
    Deno.symlinkSync("/nowhere", join(root, "dangling.json"));
    assert(setAside(join(root, "dangling.json"), 0) !== null);
  }));

Deno.test("appendLine: a line cut off by a crash does not affect the next", () =>
  withStage(({ root, write }) => {
    const path = write("beats.jsonl", '{"at":1,"event":"a"}\n{"at":2,"ev');
    appendLine(path, '{"at":3,"event":"c"}');
    assertEquals(readBeats(path, 0).entries.map(({ atMs }) => atMs), [1_000, 3_000]);
    assertMatch(Deno.readTextFileSync(path), /\n$/);
    appendLine(join(root, "new/x.jsonl"), "{}");
    assertThrows(() => appendLine(root, "{}"), StateError);
  }));

Deno.test("readText: absent, folder, device, too large and not UTF-8 are values", () =>
  withStage(({ root, write }) => {
    assertEquals(readText(join(root, "none")).kind, "absent");
    assertEquals(readText(join(write("file", "x"), "below")).kind, "absent");
    assertEquals(readText(root).kind, "unreadable");
    assertEquals(readText(write("large", "x".repeat(1024 * 1024 + 1))).kind, "unreadable");
    assertEquals(readText(write("fits", "x".repeat(1024 * 1024))).kind, "text");
    Deno.writeFileSync(join(root, "latin"), new Uint8Array([0x6e, 0xe9]));
    assertEquals(readText(join(root, "latin")).kind, "unreadable");
    assertEquals(readText(write("bom", "\ufeff{}")), { kind: "text", text: "{}" });
    assertEquals(readText("/dev/zero").kind, "unreadable");
  }));

Deno.test(
  "readText: a pipe in the file's place does not make it wait",
  {},
  () =>
    withStage(async ({ root }) => {
      const pipe = join(root, "pipe");
      await new Deno.Command("mkfifo", { args: [pipe] }).output();
      assertEquals(readText(pipe).kind, "unreadable");
      assertEquals(readBeats(pipe, 0), { entries: [], unread: 0, nextOffset: 0 });
    }),
);
