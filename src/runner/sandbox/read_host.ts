/**
 * Reads what a sandbox is made from: the project's repository, the agent's own files, and what of the
 * machine agents must not see.
 *
 * @module
 */
import { basename, dirname, join } from "@std/path";
import { attempt } from "../../error.ts";
import { isFolder } from "../../store/files/presence.ts";
import { PROJECT_FILES } from "../../store/project_files.ts";
import type { Agent } from "../agents/choose_agent.ts";
import { KNOWN_AGENTS } from "../agents/known_agents.ts";
import type { RunContext } from "../job/context.ts";
import { listGitConfigs, listGitFolders } from "./git_paths.ts";
import type { HostFacts } from "./mounts.ts";
import { findOtherProjects } from "./other_projects.ts";
import { findAccountHome, listHomes, listSecretPaths } from "./secret_paths.ts";

/** Folders of the project's `.claude` that only the user writes, and that ralph trusts. */
const USERS_FOLDERS: readonly string[] = [
  PROJECT_FILES.templatesDir.name,
  PROJECT_FILES.adaptersDir.name,
];

/** What the sandbox needs to know of a run. */
export type SandboxedRun = Pick<RunContext, "job" | "places" | "workFolder" | "given">;

/**
 * Reads the facts that the mounts of a command follow from.
 *
 * @param context The run; its work folder with links resolved.
 * @param env The command's environment.
 */
export function readHost(
  { job, places, workFolder: project, given = [] }: SandboxedRun,
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
  // A git folder of the agent's own in the place of `.git` needs no look at the user's.
  const hasOwnGit = given.some(({ path }) => path === join(project, ".git"));
  const gitFolders = hasOwnGit ? [] : listGitFolders(project);
  return {
    given,
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
        claudeConfig: join(env["CLAUDE_CONFIG_DIR"] || each, ".claude.json"),
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

function realPathOf(path: string): string {
  return attempt(() => Deno.realPathSync(path)) ?? path;
}
