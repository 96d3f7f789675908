import { assertEquals } from "@std/assert";
import { dockerWords, srtSettings } from "../../../src/run/sandbox/presets.ts";

const GIVEN = [
  { path: "/h/p", source: "/h/p", access: "write" },
  { path: "/h/p/.claude", source: "/h/p/.claude", access: "read" },
  { path: "/h/.gitconfig", source: "/state/a,b", access: "read" },
] as const;

Deno.test("docker: what is given is mounted, the home is empty, nothing else reaches the container", () => {
  const words = dockerWords({
    program: "docker",
    image: "node:lts",
    name: "ralph-1",
    user: "1000:1000",
    variables: ["HOME", "ANTHROPIC_API_KEY"],
    project: "/h/p",
    given: GIVEN,
    empty: ["/h"],
  });
  assertEquals(words.join(" ").split(" --").slice(1), [
    ...["rm", "interactive", "init", "name ralph-1", "user 1000:1000", "cap-drop ALL"],
    ...["security-opt no-new-privileges", "tmpfs /h:exec,mode=1777"],
    "mount type=bind,source=/h/p,target=/h/p",
    "mount type=bind,source=/h/p/.claude,target=/h/p/.claude,readonly",
    'mount type=bind,"source=/state/a,b",target=/h/.gitconfig,readonly',
    ...["env HOME", "env ANTHROPIC_API_KEY", "workdir /h/p node:lts"],
  ]);
});

Deno.test("srt: homes are not read, only what is given, and written only what may be", () => {
  const { network, filesystem } = srtSettings(GIVEN, "/h", ["a.example", "a.example"]);
  assertEquals(network.allowedDomains, ["a.example"]);
  assertEquals(filesystem.denyRead.includes("/h") && filesystem.denyRead.includes("/root"), true);
  assertEquals(filesystem.allowRead, ["/h/p/.claude", "/h/.gitconfig", "/h/p"]);
  assertEquals(filesystem.allowWrite, ["/h/p"]);
  assertEquals(filesystem.denyWrite, ["/h/p/.claude"]);
});
