/**
 * What of a settings file is control: hook entries that call ralph, the plugin's own switch, and
 * `disableAllHooks`. Everything else in it is the user's and the agent's to edit.
 *
 * @module
 */

/** The text of a settings file before and after a change. */
export interface SettingsChange {
  /** Empty where the file does not exist. */
  readonly before: string;
  /** Empty where the file goes away. */
  readonly after: string;
}

/**
 * Says whether a change takes away or alters what is control in a settings file.
 *
 * @returns What it would do, as a verb phrase for the reason, or undefined where it is harmless.
 */
export function describeSettingsHarm(change: SettingsChange): string | undefined {
  const before = readOurs(change.before);
  const after = readOurs(change.after);
  if (after === undefined) {
    const hadOurs = before === undefined ? /ralph/.test(change.before) : before.entries.size > 0;
    return hadOurs ? "break ralph's hooks in" : undefined;
  }
  if (after.isDisabled && before?.isDisabled !== true) return "set disableAllHooks in";
  if (before === undefined) return undefined;
  for (const entry of before.entries) {
    if (!after.entries.has(entry)) return "remove or change ralph's entries in";
  }
  return undefined;
}

/** Whether a settings text holds entries of control. */
export function hasOurEntries(text: string): boolean {
  const control = readOurs(text);
  return control === undefined ? /ralph/.test(text) : control.entries.size > 0;
}

interface Ours {
  readonly entries: ReadonlySet<string>;
  readonly isDisabled: boolean;
}

/** What is control in a settings text; undefined where it is no JSON object. */
function readOurs(text: string): Ours | undefined {
  if (text.trim() === "") return { entries: new Set(), isDisabled: false };
  const settings = parseObject(text);
  if (settings === undefined) return undefined;
  const entries = new Set<string>();
  for (const [event, groups] of Object.entries(asRecord(settings["hooks"]))) {
    for (const group of Array.isArray(groups) ? groups : []) {
      const { hooks, ...rest } = asRecord(group);
      for (const hook of Array.isArray(hooks) ? hooks : []) {
        if (isOurHook(hook)) entries.add(JSON.stringify([event, rest, hook]));
      }
    }
  }
  for (const [name, isOn] of Object.entries(asRecord(settings["enabledPlugins"]))) {
    if (/^ralph(@|$)/.test(name) && isOn !== false) entries.add(JSON.stringify([name, isOn]));
  }
  return { entries, isDisabled: settings["disableAllHooks"] === true };
}

/** A command, or its list of arguments, that runs `ralph hook …`. */
function isOurHook(hook: unknown): boolean {
  const { command, args } = asRecord(hook);
  const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) =>
    typeof word === "string"
  );
  return /ralph(\.exe)?["']?\s+hook\s/.test(`${words.join(" ")} `);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? value as Record<string, unknown>
      : undefined;
  } catch {
    return undefined;
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
