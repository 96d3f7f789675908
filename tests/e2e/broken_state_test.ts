/** A record that cannot be read never blocks a stop; it is kept, and the user can leave. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  begin,
  continuationOf,
  exits,
  makeStage,
  promptOf,
  type Stage,
  STRANGER,
} from "./_stage.ts";

/** Ways a record can be broken, and what the user is shown. */
const BREAKS: Readonly<Record<string, { break: (path: string) => void; said: RegExp }>> = {
  "empty": { break: (path) => Deno.writeTextFileSync(path, ""), said: /cannot be read/ },
  "cut off": {
    break: (path) => Deno.writeTextFileSync(path, Deno.readTextFileSync(path).slice(0, 200)),
    said: /cannot be read/,
  },
  "of a newer version": {
    break: (path) => {
      const record = JSON.parse(Deno.readTextFileSync(path));
      Deno.writeTextFileSync(path, JSON.stringify({ ...record, version: 99 }));
    },
    said: /another version of ralph: it has version 99/,
  },
  "missing": { break: (path) => Deno.removeSync(path), said: /is missing/ },
  "a folder": {
    break: (path) => {
      Deno.removeSync(path);
      Deno.mkdirSync(path);
    },
    said: /cannot be read/,
  },
};

function contentOf(path: string): string {
  try {
    return Deno.statSync(path).isDirectory ? "folder" : Deno.readFileSync(path).toHex();
  } catch {
    return "missing";
  }
}

for (const [name, { break: breakIt, said }] of Object.entries(BREAKS)) {
  Deno.test(`broken state: a record that is ${name} allows the stop, is kept, and does not block a new loop`, async () => {
    using stage = await makeStage();
    await stage.turn();
    const path = stage.mark("ralph-state.json");
    breakIt(path);
    const before = contentOf(path);

    const answer = await stage.turn();
    assertEquals(continuationOf(answer), null);
    assertEquals(stage.stopRecord()?.["code"], "internal-error");
    assertMatch(answer["systemMessage"], said);
    assertEquals(contentOf(path), before, "the record stays as it was");
    assertEquals(await stage.raise("SessionEnd"), {});
    assertEquals(
      await stage.turn({ fields: { session_id: STRANGER } }),
      {},
      "another session sees nothing",
    );

    assertMatch((await stage.status())["damage"], said);
    await stage.ok(["stop"]);
    assertEquals(stage.hasLoop(), false);
    if (name !== "missing") assert(wasSetAside(stage), "set aside, never deleted");
    await begin(stage, ["-f", "PLAN.md"]);
    assert(continuationOf(await stage.turn()) !== null);
  });
}

function wasSetAside(stage: Stage): boolean {
  return [...Deno.readDirSync(stage.mark(""))].some(({ name }) =>
    name.startsWith("ralph-state.json.") && !name.endsWith(".tmp")
  );
}

Deno.test("broken state: start over a broken record is refused and changes no file", async () => {
  using stage = await makeStage();
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), "{ broken");
  const refused = await exits(6, stage.ralph(["start", "-f", "PLAN.md"]));
  assertStringIncludes(refused.stderr, "ralph stop");
  assertEquals(Deno.readTextFileSync(stage.mark("ralph-state.json")), "{ broken");
});

Deno.test("broken state: the kill switch over a broken record ends the loop once and keeps the record", async () => {
  using stage = await makeStage();
  await stage.turn();
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), "{ broken");
  stage.kill();
  const answer = await stage.turn();
  assertEquals(answer["continue"], false);
  assertEquals(stage.stopRecord()?.["code"], "kill-switch");
  assertEquals(stage.journal().at(-1)?.["code"], "kill-switch");
  assertEquals(stage.hasLoop(), false);
  assert(wasSetAside(stage), "the record is kept");
  assertEquals(await stage.turn(), {}, "the loop is over");
  const guard = await stage.bash("ls");
  assertEquals(guard, {});
});

Deno.test("broken state: the kill switch at another session's Stop ends the loop but not that session's turn", async () => {
  using stage = await makeStage();
  await stage.turn();
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), "{ broken");
  stage.kill();
  const answer = await stage.turn({ fields: { session_id: STRANGER } });
  assertEquals(answer["continue"], undefined);
  assertEquals(stage.stopRecord()?.["code"], "kill-switch");
  assertEquals(stage.hasLoop(), false);
});

Deno.test("broken state: the kill switch at a tool call ends a loop with a broken record", async () => {
  using stage = await makeStage();
  await stage.turn();
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), "{ broken");
  stage.kill();
  const guard = await stage.bash("ls");
  assertEquals(guard["continue"], false);
  assertEquals(stage.hasLoop(), false);
});

for (const [what, text] of [["broken", "broken"], ["newer", '{"version":99}']] as const) {
  Deno.test(`broken state: a session record that is ${what} is set aside, never overwritten`, async () => {
    using stage = await makeStage();
    await stage.turn();
    const sessions = stage.inHome("ralph", "sessions");
    const [name] = [...Deno.readDirSync(sessions)].map((entry) => entry.name);
    Deno.writeTextFileSync(`${sessions}/${name}`, text);
    assert(continuationOf(await stage.turn()) !== null);
    const kept = [...Deno.readDirSync(sessions)].find((entry) => entry.name.includes(".broken-"));
    assertEquals(Deno.readTextFileSync(`${sessions}/${kept?.name}`), text);
    assert(stage.journal().some(({ code }) => code === "set-aside"));
  });
}

Deno.test("broken state: broken facts, session record, journal and beats never block a stop", async () => {
  using stage = await makeStage();
  await stage.turn();
  const sessions = stage.inHome("ralph", "sessions");
  for (const { name } of Deno.readDirSync(sessions)) {
    Deno.writeTextFileSync(`${sessions}/${name}`, "broken");
  }
  for (const name of ["journal.jsonl", "beats.jsonl", "settings.json"]) {
    Deno.writeTextFileSync(`${stage.loopDir()}/${name}`, "\u0000broken", { append: true });
  }
  assert(continuationOf(await stage.turn()) !== null);
  assertEquals(stage.record()["iteration"], 2);
  Deno.writeTextFileSync(`${stage.loopDir()}/loop.json`, "broken");
  const answer = await stage.turn();
  assertEquals(continuationOf(answer), null);
  assert("systemMessage" in answer);
  await exits(0, stage.ralph(["stop"]));
  assertEquals(stage.hasLoop(), false);
});

Deno.test("broken state: a broken configuration before the first Stop falls back to the defaults, with a message", async () => {
  using stage = await makeStage();
  stage.configure({ max_iteratons: 5, max_hours: "nine" });
  const answer = await stage.turn();
  assertStringIncludes(promptOf(answer), "of 99");
  assertStringIncludes(answer["systemMessage"], "max_iterations");
});
