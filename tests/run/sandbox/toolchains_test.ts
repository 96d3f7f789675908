import { assertEquals } from "@std/assert";
import { listInstallations } from "../../../src/run/sandbox/toolchains.ts";
import { selectVariables } from "../../../src/run/sandbox/environment.ts";

const HOME = "/home/dev";
const SIBLINGS = ["include", "lib", "lib64", "libexec"];

/** Folders of programs, and what is given for them, below the home. */
const INSTALLATIONS: readonly (readonly [
  folder: string,
  given: readonly string[],
  links?: Readonly<Record<string, string>>,
])[] = [
  ["bin", ["bin", ...SIBLINGS]],
  [".local/bin", [".local/bin", ...SIBLINGS.map((name) => `.local/${name}`)]],
  [".fly/bin", [".fly/bin", ...SIBLINGS.map((name) => `.fly/${name}`)]],
  [".nvm/versions/node/v22/bin", [".nvm/versions/node/v22"]],
  [".", []],
  ["..", []],
  ["code/app/node_modules/.bin", []],
  [".tools/x/y/bin", [".tools/x/y", ".mods/node_modules", ".one/file", ".pipx/venvs/ruff/v1"], {
    ".tools/x/y/bin/ruff": "../../../../.pipx/venvs/ruff/v1/bin/ruff",
    ".tools/x/y/bin/tsc": `${HOME}/.mods/node_modules/typescript/tsc.js`,
    ".tools/x/y/bin/one": `${HOME}/.one/file`,
    ".tools/x/y/bin/sh": "/usr/bin/sh",
  }],
];

for (const [folder, given, links = {}] of INSTALLATIONS) {
  Deno.test(`toolchains: on the search path, ~/${folder} is given with its installation only`, () => {
    const path = new URL(`file://${HOME}/${folder}/`).pathname.replace(/\/$/, "");
    const found = listInstallations(
      [path],
      HOME,
      (each) => ["/usr", `${HOME}/code/app`].some((outer) => each.startsWith(`${outer}/`)),
      {
        names: (each) =>
          Object.keys(links).filter((link) => `${HOME}/${link}`.startsWith(`${each}/`))
            .map((link) => link.slice(link.lastIndexOf("/") + 1)),
        readLink: (each) => links[each.slice(HOME.length + 1)] ?? null,
      },
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
