import { assert, assertEquals } from "@std/assert";
import { identifyProcess, judgeLiveness } from "../../src/evidence/liveness.ts";

const ignore = Deno.build.os !== "linux";

Deno.test({ name: "liveness: this process is alive, another start time is gone", ignore }, () => {
  const identity = identifyProcess(Deno.pid);
  assert(identity !== null);
  assertEquals(judgeLiveness(identity), "alive");
  assertEquals(judgeLiveness({ ...identity, started: "1" }), "gone");
});

Deno.test({
  name: "liveness: where the kernel's files cannot be read, no process counts as gone",
  ignore,
}, () => {
  const identity = identifyProcess(Deno.pid);
  const files = { readText: () => null, readLink: () => null };
  assertEquals(judgeLiveness(identity, files), "unknown");
  assertEquals(identifyProcess(Deno.pid, files), null);
});
