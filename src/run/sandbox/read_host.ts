/** Reads which parts of this machine a run's sandbox gets. */
import { ensureDirSync } from "@std/fs/ensure-dir";
import { basename, dirname, isAbsolute, join } from "@std/path";
import { attempt } from "../../error.ts";
import { isFolder } from "../../store/files/presence.ts";
import { runLockFile } from "../../store/run_lock.ts";
import { findForeignRepository, findGitFolders } from "../../store/git_exclude.ts";
import { findGitTop, isWithin } from "../../store/project.ts";
import { projectHash } from "../../store/places.ts";
import { PROJECT_FILES } from "../../store/project_files.ts";
import { type AgentFolder, knownAgents } from "../agents/known_agents.ts";
import type { RunContext } from "../job/context.ts";
import { CERTIFICATES, homeOf } from "./environment.ts";
import { createFollower, type Disk, type Ground } from "./follow.ts";
import type { Given, Wanted } from "./given.ts";
import { listGround, SYSTEM } from "./ground.ts";
import { copySettings, listGitFiles, type PrivateFiles } from "./private_files.ts";
import { listInstallations, listToolchains } from "./toolchains.ts";

/** The parts of a run that the sandbox depends on. */
export type SandboxedRun = Pick<RunContext, "job" | "loop" | "places" | "workFolder" | "given">;

/** Folders that are private to every sandbox. */
const EMPTY: readonly string[] = ["/tmp", "/var/tmp", "/run"];

/** Folders in the project's `.claude` that only the user writes and ralph trusts. */
const USERS_FOLDERS: readonly string[] = [
  PROJECT_FILES.templatesDir.name,
  PROJECT_FILES.adaptersDir.name,
  // Claude Code runs hooks outside of the sandbox, and the user trusted them by name.
  "hooks",
];

/**
 * Lists the contents of a command's sandbox.
 *
 * @param env The command's environment.
 */
export function listWanted(
  run: SandboxedRun,
  env: Readonly<Record<string, string>>,
  { disk, files, gitConfig, hasOverlays, isContainer }: {
    readonly disk: Disk;
    readonly files: PrivateFiles;
    /** The user's own git configuration, for agents. */
    readonly gitConfig: string;
    /** Whether caches can be shown with changes that are discarded. */
    readonly hasOverlays: boolean;
    /** Whether an image has its own programs. */
    readonly isContainer: boolean;
  },
): Wanted {
  const { job, workFolder } = run;
  const home = homeOf(env);
  const work = [workFolder, run.loop.facts.project, ...job.sandboxWrite];
  const ground = listGround(env, work);
  const toolchains = listToolchains(home, env);
  const caches = toolchains.caches.filter((cache) =>
    !job.sandboxWrite.some((path) => isWithin(cache, path))
  );
  const own = knownAgents(job.agent).flatMap(({ folders }) => folders).map((folder) => ({
    ...folder,
    root: rootOf(folder, home, env),
  }));
  return {
    empty: [...EMPTY, ...home === null ? [] : [home], ...own.flatMap(({ root }) => root ?? [])],
    ground,
    overlays: hasOverlays ? caches : [],
    given: [
      ...isContainer ? [] : reads(listSearched(run, env, ground, disk)),
      ...asked(reads(listNamed(run, env))),
      ...isContainer ? [] : reads([...SYSTEM, ...toolchains.reads, "/etc/resolv.conf"]),
      ...reads(CERTIFICATES.flatMap((name) => isAbsolute(env[name] ?? "") ? [env[name]!] : [])),
      ...hasOverlays || home === null ? [] : listOwnCaches(caches, home, run.loop.facts.project),
      ...own.flatMap((folder) => listAgentFolder(folder, run, files)),
      ...home === null ? [] : reads(listGitFiles(gitConfig, home)),
      ...home === null ? [] : [{
        path: join(home, ".gitconfig"),
        source: files.add("gitconfig", gitConfig),
        access: "read" as const,
      }],
      ...listProject(run, home),
      ...reads(listLinked(run)),
      ...asked(reads(job.sandboxRead)),
      ...asked(writes(job.sandboxWrite)),
      ...run.given ?? [],
    ],
  };
}

function reads(paths: readonly string[]): Given[] {
  return paths.map((path) => ({ path, access: "read" }));
}

function writes(paths: readonly string[]): Given[] {
  return paths.map((path) => ({ path, access: "write" }));
}

function asked(given: readonly Given[]): Given[] {
  return given.map((each) => ({ ...each, isAsked: true }));
}

