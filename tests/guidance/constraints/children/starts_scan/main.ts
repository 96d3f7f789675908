/**
 * Answers like a hook, and as the scan that it starts, blocks on a pipe. See `scan_again_test.ts`. It is
 * called `main.ts` since nothing else starts itself once more.
 */
import { startScan } from "../../../../../src/ideas/tree/last_scan.ts";

const [first = ""] = Deno.args;
if (first === "scan") {
  const root = Deno.args[1] ?? "";
  using pipe = Deno.openSync(`${root}/pipe`);
  pipe.readSync(new Uint8Array(1));
  // Fields of `/proc/PID/stat` after the name: the nice value is the 17th.
  const stat = Deno.build.os === "linux"
    ? Deno.readTextFileSync("/proc/self/stat")
    : ") ".padEnd(40);
  const nice = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16] || "19";
  Deno.writeTextFileSync(`${root}/ended.new`, `${nice} scan`);
  Deno.renameSync(`${root}/ended.new`, `${root}/ended`);
} else {
  const nowMs = Date.now();
  startScan(first, { nowMs, last: { beganAtMs: nowMs, isComplete: false } });
  startScan(first, { nowMs, last: { beganAtMs: 0, isComplete: true }, isStill: true });
  startScan(first, { nowMs, last: null });
  Deno.stdout.writeSync(new TextEncoder().encode("answered"));
}
