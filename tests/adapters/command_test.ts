import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { TestCli } from "../cli/_cli.ts";
import { FIXTURES } from "./_project.ts";

class AdapterWorld extends TestCli {
  call(words: readonly string[]) {
    return this.run(["adapters", ...words]);
  }

  file(path: string, text: string): void {
    this.write(join(this.project, path), text);
  }

  program(fixture: string, name: string): void {
    const dir = join(this.project, ".claude/ralph-adapters");
    Deno.mkdirSync(dir, { recursive: true });
    Deno.copyFileSync(join(FIXTURES, fixture), join(dir, name));
    Deno.chmodSync(join(dir, name), 0o755);
  }
}

function seeded(): AdapterWorld {
  const cli = new AdapterWorld();
  for (const [name, summary] of [["run_20260101_000000", "0.5"], ["run_20260102_000000", "NaN"]]) {
    cli.file(`outputs/runs/${name}/summary.json`, `{"sharpe": ${summary}, "wfe": 0.2}`);
  }
  return cli;
}

Deno.test("adapters: the list shows which adapter applies to the project, and why", async () => {
  using cli = seeded();
  cli.program("steady.sh", "a name");
  const { code, stdout } = await cli.call([]);
  assertEquals(code, 0);
  for (
    const line of [
      "* alpha-forge (built in): applies to this project\n      outputs/runs is there\n",
      "  universal (built in): matches too, but another adapter comes first\n",
      "  a name (external, .claude/ralph-adapters/a name): skipped: .claude/ralph-adapters/a name: an",
    ]
  ) assertStringIncludes(stdout, line);
});

Deno.test("adapters: --json is one document with a version", async () => {
  using cli = seeded();
  const list = JSON.parse((await cli.call(["--json"])).stdout);
  assertEquals([list.schema_version, list.chosen, list.adapters.length], [1, "alpha-forge", 2]);
  assertEquals(list.adapters[0], {
    name: "alpha-forge",
    kind: "alpha-forge",
    file: null,
    is_match: true,
    evidence: ["outputs/runs is there"],
    skipped: null,
  });
});
