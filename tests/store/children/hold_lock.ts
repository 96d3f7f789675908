/** Takes a lock, says so, and keeps it until it is killed. */
import { withLock } from "../../../src/store/files/lock.ts";

withLock(Deno.args[0] ?? "", {}, () => {
  Deno.stdout.writeSync(new TextEncoder().encode("held\n"));
  Deno.stdin.readSync(new Uint8Array(1));
  while (true) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
});
