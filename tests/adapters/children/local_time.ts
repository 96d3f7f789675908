/** Tests for a process in any time zone, see `time_zones_test.ts`. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { timeOfField, timeOfRun } from "../../../src/adapters/metrics/values.ts";
import { Project, runFolder, STARTED_AT } from "../_project.ts";

const ZONE = Temporal.Now.timeZoneId();

Deno.test("a run's name is the machine's own time", () => {
  const { epochMilliseconds } = Temporal.ZonedDateTime.from(`2026-01-02T03:04:05[${ZONE}]`);
  assertEquals(timeOfRun("run_20260102_030405"), epochMilliseconds);
  assertEquals(timeOfField("2026-01-02T03:04:05"), epochMilliseconds);
});

Deno.test("any instant survives being written into a name and read again", () => {
  const seconds = fc.integer({ min: 946_684_800, max: 4_102_444_800 });
  fc.assert(fc.property(seconds, (second) => {
    const at = Temporal.Instant.fromEpochMilliseconds(second * 1000).toZonedDateTimeISO(ZONE);
    const plain = at.toPlainDateTime();
    // An hour that comes twice in autumn has two instants; either is right.
    const isTwice = plain.toZonedDateTime(ZONE, { disambiguation: "earlier" }).epochMilliseconds !==
      plain.toZonedDateTime(ZONE, { disambiguation: "later" }).epochMilliseconds;
    if (isTwice) return;
    const digits = plain.toString({ smallestUnit: "second" }).replace(/[-:]/g, "");
    assertEquals(timeOfRun(`run_${digits.replace("T", "_")}`), second * 1000);
  }));
});

Deno.test("runs since the start are read, earlier ones are not", async () => {
  using project = new Project();
  for (const minutes of [-600, -1, 1, 2, 600]) {
    const name = runFolder(STARTED_AT + minutes * 60_000);
    project.write(`outputs/runs/${name}/summary.json`, `{"sharpe": ${1 + minutes / 1000}}`);
  }
  const { opinion, problems } = await project.consult("alpha-forge", "alpha-forge");
  assertEquals(problems, []);
  assertEquals(opinion?.metrics, 3);
  assertEquals(opinion?.reason, "Exploring: 3 runs, best Sharpe=1.600");
});
