import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { TestCli } from "../../cli/_cli.ts";

class ScanWorld extends TestCli {
  call(...words: string[]) {
    return this.run(["constraints", ...words]);
  }

  file(path: string, text: string): void {
    this.write(`${this.project}/${path}`, text);
  }
}

function seeded(): ScanWorld {
  const cli = new ScanWorld();
  cli.file("a b/c#d.py", `A = "${cli.home}/x"\nB = "/Users/lee/x"\n`);
  cli.file("README.md", "/home/user/x\n");
  return cli;
}

Deno.test("constraints: text with counts, by severity", async () => {
  using cli = seeded();
  const { code, stdout } = await cli.call("--severity", "high");
  assertEquals(code, 0);
  assertStringIncludes(stdout, "CRITICAL (1)\n  hardcoded-");
  assertStringIncludes(stdout, " a b/c#d.py:1: ");
  assertStringIncludes(stdout, "HIGH (1)");
  assertStringIncludes(
    stdout,
    "Critical: 1 | High: 1 | Medium: 0 | Low: 0 | Total: 2 (1 more not shown)",
  );
  assertStringIncludes(stdout, "Files: 2 found, 2 read");
});

Deno.test("constraints: --json is one document, --ndjson a line for each", async () => {
  using cli = seeded();
  const document = JSON.parse((await cli.call("--json")).stdout);
  assertEquals([document.schema_version, document.findings.length, document.files.total], [
    2,
    3,
    2,
  ]);
  const lines = (await cli.call("--ndjson")).stdout.trim().split("\n").map((line) =>
    JSON.parse(line)
  );
  assertEquals(lines[0]._type, "metadata");
  assertEquals(lines.filter(({ _type }) => _type === "constraint").length, 3);
  assertEquals(lines.filter(({ _type }) => _type === "busywork").length, 10);
});

Deno.test("constraints: an empty project has no constraints", async () => {
  using cli = new ScanWorld();
  cli.file("README.md", "# Nothing\n");
  const { code, stdout } = await cli.call();
  assertEquals([code, stdout.split("\n")[0]], [0, "No constraints found"]);
  assertEquals(JSON.parse((await cli.call("--json")).stdout).findings, []);
});

Deno.test("constraints: names in JSON are snake case, and times ISO 8601", async () => {
  using cli = seeded();
  const document = JSON.parse((await cli.call("--json")).stdout);
  const names = [
    ...Object.keys(document),
    ...Object.keys(document.files),
    ...Object.keys(document.findings[0]),
  ];
  assertEquals(names.filter((name) => !/^[a-z_]+$/.test(name)), []);
  assertEquals(new Date(document.scanned_at).toISOString(), document.scanned_at);
});

Deno.test("constraints: --sarif has rule, level, place and fingerprint of each", async () => {
  using cli = seeded();
  const sarif = JSON.parse((await cli.call("--sarif", "--severity", "low")).stdout);
  assertEquals(sarif.version, "2.1.0");
  const [run] = sarif.runs;
  const ids = run.tool.driver.rules.map(({ id }: { id: string }) => id);
  for (const result of run.results) {
    assertEquals(ids[result.ruleIndex], result.ruleId);
    assert(["error", "warning", "note"].includes(result.level));
    assert(result.message.text !== "" && result.partialFingerprints["ralphFindingId/v1"] !== "");
  }
  const place = run.results[0].locations[0].physicalLocation;
  assertEquals(place, {
    artifactLocation: { uri: "a%20b/c%23d.py", uriBaseId: "%SRCROOT%" },
    region: { startLine: 1 },
  });
});

Deno.test("constraints: ack hides, --all shows, unack brings back; unknown ids are refused", async () => {
  using cli = seeded();
  const document = JSON.parse((await cli.call("--json")).stdout);
  const { id } = document.findings[0];
  assertStringIncludes((await cli.call("ack", id)).stdout, `Acknowledged: ${id}`);
  assertStringIncludes((await cli.call("ack", id)).stdout, "Nothing to do");
  assertEquals(JSON.parse((await cli.call("--json")).stdout).findings.length, 2);
  const all = JSON.parse((await cli.call("--json", "--all")).stdout);
  assertEquals([all.findings.length, all.findings[0].acknowledged], [3, true]);
  assertEquals((await cli.call("unack", id)).code, 0);
  assertEquals(JSON.parse((await cli.call("--json")).stdout).findings.length, 3);
  const slip = await cli.call("ack", `${id.slice(0, -1)}_`);
  assertEquals(slip.code, 2);
  assertStringIncludes(slip.stderr, "Did you mean");
});

Deno.test("constraints: --changed shows what the last scan did not find", async () => {
  using cli = seeded();
  const first = JSON.parse((await cli.call("--json", "--changed")).stdout);
  assertEquals(first.findings, []);
  cli.file("new.py", "'/home/lee/new'\n");
  const second = JSON.parse((await cli.call("--json", "--changed")).stdout);
  assertEquals(second.findings.map(({ text }: { text: string }) => text), ["/home/lee/new"]);
});

Deno.test("constraints: a wrong severity and two formats at once are usage errors", async () => {
  using cli = seeded();
  assertEquals((await cli.call("--severity", "grave")).code, 2);
  assertEquals((await cli.call("--json", "--sarif")).code, 2);
});
