/**
 * Times of metrics in several time zones, each in a process of its own: test files that run at once
 * share their variables.
 */
import { assert } from "@std/assert";

const PROGRAM = new URL("./children/local_time.ts", import.meta.url).href;

for (
  const zone of ["UTC", "America/Vancouver", "Asia/Kolkata", "Pacific/Auckland", "Europe/Berlin"]
) {
  Deno.test(`adapters: runs and metrics have their times in ${zone}`, async () => {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "--allow-all", "--no-check", "--quiet", PROGRAM],
      env: { TZ: zone, NO_COLOR: "1" },
    }).output();
    assert(success, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
  });
}
