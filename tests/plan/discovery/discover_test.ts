/** The cascade on a real disk: what is found, what is asked, what is left alone. */
import { assertEquals } from "@std/assert";
import { dirname } from "@std/path";
import { discoverFocus } from "../../../src/plan/discovery/discover.ts";
import type {
  Discovery,
  DiscoveryInput,
  DiscoveryMethod,
  Doubt,
} from "../../../src/plan/discovery/discovery.ts";

/** A project and a home folder of their own. */
interface Place {
  readonly project: string;
  readonly home: string;
  /** Writes a file below the temporary folder; later ones are newer. */
  write(path: string, content?: string): string;
  discover(input?: Partial<DiscoveryInput>): Discovery;
}

function inPlace(test: (place: Place) => void, name = "weatherstation") {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const [project, home] = [`${root}/work/${name}`, `${root}/home`];
  let seconds = 1_700_000_000;
  const write = (path: string, content = "- [ ] Work\n") => {
    const full = path.startsWith("/") ? path : `${root}/${path}`;
    Deno.mkdirSync(dirname(full), { recursive: true });
    Deno.writeTextFileSync(full, content);
    seconds += 60;
    Deno.utimeSync(full, seconds, seconds);
    return full;
  };
  const discover = (input: Partial<DiscoveryInput> = {}) =>
    discoverFocus(
      {
        project,
        cwd: project,
        home,
        claudeFolder: `${home}/.claude`,
        explicit: null,
        noFocus: false,
        task: null,
        transcriptPath: null,
        ...input,
      },
      (path) => Deno.readTextFileSync(path).includes("[x] all"),
    );
  try {
    Deno.mkdirSync(project, { recursive: true });
    Deno.mkdirSync(home, { recursive: true });
    test({ project, home, write, discover });
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

const found = (path: string, method: DiscoveryMethod): Discovery => ({
  kind: "found",
  path,
  method,
});
const doubtful = (path: string, method: DiscoveryMethod, why: Doubt): Discovery => ({
  kind: "doubtful",
  path,
  method,
  why,
});
const ambiguous = (method: DiscoveryMethod, candidates: readonly string[]): Discovery => ({
  kind: "ambiguous",
  method,
  candidates,
});

/** Lines of a transcript as the client writes them. */
const toolUse = (name: string, path: string) =>
  JSON.stringify({
    type: "assistant",
    message: { content: [{ type: "tool_use", name, input: { file_path: path } }] },
  });
const planMode = (path: string, isSubAgent = false) =>
  JSON.stringify({
    type: "attachment",
    attachment: { type: "plan_mode", isSubAgent, planFilePath: path, planExists: true },
  });

Deno.test("discovery: nothing found, no focus wanted, and a task given as text", () =>
  inPlace(({ project, write, discover }) => {
    assertEquals(discover(), { kind: "none", method: "none" });
    write(`${project}/.claude/plans/old.md`);
    assertEquals(discover({ noFocus: true }), { kind: "none", method: "no_focus" });
    assertEquals(discover({ task: "add dark mode" }), { kind: "none", method: "task" });
  }));

Deno.test("discovery: -f is looked for from the working directory, then from the project", () =>
  inPlace(({ project, home, write, discover }) => {
    const name = "ta sk\n🚀 'q\".md";
    const inProject = write(`${project}/${name}`);
    assertEquals(discover({ explicit: name, cwd: home }), found(inProject, "explicit"));
    const inCwd = write(`${home}/${name}`);
    const wanted = found(inCwd, "explicit");
    assertEquals(discover({ explicit: name, cwd: home }), wanted);
    assertEquals(discover({ explicit: `~/${name}` }), wanted);
  }));

Deno.test("discovery: -f refuses what is missing, a folder, binary, and a link to itself", () =>
  inPlace(({ project, write, discover }) => {
    const why = (explicit: string) => {
      const refused = discover({ explicit });
      return refused.kind === "refused" ? refused.why : refused.kind;
    };
    write(`${project}/zero.md`, "a\u0000b");
    Deno.symlinkSync("loop.md", `${project}/loop.md`);
    assertEquals(why("none.md"), "missing");
    assertEquals(why(""), "missing");
    assertEquals(why("."), "folder");
    assertEquals(why("zero.md"), "binary");
    assertEquals(why("loop.md"), "missing");
  }));

Deno.test("discovery: the plan of plan mode comes before an edited plan, also with a task", () =>
  inPlace(({ project, home, write, discover }) => {
    const planned = write(`${home}/.claude/plans/slug.md`);
    const edited = write(`${project}/.claude/plans/x.md`);
    const gone = `${home}/.claude/plans/gone.md`;
    const transcriptPath = write(
      "t.jsonl",
      [
        planMode(planned),
        planMode(`${home}/.claude/plans/other.md`, true),
        planMode(gone),
        "{broken planFilePath",
        toolUse("Edit", edited),
      ].join("\n"),
    );
    const wanted = found(planned, "plan_mode");
    assertEquals(discover({ transcriptPath }), wanted);
    assertEquals(discover({ transcriptPath, task: "add dark mode" }), wanted);
  }));

Deno.test("discovery: the last plan that the agent edited, not that of a subagent or another project", () =>
  inPlace(({ project, home, write, discover }) => {
    const first = write(`${project}/.claude/plans/a.md`);
    const last = write(`${home}/.claude/plans/b.md`);
    const foreign = write("work/other/.claude/plans/c.md");
    const side = JSON.stringify({ ...JSON.parse(toolUse("Write", first)), isSidechain: true });
    const transcriptPath = write(
      "t.jsonl",
      [
        toolUse("Write", first),
        toolUse("Read", last),
        toolUse("Edit", foreign),
        toolUse("Edit", `${project}/README.md`),
        toolUse("Bash", first),
        side,
      ].join("\n"),
    );
    assertEquals(discover({ transcriptPath }), found(last, "transcript"));
  }));

Deno.test("discovery: a design spec in progress, both spellings; several are a choice", () =>
  inPlace(({ project, write, discover }) => {
    write(`${project}/docs/design/done/spec.md`, "---\nimplementation-status: completed\n---\n");
    write(`${project}/docs/adr/a.md`, "---\nstatus: accepted\n---\n");
    const open = "---\nimplementation-status: in_progress # since May\n---\n";
    const one = write(`${project}/docs/design/one/spec.md`, open);
    assertEquals(discover(), found(one, "itp_spec"));
    const two = write(
      `${project}/docs/design/two/spec.md`,
      "---\r\nimplementation-status: in-progress\r\n---\r\n",
    );
    assertEquals(discover(), ambiguous("itp_spec", [two, one]));
  }));

Deno.test("discovery: an accepted ADR comes before plans", () =>
  inPlace(({ project, write, discover }) => {
    const adr = write(`${project}/docs/adr/a.md`, "---\nstatus: Accepted\n---\n");
    write(`${project}/docs/adr/b.md`, "---\nstatus: proposed\n---\n");
    write(`${project}/docs/adr/c.md`, "---\nstatus: [accepted\n---\n");
    write(`${project}/.claude/plans/x.md`);
    assertEquals(discover(), found(adr, "itp_adr"));
  }));

Deno.test("discovery: the newest local plan, no subagent's, no link out of the project", () =>
  inPlace(({ project, home, write, discover }) => {
    write(`${project}/.claude/plans/old.md`);
    const plan = write(`${project}/.claude/plans/new.md`);
    write(`${project}/.claude/plans/new-agent-1.md`);
    write(`${project}/.claude/plans/notes.txt`);
    Deno.symlinkSync(write(`${home}/secret.md`), `${project}/.claude/plans/link.md`);
    Deno.symlinkSync("round.md", `${project}/.claude/plans/round.md`);
    Deno.mkdirSync(`${project}/.claude/plans/folder.md`);
    assertEquals(discover(), found(plan, "local_plan"));
  }));

Deno.test("discovery: a found file that is complete already is asked about", () =>
  inPlace(({ project, write, discover }) => {
    const path = write(`${project}/.claude/plans/x.md`, "- [x] all\n");
    assertEquals(discover(), doubtful(path, "local_plan", "complete-already"));
    assertEquals(discover({ explicit: path }).kind, "found");
  }));

Deno.test("discovery: a global plan with the project's path comes before a plan with its name", () =>
  inPlace(({ project, home, write, discover }) => {
    const plans = `${home}/.claude/plans`;
    const byName = write(`${plans}/a.md`, "Improve the Weatherstation.\n");
    write(`${plans}/b.md`, "Improve weatherstations and my-weatherstation.\n");
    assertEquals(discover(), found(byName, "global_plan"));
    const byPath = write(`${plans}/c.md`, `Work in ${project}.\n`);
    write(`${plans}/d.md`, `Work in ${project}2 and ${project}-old\n`);
    assertEquals(discover(), found(byPath, "global_plan"));
    const second = write(`${plans}/e.md`, `Work in ${project}/src/main.ts\n`);
    assertEquals(discover(), ambiguous("global_plan", [second, byPath]));
  }));

for (const name of ["app", "server", "Projects"]) {
  Deno.test(`discovery: a project called "${name}" does not match plans that use the word`, () =>
    inPlace(({ home, write, discover }) => {
      const path = write(`${home}/.claude/plans/a.md`, `Build the ${name} of the day.\n`);
      assertEquals(
        discover(),
        doubtful(path, "global_plan_mtime", "nothing-names-this-project"),
      );
    }, name));
}

Deno.test("discovery: names full of pattern signs are names", () =>
  inPlace(({ home, write, discover }) => {
    const path = write(`${home}/.claude/plans/a.md`, "Improve c++ (v2.0) [x]-y today.\n");
    assertEquals(discover(), found(path, "global_plan"));
  }, "c++ (v2.0) [x]-y"));

Deno.test("discovery: a thousand plans and unreadable places do not matter", () =>
  inPlace(({ project, home, write, discover }) => {
    Deno.mkdirSync(`${project}/docs`, { recursive: true });
    Deno.symlinkSync("../docs", `${project}/docs/design`);
    Deno.writeTextFileSync(`${project}/docs/adr`, "a file where a folder is meant");
    for (let count = 0; count < 1_000; count++) write(`${home}/.claude/plans/${count}.md`, "x");
    const transcriptPath = `${project}/none.jsonl`;
    const newest = `${home}/.claude/plans/999.md`;
    const found = discover({ transcriptPath });
    assertEquals(found.kind === "doubtful" && found.path, newest);
  }));

for (
  const name of [
    "PLAN.md",
    "Plan.md",
    "TODO.md",
    "todo.md",
    "docs/tasks.md",
    "docs/plans/ROADMAP.md",
    "plans/fix_plan.md",
    "plans/printer.md",
    "docs/plans/2026-printer.md",
    "@fix_plan.md",
    "specs/001-map/tasks.md",
    "IMPLEMENTATION_PLAN.md",
    "implementation-plan.md",
    "Docs/PRD.md",
  ]
) {
  Deno.test(`discovery: ${name} with an open item is found when the cascade finds nothing`, () =>
    inPlace(({ project, write, discover }) => {
      write(`${project}/README.md`, "- [ ] not a plan\n");
      write(`${project}/docs/notes/PLAN.md`);
      write(`${project}/plans/README.md`);
      write(`${project}/docs/printer.md`);
      const path = write(`${project}/${name}`);
      assertEquals(discover(), found(path, "project_plan"));
      assertEquals(discover({ task: "add dark mode" }).kind, "none");
      const older = write(`${project}/.claude/plans/x.md`);
      assertEquals(discover(), found(older, "local_plan"));
    }));
}

Deno.test("discovery: of the project's plans only those with open items count, several are a choice, the likeliest first", () =>
  inPlace(({ project, write, discover }) => {
    const todo = write(`${project}/TODO.md`, "- [ ] a\n- [ ] b\n- [x] c\n");
    write(`${project}/PRD.md`, "# No boxes\n");
    write(`${project}/docs/PLAN.md`, "- [x] a\n\n## Optional\n\n- [ ] b\n");
    assertEquals(discover(), found(todo, "project_plan"));
    const tasks = write(`${project}/specs/1/tasks.md`);
    const plan = write(`${project}/plan.md`);
    assertEquals(discover(), {
      kind: "ambiguous",
      method: "project_plan",
      candidates: [plan, todo, tasks],
      openItems: [1, 2, 1],
    });
  }));

Deno.test("discovery: a plan with open items comes before a file that would have to be asked about", () =>
  inPlace(({ project, home, write, discover }) => {
    write(`${home}/.claude/plans/a.md`, "Something else.\n");
    assertEquals(discover().kind, "doubtful");
    write(`${project}/.claude/plans/x.md`, "- [x] all\n");
    const plan = write(`${project}/PLAN.md`);
    assertEquals(discover(), found(plan, "project_plan"));
    Deno.writeTextFileSync(plan, "- [x] all\n");
    const left = discover();
    assertEquals([left.kind, "method" in left && left.method], ["doubtful", "local_plan"]);
  }));

Deno.test("discovery: a plan of the project that is ticked is asked about, a link out of it is not followed", () =>
  inPlace(({ project, home, write, discover }) => {
    Deno.symlinkSync(write(`${home}/secret.md`), `${project}/PLAN.md`);
    assertEquals(discover(), { kind: "none", method: "none" });
    const path = write(`${project}/TODO.md`, "- [x] a\n");
    Deno.symlinkSync("TODO.md", `${project}/ROADMAP.md`);
    assertEquals(discover(), doubtful(path, "project_plan", "complete-already"));
  }));

Deno.test("discovery: a file outside the project is the user's to name, not the project's", () =>
  inPlace(({ project, home, write, discover }) => {
    const outside = write(`${home}/notes.md`);
    Deno.symlinkSync(outside, `${project}/link.md`);
    const inside = write(`${project}/inside.md`);
    for (const explicit of [outside, "link.md", "../../home/notes.md", "../none.md"]) {
      const refused = discover({ explicit, isExplicitFromProject: true });
      assertEquals(
        [refused.kind, "why" in refused && refused.why],
        ["refused", "outside"],
        explicit,
      );
    }
    assertEquals(discover({ explicit: "link.md" }).kind, "found");
    const own = discover({ explicit: "inside.md", isExplicitFromProject: true });
    assertEquals(own, found(inside, "explicit"));
  }));
