/** What a transcript shows of a project. */
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { PROJECT, Session } from "./_session.ts";

const PLAN = `${PROJECT}/PLAN.md`;

/** The project at the end of each turn. */
function projectsOf(session: Session) {
  return session.read(PLAN).stops.map(({ project }) => project);
}

const readPlan = (content: string) => ({
  file: { filePath: PLAN, content, startLine: 1, numLines: 2, totalLines: 2 },
});

Deno.test("project: the plan is what was read, written, edited or printed last", () => {
  const edit = {
    filePath: PLAN,
    originalFile: "- [ ] a\n- [ ] b\n",
    structuredPatch: [{ oldStart: 1, lines: ["-- [ ] a", "+- [x] a", " - [ ] b"] }],
  };
  const session = new Session().prompt("Work").say("nothing read").stopped()
    .use("Read", { file_path: PLAN }, readPlan("- [ ] a\n")).say("read").stopped()
    .use("Edit", { file_path: PLAN }, edit).say("edited").stopped()
    .use("Write", { file_path: PLAN }, { filePath: PLAN, content: "- [ ] c\n" }).say("w").stopped()
    .use("Bash", { command: "cat PLAN.md" }, { stdout: "- [x] c" }).say("printed");
  assertEquals(projectsOf(session).map(({ plan }) => plan?.content), [
    null,
    "- [ ] a\n",
    "- [x] a\n- [ ] b\n",
    "- [ ] c\n",
    "- [x] c\n",
  ]);
});

Deno.test("project: a plan that a command may have changed unseen is not known any more", () => {
  const session = new Session().prompt("Work")
    .use("Read", { file_path: PLAN }, readPlan("- [ ] a\n"))
    .use("Bash", { command: "grep a PLAN.md" }, { stdout: "" }).say("read").stopped()
    .use("Bash", { command: "sed -i s/a/b/ PLAN.md" }, { stdout: "" }).say("changed");
  assertEquals(projectsOf(session).map(({ plan }) => plan?.content), ["- [ ] a\n", null]);
});

Deno.test("project: a part of a file is not its content", () => {
  const part = {
    file: { filePath: PLAN, content: "- [x] a\n", startLine: 1, numLines: 1, totalLines: 9 },
  };
  const session = new Session().prompt("Work").use("Read", { file_path: PLAN }, part).say("read");
  assertEquals(projectsOf(session)[0]?.plan?.content, null);
});

Deno.test("project: the tree differs after a write, and is as before when that is undone", () => {
  const path = `${PROJECT}/a.ts`;
  const edit = (from: string, to: string) => ({
    filePath: path,
    originalFile: `${from}\n`,
    structuredPatch: [{ oldStart: 1, lines: [`-${from}`, `+${to}`] }],
  });
  const session = new Session().prompt("Work").say("0").stopped()
    .use("Edit", { file_path: path }, edit("one", "two")).say("1").stopped()
    .use("Edit", { file_path: path }, edit("two", "one")).say("2").stopped()
    .use("Write", { file_path: "/tmp/notes" }, { filePath: "/tmp/notes", content: "x" }).say("3");
  const [before, changed, undone, elsewhere] = projectsOf(session).map(({ tree }) => tree);
  assertNotEquals(changed, before);
  assertEquals([undone, elsewhere], [before, before]);
});

Deno.test("project: what failed changed nothing", () => {
  const path = `${PROJECT}/a.ts`;
  const session = new Session().prompt("Work").say("0").stopped()
    .use("Write", { file_path: path }, { filePath: path, content: "x" }, true)
    .use("Bash", { command: "git commit -m x" }, { stdout: "" }, true).say("1");
  const [before, after] = projectsOf(session);
  assertEquals(after, before);
});

Deno.test("project: a commit is certain by what git printed, or by the success of the line", () => {
  const commits = (command: string, stdout: string) => {
    const session = new Session().prompt("Work").say("0").stopped()
      .use("Bash", { command }, { stdout }).say("1");
    const [before, after] = projectsOf(session);
    return before?.commit !== after?.commit;
  };
  assert(commits("git add -A && git commit -qm x", ""));
  assert(commits("git commit -m x; true", "[main 1a2b3c4] x\n 1 file changed"));
  assert(commits("git -C sub commit -m x", ""));
  assert(!commits("git commit -m x; true", "nothing to commit"));
  assert(!commits("git commit -m x || true", ""));
  assert(!commits("echo git commit", ""));
  assert(!commits("git log --grep commit", ""));
});
