/**
 * Chooses the focus file for `start`: discovery, then the question where there is doubt or somebody
 * to ask.
 */
import {
  buildFocusQuestion,
  describeDiscovery,
  type FocusQuestion,
} from "../../focus/discovery/confirm.ts";
import { discoverFocus } from "../../focus/discovery/discover.ts";
import type { Discovery } from "../../focus/discovery/discovery.ts";
import { pathInProject } from "../../focus/files.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { UsageError } from "../../error.ts";
import type { Focus } from "../../store/records/loop_record.ts";
import type { CommandContext } from "../core/context.ts";
import { transcriptOf } from "../../evidence/transcript/path.ts";
import { type NamedPlan, planOfSettings } from "./named_plan.ts";
import type { Obstacles } from "./obstacles.ts";
import type { PlanFiles, StartSite } from "./plan.ts";

/** The focus that was chosen, and the lines and the question about it. */
export interface ChosenFocus {
  readonly focus: Focus;
  readonly lines: readonly string[];
  /** The question that was or would be asked, for `--json`. */
  readonly question: FocusQuestion;
  /** Whether Claude is to ask it, in a slash command: then nothing is started yet. */
  readonly isAsked: boolean;
}

interface FocusRequest {
  readonly site: StartSite;
  readonly files: PlanFiles;
}

type Discover = (plan: NamedPlan | null) => Promise<Discovery>;

/**
 * Chooses the focus: by discovery, or by asking where the user can be asked.
 *
 * @param obstacles Collects refusals with `--dry-run`; then discovery goes on without the named file.
 * @throws {UsageError} `-f` names no usable file, there is nothing to work on, or several plans have
 * open items and nobody can be asked.
 */
export async function chooseFocus(
  context: CommandContext,
  request: FocusRequest,
  obstacles: Obstacles,
): Promise<ChosenFocus> {
  const { site: { wanted: { task, plan: typed } }, files } = request;
  const { project, places, options, settings, resolved } = request.site;
  const noFocus = options["no-focus"] || settings.no_focus;
  const discover: Discover = (plan) =>
    discoverFocus(
      {
        project,
        cwd: context.env.cwd,
        home: context.env.home ?? "",
        claudeFolder: places.claudeDir,
        explicit: plan?.name ?? null,
        isExplicitFromProject: plan?.isFromProject ?? false,
        noFocus,
        task,
        transcriptPath: transcriptOf(places, context.env),
      },
      async (path) => (await files.open(path)).isComplete,
    );
  const choose = async (plan: NamedPlan | null): Promise<ChosenFocus> => {
    const discovery = await discover(plan);
    const isSettled = plan !== null || noFocus ||
      discovery.kind === "none" && discovery.method === "task";
    return await settle(context, request, { discovery, discover, isSettled, plan });
  };
  const named = typed ?? planOfSettings(resolved, project);
  const chosen = await obstacles.meetLater(() => choose(named), () => choose(null));
  const canAsk = !options.yes && !options["dry-run"] && context.ask.isPossible;
  if (chosen.isAsked || canAsk || noFocus) return chosen;
  // A problem contains these lines.
  return { ...chosen, lines: obstacles.meet(() => requireWork(task, chosen), []) };
}

async function settle(
  context: CommandContext,
  { site: { options, project } }: FocusRequest,
  { discovery, discover, isSettled, plan }: {
    readonly discovery: Discovery;
    readonly discover: Discover;
    readonly plan: NamedPlan | null;
    /** Whether what was typed leaves no question. */
    readonly isSettled: boolean;
  },
): Promise<ChosenFocus> {
  if (discovery.kind === "refused") {
    throw new UsageError(describeDiscovery(discovery, plan?.how), {
      hint: discovery.why === "outside"
        ? "Name it with -f if you mean it, or take target_file out of the project's configuration."
        : "Name an existing markdown file with -f, or use --no-focus.",
    });
  }
  const question = buildFocusQuestion(discovery);
  const isOnlyShown = options["dry-run"];
  if (options.yes && !isOnlyShown) requireOnePlan(discovery, project);
  if (isSettled || isOnlyShown || options.yes) {
    return { ...takeWithoutAsking(discovery, plan?.how), question, isAsked: false };
  }
  if (context.ask.isPossible) {
    return { ...await askFor(context, question, discovery, discover), question, isAsked: false };
  }
  const isAsked = context.env.place === "plugin" && context.env.isAttended;
  if (!isAsked) requireOnePlan(discovery, project);
  return { ...takeWithoutAsking(discovery), question, isAsked };
}

/** Refuses several open plans: only the user knows which is meant. */
function requireOnePlan(discovery: Discovery, project: string): void {
  if (discovery.kind !== "ambiguous" || discovery.method !== "project_plan") return;
  const first = pathInProject(discovery.candidates[0]!, project);
  throw new UsageError(describeDiscovery(discovery), {
    hint: `Name the plan you mean: ralph start -f ${quoteForShell(first)}`,
  });
}

/**
 * Refuses a loop without work, which would run for hours, unless `--no-focus` asks for it.
 *
 * @returns What was found and how, a sentence each.
 */
function requireWork(task: string | null, { focus, lines }: ChosenFocus): readonly string[] {
  if (task !== null || focus.path !== null || focus.candidates.length > 0) return lines;
  throw new UsageError(`Nothing to work on: ${lines.join("; ")}`, {
    hint: "Name a plan with -f FILE or give a task; --no-focus lets ralph look for work itself.",
  });
}

type Taken = Pick<ChosenFocus, "focus" | "lines">;

/** Takes an open file and names it; never a doubtful file. */
function takeWithoutAsking(discovery: Discovery, how?: string): Taken {
  const lines = [describeDiscovery(discovery, how)];
  const path = discovery.kind === "found" ? discovery.path : null;
  const candidates = discovery.kind === "ambiguous" ? [...discovery.candidates] : [];
  const hasMethod = discovery.kind !== "doubtful" && discovery.kind !== "refused";
  return { focus: { path, method: hasMethod ? discovery.method : "none", candidates }, lines };
}

const NO_FOCUS: Discovery = { kind: "none", method: "no_focus" };

async function askFor(
  context: CommandContext,
  question: FocusQuestion,
  discovery: Discovery,
  discover: Discover,
): Promise<Taken> {
  context.out.say(question.found);
  const choices = question.options.map(({ label, description }, index) => ({
    value: String(index),
    label: `${label} → ${description}`,
  }));
  const answer = context.ask.choose({ text: question.question, choices, default: "0" });
  const option = question.options[Number(answer ?? -1)];
  if (option === undefined) return takeWithoutAsking(discovery);
  if (option.choice === "no-focus") return takeWithoutAsking(NO_FOCUS);
  if (option.choice === "discovered" && option.path !== null) {
    const method = "method" in discovery ? discovery.method : "explicit";
    return {
      focus: { path: option.path, method, candidates: [] },
      lines: [`Focus file: ${option.path}`],
    };
  }
  const typed = context.ask.line("Path of the focus file");
  if (typed === null) return takeWithoutAsking(NO_FOCUS);
  const how = "named at the question";
  const named = await discover({ name: typed, how, isFromProject: false });
  if (named.kind !== "refused") return takeWithoutAsking(named, how);
  throw new UsageError(describeDiscovery(named), {
    hint: "Start again and name an existing file.",
  });
}

/** Renders the question as a slash command prints it, for Claude to ask. */
export function renderAsked({ found, question, options }: FocusQuestion): string {
  const answers = options.map(({ label, description }) => `- ${label} → ${description}`);
  return ["Nothing was started yet.", found, "", question, ...answers].join("\n");
}