/** Lists the project, its repository, and the parts of its loop that an agent may see. */
function listProject(
  { job, loop, places, workFolder: project, given = [] }: SandboxedRun,
  home: string | null,
): Given[] {
  const ofProject = job.isReadOnly === true ? reads : writes;
  const top = findGitTop(project);
  const isOwnTop = top !== null && (home === null || !isWithin(home, top));
  const hasOwnGit = top !== null && given.some(({ path }) => path === join(top, ".git"));
  const repository = hasOwnGit || !isOwnTop ? null : findGitFolders(project);
  const isUsable = repository !== null && findForeignRepository(top ?? "", repository) === null;
  const gitFolders = isUsable ? [...new Set([repository.own, repository.common])] : [];
  const claudeFolder = join(project, ".claude");
  // Of Claude Code's settings folder, an agent writes only the plan and its companions.
  const planFolder = dirname(job.planPath);
  const isPlanFolderGiven = planFolder !== claudeFolder && isWithin(planFolder, claudeFolder) &&
    !USERS_FOLDERS.some((name) => isWithin(planFolder, join(claudeFolder, name)));
  const isPlanWritable = isWithin(job.planPath, project) && !isWithin(job.planPath, claudeFolder);
  return [
    // Git would take hidden files for deleted ones.
    ...isOwnTop ? reads([top]) : [],
    ...ofProject([project, ...gitFolders]),
    // srt cannot mount one path over another, so its agents write the user's repository.
    ...reads(gitFolders.flatMap((each) => ["hooks", "config"].map((name) => join(each, name)))),
    // The runner replaces the file, which would lose its mount. So the folder is read-only.
    ...reads([claudeFolder, join(project, ".mcp.json")]),
    ...ofProject(isPlanWritable ? [] : [isPlanFolderGiven ? planFolder : job.planPath]),
    // Claude Code's hooks read the gate's files.
    ...reads([
      dirname(job.iterationsDir),
      runLockFile(places, loop.facts.project),
      places.gate,
    ]),
  ];
}

/** Lists the targets that `worktree_setup` links into a worktree from the project's own tree. */
function listLinked({ job, loop, workFolder }: SandboxedRun): string[] {
  if (workFolder === loop.facts.project) return [];
  return job.worktreeSetup.flatMap(({ line }) => /^link:\s*(\S.*)$/.exec(line.trim())?.[1] ?? [])
    .map((path) => join(loop.facts.project, path));
}

/** Lists ralph, the agent's program, and absolute paths in the agent's command. */
function listNamed({ job }: SandboxedRun, env: Readonly<Record<string, string>>): string[] {
  const home = homeOf(env);
  return [...job.agent?.command ?? [], Deno.execPath()]
    .filter((word) => isAbsolute(word) && (home === null || !isWithin(home, word)));
}

/** Lists the folders of the search path and of the agent's program, and what belongs to the programs. */
function listSearched(
  run: SandboxedRun,
  env: Readonly<Record<string, string>>,
  ground: Ground,
  disk: Disk,
): string[] {
  const follower = createFollower(disk, ground);
  const programs = [run.job.agent?.command[0] ?? "", Deno.execPath()].filter(isAbsolute);
  const folders = [
    ...(env["PATH"] ?? "").split(":").filter(isAbsolute),
    ...programs.flatMap((path) => [path, follower.follow(path, true)?.real ?? path]).map(dirname)
      .filter((folder) => basename(folder) === "bin"),
  ];
  const isCovered = (path: string) =>
    [...SYSTEM, ...ground.work].some((folder) => isWithin(path, folder));
  return listInstallations(folders, homeOf(env), isCovered, follower);
}

function rootOf(
  { folder, variable = "" }: AgentFolder,
  home: string | null,
  env: Readonly<Record<string, string>>,
): string | null {
  return env[variable] || (home === null ? null : join(home, folder));
}

/** Lists the parts of an agent's folder that outlast the sandbox, and the read-only parts. */
function listAgentFolder(
  { root, folder, reads: read, writes: written, copied }: AgentFolder & {
    readonly root: string | null;
  },
  { workFolder, loop }: SandboxedRun,
  files: PrivateFiles,
): Given[] {
  if (root === null) return [];
  const own = workFolder.replace(/[^A-Za-z0-9]/g, "-");
  const paths = written.map((name) => join(root, name.replace("{project}", own)));
  for (const path of paths) {
    if (path.endsWith("/") && isFolder(root)) attempt(() => ensureDirSync(path));
  }
  const settings = copied === undefined
    ? null
    : join(root.endsWith(`/${folder}`) ? dirname(root) : root, copied);
  const text = settings === null ? null : copySettings(settings, [workFolder, loop.facts.project]);
  return [
    ...reads(read.map((name) => join(root, name))),
    ...writes(paths.map((path) => path.replace(/\/$/, ""))),
    ...settings === null || text === null
      ? []
      : [{ path: settings, source: files.add(basename(settings), text), access: "write" as const }],
  ];
}

/** Lists a project's own caches, which agents share, for a bubblewrap without overlays. */
function listOwnCaches(caches: readonly string[], home: string, project: string): Given[] {
  const all = join(home, ".cache/ralph");
  attempt(() => ensureDirSync(all));
  // Agents install from there, so the umask must not let others write.
  attempt(() => Deno.chmodSync(all, 0o700));
  const root = join(all, projectHash(project));
  return caches.filter(isFolder).map((path) => {
    const source = join(root, path.replace(/^\/+/, ""));
    attempt(() => ensureDirSync(source));
    return { path, source, access: "write" };
  });
}
