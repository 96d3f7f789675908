/**
 * Whether a setting of Claude Code switches hooks off: `disableAllHooks`, or an organization that
 * allows only its own.
 */
import { fieldOf } from "../../../registration/hook_list.ts";
import { removeKey } from "../../../registration/settings_document.ts";
import type { SettingsScope } from "../../../registration/settings_file.ts";
import { defineCheck, type Finding } from "../../check.ts";
import {
  type ClientSettings,
  editClientSettings,
  readClientSettings,
} from "../../client_settings.ts";

/** The files from which `disableAllHooks` is removed. */
type EnableHooks = readonly SettingsScope[];

type SwitchFile = Pick<ClientSettings, "scope" | "path" | "value" | "error">;

/** The check of the switches. */
export const switches = defineCheck<readonly SwitchFile[], EnableHooks>({
  id: "hooks.switches",
  subject: "whether hooks are switched off",
  gather: readClientSettings,
  judge: judgeSwitches,
  repair: (context, scopes) =>
    scopes.flatMap((scope) =>
      editClientSettings(context, scope, (text) => removeKey(text, ["disableAllHooks"]))
    ),
});

/** Judges whether hooks are switched off. @param files The settings files, the weakest first. */
export function judgeSwitches(files: readonly SwitchFile[]): Finding<EnableHooks>[] {
  const managed = files.filter(({ scope }) => scope === "managed");
  const own = files.filter(({ scope }) => scope !== "managed");
  const unread = managed.filter(({ error }) => error !== null);
  const findings: Finding<EnableHooks>[] = [
    ...unread.map(({ error }): Finding<EnableHooks> => ({
      id: "hooks.managed-unreadable",
      status: "unknown",
      title: "The organization's settings of Claude Code cannot be read",
      detail: [error!],
      advice: "Ask your administrator whether they set disableAllHooks or allowManagedHooksOnly.",
    })),
    ...judgeManaged(managed),
    ...judgeOwn(own),
  ];
  if (findings.length > 0) return findings;
  const title = managed.some(({ value }) => value !== undefined)
    ? "Hooks are on; your organization manages Claude Code, and allows them"
    : "Hooks are on, and no organization manages them";
  return [{ id: "hooks.on", status: "pass", title }];
}

function judgeManaged(files: readonly SwitchFile[]): Finding<EnableHooks>[] {
  const setting = (name: string) =>
    files.findLast(({ value }) => typeof fieldOf(value, name) === "boolean");
  return (["disableAllHooks", "allowManagedHooksOnly"] as const).flatMap((name) => {
    const file = setting(name);
    if (file === undefined || fieldOf(file.value, name) !== true) return [];
    return [{
      id: name === "disableAllHooks" ? "hooks.disabled-by-organization" : "hooks.managed-only",
      status: "fail",
      title: name === "disableAllHooks"
        ? "Your organization switches all hooks off, so no loop in a session can run"
        : "Your organization allows only its own hooks, so ralph's are not called",
      detail: [`"${file.path}" sets ${name}`],
      advice: "Ask your administrator to allow ralph's hooks; 'ralph run' works without hooks.",
    }];
  });
}

function judgeOwn(files: readonly SwitchFile[]): Finding<EnableHooks>[] {
  const deciding = files.findLast(({ value }) =>
    typeof fieldOf(value, "disableAllHooks") === "boolean"
  );
  if (deciding === undefined || fieldOf(deciding.value, "disableAllHooks") !== true) return [];
  const disabling = files.filter(({ value }) => fieldOf(value, "disableAllHooks") === true);
  return [{
    id: "hooks.disabled",
    status: "fail",
    title: "All hooks are switched off, so no loop in a session can run",
    detail: disabling.map(({ path }) => `"${path}" sets disableAllHooks`),
    advice: "Remove disableAllHooks there, then restart Claude Code.",
    repair: {
      title: "Remove disableAllHooks, which switches every hook on again, not only ralph's",
      needsConsent: true,
      action: disabling.map(({ scope }) => scope as SettingsScope),
    },
  }];
}
