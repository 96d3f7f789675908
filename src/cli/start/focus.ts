/**
 * Chooses the focus file for `start`: discovery, then the question where there is doubt or somebody
 * to ask.
 *
 * @module
 */
import { UsageError } from "../../error.ts";
import { judgeFocus } from "../../evidence/completion/judge_focus.ts";
import {
  buildFocusQuestion,
  describeDiscovery,
  type FocusQuestion,
} from "../../focus/discovery/confirm.ts";
import { discoverFocus } from "../../focus/discovery/discover.ts";
import type { Discovery, DiscoveryInput } from "../../focus/discovery/discovery.ts";
import { pathInProject, REAL_FILES } from "../../focus/files.ts";
import type { Focus } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import type { CommandContext } from "../core/context.ts";

/** The focus that was chosen, and what has to be said about it. */
export interface ChosenFocus {
  readonly focus: Focus;
  readonly lines: readonly string[];
  /** The question as it stands, for `--dry-run --json`. */
  readonly question: FocusQuestion;
  /** In a slash command Claude asks it: then nothing is started yet. */
  readonly isAsked: boolean;
}

type Chosen = Pick<ChosenFocus, "focus" | "lines">;

/** Whether the user wants to be asked; what is only shown takes nothing. */
export type Asking = "ask" | "take-what-is-found" | "show";

/**
 * Chooses.
 *
 * @throws {UsageError} Where `-f` names no usable file, or several plans have open items and nobody can
 * be asked.
 */
export async function chooseFocus(
  context: CommandContext,
  input: DiscoveryInput,
  settings: Settings,
  asking: Asking,
): Promise<ChosenFocus> {
  const discovery = await discover(input, settings);
  if (discovery.kind === "refused") {
    throw new UsageError(describeDiscovery(discovery), {
      hint: discovery.why === "outside"
        ? "Name it with -f if you mean it, or take target_file out of the project's configuration."
        : "Name an existing markdown file with -f, or use --no-focus.",
    });
  }
  const question = buildFocusQuestion(discovery);
  const isSettled = input.explicit !== null || input.noFocus ||
    discovery.kind === "none" && discovery.method === "task";
  if (asking === "take-what-is-found") requireOnePlan(discovery, input.project);
  if (isSettled || asking !== "ask") {
    return { ...takeWithoutAsking(discovery), question, isAsked: false };
  }
  if (context.ask.isPossible) {
    return {
      ...await askFor(context, question, discovery, input, settings),
      question,
      isAsked: false,
    };
  }
  const isSlashCommand = context.env.variable("CLAUDE_PLUGIN_ROOT") !== undefined;
  const isAsked = isSlashCommand && context.env.isAttended;
  if (!isAsked) requireOnePlan(discovery, input.project);
  return { ...takeWithoutAsking(discovery), question, isAsked };
}

/** Which of several open plans is meant, only the user knows. */
function requireOnePlan(discovery: Discovery, project: string): void {
  if (discovery.kind !== "ambiguous" || discovery.method !== "project_plan") return;
  const first = pathInProject(discovery.candidates[0]!, project);
  throw new UsageError(describeDiscovery(discovery), {
    hint: `Name the one you mean: ralph start -f ${quoteForShell(first)}`,
  });
}

async function discover(input: DiscoveryInput, settings: Settings): Promise<Discovery> {
  return await discoverFocus(input, REAL_FILES, async (path) => {
    const { completion } = await judgeFocus(path, settings);
    return completion.verdict === "complete";
  });
}

/** An open file that was found is taken and named; a doubtful one never is. */
function takeWithoutAsking(discovery: Discovery): Chosen {
  const lines = [describeDiscovery(discovery)];
  switch (discovery.kind) {
    case "found":
      return { focus: { path: discovery.path, method: discovery.method, candidates: [] }, lines };
    case "ambiguous":
      return {
        focus: { path: null, method: discovery.method, candidates: [...discovery.candidates] },
        lines,
      };
    case "doubtful":
      return { focus: { path: null, method: "none", candidates: [] }, lines };
    case "none":
    case "refused":
      return {
        focus: {
          path: null,
          method: discovery.kind === "none" ? discovery.method : "none",
          candidates: [],
        },
        lines,
      };
  }
}

async function askFor(
  context: CommandContext,
  question: FocusQuestion,
  discovery: Discovery,
  input: DiscoveryInput,
  settings: Settings,
): Promise<Chosen> {
  context.out.say(question.found);
  const choices = question.options.map(({ label, description }, index) => ({
    value: String(index),
    label: `${label} → ${description}`,
  }));
  const answer = context.ask.choose({ text: question.question, choices, default: "0" });
  const option = question.options[Number(answer ?? -1)];
  if (option === undefined) return takeWithoutAsking(discovery);
  if (option.choice === "no-focus") {
    return takeWithoutAsking({ kind: "none", method: "no_focus" });
  }
  if (option.choice === "discovered" && option.path !== null) {
    const method = "method" in discovery ? discovery.method : "explicit";
    return {
      focus: { path: option.path, method, candidates: [] },
      lines: [`Focus file: ${option.path}`],
    };
  }
  const typed = context.ask.line("Path of the focus file");
  if (typed === null) return takeWithoutAsking({ kind: "none", method: "no_focus" });
  const named = await discover({ ...input, explicit: typed }, settings);
  if (named.kind !== "refused") return takeWithoutAsking(named);
  throw new UsageError(describeDiscovery(named), {
    hint: "Start again and name an existing file.",
  });
}

/** The question as a slash command prints it, for Claude to ask. */
export function renderAsked({ found, question, options }: FocusQuestion): string {
  const answers = options.map(({ label, description }) => `- ${label} → ${description}`);
  return ["Nothing was started yet.", found, "", question, ...answers].join("\n");
}

/** Whether the client will refuse to tick the file in `acceptEdits`. */
export function isUnderClaudeFolder(path: string): boolean {
  return path.split(/[\\/]/).includes(".claude");
}
