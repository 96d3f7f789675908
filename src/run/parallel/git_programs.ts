/**
 * Decides which programs of a repository git may run for a parallel run: programs that the user configured,
 * and programs of the repository itself once they are trusted.
 *
 * A setting needs trust unless it is known not to name a program, since git learns new settings.
 *
 * @module
 */
import { StateError } from "../../error.ts";
import { join, resolve } from "@std/path";
import { LIST_SETTINGS, readSettings } from "../../system/git_settings.ts";
import { readText } from "../../store/files/text_file.ts";
import type { Places } from "../../store/places.ts";
import { isWithin, resolveLinks } from "../../store/project.ts";
import { listUntrusted, type TrustNeed } from "../../store/trust.ts";
import { Git, GitError } from "./git.ts";
import type { Repository } from "./repository.ts";

/** Sections of git's configuration without a program, or with programs that ralph's git does not run. */
const HARMLESS_SECTIONS: ReadonlySet<string> = new Set(
  ("advice alias am apply author blame branch checkout clean clone color column commit committer diff " +
    "difftool extensions feature fetch format gitflow github gitlab grep gui hub i18n index init " +
    "log mergetool notes pack pager pull push rebase rerere safe sendemail ssh stash status " +
    "submodule svn-remote tag transfer user versionsort worktree").split(" "),
);

/** Settings of other sections that name neither a program nor a file to write, or that are not used. */
const HARMLESS: RegExp = new RegExp(
  `^(?:${
    [
      "core\\.(?:abbrev|attributesfile|autocrlf|bare|bigfilethreshold|checkroundtripencoding" +
      "|checkstat|commentchar|commentstring|commitgraph|compression|createobject" +
      "|deltabasecachelimit|disambiguate|editor|eol|excludesfile|filemode|filesreflocktimeout" +
      "|fscache|fsmonitor|fsync.*|hidedotfiles|hookspath|ignorecase|ignorestat|logallrefupdates" +
      "|longpaths|loosecompression|multipackindex|notesref|packedgit.*|packedrefstimeout|pager" +
      "|precomposeunicode|preloadindex|protecthfs|protectntfs|quotepath|repositoryformatversion" +
      "|safecrlf|sharedrepository|sparsecheckout|sparsecheckoutcone|splitindex|symlinks|trustctime" +
      "|untrackedcache|usereplacerefs|warnambiguousrefs|whitespace|worktree)",
      "credential\\.(?:.*\\.)?(?:interactive|usehttppath|username)",
      "gpg\\.(?:format|mintrustlevel|ssh\\.allowedsignersfile)",
      "gc\\.(?:auto|autodetach|autopacklimit|pruneexpire|worktreepruneexpire)",
      "http\\.(?:.*\\.)?(?:emptyauth|extraheader|followredirects|keepalive.*|lowspeed.*|maxrequests" +
      "|postbuffer|proxy|proxyauthmethod|sslbackend|sslcainfo|sslcapath|sslverify|sslversion" +
      "|useragent|version)",
      "lfs\\.(?:.*\\.)?(?:access|fetchexclude|fetchinclude|locksverify|repositoryformatversion|url)",
      "maintenance\\.(?:auto|strategy)",
      "merge\\.[^.]+",
      "remote\\..*\\.(?:fetch|gh-resolved|mirror|partialclonefilter|promisor|prune|prunetags|push" +
      "|skipdefaultupdate|skipfetchall|tagopt)",
      "remote\\.pushdefault",
    ].join("|")
  })$`,
  "s",
);

/** Settings that contain the address of a remote. */
const ADDRESSES: readonly RegExp[] = [
  /^remote\..*\.(?:push)?url\n(.*)$/s,
  /^url\.(.*)\.(?:push)?insteadof\n/s,
];

/** Hooks that git runs when it fetches or pushes. */
const NETWORK_HOOKS: readonly string[] = ["pre-push", "reference-transaction"];
const MOST_HOOK_BYTES = 1 << 20;

/**
 * Lists the entries of a repository's own configuration that could make git run a program.
 *
 * @param git Git in the work tree.
 * @param isShared Whether git also talks to a remote, which runs hooks.
 * @throws {GitError} If the configuration cannot be read.
 */
