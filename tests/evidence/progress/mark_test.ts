import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { join } from "@std/path";
import {
  findProgress,
  isStillSince,
  probeTree,
  takeMark,
  withTree,
} from "../../../src/evidence/progress/mark.ts";
import type { ProgressMark } from "../../../src/store/records/progress_mark.ts";
import { gitIn } from "../../_project.ts";
import { makeProject } from "./_project.ts";

const PARTS = { nowMs: 1_000, checklist: "c", metrics: 2 };
const commitOf = (project: string) => takeMark(project, PARTS).commit;

Deno.test("progress: the commit is read without git's help, wherever it is", () => {
  using project = makeProject(true);
  const head = () => gitIn(project.path, "rev-parse", "HEAD");
  assertEquals(takeMark(project.path, PARTS), {
    atMs: 1_000,
    commit: head(),
    checklist: "c",
    metrics: 2,
    tree: null,
  });
  gitIn(project.path, "commit", "-q", "--allow-empty", "-m", "Two");
  assertEquals(commitOf(project.path), head(), "a loose reference");
  gitIn(project.path, "branch", "other/main", "HEAD~1");
  gitIn(project.path, "pack-refs", "--all");
  assertEquals(commitOf(project.path), head(), "a packed reference");
  gitIn(project.path, "checkout", "-q", "other/main");
  assertEquals(commitOf(project.path), head(), "another branch with a like name");
  gitIn(project.path, "checkout", "-q", "--detach", "main");
  assertEquals(commitOf(project.path), head(), "detached");
  gitIn(project.path, "checkout", "-q", "main");
  gitIn(project.path, "commit", "-q", "--allow-empty", "-m", "Three");
  assertEquals(commitOf(project.path), head(), "a loose reference over a packed one");
  const sub = join(project.path, "packages/näh er");
  Deno.mkdirSync(sub, { recursive: true });
  assertEquals(commitOf(sub), head(), "a folder of the repository");
});

Deno.test("progress: a worktree has its own commit", () => {
  using project = makeProject(true);
  using place = makeProject(false);
  const tree = join(place.path, "tree");
  gitIn(project.path, "worktree", "add", "-q", "-b", "side", tree);
  gitIn(tree, "commit", "-q", "--allow-empty", "-m", "Side");
  assertEquals(commitOf(tree), gitIn(tree, "rev-parse", "HEAD"));
  assert(commitOf(tree) !== commitOf(project.path));
  gitIn(project.path, "pack-refs", "--all");
  assertEquals(commitOf(tree), gitIn(tree, "rev-parse", "HEAD"));
});

Deno.test("progress: without a commit or git the commit is empty, and an unreadable commit never changes", () => {
  using plain = makeProject(false);
  assertEquals(commitOf(plain.path), "");
  gitIn(plain.path, "init", "-q");
  assertEquals(commitOf(plain.path), "");
  using project = makeProject(true);
  const head = (text: string) => Deno.writeTextFileSync(join(project.path, ".git/HEAD"), text);
  head("ref: refs/heads/.invalid\n");
  assertEquals(commitOf(project.path), "unknown");
  for (const text of ["", "garbage", "ref: ../../etc/passwd", "ref: refs/heads/../../../HEAD"]) {
    head(text);
    assertEquals(commitOf(project.path), "unknown", text);
  }
  head("ref: refs/heads/loop\n");
  Deno.writeTextFileSync(join(project.path, ".git/refs/heads/loop"), "ref: refs/heads/loop\n");
  assertEquals(commitOf(project.path), "unknown", "a reference to itself");
  using broken = makeProject(false);
  Deno.writeTextFileSync(join(broken.path, ".git"), "gitdir: /nowhere/at/all\n");
  assertEquals(commitOf(broken.path), "");
});

const mark = fc.record<ProgressMark>({
  atMs: fc.nat(),
  commit: fc.constantFrom("", "a", "b"),
  checklist: fc.constantFrom("", "x", "y"),
  metrics: fc.nat(2),
  tree: fc.constantFrom(null, "t", "u"),
});

Deno.test("progress: only what differs counts as a change", () => {
  const base: ProgressMark = { atMs: 1, commit: "a", checklist: "x", metrics: 1, tree: "t" };
  // deno-fmt-ignore
  const table: readonly (readonly [Partial<ProgressMark>, string[]])[] = [
    [{}, []],
    [{ atMs: 9 }, []],
    [{ commit: "b" }, ["commit"]],
    [{ tree: "u" }, ["tree"]],
    [{ tree: null }, []],
    [{ checklist: "y" }, ["checklist"]],
    [{ metrics: 2 }, ["metric"]],
    [{ metrics: 0 }, []],
    [{ commit: "b", tree: "u", checklist: "", metrics: 5 }, ["commit", "tree", "checklist", "metric"]],
  ];
  for (const [change, kinds] of table) {
    assertEquals(findProgress(base, { ...base, ...change }) as string[], kinds);
  }
  fc.assert(fc.property(mark, (one) => assertEquals(findProgress(one, one), [])));
  fc.assert(fc.property(mark, mark, (one, other) => {
    const there = findProgress(one, other);
    const back = findProgress(other, one);
    const both = (kinds: string[]) => kinds.filter((kind) => kind !== "metric");
    assertEquals(both(there), both(back));
  }));
});

Deno.test("progress: a project is still where the mark of then and of now have equal trees", () => {
  const mark = (atMs: number, tree: string | null, checklist = "c"): { mark: ProgressMark } => ({
    mark: { atMs, commit: "1", checklist, metrics: 0, tree },
  });
  const before = [mark(1, "other"), mark(2, "same")];
  assertEquals(isStillSince(3, [...before, mark(4, null), mark(5, "same")]), true);
  assertEquals(isStillSince(3, [...before, mark(5, "same", "d")]), false, "an item is ticked");
  assertEquals(isStillSince(3, [...before, mark(5, null)]), false, "the tree is not known");
  assertEquals(isStillSince(1, [...before, mark(5, "same")]), false, "it moved");
  assertEquals(isStillSince(0, [...before, mark(5, "same")]), false, "there is no mark of then");
});

Deno.test("progress: the tree is added once, where it is asked for", async () => {
  using project = makeProject(true);
  const cheap = takeMark(project.path, PARTS);
  const whole = await withTree(cheap, probeTree([project.path]));
  assertMatch(whole.tree ?? "", /^[0-9a-f]{64}$/);
  Deno.writeTextFileSync(join(project.path, "a.txt"), "changed");
  assertEquals(await withTree(whole, probeTree([project.path])), whole);
});
