/**
 * Ralph's part of a settings file: hook entries that call it, the plugin's own switch, and
 * `disableAllHooks`. The user and the agent may edit everything else.
 *
 * @module
 */
import { isOurEntry } from "../registration/ours.ts";

/**
 * Describes what a change does to ralph's entries in a settings file.
 *
 * @param before The file's text; empty where it does not exist.
 * @param after Its text after the change; empty where it is removed.
 * @returns What the change does, as a verb phrase for the reason; undefined where it is harmless.
 *
 * @example A change of something else, and a switch
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(describeSettingsHarm('{"model":"a"}', '{"model":"b"}'), undefined);
 * const after = '{"disableAllHooks":true}';
 * assertEquals(describeSettingsHarm("{}", after), "set disableAllHooks in");
 * ```
 */
export function describeSettingsHarm(before: string, after: string): string | undefined {
  const old = readOwnEntries(before);
  const fresh = readOwnEntries(after);
  if (fresh === undefined) return hasOwnEntries(before) ? "break ralph's hooks in" : undefined;
  if (fresh.isDisabled && old?.isDisabled !== true) return "set disableAllHooks in";
  const isKept = [...old?.entries ?? []].every((entry) => fresh.entries.has(entry));
  return isKept ? undefined : "remove or change ralph's entries in";
}

/** Whether a settings text has entries of ralph's, or, if it is not JSON, names ralph. */
export function hasOwnEntries(text: string): boolean {
  const own = readOwnEntries(text);
  return own === undefined ? text.includes("ralph") : own.entries.size > 0;
}

/** Reads ralph's entries in a settings text; undefined where it is not a JSON object. */
function readOwnEntries(
  text: string,
): { readonly entries: ReadonlySet<string>; readonly isDisabled: boolean } | undefined {
  let settings: unknown;
  try {
    settings = text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) {
    return undefined;
  }
  const { hooks, enabledPlugins, disableAllHooks } = fieldsOf(settings);
  const entries = Object.entries(fieldsOf(hooks)).flatMap(([event, groups]) =>
    listOf(groups).map(fieldsOf).flatMap(({ hooks: list, ...group }) =>
      listOf(list).filter(isOwnHook).map((hook) => JSON.stringify([event, group, hook]))
    )
  );
  const switches = Object.entries(fieldsOf(enabledPlugins))
    .filter(([name, isOn]) => /^ralph(@|$)/.test(name) && isOn !== false)
    .map((entry) => JSON.stringify(entry));
  return { entries: new Set([...entries, ...switches]), isDisabled: disableAllHooks === true };
}

/** Whether a hook's command and arguments run `ralph hook …`. */
function isOwnHook(hook: unknown): boolean {
  const { command, args } = fieldsOf(hook);
  return isOurEntry([command, ...listOf(args)].join(" "));
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
