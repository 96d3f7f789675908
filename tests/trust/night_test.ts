/** A night of eight hours, in which all goes wrong that may, is told to the minute. */
import { assertEquals } from "@std/assert";
import { needsLinux } from "../_tools.ts";
import { NIGHTS } from "./night/_nights.ts";

for (const [where, play] of Object.entries(NIGHTS)) {
  // A client that is gone is known by its process.
  needsLinux().test(
    `night: eight hours ${where} end as done, and every minute is told`,
    async () => {
      const { wrong } = await play();
      assertEquals(wrong, []);
    },
  );
}
