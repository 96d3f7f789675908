import { assertEquals, assertStringIncludes } from "@std/assert";
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

Deno.test("constraints: --json is one document", async () => {
  using cli = seeded();
  const document = JSON.parse((await cli.call("--json")).stdout);
  const { schema_version, findings, files } = document;
  assertEquals([schema_version, findings.length, files.total], [3, 3, 2]);
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

Deno.test("constraints: a wrong severity is a usage error", async () => {
  using cli = seeded();
  assertEquals((await cli.call("--severity", "grave")).code, 2);
});
