import { assertEquals, assertStringIncludes } from "@std/assert";
import { environmentOf } from "../../src/store/environment.ts";
import { placesOf } from "../../src/store/places.ts";
import { addTrust, listTrusted, type TrustEntry } from "../../src/store/trust.ts";
import { World } from "./_world.ts";

function prepare(world: World) {
  const places = placesOf(environmentOf((name) => name === "HOME" ? world.home : undefined, "/"));
  const entryOf = (digit: string, project: string): TrustEntry => ({
    hash: digit.repeat(64),
    kind: "verify",
    what: "npm test\u001b[31m",
    project,
    at: "2026-01-02T03:04:05Z",
  });
  addTrust(places, [
    entryOf("a", world.project),
    entryOf("b", world.project),
    entryOf("c", "/other"),
  ]);
  return { left: () => listTrusted(places).map(({ hash }) => hash.slice(0, 1)).join("") };
}

Deno.test("trust list: shows what this project trusts, all with --all, without control signs", async () => {
  using world = new World();
  prepare(world);
  const { stdout } = await world.run(["trust"]);
  assertEquals(stdout.trim().split("\n").map((line) => line.slice(0, 12)), [
    "aaaaaaaaaaaa",
    "bbbbbbbbbbbb",
  ]);
  assertEquals(stdout.includes("\u001b"), false);
  assertStringIncludes((await world.run(["trust", "list", "--all"])).stdout, "/other");
  const { stdout: json } = await world.run(["trust", "list", "--json"]);
  assertEquals(JSON.parse(json).consents.length, 2);
});

Deno.test("trust revoke: by hash, by project, or all", async () => {
  using world = new World();
  const { left } = prepare(world);
  assertStringIncludes((await world.run(["trust", "revoke", "AAAAAA"])).stdout, "Revoked aaaa");
  assertEquals(left(), "bc");
  const { stdout } = await world.run(["trust", "revoke", "--project", "--json"]);
  assertEquals(JSON.parse(stdout).revoked.length, 1);
  assertEquals(left(), "c");
  await world.run(["trust", "revoke", "--all"]);
  assertEquals(left(), "");
});

Deno.test("trust revoke: a slip revokes nothing", async () => {
  using world = new World();
  const { left } = prepare(world);
  for (const argv of [[], ["dddd"], ["aaaa", "dddd"], ["a"], ["xyzw"]]) {
    assertEquals((await world.run(["trust", "revoke", ...argv])).code, 2, argv.join(" "));
  }
  assertEquals(left(), "abc");
});
