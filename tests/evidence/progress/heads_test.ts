/** A commit on any head of the repository is seen, without git's help. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { beginHeads, readHeads } from "../../../src/evidence/progress/heads.ts";
import { readCommit } from "../../../src/evidence/progress/mark.ts";
import type { HeadsSeen } from "../../../src/store/records/heads_seen.ts";
import { gitIn } from "../../_project.ts";
import { makeProject, type TestProject } from "./_project.ts";

/** A repository whose heads are looked at, turn by turn. */
class Watched implements Disposable {
  #seen: HeadsSeen = { sinceMs: 0, commits: [] };
  readonly #project: TestProject;
  readonly #place: TestProject;

  constructor() {
    this.#project = makeProject(true);
    this.#place = makeProject(false);
    this.#seen = beginHeads(this.path, readCommit(this.path));
  }

  [Symbol.dispose](): void {
    this.#project[Symbol.dispose]();
    this.#place[Symbol.dispose]();
  }

  get path(): string {
    return this.#project.path;
  }

  /** A folder beside the project. */
  beside(name: string): string {
    return join(this.#place.path, name);
  }

  git(...args: string[]): string {
    return gitIn(this.path, ...args);
  }

  /** The names of the heads that moved since the last look. */
  look(folder = this.path): string[] {
    const { moved, seen } = readHeads(folder, readCommit(folder), this.#seen);
    this.#seen = seen;
    for (const { commit, name } of moved) {
      if (!name.startsWith("worktree ")) assertEquals(commit, this.git("rev-parse", name));
    }
    return moved.map(({ name }) => name);
  }
}

const commitIn = (folder: string) =>
  gitIn(folder, "commit", "-q", "--allow-empty", "-m", crypto.randomUUID());

Deno.test("heads: a commit in a worktree is seen once, wherever the worktree is", () => {
  using repo = new Watched();
  const inside = join(repo.path, ".claude/worktrees/feat");
  repo.git("worktree", "add", "-q", "-b", "feature/deep/one", inside);
  repo.git("worktree", "add", "-q", "-b", "two", repo.beside("two"));
  repo.git("worktree", "add", "-q", "--detach", repo.beside("three"));
  assertEquals(repo.look(), [], "a branch without a commit of its own is not new");
  commitIn(inside);
  assertEquals(repo.look(), ["feature/deep/one"]);
  assertEquals(repo.look(), []);
  commitIn(repo.beside("two"));
  commitIn(repo.beside("three"));
  assertEquals(repo.look(), ["two", "worktree three"]);
  commitIn(repo.beside("three"));
  assertEquals(repo.look(), ["worktree three"]);
  assertEquals(repo.look(), []);
});

Deno.test("heads: a commit on a branch that is left again is seen, one that is merged is the checkout's", () => {
  using repo = new Watched();
  repo.git("checkout", "-q", "-b", "side");
  commitIn(repo.path);
  repo.git("checkout", "-q", "main");
  assertEquals(repo.look(), ["side"]);
  repo.git("merge", "-q", "--ff-only", "side");
  assertEquals(repo.look(), []);
  repo.git("checkout", "-q", "-b", "merged");
  commitIn(repo.path);
  repo.git("checkout", "-q", "main");
  repo.git("merge", "-q", "--ff-only", "merged");
  assertEquals(repo.look(), []);
});

Deno.test("heads: packing and deleting branches is not a commit, and hides none", () => {
  using repo = new Watched();
  repo.git("branch", "old");
  repo.git("pack-refs", "--all");
  assertEquals(repo.look(), []);
  repo.git("worktree", "add", "-q", "-b", "side", repo.beside("side"));
  commitIn(repo.beside("side"));
  repo.git("pack-refs", "--all");
  assertEquals(repo.look(), ["side"]);
  repo.git("pack-refs", "--all");
  repo.git("branch", "-D", "old");
  assertEquals(repo.look(), []);
});

Deno.test("heads: seen from a worktree, the main checkout counts too, unless a loop works there", () => {
  using repo = new Watched();
  const here = repo.beside("here");
  repo.git("worktree", "add", "-q", "-b", "here", here);
  repo.look(here);
  commitIn(repo.path);
  assertEquals(repo.look(here), ["main"]);
  Deno.mkdirSync(join(repo.path, ".claude"), { recursive: true });
  Deno.writeTextFileSync(join(repo.path, ".claude/loop-enabled"), "loop-2\n");
  commitIn(repo.path);
  assertEquals(repo.look(here), []);
});

Deno.test("heads: without git nothing moves, and what is broken is passed over", () => {
  using plain = makeProject(false);
  const seen = { sinceMs: 0, commits: [] };
  assertEquals(readHeads(plain.path, "", seen), { moved: [], seen });
  using repo = new Watched();
  const refs = join(repo.path, ".git/refs/heads");
  Deno.writeTextFileSync(join(refs, "half"), "abc");
  Deno.writeTextFileSync(join(refs, "held.lock"), "a".repeat(40));
  Deno.symlinkSync("loop", join(refs, "loop"));
  Deno.writeTextFileSync(join(repo.path, ".git/packed-refs"), "\0garbage\n");
  assertEquals(repo.look(), []);
});

Deno.test("heads: refs in tables count by their list", () => {
  using repo = new Watched();
  const tables = join(repo.path, ".git/reftable");
  const list = (text: string) => {
    Deno.mkdirSync(tables, { recursive: true });
    Deno.writeTextFileSync(join(tables, "tables.list"), text);
    return readHeads(repo.path, "unknown", seen);
  };
  let seen: HeadsSeen = { sinceMs: 0, commits: [] };
  seen = list("0x01-0x02-aa.ref\n").seen;
  assertEquals(list("0x01-0x02-aa.ref\n").moved, []);
  assertEquals(list("0x01-0x03-bb.ref\n").moved.map(({ name }) => name), ["a branch"]);
});
