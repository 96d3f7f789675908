/** Selects the variables for an agent in a sandbox: the allowed ones, and those that the user adds. */
import { TOOLCHAIN_VARIABLES } from "./toolchains.ts";

/** Variables that name certificate files, which the sandbox needs too. */
export const CERTIFICATES: readonly string[] =
  ("CARGO_HTTP_CAINFO CURL_CA_BUNDLE GIT_SSL_CAINFO NIX_SSL_CERT_FILE NODE_EXTRA_CA_CERTS PIP_CERT " +
    "REQUESTS_CA_BUNDLE SSL_CERT_DIR SSL_CERT_FILE").split(" ");

/** The allowed variables; a final `*` matches any end of a name. */
const ALLOWED: readonly string[] = [
  ...CERTIFICATES,
  ...TOOLCHAIN_VARIABLES,
  ...("CI CLICOLOR COLORTERM FORCE_COLOR HOME LANG LANGUAGE LC_* LOGNAME NO_COLOR PATH RALPH_* SHELL " +
    "TERM TZ USER").split(" "),
  ...("ALL_PROXY FTP_PROXY HTTPS_PROXY HTTP_PROXY NO_PROXY all_proxy ftp_proxy https_proxy http_proxy " +
    "no_proxy DENO_TLS_CA_STORE").split(" "),
  ...["GIT_AUTHOR_*", "GIT_COMMITTER_*", "GIT_CONFIG_NOSYSTEM"],
];

/**
 * Selects the variables of an agent or a check in a sandbox.
 *
 * @param added More names, such as the agent's own and the values of `--sandbox-env`; `*` matches any part
 * of a name.
 *
 * @example A token stays outside
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const env = { HOME: "/h", LC_ALL: "C", GITHUB_TOKEN: "x", PGHOST: "db" };
 * assertEquals(selectVariables(env, ["PG*"]), { HOME: "/h", LC_ALL: "C", PGHOST: "db" });
 * ```
 */
export function selectVariables(
  env: Readonly<Record<string, string>>,
  added: readonly string[],
): Record<string, string> {
  const patterns = [...ALLOWED, ...added].map((name) =>
    name.split("*").map(RegExp.escape).join(".*")
  );
  const allowed = new RegExp(`^(?:${patterns.join("|")})$`);
  return Object.fromEntries(Object.entries(env).filter(([name]) => allowed.test(name)));
}

/** Returns the user's home folder; null if there is none. */
export function homeOf(env: Readonly<Record<string, string>>): string | null {
  const home = env["HOME"] ?? "";
  return home.startsWith("/") && home !== "/" ? home : null;
}
