import { assertEquals } from "@std/assert";
import { listInstallations } from "../../../src/run/sandbox/toolchains.ts";
import { selectVariables } from "../../../src/run/sandbox/environment.ts";

const HOME = "/home/dev";
/** What is given for a folder of programs, with what is beside it. */
function wholeOf(folder: string): string[] {
  const parent = folder.slice(0, Math.max(0, folder.lastIndexOf("/") + 1));
  return [
    folder,
    ...["include", "lib", "lib64", "libexec", "pyvenv.cfg"].map((name) => `${parent}${name}`),
  ];
}

/** Folders of programs, and what is given for them, below the home. */
const INSTALLATIONS: readonly (readonly [
  folder: string,
  given: readonly string[],
  targets?: readonly string[],
])[] = [
  ["bin", wholeOf("bin")],
  [".local/bin", wholeOf(".local/bin")],
  [".config/a/b/c/bin", wholeOf(".config/a/b/c/bin")],
  [".", []],
  ["..", []],
  ["code/app/node_modules/.bin", []],
  [".tools/bin", [
    ...wholeOf(".tools/bin"),
    ".mods/node_modules",
    ".one/file",
    ...wholeOf(".pipx/ruff/bin"),
  ], [
    `${HOME}/.pipx/ruff/bin/ruff`,
    `${HOME}/.mods/node_modules/typescript/tsc.js`,
    `${HOME}/.one/file`,
    "/usr/bin/sh",
  ]],
];

for (const [folder, given, targets = []] of INSTALLATIONS) {
  Deno.test(`toolchains: on the search path, ~/${folder} is given with its libraries only`, () => {
    const path = new URL(`file://${HOME}/${folder}/`).pathname.replace(/\/$/, "");
    const found = listInstallations(
      [path],
      HOME,
      (each) => ["/usr", `${HOME}/code/app`].some((outer) => each.startsWith(`${outer}/`)),
      { targetsIn: (each) => each === path ? [...targets] : [] },
    );
    assertEquals(found, given.map((each) => `${HOME}/${each}`));
  });
}

Deno.test("environment: tokens, agents' sockets and sessions stay outside, unless they are named", () => {
  const env = Object.fromEntries(
    ("PATH HOME LC_ALL https_proxy SSL_CERT_FILE RALPH_RUN_ID CARGO_HOME GIT_AUTHOR_NAME " +
      "AWS_SECRET_ACCESS_KEY GITHUB_TOKEN SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR " +
      "DOCKER_HOST GIT_SSH_COMMAND GIT_CONFIG_KEY_0 LD_PRELOAD NODE_OPTIONS PATHX XPATH")
      .split(" ").map((name) => [name, "x"]),
  );
  assertEquals(
    Object.keys(selectVariables(env, ["GITHUB_*", "DOCKER"])).join(" "),
    "PATH HOME LC_ALL https_proxy SSL_CERT_FILE RALPH_RUN_ID CARGO_HOME GIT_AUTHOR_NAME GITHUB_TOKEN",
  );
});
