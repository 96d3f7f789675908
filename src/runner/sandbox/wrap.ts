/**
 * Puts commands into the sandbox.
 *
 * @module
 */
import { basename, dirname, join } from "../../path/path.ts";
import { attempt } from "../../error.ts";
import { isFolder } from "../../store/files/presence.ts";
import { PROJECT_FILES } from "../../store/project_files.ts";
import type { RunContext } from "../job/context.ts";
import { KNOWN_AGENTS } from "../agents/known_agents.ts";
import type { Agent } from "../agents/choose_agent.ts";
import { wrapInBwrap } from "./bwrap.ts";
import { listGitConfigs, listGitFolders, removeNewPointers } from "./git_paths.ts";
import { CACHE_PATHS } from "./host_paths.ts";
import { type HostFacts, listMounts } from "./mounts.ts";
import { findOtherProjects } from "./other_projects.ts";
import { findAccountHome, listHomes, listSecretPaths } from "./secret_paths.ts";
import { fillTemplate } from "./sandbox.ts";

/** A command in its sandbox. */
export interface Confined {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether the started process only waits for the command, and ends with it. */
  readonly isHolder: boolean;
  /**
   * Undoes what cannot be read-only because it does not exist.
   *
   * @returns Whether there was something.
   */
  readonly restore: () => boolean;
}

/**
 * Puts a command of a run, such as its agent's or a check's, into the run's sandbox.
 *
 * @param context The run; its work folder with links resolved.
 * @param command The command's words.
 * @param env The command's environment.
 */
export function confine(
  context: Pick<RunContext, "job" | "places" | "workFolder">,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Confined {
  const { job: { sandbox }, workFolder } = context;
  switch (sandbox.kind) {
    case "none":
      return { command, env, isHolder: false, restore: () => false };
    case "command": {
      const words = fillTemplate(sandbox.template, workFolder, command);
      return { command: words, env, isHolder: false, restore: () => false };
    }
    case "bwrap": {
      createCaches(env["HOME"] || null);
      // In a worktree too, where git need not have it.
      attempt(() => Deno.mkdirSync(join(workFolder, ".claude")));
      const host = readHost(context, env);
      const mounts = listMounts(host);
      return {
        command: wrapInBwrap({ program: sandbox.program, mounts, cwd: workFolder, command }),
        env: withoutSigning(env),
        isHolder: true,
        restore: removeNewPointers(host.gitFolders),
      };
    }
  }
}

/** Says once that something led git away from the project's repository, and was removed. */
export function noteRestored(
  { noteOnce }: Pick<RunContext, "noteOnce">,
  isRestored: boolean,
): void {
  if (!isRestored) return;
  noteOnce(
    "Warning: an agent led git to a configuration of its own (commondir in the repository); " +
      "that was removed",
  );
}

/** Creates missing caches, since what does not exist cannot be mounted, and builds fail without it. */
function createCaches(home: string | null): void {
  if (home === null || !isFolder(home)) return;
  for (const path of CACHE_PATHS) {
    const folder = join(home, path);
    const isUsed = path.includes("/") && isFolder(dirname(folder));
    if (!isUsed && !COMMON_CACHES.includes(path)) continue;
    attempt(() => Deno.mkdirSync(folder, { recursive: true }));
  }
}

/** Commits are not signed in a sandbox: the keys are hidden, and a commit would fail without them. */
function withoutSigning(env: Readonly<Record<string, string>>): Record<string, string> {
  if (env["GIT_CONFIG_COUNT"] !== undefined) return { ...env };
  return {
    ...env,
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "commit.gpgsign",
    GIT_CONFIG_VALUE_0: "false",
  };
}

/** Folders of the project's `.claude` that only the user writes, and that ralph trusts. */
const USERS_FOLDERS: readonly string[] = [
  PROJECT_FILES.templatesDir.name,
  PROJECT_FILES.adaptersDir.name,
];

function readHost(
  { job, places, workFolder: project }: Pick<RunContext, "job" | "places" | "workFolder">,
  env: Readonly<Record<string, string>>,
): HostFacts {
  const { agent, planPath } = job;
  const home = env["HOME"]?.startsWith("/") ? env["HOME"] : null;
  const accountHome = findAccountHome();
  const variable = (name: string) => env[name];
  const program = agent.command[0];
  const programFolders = [
    ...(env["PATH"] ?? "").split(":").filter((folder) => folder.startsWith("/")),
    dirname(program),
    dirname(realPathOf(program)),
    dirname(Deno.execPath()),
  ];
  const gitFolders = listGitFolders(project);
  return {
    home,
    project,
    gitFolders,
    gitConfigs: listGitConfigs(project, gitFolders),
    claudeDir: places.claudeDir,
    ralphHome: places.ralphHome,
    planPath,
    programFolders,
    agentPaths: listAgentPaths(agent, home, env),
    secretPaths: listSecretPaths(variable, accountHome, project),
    otherProjects: listHomes(variable, accountHome).flatMap((each) =>
      findOtherProjects({
        home: realPathOf(each),
        claudeConfig: claudeConfigOf(each, env),
        project,
        kept: [...gitFolders.map(dirname), dirname(planPath), ...programFolders],
      })
    ),
    wantedPaths: job.sandboxPaths,
    isReadOnly: job.isReadOnly === true,
    claudeSubfolders: listClaudeSubfolders(join(project, ".claude")),
    find: (wanted) => {
      const path = realPathOf(wanted);
      const info = attempt(() => Deno.statSync(path));
      return info === null ? null : { path, isFolder: info.isDirectory };
    },
  };
}

/** Caches that are made also for a user who never needed them. */
const COMMON_CACHES: readonly string[] = [".cache", ".npm/_cacache", ".npm/_logs"];

function listClaudeSubfolders(folder: string): string[] {
  const names = attempt(() => [...Deno.readDirSync(folder)]) ?? [];
  return names.flatMap(({ name }) => {
    const path = join(folder, name);
    return isFolder(path) && !USERS_FOLDERS.includes(name) ? [path] : [];
  });
}

/** What the agent's program writes; of the user's own command, what any known agent writes. */
function listAgentPaths(
  { name, command: [program] }: Agent,
  home: string | null,
  env: Readonly<Record<string, string>>,
): string[] {
  const known = KNOWN_AGENTS.filter((agent) =>
    agent.name === name || agent.program === basename(program)
  );
  return (known.length > 0 ? known : KNOWN_AGENTS).flatMap(({ homeVariable, writes }) => {
    const moved = homeVariable === undefined ? undefined : env[homeVariable];
    if (moved) return [moved];
    return home === null ? [] : writes.map((path) => join(home, path));
  });
}

function claudeConfigOf(home: string, env: Readonly<Record<string, string>>): string {
  return join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json");
}

function realPathOf(path: string): string {
  return attempt(() => Deno.realPathSync(path)) ?? path;
}
