/** Verification in a session: the plan's own commands and the user's. */
import { SECOND_MS } from "../../../src/text/time.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import {
  type TaskToVerify,
  VERIFICATION_BUDGET_MS,
  verifyTask,
} from "../../../src/hook/stop/verify.ts";
import { PLUGIN_GROUPS } from "../../../src/registration/hook_list.ts";
import { environmentOf } from "../../../src/store/environment.ts";
import { placesOf } from "../../../src/store/places.ts";
import { addTrust, hashContent } from "../../../src/store/trust.ts";
import { removeFolder } from "../../_project.ts";

class Fixture implements Disposable {
  readonly root = Deno.realPathSync(Deno.makeTempDirSync());
  readonly project = join(this.root, "project");
  readonly places = placesOf(
    environmentOf((name) => name === "HOME" ? this.root : undefined, this.root),
  );

  constructor() {
    Deno.mkdirSync(this.project);
  }

  verify(more: Partial<TaskToVerify> & { readonly typed?: readonly string[] }) {
    return verifyTask({
      loopId: "a-loop",
      places: this.places,
      project: this.project,
      folder: this.project,
      settings: { verify: [...more.typed ?? []], verify_timeout: 20 },
      origins: { verify: "flags" },
      items: [],
      watched: { isStopAsked: () => false },
      ...more,
    });
  }

  async trust(kind: string, what: string): Promise<void> {
    const hash = await hashContent(kind, what);
    const at = Date.parse("2026-01-02T03:04:05Z");
    addTrust(this.places, [{ hash, kind, what, project: this.project, at }]);
  }

  ran(): string[] {
    return [...Deno.readDirSync(this.project)].map(({ name }) => name).sort();
  }

  [Symbol.dispose](): void {
    removeFolder(this.root);
  }
}

Deno.test("verify task: without commands there is nothing to verify", async () => {
  using fixture = new Fixture();
  assertEquals(await fixture.verify({}), { kind: "none" });
});

Deno.test("verify task: commands of ticked items run once each, before the user's", async () => {
  using fixture = new Fixture();
  const once = "echo x >> once; touch a";
  await fixture.trust("item", once);
  const items = [{ text: "One", command: once }, { text: "Two", command: once }];
  assertEquals(await fixture.verify({ items, typed: ["test -e a && touch b"] }), {
    kind: "passed",
  });
  assertEquals(fixture.ran(), ["a", "b", "once"]);
  assertEquals(Deno.readTextFileSync(join(fixture.project, "once")), "x\n");
});

Deno.test("verify task: a failing item is rejected with its command, text and output", async () => {
  using fixture = new Fixture();
  await fixture.trust("item", "echo no roof; false");
  const items = [{ text: "Build the roof", command: "echo no roof; false" }];
  const verdict = await fixture.verify({ items, typed: ["touch never"] });
  assert(verdict.kind === "rejected");
  assertEquals(verdict.command, "echo no roof; false");
  assertStringIncludes(verdict.tail, 'of "Build the roof" fails, though the item is ticked');
  assertStringIncludes(verdict.tail, "no roof");
  assertEquals(fixture.ran(), []);
});

Deno.test("verify task: an untrusted command blocks all commands", async () => {
  using fixture = new Fixture();
  await fixture.trust("template", "touch pwned");
  const items = [{ text: "Build", command: "touch pwned" }];
  const verdict = await fixture.verify({ items, typed: ["touch ran"] });
  assert(verdict.kind === "unknown");
  assertStringIncludes(verdict.why, '`touch pwned` of "Build" is not trusted');
  assertEquals(fixture.ran(), []);
});

Deno.test("verify task: trust in a project's check is by content; a typed command needs no trust", async () => {
  using fixture = new Fixture();
  const ask = (command: string) =>
    fixture.verify({
      settings: { verify: [command], verify_timeout: 20 },
      origins: { verify: "project" },
    });
  assertEquals((await ask("touch a")).kind, "unknown");
  await fixture.trust("verify", "touch a");
  assertEquals((await ask("touch a")).kind, "passed");
  assertEquals((await ask("touch a;")).kind, "unknown");
  assertEquals((await fixture.verify({ typed: ["touch b"] })).kind, "passed");
  assertEquals(fixture.ran(), ["a", "b"]);
});

Deno.test("verify task: an item with the user's own command needs no trust of its own", async () => {
  using fixture = new Fixture();
  const items = [{ text: "Test it", command: "echo broken; false" }];
  const verdict = await fixture.verify({ items, typed: ["echo broken; false"] });
  assert(verdict.kind === "rejected");
  assertStringIncludes(verdict.tail, "Test it");
});

Deno.test("verify task: control characters of a foreign command do not reach a prompt", async () => {
  using fixture = new Fixture();
  const verdict = await fixture.verify({
    items: [{ text: "a\u001b[8m", command: "x\u001b[8m y" }],
  });
  assertEquals(JSON.stringify(verdict).includes("\\u001b"), false);
});

Deno.test("verify task: a stop request terminates a running command", async () => {
  using fixture = new Fixture();
  const verdict = await fixture.verify({
    typed: ["touch begun; sleep 30"],
    watched: { isStopAsked: () => fixture.ran().length > 0 },
  });
  assertEquals(verdict, { kind: "unknown", why: "a stop was asked for" });
});

Deno.test("verify task: the budget is below the hook's registered timeout", () => {
  const timeoutMs = Number(PLUGIN_GROUPS["Stop"]?.[0]?.hooks[0]?.["timeout"]) *
    SECOND_MS;
  assert(VERIFICATION_BUDGET_MS < timeoutMs);
  assert(VERIFICATION_BUDGET_MS > timeoutMs / 2);
});
