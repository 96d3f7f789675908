/**
 * Reads all settings files of the client, the organization's too. What cannot be read stays in the
 * list, so that one broken file does not hide the others.
 */
import { messageOf } from "../error.ts";
import { join } from "@std/path";
import {
  changeSettingsFile,
  listSettingsFiles,
  readSettingsFile,
  type SettingsFile,
  type SettingsScope,
} from "../registration/settings_file.ts";
import { findUnread, readAsClient, type SettingsFault } from "../registration/settings_document.ts";
import { namesIn } from "../store/files/presence.ts";
import { readText } from "../store/files/text_file.ts";
import type { DoctorContext } from "./check.ts";

/** A settings file of the client. */
export interface ClientSettings {
  readonly scope: SettingsScope | "managed";
  readonly path: string;
  /** The value as the client reads it; undefined without a file, and where it reads nothing. */
  readonly value: unknown;
  /** Why the file cannot be read at all, in a sentence; null where it can. */
  readonly error: string | null;
  /** Comments or trailing commas, for which the client ignores the file. */
  readonly unread: SettingsFault | null;
}

/** Locates the organization's settings. */
export function managedDirOf(os: typeof Deno.build.os): string {
  return os === "darwin" ? "/Library/Application Support/ClaudeCode" : "/etc/claude-code";
}

/** Reads the settings files, the weakest first; the organization's are the strongest. */
export function readClientSettings(
  { places, project, managedDir }: DoctorContext,
): ClientSettings[] {
  const parts = namesIn(join(managedDir, "managed-settings.d"))
    .filter((name) => name.endsWith(".json") && !name.startsWith(".")).sort();
  return [
    ...listSettingsFiles(places, project).map(readOne),
    readManaged(join(managedDir, "managed-settings.json")),
    ...parts.map((name) => readManaged(join(managedDir, "managed-settings.d", name))),
  ];
}

function readOne({ scope, path }: Pick<SettingsFile, "scope" | "path">): ClientSettings {
  try {
    const { text } = readSettingsFile(scope, path);
    return { scope, path, value: readAsClient(text), error: null, unread: findUnread(text) };
  } catch (error) {
    return { scope, path, value: undefined, error: messageOf(error), unread: null };
  }
}

function readManaged(path: string): ClientSettings {
  const read = readText(path);
  const file = { scope: "managed", path, unread: null } as const;
  if (read.kind === "absent") return { ...file, value: undefined, error: null };
  if (read.kind === "unreadable") {
    return { ...file, value: undefined, error: `Cannot read "${path}": ${read.why}` };
  }
  return { ...file, value: readAsClient(read.text), error: null };
}

/** Says where the copy of a changed file is; nothing where there is no copy. */
export function describeBackup(backup: string | null): string[] {
  return backup === null ? [] : [`A copy of the old file is "${backup}"`];
}

/** Changes a settings file of the client that is not the organization's. */
export function editClientSettings(
  context: DoctorContext,
  scope: SettingsScope,
  edit: (text: string) => string,
): string[] {
  const change = { scope, edit: (text: string | null) => text === null ? null : edit(text) };
  return describeBackup(changeSettingsFile(context, change, context.nowMs()).backup);
}
