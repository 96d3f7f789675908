/** Asks git which files and folders affect it: its configuration, and the hooks that it runs. */
import { dirname, join, resolve } from "@std/path";
import { isThere, namesIn } from "../../store/files/presence.ts";
import { resolvePath } from "../../store/project.ts";
import { type GitSetting, LIST_SETTINGS, readSettings } from "../../system/git_settings.ts";
import type { Git } from "../parallel/git.ts";

/** A path that is read-only for agents. */
export interface Sealed {
  readonly path: string;
  /** Whether to create an empty file if nothing exists; otherwise a folder. */
  readonly isFile?: boolean;
  /** The content of such a file. */
  readonly text?: string;
}

/** Lists the settings that name paths that affect git, with `~` expanded by git. */
const LIST_PATHS: readonly string[] = [
  ...["config", "--type=path", "--includes", "--show-scope", "--show-origin", "--null"],
  "--get-regexp",
  "^(core[.](hookspath|attributesfile)|init[.]templatedir|include[.]path|includeif[.].*[.]path)$",
];

/** No repository has more hooks than this. */
const MOST_HOOKS = 200;

/**
 * Lists the paths that affect git at the top of a work tree, or in a folder without a repository. Includes
 * paths that a link leads to, and paths where nothing exists yet.
 */
export async function readObeyed(git: Git): Promise<Sealed[]> {
  const { folder: top, folders } = git;
  const [all, named] = await Promise.all([
    git.ask(...LIST_SETTINGS),
    // Fails if none is set, or if git cannot read one of them.
    git.run(...LIST_PATHS),
  ]);
  const files = readSettings(all).flatMap((setting) => originOf(setting, top) ?? []);
  const paths = readSettings(named.out).flatMap((setting) => readPath(setting, top));
  const hooks = paths.flatMap(({ path, isHooks }) => isHooks ? [path] : []);
  if (folders !== null) hooks.push(join(folders.common, "hooks"));
  return [
    ...[...listUsersFiles(), ...files].map((path) => ({ path, isFile: true })),
    ...paths,
    ...listRemotes(readSettings(all), top),
    ...listTemplate(),
    ...hooks.flatMap((at) =>
      namesIn(at).slice(0, MOST_HOOKS).map((name) => ({ path: join(at, name), isFile: true }))
    ),
  ].flatMap(({ path, ...kind }) =>
    [...new Set([path, resolvePath(path)])].map((each) => ({ path: each, ...kind }))
  );
}

/** Lists the files of the user's configuration, which may be missing. */
function listUsersFiles(): string[] {
  const [home, config, own, system] = [
    "HOME",
    "XDG_CONFIG_HOME",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
  ].map((name) => Deno.env.get(name) ?? "");
  const folder = config !== "" ? config : home === "" ? "" : join(home!, ".config");
  return [
    own ?? "",
    system ?? "",
    ...home === "" ? [] : [join(home!, ".gitconfig")],
    ...folder === "" ? [] : ["config", "attributes"].map((name) => join(folder!, "git", name)),
  ].filter((path) => path.startsWith("/"));
}

/** Lists the template that a variable names; it overrides the setting. */
function listTemplate(): Sealed[] {
  const path = Deno.env.get("GIT_TEMPLATE_DIR") ?? "";
  return path.startsWith("/") ? [{ path }] : [];
}

/** Settings whose value, or name, is the address of a repository. */
const ADDRESS = /^(?:remote[.].*[.](?:url|pushurl)|branch[.].*[.](?:remote|pushremote))$/s;
const REWRITTEN = /^url[.](.*)[.](?:push)?insteadof$/s;

/** Lists the repositories on this machine that git pushes to, since each push runs their hooks. */
function listRemotes(settings: readonly GitSetting[], top: string): Sealed[] {
  return settings.flatMap(({ key, value }) => {
    const named = REWRITTEN.exec(key)?.[1] ?? (ADDRESS.test(key) ? value ?? "" : "");
    const path = named.replace(/^file:\/\//, "");
    // It is a name, another protocol, or another machine.
    if (!path.includes("/") || /^[^/]*:/.test(path)) return [];
    const at = resolve(top, path);
    const inner = join(at, ".git");
    return [{ path: isThere(inner) ? inner : at }];
  });
}

function originOf({ origin }: GitSetting, top: string): string | null {
  return origin.startsWith("file:") ? resolve(top, origin.slice("file:".length)) : null;
}

function readPath(setting: GitSetting, top: string): (Sealed & { readonly isHooks: boolean })[] {
  const { key, value } = setting;
  if (value === null || value === "") return [];
  const isHooks = key === "core.hookspath";
  const isIncluded = key.startsWith("include");
  const file = originOf(setting, top);
  const from = isIncluded && file !== null ? dirname(file) : top;
  const isFile = isIncluded || key === "core.attributesfile";
  return [{ path: resolve(from, value), isFile, isHooks }];
}
