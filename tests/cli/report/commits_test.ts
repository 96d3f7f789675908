import { assertEquals } from "@std/assert";
import { addCommits } from "../../../src/cli/report/commits.ts";
import type { LoopReport } from "../../../src/cli/report/build.ts";
import { TestProject } from "../../_project.ts";
import { lineAt, loopOf } from "./_loops.ts";
import { reportOn } from "./_pages.ts";
import { givenInputs } from "../../loop/_given.ts";

/** A report on a loop with one step for each commit. */
function reportOf(project: string, commits: readonly string[]): LoopReport {
  return reportOn(loopOf(project, [
    lineAt(0, { kind: "start" }),
    ...commits.map((commit, at) =>
      lineAt(at + 1, { inputs: givenInputs({ facts: { mark: { commit } } }) })
    ),
  ]));
}

class Repository extends TestProject {
  constructor() {
    super();
    this.write("README.md", "0");
    this.track({ isCommitted: true });
  }

  commit(...files: string[]): string {
    for (const file of files) this.write(file, crypto.randomUUID());
    this.git("add", "-A");
    this.git("commit", "-qm", "More");
    return this.head();
  }

  head(): string {
    return this.git("rev-parse", "HEAD");
  }

  async counts(base: string | null, commits: readonly string[]) {
    const report = await addCommits(reportOf(this.project, commits), this.project, base);
    const { steps, totals, unknown } = report;
    return {
      steps: steps.map(({ commits, files }) => [commits, files]),
      totals: [totals.commits, totals.files],
      isExplained: unknown.some((line) => line.startsWith("Commits and changed files")),
    };
  }
}

Deno.test("addCommits: counts the commits and their files since the step before", async () => {
  using repository = new Repository();
  const base = repository.head();
  const first = repository.commit("a.txt", "b.txt");
  repository.commit("b.txt");
  const third = repository.commit("b.txt", 'wéird "name"\n.txt');
  assertEquals(await repository.counts(base, [base, first, third, third]), {
    steps: [[0, 0], [1, 2], [2, 2], [0, 0]],
    totals: [3, 3],
    isExplained: false,
  });
});

Deno.test("addCommits: counts the commits of a turn that the kill switch or 'ralph stop' cut", async () => {
  using repository = new Repository();
  const base = repository.head();
  const commit = repository.commit("a.txt", "b.txt");
  const cut = lineAt(5, {
    event: "stop",
    kind: "halt",
    code: "stopped-by-user",
    runtimeMs: 300_000,
  });
  const playEnd = async (end: typeof cut) => {
    const report = reportOn(loopOf(repository.project, [lineAt(0, { kind: "start" }), end]));
    const { totals } = await addCommits(report, repository.project, base);
    return [totals.commits, totals.files];
  };
  assertEquals(await playEnd({ ...cut, commit }), [1, 2]);
  assertEquals(await playEnd(cut), [null, null], "written by an earlier version");
});

Deno.test("addCommits: counts the commits of a branch that is merged once", async () => {
  using repository = new Repository();
  const base = repository.head();
  repository.git("checkout", "-q", "-b", "side");
  const side = repository.commit("side.txt");
  repository.git("checkout", "-q", "main");
  const main = repository.commit("main.txt");
  repository.git("merge", "-q", "--no-edit", "side");
  const merged = repository.head();
  const { steps } = await repository.counts(base, [side, main, merged]);
  assertEquals(steps, [[1, 1], [1, 1], [1, 0]]);
});

Deno.test("addCommits: the first commit of a repository counts", async () => {
  using repository = new Repository();
  const { steps } = await repository.counts("", ["", repository.head()]);
  assertEquals(steps, [[0, 0], [1, 1]]);
});

Deno.test("addCommits: a commit that git does not have is unknown, the others are counted", async () => {
  using repository = new Repository();
  const base = repository.head();
  const first = repository.commit("a.txt");
  const gone = "1".repeat(40);
  const last = repository.commit("b.txt");
  assertEquals(await repository.counts(base, [first, gone, "unknown", first, last]), {
    steps: [[1, 1], [null, null], [null, null], [null, null], [1, 1]],
    totals: [null, null],
    isExplained: true,
  });
});

Deno.test("addCommits: without the commit of the start the first step is unknown", async () => {
  using repository = new Repository();
  const first = repository.head();
  const second = repository.commit("a.txt");
  const { steps, totals } = await repository.counts(null, [first, second]);
  assertEquals([steps, totals], [[[null, null], [1, 1]], [null, null]]);
});

Deno.test("addCommits: without a repository nothing is counted, and the report says why", async () => {
  using project = new TestProject();
  const report = await addCommits(reportOf(project.project, ["2".repeat(40)]), null, null);
  assertEquals(report.steps.map(({ commits }) => commits), [null]);
  assertEquals(report.unknown.some((line) => line.includes("git repository")), true);
});

Deno.test("addCommits: runs no program that the repository names", async () => {
  using repository = new Repository();
  const base = repository.head();
  repository.write(".gitattributes", "*.txt diff=evil filter=evil\n");
  const head = repository.commit("a.txt");
  const mark = repository.path("~/ran");
  const evil = repository.write("~/evil.sh", `#!/bin/sh\ntouch '${mark}'\ncat\n`);
  Deno.chmodSync(evil, 0o755);
  const keys = ["diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean"];
  for (const key of [...keys, "core.pager", "core.fsmonitor", "gpg.program"]) {
    repository.git("config", key, evil);
  }
  repository.git("config", "log.showSignature", "true");
  const { steps } = await repository.counts(base, [head]);
  assertEquals([steps, repository.read("~/ran")], [[[1, 2]], ""]);
  assertEquals([...Deno.readDirSync(repository.home)].map(({ name }) => name), ["evil.sh"]);
});
