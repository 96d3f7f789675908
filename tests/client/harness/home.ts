/** A home folder in which the client asks no questions. */

/** Writes the client's configuration and settings into `home`, with `project` trusted. */
export async function prepareHome(home: string, project: string): Promise<void> {
  await writeJson(`${home}/.claude.json`, {
    hasCompletedOnboarding: true,
    theme: "dark",
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: ["dummy-key-of-a-test-00000000".slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  });
  await writeJson(`${home}/.claude/settings.json`, {
    skipDangerousModePermissionPrompt: true,
    skipAutoPermissionPrompt: true,
  });
}

/** One hook of the client's settings. */
interface HookEntry {
  /** The shell command. */
  command: string;
  /** The tools that it is for. Default: all. */
  matcher?: string;
  /** Further fields of the entry, such as `timeout`. */
  more?: Record<string, unknown>;
}

/** Adds a hook to the user's settings in `home`: for tests of the harness, ralph installs its own. */
export async function addHook(home: string, event: string, entry: HookEntry): Promise<void> {
  const path = `${home}/.claude/settings.json`;
  const settings = JSON.parse(await Deno.readTextFile(path));
  settings.hooks ??= {};
  (settings.hooks[event] ??= []).push({
    ...(entry.matcher === undefined ? {} : { matcher: entry.matcher }),
    hooks: [{ type: "command", command: entry.command, ...entry.more }],
  });
  await writeJson(path, settings);
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await Deno.writeTextFile(path, JSON.stringify(value, null, 2) + "\n");
}
