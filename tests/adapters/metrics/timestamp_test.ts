import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  readNamePattern,
  timeOfField,
  timeOfName,
} from "../../../src/adapters/metrics/timestamp.ts";

const RUN = readNamePattern("run_YYYYMMDD_HHMMSS")!;

/** Runs in another time zone. */
function inZone<T>(zone: string, work: () => T): T {
  // Taking the variable away would not bring the old zone back.
  const before = Deno.env.get("TZ") ?? Temporal.Now.timeZoneId();
  Deno.env.set("TZ", zone);
  try {
    return work();
  } finally {
    Deno.env.set("TZ", before);
  }
}

const ZONES = ["UTC", "America/Vancouver", "Asia/Kolkata", "Pacific/Auckland", "Europe/Berlin"];

Deno.test("timestamp: a run's name is the machine's own time, whatever its zone", () => {
  for (const zone of ZONES) {
    const expected = Temporal.ZonedDateTime.from(`2026-01-02T03:04:05[${zone}]`).epochMilliseconds;
    const found = inZone(
      zone,
      () => timeOfName("a/run_20260102_030405/summary.json", RUN, "local"),
    );
    assertEquals(found, expected, zone);
    const utc = inZone(zone, () => timeOfName("run_20260102_030405", RUN, "utc"));
    assertEquals(utc, Date.UTC(2026, 0, 2, 3, 4, 5), zone);
  }
});

Deno.test("timestamp: any instant survives being written into a name and read again", () => {
  const seconds = fc.integer({ min: 946_684_800, max: 4_102_444_800 });
  fc.assert(fc.property(seconds, fc.constantFrom(...ZONES), (second, zone) => {
    const at = Temporal.Instant.fromEpochMilliseconds(second * 1000).toZonedDateTimeISO(zone);
    const plain = at.toPlainDateTime();
    // An hour that comes twice in autumn has two instants; either may be meant.
    const isTwice = plain.toZonedDateTime(zone, { disambiguation: "earlier" }).epochMilliseconds !==
      plain.toZonedDateTime(zone, { disambiguation: "later" }).epochMilliseconds;
    if (isTwice) return;
    const digits = plain.toString({ smallestUnit: "second" }).replace(/[-:]/g, "");
    const name = `run_${digits.replace("T", "_")}`;
    assertEquals(inZone(zone, () => timeOfName(name, RUN, "local")), second * 1000);
  }));
});

Deno.test("timestamp: a name without a time that can be has none", () => {
  for (
    const name of [
      "run_20261301_000000",
      "run_20260230_000000",
      "run_20260100_000000",
      "run_20260101_240000",
      "run_20260101_006000",
      "run_2026010_000000",
      "run_20260101_0000001",
      "xrun",
      "",
    ]
  ) assertEquals(timeOfName(name, RUN, "local"), null, name);
  assertEquals(timeOfName("run_20240229_000000", RUN, "utc"), Date.UTC(2024, 1, 29));
});

Deno.test("timestamp: the first MM is the month, the one after HH the minute", () => {
  const pattern = readNamePattern("DD.MM.YYYY HH:MM")!;
  assertEquals(timeOfName("x 31.12.2025 23:59 y", pattern, "utc"), Date.UTC(2025, 11, 31, 23, 59));
  assertEquals(timeOfName("x 31x12.2025 23:59", pattern, "utc"), null);
  assertEquals(
    timeOfName("2025-12-31.json", readNamePattern("YYYY-MM-DD")!, "utc"),
    Date.UTC(2025, 11, 31),
  );
  for (const bad of ["run", "YYYY-MM", "YYYYMMDD_YYYY", ""]) {
    assertEquals(readNamePattern(bad), null);
  }
});

Deno.test("timestamp: a field contains ISO 8601, seconds or milliseconds", () => {
  const at = Date.UTC(2026, 0, 2, 3, 4, 5);
  for (
    const value of [
      "2026-01-02T03:04:05Z",
      "2026-01-02 04:04:05+01:00",
      "2026-01-02T03:04:05.000Z ",
      at,
      at / 1000,
      String(at / 1000),
    ]
  ) assertEquals(timeOfField(value), at, String(value));
  const local = inZone("Asia/Kolkata", () => timeOfField("2026-01-02T03:04:05"));
  assertEquals(local, at - 5.5 * 3_600_000);
  for (const value of [NaN, Infinity, -1, 0, 1e300, "soon", "", null, true, {}, "2026-13-01"]) {
    assertEquals(timeOfField(value), null, String(value));
  }
});