export async function listGitNeeds(git: Git, isShared: boolean): Promise<TrustNeed[]> {
  const needs: TrustNeed[] = [];
  for (const { scope, key, value } of readSettings(await git.ask(...LIST_SETTINGS))) {
    if (scope !== "local" && scope !== "worktree") continue;
    const [address] = ADDRESSES.flatMap((pattern) =>
      pattern.exec(`${key}\n${value ?? ""}`)?.[1] ?? []
    );
    const isKnown = address === undefined ? isHarmless(key) : !leadsInside(git, address);
    if (isKnown) continue;
    const what = value === null ? key : `${key} = ${value}`;
    needs.push({ kind: "git", what, content: what });
  }
  return isShared ? [...needs, ...await listHooks(git)] : needs;
}

/**
 * Checks whether a setting cannot make ralph's git run a program, whatever its value.
 *
 * @param key A key as git prints it: section and name in lower case.
 *
 * @example A filter, and a setting that every clone has
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(isHarmless("filter.x.clean"), false);
 * assertEquals(isHarmless("branch.main.merge"), true);
 * ```
 */
export function isHarmless(key: string): boolean {
  return HARMLESS_SECTIONS.has(key.slice(0, key.indexOf("."))) || HARMLESS.test(key);
}

/** Checks whether an address is a repository that comes with the project; a push would run its hooks. */
function leadsInside(git: Git, address: string): boolean {
  // `https://host/x` and `user@host:x`, but not `ext::command`.
  if (/^(?!file:)[^/:]+:(?!:)/i.test(address)) return false;
  const path = resolve(git.folder, address.replace(/^file:\/\/[^/]*/i, ""));
  return isInside(git, path) || isInside(git, resolveLinks(path));
}

function isInside({ folder, folders }: Git, path: string): boolean {
  return isWithin(path, folder) || folders !== null && isWithin(path, folders.common);
}

/** Lists the hooks that come with the project; hooks in a folder elsewhere are the user's. */
async function listHooks(git: Git): Promise<TrustNeed[]> {
  // Lists the values of every scope, since ralph's own setting would hide the project's.
  const named = await git.run(
    "config",
    "--includes",
    "--show-scope",
    // Expanded as git does: `~/` is the home folder, which may contain the project.
    "--type=path",
    "--get-all",
    "core.hooksPath",
  );
  const last = named.out.split("\n").filter((line) => !line.startsWith("command\t")).at(-1) ?? "";
  const common = git.folders?.common ?? join(git.folder, ".git");
  const path = last.slice(last.indexOf("\t") + 1);
  const folder = path === "" ? join(common, "hooks") : resolve(git.folder, path);
  if (!isInside(git, folder)) return [];
  return NETWORK_HOOKS.flatMap((name) => {
    const file = join(folder, name);
    const read = readText(file, MOST_HOOK_BYTES);
    if (read.kind === "absent") return [];
    if (read.kind !== "text") throw new GitError(`the hook "${file}" cannot be read: ${read.why}`);
    return [{ kind: "git", what: file, content: `${name}\n${read.text}` }];
  });
}

/**
 * Returns a git that runs the configured filters and merge drivers.
 *
 * @throws {StateError} If the repository's own settings are not trusted, including recent changes.
 */
export async function allowGitPrograms(places: Places, project: string, git: Git): Promise<Git> {
  const [untrusted] = await listUntrusted(places, project, await listGitNeeds(git, false));
  if (untrusted === undefined) return new Git(git.folder, git.folders, "trusted");
  throw new StateError(`A setting of the git repository is not trusted: ${untrusted.need.what}`, {
    hint: "Read it, then run with --trust, or remove it: git config --unset KEY.",
  });
}

/**
 * Allows a run's repository its configured programs, then looks for uncommitted changes again, since a file
 * of Git LFS may look changed without its filter.
 *
 * @throws {StateError} If the repository's own settings are not trusted.
 * @throws {UsageError} If there are uncommitted changes, and they are not allowed.
 */
export async function trustRepository(
  places: Places,
  project: string,
  repository: Repository,
): Promise<Repository> {
  const git = await allowGitPrograms(places, project, repository.git);
  return { ...repository, git, dirty: await repository.findDirty(git) };
}
