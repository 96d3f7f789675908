/**
 * Constraints that people wrote down already: rules, deny rules, owners, and hooks. They are read at
 * every whole scan; the agent and the client read them anyway, so none goes into the prompt.
 *
 * @module
 */
import { join } from "@std/path";
import { readText } from "../store/files/text_file.ts";
import { type Draft, withIds } from "./_draft.ts";
import { findInSettings } from "./client_settings.ts";
import { CODE_OWNERS_FILES, findOwnedPaths } from "./code_owners.ts";
import type { Finding } from "./finding.ts";
import { findRules, RULE_FILES } from "./rules_text.ts";

/** Files that count also where git does not track them. */
const ROOT_RULE_FILES = ["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".claude/CLAUDE.md"];
const SETTINGS_FILES = [".claude/settings.json", ".claude/settings.local.json"];

/**
 * Reads the sources of a project.
 *
 * @param project the project's root
 * @param claudeDir the user's `~/.claude`
 * @param files the project's files
 * @returns the findings
 */
export function scanSources(
  project: string,
  claudeDir: string,
  files: readonly string[],
): Finding[] {
  const nested = files.filter((file) => RULE_FILES.has(file.slice(file.lastIndexOf("/") + 1)));
  const ruleFiles = [...new Set([...ROOT_RULE_FILES, ...nested])].sort();
  const owners = CODE_OWNERS_FILES.find((file) => textOf(join(project, file)) !== null);
  const userSettings = join(claudeDir, "settings.json");
  const read = (file: string, path: string, find: (file: string, text: string) => Draft[]) => {
    const text = textOf(path);
    return text === null ? [] : withIds(find(file, text));
  };
  return [
    ...ruleFiles.flatMap((file) => read(file, join(project, file), findRules)),
    ...SETTINGS_FILES.flatMap((file) => read(file, join(project, file), findInSettings)),
    ...read(userSettings, userSettings, findInSettings),
    ...(owners === undefined ? [] : read(owners, join(project, owners), findOwnedPaths)),
  ];
}

function textOf(path: string): string | null {
  const read = readText(path);
  return read.kind === "text" ? read.text : null;
}
