import { assertEquals, assertMatch, assertNotEquals, assertThrows } from "@std/assert";
import { StateError } from "../../src/error.ts";
import { placesOf } from "../../src/store/places.ts";
import {
  addTrust,
  hashContent,
  isTrusted,
  listTrusted,
  revokeTrust,
  type TrustEntry,
} from "../../src/store/trust.ts";
import { withStage } from "./_stage.ts";

const entryFor = async (what: string, project = "/p"): Promise<TrustEntry> => ({
  hash: await hashContent("verify", what),
  kind: "verify",
  what,
  project,
  at: Date.parse("2026-01-01T00:00:00Z"),
});

Deno.test("trust: is by content, kind and project, and stays", () =>
  withStage(async ({ places }) => {
    const entry = await entryFor("npm test");
    assertEquals(isTrusted(places, entry.hash, "/p"), false);
    addTrust(places, [entry]);
    addTrust(places, [{ ...entry, at: Date.parse("2027-01-01T00:00:00Z") }]);
    assertEquals(listTrusted(places), [entry]);
    assertEquals(isTrusted(places, entry.hash, "/p"), true);
    assertEquals(isTrusted(places, entry.hash, "/q"), false);
    assertEquals(isTrusted(places, await hashContent("verify", "npm test "), "/p"), false);
    assertNotEquals(entry.hash, await hashContent("template", "npm test"));
    assertMatch(entry.hash, /^[0-9a-f]{64}$/);
  }));

Deno.test("trust: can be revoked", () =>
  withStage(async ({ places }) => {
    const [first, second] = [await entryFor("a"), await entryFor("b")];
    addTrust(places, [first, second]);
    assertEquals(revokeTrust(places, ({ what }) => what === "a"), [first]);
    assertEquals(listTrusted(places), [second]);
    assertEquals(revokeTrust(places, ({ what }) => what === "a"), []);
  }));

Deno.test("trust: a file that cannot be read trusts nothing and is not overwritten", () =>
  withStage(async ({ places, write }) => {
    const entry = await entryFor("a");
    for (const text of ["{", '{"version":9}']) {
      const path = write("home/.claude/ralph/trust.json", text);
      assertEquals(isTrusted(places, entry.hash, "/p"), false);
      assertThrows(() => addTrust(places, [entry]), StateError);
      assertEquals(Deno.readTextFileSync(path), text);
    }
  }));

Deno.test("trust: without a home nothing is trusted, and adding is an error", async () => {
  const nowhere = placesOf({ home: null, claudeConfigDir: null, ralphHome: null });
  const entry = await entryFor("a");
  assertEquals(isTrusted(nowhere, entry.hash, "/p"), false);
  assertThrows(() => addTrust(nowhere, [entry]), StateError);
});
