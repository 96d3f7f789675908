/** Where credentials are, besides the usual places. */
import { assertEquals } from "@std/assert";
import { SECRET_PATHS } from "../../../src/runner/sandbox/host_paths.ts";
import { listSecretPaths, readHome } from "../../../src/runner/sandbox/secret_paths.ts";

const PROJECT = "/home/dev/code/app";

function secretsOf(variables: Record<string, string>, accountHome: string | null = null): string[] {
  return listSecretPaths((name) => variables[name], accountHome, PROJECT);
}

Deno.test("secret paths: those of the account's own home too, where HOME leads elsewhere or is missing", () => {
  const both = secretsOf({ HOME: "/srv/home" }, "/home/dev");
  assertEquals([both.includes("/srv/home/.ssh"), both.includes("/home/dev/.ssh")], [true, true]);
  assertEquals(secretsOf({}, "/home/dev").length, SECRET_PATHS.length);
  assertEquals(secretsOf({ HOME: "/home/dev" }, "/home/dev").length, SECRET_PATHS.length);
  assertEquals(secretsOf({ HOME: "relative" }), []);
});

for (
  const [name, value, moved] of [
    ["GNUPGHOME", "/srv/keys", ["/srv/keys"]],
    ["KUBECONFIG", "/srv/a:/srv/b", ["/srv/a", "/srv/b"]],
    ["XDG_CONFIG_HOME", "/srv/config", ["/srv/config/gh", "/srv/config/gcloud"]],
  ] as const
) {
  Deno.test(`secret paths: ${name} moves them`, () => {
    const paths = secretsOf({ HOME: "/home/dev", [name]: value });
    for (const path of moved) assertEquals(paths.includes(path), true, path);
  });
}

for (const value of ["/home/dev", "/", PROJECT, `${PROJECT}/kubeconfig`, "kubeconfig", ""]) {
  Deno.test(`secret paths: KUBECONFIG=${value} hides nothing more`, () => {
    const before = secretsOf({ HOME: "/home/dev" });
    assertEquals(secretsOf({ HOME: "/home/dev", KUBECONFIG: value }), before);
  });
}

Deno.test("secret paths: the account's home is that of its id", () => {
  const accounts =
    "root:x:0:0:root:/root:/bin/sh\ndev:x:1000:100::/home/dev:/bin/sh\nx:x:7:7::/:/x\n";
  assertEquals([0, 1000, 7, 8].map((uid) => readHome(accounts, uid)), [
    "/root",
    "/home/dev",
    null,
    null,
  ]);
});
