import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { wrapInBwrap } from "../../../src/run/sandbox/bwrap.ts";
import type { Disk, Ground } from "../../../src/run/sandbox/follow.ts";
import { layOut, type Wanted } from "../../../src/run/sandbox/given.ts";

const GROUND: Ground = {
  home: "/home/dev",
  system: ["/usr", "/bin", "/etc"],
  toolchains: ["/home/dev/.nvm"],
  moved: [],
  own: ["/home/dev/.config"],
  work: ["/p"],
};
const NOTHING: Wanted = { empty: [], ground: GROUND, given: [] };

function diskOf(links: Record<string, string> = {}): Disk {
  return {
    readLink: (path) => links[path] ?? null,
    isThere: () => true,
    names: () => [],
    writersOf: (folder) => folder === "/shared" ? "others" : folder === "/" ? "system" : "user",
    isGitTop: (folder) => folder === "/home/dev/code",
  };
}

/** The layout as short lines: what is where. */
function show(wanted: Partial<Wanted>, disk: Disk = diskOf()): string[] {
  return layOut({ ...NOTHING, ...wanted }, disk).map((mount) => {
    const from = "source" in mount && mount.source !== mount.path ? ` from ${mount.source}` : "";
    return `${mount.path} ${mount.access}${"target" in mount ? ` ${mount.target}` : from}`;
  });
}

const read = (path: string) => ({ path, access: "read" }) as const;
const write = (path: string) => ({ path, access: "write" }) as const;

Deno.test("given: what is given is there, outer paths first, and a later one wins", () => {
  const given = [read("/h/p/.claude"), write("/h/p"), read("/h/p"), write("/h/p")];
  assertEquals(show({ empty: ["/h"], given }), ["/h private", "/h/p write", "/h/p/.claude read"]);
});

Deno.test("given: what does not exist is left out", () => {
  assertEquals(show({ given: [read("/x")] }, { ...diskOf(), isThere: () => false }), []);
});

Deno.test("given: a path with links is there under its name and where it is", () => {
  const disk = diskOf({
    "/bin": "usr/bin",
    "/home/dev": "/data/dev",
    "/data/dev/.nvm": "/opt/nvm",
  });
  const given = [read("/usr"), read("/bin"), read("/home/dev/.nvm/versions")];
  assertEquals(show({ empty: ["/home/dev"], given }, disk), [
    "/usr read",
    "/bin link usr/bin",
    "/data/dev private",
    "/usr/bin read",
    "/home/dev link /data/dev",
    "/opt/nvm/versions read",
    "/data/dev/.nvm link /opt/nvm",
  ]);
});

Deno.test("given: a link in what is given is there already", () => {
  const disk = diskOf({ "/etc/resolv.conf": "../run/resolve/stub.conf" });
  const given = [read("/etc"), read("/etc/resolv.conf")];
  assertEquals(show({ given }, disk), ["/etc read", "/run/resolve/stub.conf read"]);
});

Deno.test("given: another source is mounted where the path really is", () => {
  const given = [{ ...write("/h/dev/.git"), source: "/state/git" }];
  assertEquals(show({ given }, diskOf({ "/h": "/home" })), [
    "/h link /home",
    "/home/dev/.git write from /state/git",
  ]);
});

/** Where an agent or a clone could put a link, of all that is looked at in a project. */
const PLANTED = [".claude", ".claude/notes", ".git", ".git/modules/a", ".git/hooks", "a/b/c"];

for (const path of PLANTED) {
  Deno.test(`given: a link at ${path} of a project leads to no mount outside of it`, () => {
    const given = [write("/p"), read(`/p/${path}`), write(`/p/${path}`), write(`/p/${path}/d`)];
    const disk = diskOf({ [`/p/${path}`]: "/home/dev/.ssh", "/home/dev/.ssh": "/vault" });
    assertEquals(show({ given }, disk), ["/p write"]);
  });
}

Deno.test("given: a link that stays in the project keeps its target read-only", () => {
  const given = [write("/p"), read("/p/.claude")];
  assertEquals(show({ given }, diskOf({ "/p/.claude": "conf" })), [
    "/p write",
    "/p/conf read",
  ]);
});

Deno.test("given: no folder above what is only read can be moved away", () => {
  const git = { ...write("/p/.git"), source: "/state/git" };
  const given = [write("/p"), read("/p/a/b/hooks"), read("/p/.claude"), git, read("/p/.git/x/y")];
  assertEquals(show({ given }), [
    "/p write",
    "/p/.claude read",
    "/p/.git write from /state/git",
    "/p/a write",
    "/p/a/b write",
    "/p/.git/x write from /state/git/x",
    "/p/a/b/hooks read",
    "/p/.git/x/y read",
  ]);
});

/** Where a link is, who named the path through it, and whether it is followed. */
const LINKS: readonly (readonly [at: string, isAsked: boolean, isFollowed: boolean])[] = [
  ["/home/dev/x", false, true],
  ["/home/dev/.config/x", false, true],
  ["/home/dev/.nvm/x", false, true],
  ["/home/dev/tools/x", false, false],
  ["/home/dev/tools/x", true, true],
  ["/home/dev/code/x", true, false],
  ["/shared/x", true, false],
  ["/p/x", true, false],
];

for (const [at, isAsked, isFollowed] of LINKS) {
  const who = isAsked ? "the user" : "a variable or a link";
  Deno.test(`given: the link ${at} that ${who} names is ${isFollowed ? "" : "not "}followed`, () => {
    const given = [{ ...read(`${at}/y`), isAsked }];
    const shown = show({ given }, diskOf({ [at]: "/vault" }));
    assertEquals(shown.some((line) => line.startsWith("/vault/y")), isFollowed);
  });
}

Deno.test("given: a ring of links leads nowhere", () => {
  assertEquals(show({ given: [read("/a")] }, diskOf({ "/a": "/b", "/b": "/a" })), []);
});

Deno.test("given: no link in a written folder ever leads to a mount outside of what is given", () => {
  const path = fc.array(fc.constantFrom("a", "b", ".."), { minLength: 1, maxLength: 4 })
    .map((steps) => steps.join("/"));
  const links = fc.dictionary(path.map((at) => `/p/${at.replaceAll("..", "c")}`), path);
  fc.assert(fc.property(links, fc.array(path), (planted, wanted) => {
    const given = [write("/p"), ...wanted.map((at) => read(`/p/${at.replaceAll("..", "c")}`))];
    const shown = layOut({ ...NOTHING, given }, diskOf(planted));
    assertEquals(shown.filter(({ path }) => path !== "/p" && !path.startsWith("/p/")), []);
  }));
});

Deno.test("bwrap: the agent's words are the last, whatever they look like", () => {
  const command = ["--bind", "/", "/", "-- rm"];
  const words = wrapInBwrap({ program: "/usr/bin/bwrap", mounts: [], cwd: "/p", command });
  assertEquals(words.slice(-command.length - 1), ["--", ...command]);
});
