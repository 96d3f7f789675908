import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Check, Checkup } from "../../../src/cli/doctor/check.ts";
import { CHECKS } from "../../../src/cli/doctor/checks.ts";
import { findHomeProblem } from "../../../src/cli/doctor/home_problem.ts";
import { fixFindings, runChecks } from "../../../src/cli/doctor/run_checks.ts";

// The checks of these tests use none of it but the home, which can be entered.
const CHECKUP = { places: { claudeDir: "/tmp/.claude" } } as unknown as Checkup;

/** A check of a number of faults, each fixed alone. */
function counting(faults: { left: number }, needsConsent = false): Check {
  return {
    id: "files.counting",
    subject: "a number",
    *find() {
      if (faults.left > 0) {
        yield {
          id: "files.left",
          status: "warn",
          title: `${faults.left} left`,
          fix: {
            title: `Repair fault ${faults.left}`,
            needsConsent,
            apply: () => [`Now ${--faults.left}`],
          },
        };
      }
      return "None";
    },
  };
}

const throwing: Check = {
  id: "files.throwing",
  subject: "the files",
  // deno-lint-ignore require-yield -- it fails before
  *find() {
    throw new Error("the disk is on fire.");
  },
};

const hanging: Check = {
  id: "system.hanging",
  subject: "the system",
  async *find() {
    yield await new Promise<never>(() => {});
    return "";
  },
};

Deno.test("checks: a check that throws or hangs is unknown with its reason, and the others run", async () => {
  const findings = await runChecks([throwing, hanging, counting({ left: 0 })], CHECKUP, 20);
  assertEquals(findings.map(({ id, status, title }) => [id, status, title]), [
    ["files.throwing.unknown", "unknown", "Could not check the files"],
    ["system.hanging.unknown", "unknown", "Could not check the system"],
    ["files.counting", "pass", "None"],
  ]);
  assertEquals(findings[0]?.detail, ["the disk is on fire"]);
  assertStringIncludes(findings[1]?.detail?.join() ?? "", "longer than 0.02 s");
});

Deno.test("fix: a fix that uncovers the next is followed by it, for a few rounds", async () => {
  const { fixed, findings } = await fixFindings([counting({ left: 3 })], CHECKUP, () => null);
  assertEquals(fixed.map(({ outcome, lines }) => [outcome, ...lines]), [
    ["done", "Now 2"],
    ["done", "Now 1"],
    ["done", "Now 0"],
  ]);
  assertEquals(findings.map(({ status }) => status), ["pass"]);
  const many = await fixFindings([counting({ left: 100 })], CHECKUP, () => null);
  assertEquals(many.fixed.length, 4);
});

for (
  const [answer, outcome, left] of [
    ["yes", "done", 0],
    ["no", "declined", 1],
    [null, "needs-consent", 1],
  ] as const
) {
  Deno.test(`fix: a fix that needs consent and gets ${answer} is ${outcome}`, async () => {
    const faults = { left: 1 };
    const { fixed } = await fixFindings([counting(faults, true)], CHECKUP, () => answer);
    assertEquals(fixed.map((each) => each.outcome), [outcome]);
    assertEquals(faults.left, left);
  });
}

Deno.test("fix: a fix that fails says why, and the others are done", async () => {
  const failing: Check = {
    id: "files.failing",
    subject: "x",
    *find() {
      const apply = () => {
        throw new Error("read-only");
      };
      yield {
        id: "files.failing",
        status: "fail",
        title: "Broken",
        fix: { title: "Fix it", apply },
      };
      return "";
    },
  };
  const checks = [failing, counting({ left: 1 })];
  const { fixed, findings } = await fixFindings(checks, CHECKUP, () => null);
  assertEquals(fixed.map(({ outcome, lines }) => [outcome, ...lines]), [
    ["failed", "read-only"],
    ["done", "Now 0"],
  ]);
  assertEquals(findings.map(({ status }) => status), ["fail", "pass"]);
});

Deno.test("checks: a home that cannot be entered is the one cause, and what is in it is unknown", () => {
  const look = (path: string) => {
    throw path.startsWith("/home/dev/")
      ? new Deno.errors.PermissionDenied("no")
      : new Error("gone");
  };
  const found = findHomeProblem("/home/dev/.claude", look);
  assertEquals([found?.id, found?.status, found?.title], [
    "system.home",
    "fail",
    '"/home/dev" cannot be entered',
  ]);
  assertEquals(findHomeProblem("/srv/dev/.claude", look), null);
  const alone = CHECKS.filter(({ isWithoutHome }) => isWithoutHome).map(({ id }) => id);
  assertEquals(alone, ["program.start", "client.version", "system.agents"]);
});
