import { assertEquals, assertRejects } from "@std/assert";
import { type BaseSum, cutBase, requireBase } from "../../../scripts/base/image.ts";
import { WHEEL, WHEEL_BASES } from "../../../scripts/base/wheel.ts";
import { TARGETS } from "../../../scripts/channels/systems.ts";
import { readPinnedDenoVersion } from "../../../scripts/_deno_version.ts";
import { hashSha256 } from "../../../scripts/_hash.ts";
import { ScriptError } from "../../../scripts/_say.ts";

const BASE = new TextEncoder().encode("\x7fELF and so on");

/** A small file in the form of what `deno compile` 2.7 writes. */
function compileSmall(
  base: Uint8Array,
  payload: string,
  appended?: number,
): Uint8Array<ArrayBuffer> {
  const body = new TextEncoder().encode(payload);
  const trailer = new Uint8Array(24);
  trailer.set(new TextEncoder().encode("d3n0l4nd"));
  new DataView(trailer.buffer).setBigUint64(16, BigInt(appended ?? body.length + 24), true);
  return new Uint8Array([...base, ...body, ...trailer]);
}

async function sumOf(base: Uint8Array<ArrayBuffer>): Promise<BaseSum> {
  return { bytes: base.length, sha256: await hashSha256(base) };
}

Deno.test("base: extracts the part before the payload byte for byte", async () => {
  const file = compileSmall(BASE, "d3n0l4nd payload");
  assertEquals(await cutBase(file, await sumOf(BASE)), BASE);
});

Deno.test("base: one changed byte is refused", async () => {
  const changed = BASE.with(3, 0);
  await assertRejects(
    async () => await cutBase(compileSmall(changed, "payload"), await sumOf(BASE)),
    ScriptError,
    "SHA-256",
  );
});

Deno.test("base: another length is refused", async () => {
  const file = compileSmall(BASE, "payload", 25);
  await assertRejects(async () => await cutBase(file, await sumOf(BASE)), ScriptError, "bytes");
});

Deno.test("base: a file without a trailer, or with an impossible one, is refused", async () => {
  const sum = await sumOf(BASE);
  const files = [
    new Uint8Array(0),
    BASE,
    compileSmall(BASE, "payload").slice(0, -1),
    compileSmall(BASE, "payload", 1000),
    compileSmall(BASE, "payload", 3),
  ];
  for (const file of files) {
    await assertRejects(() => cutBase(file, sum), ScriptError, "Base runtime refused");
  }
});

Deno.test("base: a cached base is checked by the same checksum", async () => {
  await requireBase(BASE, await sumOf(BASE));
  await assertRejects(
    () => requireBase(BASE, WHEEL_BASES["x86_64-unknown-linux-gnu"]!),
    ScriptError,
    "97760192",
  );
});

Deno.test("base: the wheel's Deno is the pinned one", () =>
  assertEquals(readPinnedDenoVersion(new URL("../../../", import.meta.url)), WHEEL.denoVersion));

Deno.test("base: a wheel has one for every system that ralph is built for", () =>
  assertEquals(Object.keys(WHEEL_BASES).toSorted(), TARGETS.toSorted()));
