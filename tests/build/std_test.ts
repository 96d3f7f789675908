/** Deno's standard library in `vendor/std`: unchanged copies of what is imported, and nothing else. */
import { assertEquals, assertMatch } from "@std/assert";
import { walkSync } from "@std/fs/walk";
import { fromFileUrl, relative } from "@std/path";
import { hashSha256 } from "../../scripts/_hash.ts";
import { readStdCommit, readStdLicence, readStdSums } from "../../scripts/_std.ts";
import { removeLinks } from "../../scripts/use_jsr.ts";

const ROOT = new URL("../../", import.meta.url);
const FOLDER = fromFileUrl(new URL("vendor/std/", ROOT));
/** What the script that copies writes itself. */
const OWN = ["SHA256SUMS", "deno.json"];

Deno.test("std: the copies are those of a commit of its repository, unchanged, and no others", async () => {
  assertMatch(readStdCommit(ROOT), /^[0-9a-f]{40}$/);
  const files = [...walkSync(FOLDER, { includeDirs: false })].map(({ path }) => path);
  const sums = await Promise.all(
    files.map(async (path) =>
      [relative(FOLDER, path), await hashSha256(Deno.readFileSync(path))] as const
    ),
  );
  const copies = sums.filter(([file]) => !OWN.includes(file));
  assertEquals(new Map(copies.toSorted()), new Map([...readStdSums(ROOT)].toSorted()));
});

Deno.test("std: without its links, the project's packages are those of JSR", () => {
  const config = Deno.readTextFileSync(new URL("deno.json", ROOT));
  const { links, ...rest } = JSON.parse(config);
  assertEquals(links, ["./vendor/std"]);
  assertEquals(JSON.parse(removeLinks(config)), rest);
});

Deno.test("std: its licence is among those of the release", () => {
  assertMatch(readStdLicence(ROOT).text!, /^MIT License\n/);
});
