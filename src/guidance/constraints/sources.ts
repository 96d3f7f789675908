/**
 * Constraints that people wrote down: rules, deny rules, owners and hooks. Every full scan reads them;
 * none goes into the prompt, since the agent or the client reads them anyway. Not for hooks.
 */
import { join } from "@std/path";
import { fieldOf, listEntries } from "../../registration/hook_list.ts";
import { isOurEntry } from "../../registration/ours.ts";
import { readSettings } from "../../registration/settings_document.ts";
import { readProse } from "../../plan/markdown/prose.ts";
import { readProjectText } from "../../store/files/project_text.ts";
import { readText, type TextRead } from "../../store/files/text_file.ts";
import type { ConstraintFinding } from "./finding.ts";
import { type FindingDraft, withIds } from "./finding.ts";

/** Rule files that count even if git does not track them; others count by their name. */
const ROOT_RULE_FILES = ["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".claude/CLAUDE.md"];
const RULE_FILE = /(?:^|\/)(?:CLAUDE(?:\.local)?|AGENTS)\.md$/;
const SETTINGS_FILES = [".claude/settings.json", ".claude/settings.local.json"];
/** Only the first that exists counts, as for GitHub and GitLab. */
const CODE_OWNERS_FILES = [
  ".github/CODEOWNERS",
  "CODEOWNERS",
  "docs/CODEOWNERS",
  ".gitlab/CODEOWNERS",
];

const STRICT = /\b(?:never|must not|mustn['’]t|may not|shall not)\b/i;
const RULE = /\b(?:never|must not|mustn['’]t|may not|shall not|do not|don['’]t)\b/i;

/** Characters of a command that are shown. */
const COMMAND_CHARACTERS = 100;

/**
 * Reads rules, owners and settings of a project.
 *
 * @param claudeDir The user's `~/.claude`.
 */
export function scanSources(
  project: string,
  claudeDir: string,
  files: readonly string[],
) {
  const problems: string[] = [];
  const ruleFiles = [
    ...new Set([...ROOT_RULE_FILES, ...files.filter((file) => RULE_FILE.test(file))]),
  ].sort();
  const find = (
    file: string,
    read: TextRead,
    findIn: (file: string, text: string) => FindingDraft[],
  ) => {
    if (read.kind === "unreadable") problems.push(`"${file}" was not read: ${read.why}`);
    return read.kind === "text" ? withIds(findIn(file, read.text)) : [];
  };
  const open = (file: string) => readProjectText(project, join(project, file));
  const userSettings = join(claudeDir, "settings.json");
  const owners = CODE_OWNERS_FILES.map((file) => ({ file, read: open(file) }))
    .filter(({ read }) => read.kind !== "absent");
  const findings = [
    ...ruleFiles.flatMap((file) => find(file, open(file), findRules)),
    ...SETTINGS_FILES.flatMap((file) => find(file, open(file), findInSettings)),
    ...find(userSettings, readText(userSettings), findInSettings),
    ...owners.slice(0, 1).flatMap(({ file, read }) => find(file, read, findOwnedPaths)),
  ];
  return { findings, problems };
}

/**
 * Finds rules for agents, outside code blocks and comments.
 *
 * @returns A draft for each line: high for never and must not, medium for do not.
 */
export function findRules(file: string, text: string): FindingDraft[] {
  return readProse(text).withSpans.flatMap((line, index): FindingDraft[] => {
    if (!RULE.test(line)) return [];
    return [{
      category: "project_rule",
      severity: STRICT.test(line) ? "high" : "medium",
      file,
      line: index + 1,
      text: line.replace(/^\s*(?:#+|[-*+]|\d+[.)]|>)?\s*/, "").trim(),
      description: `Rule in ${file}:${index + 1}`,
    }];
  });
}

/**
 * Finds the owned paths in CODEOWNERS.
 *
 * @returns A draft for each line with owners; a rule for everything is low, any other medium.
 */
export function findOwnedPaths(file: string, text: string): FindingDraft[] {
  return text.split(/\r?\n/).flatMap((raw, index): FindingDraft[] => {
    const line = raw.replace(/(?:^|\s)#.*$/, "").trim();
    const [pattern = "", ...owners] = line.split(/(?<!\\)\s+/);
    if (/^\^?\[/.test(line) || owners.length === 0) return [];
    return [{
      category: "owned_path",
      severity: pattern === "*" || pattern === "/**" ? "low" : "medium",
      file,
      line: index + 1,
      text: line,
      description: `${pattern} is owned by ${owners.join(", ")}`,
    }];
  });
}

/**
 * Finds deny rules and foreign hooks. A deny rule is high; another Stop hook, which may end or delay a
 * turn, is medium, any other hook low.
 */
function findInSettings(file: string, text: string): FindingDraft[] {
  const settings = readSettings(text);
  const deny = fieldOf(fieldOf(settings, "permissions"), "deny");
  const rules = Array.isArray(deny) ? deny.filter((rule) => typeof rule === "string") : [];
  const hooks = listEntries(fieldOf(settings, "hooks"))
    .filter(({ hook }) => !isOurEntry(hook.command));
  return [
    ...rules.map((rule): FindingDraft => ({
      category: "deny_rule",
      severity: "high",
      file,
      line: lineOf(text, rule),
      text: rule,
      description: `Claude Code denies ${rule}`,
    })),
    ...hooks.map(({ event, hook }): FindingDraft => {
      const command = typeof hook.command === "string" ? hook.command : JSON.stringify(hook);
      const isStop = event === "Stop";
      return {
        category: "global_hook",
        severity: isStop ? "medium" : "low",
        file,
        line: lineOf(text, command),
        text: command.slice(0, COMMAND_CHARACTERS),
        description: `${isStop ? "Another Stop hook" : `Another hook on ${event}`} may interfere`,
      };
    }),
  ];
}

function lineOf(text: string, value: string): number | null {
  const at = text.indexOf(JSON.stringify(value));
  return at < 0 ? null : text.slice(0, at).split("\n").length;
}

/** Work that keeps a loop busy and leads nowhere. */
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

/** Busywork, as findings of low severity: listed, never forbidden. */
export const BUSYWORK: readonly ConstraintFinding[] = KINDS.map(([name, what]) => ({
  id: `busywork-${name}`,
  category: "busywork",
  severity: "low",
  file: null,
  line: null,
  text: name,
  description: what,
}));
