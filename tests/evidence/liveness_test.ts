import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { identifyProcess, judgeLiveness } from "../../src/evidence/liveness.ts";

const ignore = Deno.build.os !== "linux";

Deno.test({ name: "liveness: this process is alive, another start time is gone", ignore }, () => {
  const identity = identifyProcess(Deno.pid);
  assert(identity !== null);
  assertEquals(judgeLiveness(identity), "alive");
  assertEquals(judgeLiveness({ ...identity, started: "1" }), "gone");
});

Deno.test(
  { name: "liveness: a cat that waits, with children, holds nobody: unknown", ignore },
  () => {
    const folder = Deno.makeTempDirSync({ prefix: "ralph-cat-" });
    const path = Deno.env.get("PATH") ?? "";
    try {
      Deno.writeTextFileSync(join(folder, "cat"), "#!/bin/sh\nsleep 300 &\nsleep 300\n");
      Deno.chmodSync(join(folder, "cat"), 0o755);
      Deno.env.set("PATH", `${folder}:${path}`);
      const began = performance.now();
      assertEquals(identifyProcess(Deno.pid), null);
      assert(performance.now() - began < 60_000, "it waited for the program");
    } finally {
      Deno.env.set("PATH", path);
      Deno.removeSync(folder, { recursive: true });
    }
  },
);
