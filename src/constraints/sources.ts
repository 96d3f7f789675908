/**
 * Constraints that people wrote down already: rules, deny rules, owners, and hooks. They are read at
 * every whole scan; the agent and the client read them anyway, so none goes into the prompt. Not for
 * hooks.
 *
 * @module
 */
import { join } from "@std/path";
import { fieldOf, listEntries } from "../registration/hook_list.ts";
import { isOurEntry } from "../registration/ours.ts";
import { readSettings } from "../registration/settings_document.ts";
import { readText } from "../store/files/text_file.ts";
import { type Draft, type Finding, withIds } from "./finding.ts";

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

const STRICT = /\b(?:never|must not|mustn['’]t|may not|shall not)\b/i;
const RULE = /\b(?:never|must not|mustn['’]t|may not|shall not|do not|don['’]t)\b/i;

/** Files that hold such rules, by their last name. */
export const RULE_FILES: ReadonlySet<string> = new Set([
  "CLAUDE.md",
  "CLAUDE.local.md",
  "AGENTS.md",
]);

/**
 * Finds the rules; code blocks and comments hold none.
 *
 * @param file its path from the project's root
 * @param text its text
 * @returns one draft a line: high for never and must not, medium for do not
 */
export function findRules(file: string, text: string): Draft[] {
  const drafts: Draft[] = [];
  let fence: string | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
      continue;
    }
    if (fence !== null || /^\s*<!--.*-->\s*$/.test(line) || !RULE.test(line)) continue;
    drafts.push({
      category: "project_rule",
      severity: STRICT.test(line) ? "high" : "medium",
      file,
      line: index + 1,
      text: line.replace(/^\s*(?:#+|[-*+]|\d+[.)]|>)?\s*/, "").trim(),
      description: `Rule in ${file}:${index + 1}`,
      advice: "The agent reads it by itself; a task that needs it broken should say so",
    });
  }
  return drafts;
}

/** Where the file may stand; the first that exists counts, as for GitHub and GitLab. */
export const CODE_OWNERS_FILES: readonly string[] = [
  ".github/CODEOWNERS",
  "CODEOWNERS",
  "docs/CODEOWNERS",
  ".gitlab/CODEOWNERS",
];

/**
 * Finds the owned paths.
 *
 * @param file its path from the project's root
 * @param text its text
 * @returns one draft a line with owners; a rule for everything is low, any other medium
 */
export function findOwnedPaths(file: string, text: string): Draft[] {
  return text.split(/\r?\n/).flatMap((raw, index): Draft[] => {
    const line = raw.replace(/(?:^|\s)#.*$/, "").trim();
    if (line === "" || /^\^?\[/.test(line)) return [];
    const [pattern = "", ...owners] = line.split(/(?<!\\)\s+/);
    if (owners.length === 0) return [];
    return [{
      category: "owned_path",
      severity: pattern === "*" || pattern === "/**" ? "low" : "medium",
      file,
      line: index + 1,
      text: line,
      description: `${pattern} is owned by ${owners.join(", ")}`,
      advice: "A change there needs their review",
    }];
  });
}

/** Letters of a command that are shown, as the predecessor did. */
const COMMAND_CHARACTERS = 100;

/**
 * Finds deny rules and foreign hooks.
 *
 * @param file the file, as it is to be named
 * @param text its text; comments are let pass
 * @returns a deny rule is high; another Stop hook, which decides over our continuations, is medium,
 * any other hook low
 */
export function findInSettings(file: string, text: string): Draft[] {
  const settings = readSettings(text);
  const deny = fieldOf(fieldOf(settings, "permissions"), "deny");
  const rules = Array.isArray(deny) ? deny.filter((rule) => typeof rule === "string") : [];
  const hooks = listEntries(fieldOf(settings, "hooks"))
    .filter(({ hook }) => !isOurEntry(hook.command));
  return [
    ...rules.map((rule): Draft => ({
      category: "deny_rule",
      severity: "high",
      file,
      line: lineOf(text, rule),
      text: rule,
      description: `Claude Code denies ${rule}`,
      advice: "A task that needs it cannot succeed; the client refuses it",
    })),
    ...hooks.map(({ event, hook }): Draft => {
      const command = typeof hook.command === "string" ? hook.command : JSON.stringify(hook);
      const isStop = event === "Stop";
      return {
        category: "global_hook",
        severity: isStop ? "medium" : "low",
        file,
        line: lineOf(text, command),
        text: command.slice(0, COMMAND_CHARACTERS),
        description: `${isStop ? "Another Stop hook" : `Another hook on ${event}`} may interfere`,
        advice: isStop
          ? "Make sure that it does not end or hold up a turn while a loop runs"
          : "Check that it fits a loop that runs unattended",
      };
    }),
  ];
}

function lineOf(text: string, value: string): number | null {
  const at = text.indexOf(JSON.stringify(value));
  return at < 0 ? null : text.slice(0, at).split("\n").length;
}

const KINDS: readonly (readonly [name: string, what: string])[] = [
  ["lint", "Fixing style and lint remarks"],
  ["docs", "Rewriting documentation and comments"],
  ["types", "Adding type annotations"],
  ["todo", "Clearing TODO comments"],
  ["security", "Running security scans without a finding to fix"],
  ["tests", "Adding tests for the sake of coverage"],
  ["git", "Tidying commits, branches and ignore files"],
  ["refactor", "Refactoring without a need"],
  ["deps", "Upgrading dependencies"],
  ["cicd", "Changing pipelines"],
];

/** The list, as findings of low severity. */
export const BUSYWORK: readonly Finding[] = KINDS.map(([name, what]) => ({
  id: `busywork-${name}`,
  category: "busywork",
  severity: "low",
  file: null,
  line: null,
  text: name,
  description: what,
  advice: "Forbid it with 'ralph forbid' where the loop should keep to its task",
}));
