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
import { inHouse } from "./_house.ts";

const consentTo = async (what: string, project = "/p"): Promise<TrustEntry> => ({
  hash: await hashContent("verify", what),
  kind: "verify",
  what,
  project,
  at: "2026-01-01T00:00:00Z",
});

Deno.test("trust: is for a content, a kind and a project, and once given it stays", () =>
  inHouse(async ({ places }) => {
    const consent = await consentTo("npm test");
    assertEquals(isTrusted(places, consent.hash, "/p"), false);
    addTrust(places, [consent]);
    addTrust(places, [{ ...consent, at: "2027-01-01T00:00:00Z" }]);
    assertEquals(listTrusted(places), [consent]);
    assertEquals(isTrusted(places, consent.hash, "/p"), true);
    assertEquals(isTrusted(places, consent.hash, "/q"), false);
    assertEquals(isTrusted(places, await hashContent("verify", "npm test "), "/p"), false);
    assertNotEquals(consent.hash, await hashContent("template", "npm test"));
    assertMatch(consent.hash, /^[0-9a-f]{64}$/);
  }));

Deno.test("trust: can be taken back", () =>
  inHouse(async ({ places }) => {
    const [one, other] = [await consentTo("a"), await consentTo("b")];
    addTrust(places, [one, other]);
    assertEquals(revokeTrust(places, ({ what }) => what === "a"), [one]);
    assertEquals(listTrusted(places), [other]);
    assertEquals(revokeTrust(places, ({ what }) => what === "a"), []);
  }));

Deno.test("trust: a file that cannot be read gives no consent and is not overwritten", () =>
  inHouse(async ({ places, write }) => {
    const consent = await consentTo("a");
    for (const text of ["{", '{"version":9}']) {
      const path = write("home/.claude/ralph/trust.json", text);
      assertEquals(isTrusted(places, consent.hash, "/p"), false);
      assertThrows(() => addTrust(places, [consent]), StateError);
      assertEquals(Deno.readTextFileSync(path), text);
    }
  }));

Deno.test("trust: without a home there is no consent, and giving one is an error", async () => {
  const nowhere = placesOf({ home: null, claudeConfigDir: null, ralphHome: null });
  const consent = await consentTo("a");
  assertEquals(isTrusted(nowhere, consent.hash, "/p"), false);
  assertThrows(() => addTrust(nowhere, [consent]), StateError);
});
