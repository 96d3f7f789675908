import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { wrapInBwrap } from "../../../src/runner/sandbox/bwrap.ts";
import { type HostFacts, listMounts, type Mount } from "../../../src/runner/sandbox/mounts.ts";

const HOST: HostFacts = {
  given: [],
  home: "/home/dev",
  project: "/home/dev/code/app",
  gitFolders: ["/home/dev/code/app/.git"],
  gitConfigs: ["/home/dev/code/app/.gitconfig"],
  claudeDir: "/home/dev/.claude",
  ralphHome: "/home/dev/.claude/ralph",
  planPath: "/home/dev/code/app/PLAN.md",
  programFolders: ["/usr/bin"],
  agentPaths: ["/home/dev/.claude", "/home/dev/.claude.json"],
  secretPaths: [".ssh", ".netrc", ".mozilla", ".gnupg"].map((name) => `/home/dev/${name}`),
  otherProjects: ["/home/dev/code/other"],
  wantedPaths: [],
  isReadOnly: false,
  claudeSubfolders: ["/home/dev/code/app/.claude/plans"],
  find: (path) => ({ path, isFolder: !/\.(?:json|md)$|config$|netrc$/.test(path) }),
};

/** How a path appears, by the rule of bubblewrap: the last mount that contains it. */
function accessOf(path: string, mounts: readonly Mount[]): Mount["access"] {
  return mounts.findLast((mount) => path === mount.path || path.startsWith(`${mount.path}/`))
    ?.access ?? "read-only";
}

const EXPECTED: readonly (readonly [string, Mount["access"]])[] = [
  ["/etc/passwd", "read-only"],
  ["/tmp/x", "hidden"],
  ["/run/docker.sock", "hidden"],
  ["/var/snap/lxd/common/lxd/unix.socket", "hidden"],
  ["/run/systemd/resolve/resolv.conf", "read-only"],
  ["/home/dev/.bashrc", "read-only"],
  ["/home/dev/.ssh/id_ed25519", "hidden"],
  ["/home/dev/.netrc", "hidden"],
  ["/home/dev/.mozilla/firefox/cookies", "hidden"],
  ["/home/dev/code/other/secret", "hidden"],
  ["/home/dev/.cache/pip", "writable"],
  ["/home/dev/.claude/projects/x.jsonl", "writable"],
  ["/home/dev/.claude/settings.json", "read-only"],
  ["/home/dev/.claude/plugins/p", "read-only"],
  ["/home/dev/.claude/local/claude", "read-only"],
  ["/home/dev/.claude/shell-snapshots/s.sh", "hidden"],
  ["/home/dev/.claude/ralph/loops/x/loop.json", "read-only"],
  ["/home/dev/code/app/src/main.ts", "writable"],
  ["/home/dev/code/app/.git/objects/aa", "writable"],
  ["/home/dev/code/app/.git/hooks/pre-commit", "read-only"],
  ["/home/dev/code/app/.git/config", "read-only"],
  ["/home/dev/code/app/.gitconfig", "read-only"],
  ["/home/dev/code/app/.claude/loop-enabled", "read-only"],
  ["/home/dev/code/app/.claude/plans/p.md", "writable"],
];

Deno.test("mounts: what the run gives is bound at its path, from its source, after the rest", () => {
  const path = "/home/dev/code/app/.git";
  const given = [{ path, source: "/state/git", access: "write" }] as const;
  const mounts = listMounts({ ...HOST, gitFolders: [], given });
  const words = wrapInBwrap({ program: "bwrap", mounts, cwd: "/", command: ["true"] });
  assertEquals(words.slice(words.indexOf("/state/git") - 1).slice(0, 3), [
    "--bind",
    "/state/git",
    path,
  ]);
});

for (const [path, access] of EXPECTED) {
  Deno.test(`mounts: ${path} is ${access}`, () => {
    assertEquals(accessOf(path, listMounts(HOST)), access);
  });
}

Deno.test("mounts: a project that is the home folder does not show its secrets, nor give its settings away", () => {
  const mounts = listMounts({
    ...HOST,
    project: "/home/dev",
    claudeSubfolders: ["plans", "ralph", "skills"].map((name) => `/home/dev/.claude/${name}`),
  });
  assertEquals(accessOf("/home/dev/.claude/plans/p.md", mounts), "writable");
  assertEquals(accessOf("/home/dev/.claude/ralph/loops/x/loop.json", mounts), "read-only");
  assertEquals(accessOf("/home/dev/.claude/skills/s", mounts), "read-only");
  assertEquals(accessOf("/home/dev/.ssh/id", mounts), "hidden");
  assertEquals(accessOf("/home/dev/notes.md", mounts), "writable");
});

Deno.test("mounts: a reviewer can write nothing of the project", () => {
  const mounts = listMounts({ ...HOST, isReadOnly: true });
  for (const path of ["src/main.ts", ".git/objects/aa", ".claude/plans/p.md", "PLAN.md"]) {
    assertEquals(accessOf(`${HOST.project}/${path}`, mounts), "read-only", path);
  }
});

Deno.test("mounts: a path that the user wants writable is, a secret inside it is not", () => {
  const mounts = listMounts({ ...HOST, wantedPaths: ["/home/dev", "/srv/data"] });
  assertEquals(accessOf("/srv/data/x", mounts), "writable");
  assertEquals(accessOf("/home/dev/.gnupg/key", mounts), "hidden");
  assertEquals(
    accessOf("/home/dev/.ssh/x", listMounts({ ...HOST, wantedPaths: ["/home/dev/.ssh"] })),
    "writable",
  );
});

Deno.test("mounts: a home and a project below /tmp stay visible", () => {
  const mounts = listMounts({ ...HOST, home: "/tmp/h", project: "/tmp/p", gitFolders: [] });
  assertEquals(accessOf("/tmp/h/.bashrc", mounts), "read-only");
  assertEquals(accessOf("/tmp/p/x", mounts), "writable");
});

Deno.test("mounts: a plan outside of the project can be ticked", () => {
  const mounts = listMounts({ ...HOST, planPath: "/home/dev/plans/p.md" });
  assertEquals(accessOf("/home/dev/plans/p.md", mounts), "writable");
  assertEquals(accessOf("/home/dev/plans/q.md", mounts), "read-only");
});

Deno.test("mounts: an outer path is mounted before every path inside it", () => {
  const part = fc.constantFrom("home", "tmp", "run", "dev", ".claude", ".ssh", "code", "app");
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join("/")}`);
  fc.assert(fc.property(path, path, path, fc.array(path), (home, project, claudeDir, wanted) => {
    const mounts = listMounts({ ...HOST, home, project, claudeDir, wantedPaths: wanted });
    mounts.forEach(({ path: inner }, at) => {
      const later = mounts.slice(at + 1);
      assert(!later.some(({ path: outer }) => inner.startsWith(`${outer}/`)), inner);
    });
    for (const each of wanted) assertEquals(accessOf(each, mounts), "writable");
  }));
});

Deno.test("bwrap: the agent's words are the last, whatever they look like", () => {
  const command = ["/bin/agent", "--bind", "/", "/"];
  const words = wrapInBwrap({ program: "/bin/bwrap", mounts: [], cwd: "/p", command });
  assertEquals(words.slice(-6), ["/p", "--", ...command]);
});
