import { assertEquals, assertStringIncludes } from "@std/assert";
import { defineCheck, type DoctorContext } from "../../src/doctor/check.ts";
import { fixFindings, runChecks } from "../../src/doctor/run_checks.ts";

// The checks of these tests use none of it.
const CONTEXT = {} as DoctorContext;

const fine = defineCheck({
  id: "program.fine",
  subject: "what is fine",
  gather: () => 1,
  judge: () => [{ id: "fine", status: "pass", title: "Fine" }],
});

const throwing = defineCheck({
  id: "files.throwing",
  subject: "the files",
  gather: () => {
    throw new Error("the disk is on fire.");
  },
  judge: () => [],
});

const hanging = defineCheck({
  id: "system.hanging",
  subject: "the system",
  gather: () => new Promise<never>(() => {}),
  judge: () => [],
});

Deno.test("checks: a check that throws or hangs is unknown with its reason, and the others run", async () => {
  const findings = await runChecks([throwing, hanging, fine], CONTEXT, 20);
  assertEquals(findings.map(({ id, status }) => [id, status]), [
    ["files.throwing.unknown", "unknown"],
    ["system.hanging.unknown", "unknown"],
    ["fine", "pass"],
  ]);
  assertEquals(findings[0]?.title, "Could not check the files");
  assertEquals(findings[0]?.detail, ["the disk is on fire"]);
  assertStringIncludes(findings[1]?.detail?.join() ?? "", "longer than 0.02 s");
});

/** A check of a number of faults, each repaired alone. */
function counting(faults: { left: number }, needsConsent: boolean) {
  return defineCheck<number, "less">({
    id: "files.counting",
    subject: "a number",
    gather: () => faults.left,
    judge: (left) =>
      left === 0 ? [{ id: "counting", status: "pass", title: "None" }] : [{
        id: "counting.left",
        status: "warn",
        title: `${left} left`,
        repair: { title: `Repair fault ${left}`, needsConsent, action: "less" },
      }],
    repair: () => [`Now ${--faults.left}`],
  });
}

Deno.test("fix: a repair that uncovers the next is followed by it", async () => {
  const faults = { left: 3 };
  const { repairs, findings } = await fixFindings([counting(faults, false)], CONTEXT, () => null);
  assertEquals(repairs.map(({ outcome, lines }) => [outcome, ...lines]), [
    ["done", "Now 2"],
    ["done", "Now 1"],
    ["done", "Now 0"],
  ]);
  assertEquals(findings.map(({ status }) => status), ["pass"]);
});

Deno.test("fix: repairs end where one changes nothing", async () => {
  const faults = { left: 100 };
  const { repairs } = await fixFindings([counting(faults, false)], CONTEXT, () => null);
  assertEquals(repairs.length, 4);
});

for (
  const [answer, outcome, left] of [
    ["yes", "done", 0],
    ["no", "declined", 1],
    [null, "needs-consent", 1],
  ] as const
) {
  Deno.test(`fix: a repair that needs consent and gets ${answer} is ${outcome}`, async () => {
    const faults = { left: 1 };
    const { repairs } = await fixFindings([counting(faults, true)], CONTEXT, () => answer);
    assertEquals(repairs.map((repair) => repair.outcome), [outcome]);
    assertEquals(faults.left, left);
  });
}

Deno.test("fix: a repair that fails says why, and the others are done", async () => {
  const failing = defineCheck<null, null>({
    id: "files.failing",
    subject: "x",
    gather: () => null,
    judge: () => [{
      id: "failing",
      status: "fail",
      title: "Broken",
      repair: { title: "Repair it", needsConsent: false, action: null },
    }],
    repair: () => {
      throw new Error("read-only");
    },
  });
  const faults = { left: 1 };
  const checks = [failing, counting(faults, false)];
  const { repairs, findings } = await fixFindings(checks, CONTEXT, () => null);
  assertEquals(repairs.map(({ outcome, lines }) => [outcome, ...lines]), [
    ["failed", "read-only"],
    ["done", "Now 0"],
  ]);
  assertEquals(findings.map(({ status }) => status), ["fail", "pass"]);
});
