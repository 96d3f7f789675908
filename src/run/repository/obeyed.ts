/** Asks git for the files and folders that it obeys: its configuration, and the hooks that it runs. */
import { dirname, join, resolve } from "@std/path";
import { isThere, namesIn } from "../../store/files/presence.ts";
import { resolvePath } from "../../store/project.ts";
import { type GitSetting, LIST_SETTINGS, readSettings } from "../../system/git_settings.ts";
import type { Git } from "../parallel/git.ts";

/** A path that agents only read. */
export interface Sealed {
  readonly path: string;
  /** Whether an empty file is made if there is nothing; otherwise a folder. */
  readonly isFile?: boolean;
  /** What such a file holds. */
  readonly text?: string;
}

/** Lists the settings that name what git obeys, with `~` as git reads it. */
const LIST_PATHS: readonly string[] = [
  ...["config", "--type=path", "--includes", "--show-scope", "--show-origin", "--null"],
  "--get-regexp",
  "^(core[.](hookspath|attributesfile)|init[.]templatedir|include[.]path|includeif[.].*[.]path)$",
];

/** No repository has more hooks. */
const MOST_HOOKS = 200;

/**
 * Lists what git obeys at the top of a work tree, or in a folder without a repository: also if a link
 * leads to it, and where there is nothing yet.
 */
export async function readObeyed(git: Git): Promise<Sealed[]> {
  const { folder: top, folders } = git;
  const [all, named] = await Promise.all([
    git.ask(...LIST_SETTINGS),
    // It fails if none is there, and if git cannot read one of them.
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

/** Lists the files of the user's configuration, which may be empty. */
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

/** The template that a variable names; it wins over the setting. */
function listTemplate(): Sealed[] {
  const path = Deno.env.get("GIT_TEMPLATE_DIR") ?? "";
  return path.startsWith("/") ? [{ path }] : [];
}

/** Settings whose value, or name, is the address of a repository. */
const ADDRESS = /^(?:remote[.].*[.](?:url|pushurl)|branch[.].*[.](?:remote|pushremote))$/s;
const REWRITTEN = /^url[.](.*)[.](?:push)?insteadof$/s;

/** Lists the repositories of this machine that git pushes to: their hooks run at each push. */
function listRemotes(settings: readonly GitSetting[], top: string): Sealed[] {
  return settings.flatMap(({ key, value }) => {
    const named = REWRITTEN.exec(key)?.[1] ?? (ADDRESS.test(key) ? value ?? "" : "");
    const path = named.replace(/^file:\/\//, "");
    // Not a name, another protocol, or another machine.
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
