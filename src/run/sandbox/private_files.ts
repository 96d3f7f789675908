/** Files of which a sandbox gets its own version, created for each agent and removed afterwards. */
import { join } from "@std/path";
import { LIST_SETTINGS, readSettings, renderSettings } from "../../system/git_settings.ts";
import { runGit } from "../../system/run_git.ts";
import { parseJson } from "../../store/files/json_text.ts";
import { readText } from "../../store/files/text_file.ts";
import { isObject } from "../../store/records/json_record.ts";

/**
 * Sections and settings of the user's git that agents get: identity, and how files are written. Others can
 * contain credentials, or servers with a token in their address.
 */
const GIT_SETTINGS =
  /^(?:user|filter|merge|pull|push|rebase|diff|safe)\..+$|^init\.defaultbranch$|^core\.(?:autocrlf|eol|safecrlf|quotepath|filemode|ignorecase|excludesfile|attributesfile)$/;

const GIT_LIMITS = { timeoutMs: 5_000, maxBytes: 1 << 20 };

const gitConfigs = new Map<string, Promise<string>>();

/** Reads the user's own git configuration as a file for agents, once per run; empty if there is none. */
export function readGitConfig(
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const home = env["HOME"] ?? "";
  const config = gitConfigs.get(home) ?? listGitConfig(cwd, env);
  gitConfigs.set(home, config);
  return config;
}

async function listGitConfig(cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const [command = "", ...args] = LIST_SETTINGS;
  const how = { ...GIT_LIMITS, programs: "none", cwd, env } as const;
  const listed = await runGit(command, ["--global", ...args], how);
  if (listed.kind !== "ended" || listed.code !== 0) return "";
  return selectGitConfig(new TextDecoder().decode(listed.stdout));
}

/** Selects the settings for agents from git's list. */
export function selectGitConfig(listed: string): string {
  return renderSettings(readSettings(listed).filter(({ key }) => GIT_SETTINGS.test(key)));
}

/**
 * Lists the files of ignore patterns and attributes: those that a git configuration names, and git's
 * defaults. Without them an agent would commit files that the user's git never commits.
 *
 * @param config The configuration for agents.
 */
export function listGitFiles(config: string, home: string): string[] {
  const named = [...config.matchAll(/^\t(?:excludesfile|attributesfile) = "(.*)"$/gm)];
  return [
    ...named.map(([, path = ""]) => path.replace(/^~(?=\/)/, home)),
    ...["ignore", "attributes"].map((name) => join(home, ".config/git", name)),
  ];
}

/**
 * Copies an agent's settings without the entries of other projects.
 *
 * @param projects The folders whose entries stay.
 * @returns Null if the file is missing or not an object.
 */
export function copySettings(path: string, projects: readonly string[]): string | null {
  const read = readText(path);
  const json = read.kind === "text" ? parseJson(read.text) : null;
  if (json?.kind !== "ok" || !isObject(json.value)) return null;
  const own = isObject(json.value["projects"]) ? json.value["projects"] : {};
  const kept = Object.entries(own).filter(([folder]) => projects.includes(folder));
  return JSON.stringify({ ...json.value, projects: Object.fromEntries(kept) });
}

/** A folder for such files, readable only by its user. */
export class PrivateFiles {
  readonly #folder: string;

  /** @param parent An existing folder that agents cannot write. */
  constructor(parent: string) {
    this.#folder = Deno.makeTempDirSync({ dir: parent, prefix: "sandbox-" });
  }

  /** Writes a file. @returns Its path. */
  add(name: string, text: string): string {
    const path = join(this.#folder, name);
    Deno.writeTextFileSync(path, text, { mode: 0o600 });
    return path;
  }

  remove(): void {
    Deno.removeSync(this.#folder, { recursive: true });
  }
}
