/**
 * Where the user's credentials, keys and histories are.
 *
 * @module
 */
import { attempt } from "../../error.ts";
import { join } from "@std/path";
import { isThere } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { isWithin, resolveLinks } from "../../store/project.ts";
import { SECRET_PATHS, SECRET_VARIABLES } from "./host_paths.ts";

type Variable = (name: string) => string | undefined;

/**
 * Lists the paths of credentials: in the home folder, in the account's own home where `HOME` leads
 * elsewhere, and where variables moved them.
 *
 * @param variable Reads an environment variable.
 * @param accountHome The account's home folder, as the system knows it.
 * @param project The project, whose files stay visible where only a variable names them.
 */
export function listSecretPaths(
  variable: Variable,
  accountHome: string | null,
  project: string,
): string[] {
  const homes = listHomes(variable, accountHome);
  const named = SECRET_VARIABLES.flatMap((name) => absolutePaths(variable(name)));
  const config = absolutePaths(variable("XDG_CONFIG_HOME")).flatMap((folder) =>
    SECRET_PATHS.flatMap((path) =>
      path.startsWith(CONFIG) ? [join(folder, path.slice(CONFIG.length))] : []
    )
  );
  const moved = [...named, ...config].filter((path) =>
    !isWithin(path, project) && ![...homes, project].some((folder) => isWithin(folder, path))
  );
  return [...homes.flatMap((home) => SECRET_PATHS.map((path) => join(home, path))), ...moved];
}

/** Lists the user's home folders: that of `HOME`, and the account's own. */
export function listHomes(variable: Variable, accountHome: string | null): string[] {
  const homes = [...absolutePaths(variable("HOME")), ...accountHome === null ? [] : [accountHome]];
  return [...new Set(homes)];
}

/** Finds the home folder of this process's account; null where `/etc/passwd` does not name it. */
export function findAccountHome(): string | null {
  const uid = attempt(() => Deno.uid()) ?? null;
  const read = readText("/etc/passwd");
  if (uid === null || read.kind !== "text") return null;
  return readHome(read.text, uid);
}

/**
 * Reads an account's home folder.
 *
 * @param accounts The content of `/etc/passwd`.
 */
export function readHome(accounts: string, uid: number): string | null {
  const fields = accounts.split("\n").map((line) => line.split(":"))
    .find(([, , id]) => id === String(uid));
  const home = fields?.[5] ?? "";
  return home.startsWith("/") && home !== "/" ? home : null;
}

/** Lists the existing credentials that are in the project, from its root: agents do not see them. */
export function findSecretsInside(project: string, secretPaths: readonly string[]): string[] {
  const inside = secretPaths.filter(isThere).map(resolveLinks)
    .filter((path) => path !== project && isWithin(path, project));
  return [...new Set(inside)].map((path) => path.slice(join(project, "/").length));
}

const CONFIG = ".config/";

/** The absolute paths of a variable, which may be a list as `KUBECONFIG` is. */
function absolutePaths(value = ""): string[] {
  return value.split(":").filter((path) => path.startsWith("/"));
}
