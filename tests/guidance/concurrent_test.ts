import { assert, assertEquals } from "@std/assert";
import { GuidanceCli } from "./_cli.ts";

Deno.test("guidance: twenty writers at once lose nothing, of the guidance and of the rest", async () => {
  using cli = new GuidanceCli();
  cli.write(cli.file, '{\n  "max_hours": 3\n}\n');
  const program = new URL("./children/encourage.ts", import.meta.url).href;
  const writers = Array.from({ length: 20 }, (_, index) =>
    new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "--no-lock", "--allow-all", program],
        ...[cli.home, cli.project, `writer ${index}`, "4"],
      ],
      stderr: "inherit",
    }).output());
  for (const { success } of await Promise.all(writers)) assert(success);
  const { encouraged, forbidden, meta } = cli.guidance;
  assertEquals([encouraged.length, forbidden.length], [40, 40]);
  assertEquals(new Set([...encouraged, ...forbidden]).size, 80);
  assertEquals(Object.keys(meta.encouraged).sort(), [...encouraged].sort());
  assertEquals(JSON.parse(Deno.readTextFileSync(cli.file)).max_hours, 3);
});
