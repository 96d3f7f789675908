/** The verification gate of a session: the plan's own commands and the user's. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import {
  type TaskToVerify,
  VERIFICATION_BUDGET_SECONDS,
  verifyTask,
} from "../../../src/hook/stop/verify.ts";
import { STOP_TIMEOUT_SECONDS } from "../../../src/registration/timeouts.ts";
import { environmentOf } from "../../../src/store/environment.ts";
import { placesOf } from "../../../src/store/places.ts";
import { addTrust, hashContent } from "../../../src/store/trust.ts";

class House implements Disposable {
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
      settings: { verify: [...more.typed ?? []], verify_timeout: 20 },
      origins: { verify: "flags" },
      items: [],
      isStopAsked: () => false,
      ...more,
    });
  }

  async agree(kind: string, what: string): Promise<void> {
    const hash = await hashContent(kind, what);
    const at = "2026-01-02T03:04:05Z";
    addTrust(this.places, [{ hash, kind, what, project: this.project, at }]);
  }

  ran(): string[] {
    return [...Deno.readDirSync(this.project)].map(({ name }) => name).sort();
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

Deno.test("verify task: nothing to run is no verification", async () => {
  using house = new House();
  assertEquals(await house.verify({}), { kind: "none" });
});

Deno.test("verify task: the commands of ticked items gate completion, each once, before the user's", async () => {
  using house = new House();
  const once = "echo x >> once; touch a";
  await house.agree("item", once);
  const items = [{ text: "One", command: once }, { text: "Two", command: once }];
  assertEquals(await house.verify({ items, typed: ["test -e a && touch b"] }), { kind: "passed" });
  assertEquals(house.ran(), ["a", "b", "once"]);
  assertEquals(Deno.readTextFileSync(join(house.project, "once")), "x\n");
});

Deno.test("verify task: a failing item is rejected with its command, its words and the output", async () => {
  using house = new House();
  await house.agree("item", "echo no roof; false");
  const items = [{ text: "Build the roof", command: "echo no roof; false" }];
  const verdict = await house.verify({ items, typed: ["touch never"] });
  assert(verdict.kind === "rejected");
  assertEquals(verdict.command, "echo no roof; false");
  assertStringIncludes(verdict.tail, 'of "Build the roof" fails, though the item is ticked');
  assertStringIncludes(verdict.tail, "no roof");
  assertEquals(house.ran(), []);
});

Deno.test("verify task: an item's command that is not trusted is not run, and nothing else is", async () => {
  using house = new House();
  await house.agree("template", "touch pwned");
  const items = [{ text: "Build", command: "touch pwned" }];
  const verdict = await house.verify({ items, typed: ["touch ran"] });
  assert(verdict.kind === "unknown");
  assertStringIncludes(verdict.why, '`touch pwned` of "Build" is not trusted');
  assertEquals(house.ran(), []);
});

Deno.test("verify task: trust in a project's check is by content; what was typed needs none", async () => {
  using house = new House();
  const ask = (command: string) =>
    house.verify({
      settings: { verify: [command], verify_timeout: 20 },
      origins: { verify: "project" },
    });
  assertEquals((await ask("touch a")).kind, "unknown");
  await house.agree("verify", "touch a");
  assertEquals((await ask("touch a")).kind, "passed");
  assertEquals((await ask("touch a;")).kind, "unknown");
  assertEquals((await house.verify({ typed: ["touch b"] })).kind, "passed");
  assertEquals(house.ran(), ["a", "b"]);
});

Deno.test("verify task: an item with the user's own command needs no trust of its own", async () => {
  using house = new House();
  const items = [{ text: "Test it", command: "echo broken; false" }];
  const verdict = await house.verify({ items, typed: ["echo broken; false"] });
  assert(verdict.kind === "rejected");
  assertStringIncludes(verdict.tail, "Test it");
});

Deno.test("verify task: control signs of a stranger's command reach no prompt", async () => {
  using house = new House();
  const verdict = await house.verify({ items: [{ text: "a\u001b[8m", command: "x\u001b[8m y" }] });
  assertEquals(JSON.stringify(verdict).includes("\\u001b"), false);
});

Deno.test("verify task: a stop request ends it while it runs", async () => {
  using house = new House();
  const verdict = await house.verify({
    typed: ["touch begun; sleep 30"],
    isStopAsked: () => house.ran().length > 0,
  });
  assertEquals(verdict, { kind: "unknown", why: "a stop was asked for" });
});

Deno.test("verify task: the budget lies below the hook's registered timeout", () => {
  assert(VERIFICATION_BUDGET_SECONDS < STOP_TIMEOUT_SECONDS);
  assert(VERIFICATION_BUDGET_SECONDS > STOP_TIMEOUT_SECONDS / 2);
});
