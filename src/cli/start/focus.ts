/** What a loop works on: the plan that was named or discovered, or the answer of whoever can be asked. */
import {
  buildFocusQuestion,
  describeDiscovery,
  type FocusQuestion,
} from "../../plan/discovery/confirm.ts";
import { discoverFocus } from "../../plan/discovery/discover.ts";
import type { Discovery } from "../../plan/discovery/discovery.ts";
import { pathInProject } from "../../plan/files.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { showText } from "../../text/show_text.ts";
import { UsageError } from "../../error.ts";
import { transcriptOf } from "../../evidence/transcript/path.ts";
import { yesOrNo } from "../core/ask.ts";
import type { CommandContext } from "../core/context.ts";
import { shortenPath } from "../view/task_lines.ts";
import { type NamedPlan, planOfSettings } from "./named_plan.ts";
import type { StartDraft } from "./plan.ts";
import { describeOpenWork, NO_PLAN, readPlan, type ReadPlanFile } from "./plan_file.ts";

/** A question that Claude is to ask, in a slash command: then nothing is started yet. */
export class Unanswered {
  constructor(readonly question: FocusQuestion) {}
}

const AT_QUESTION = "named at the question";

type Usable = Exclude<Discovery, { kind: "refused" }>;
type Taken = Pick<StartDraft, "focus" | "foundBy">;

/** Finds the plan that was typed, or that a setting names. */
export async function findNamed(
  draft: StartDraft,
  context: CommandContext,
): Promise<Partial<StartDraft>> {
  const named = draft.typed ?? planOfSettings(draft.resolved, draft.project);
  if (named !== null) await discover(draft, context, named);
  return { named };
}

/** Chooses the focus: by discovery, or by asking where there is doubt or somebody to ask. */
export async function findFocus(
  draft: StartDraft,
  context: CommandContext,
): Promise<Partial<StartDraft> | Unanswered> {
  const { options, named, project, settings } = draft;
  const opened = new Map<string, Promise<ReadPlanFile>>();
  const open = (path: string): Promise<ReadPlanFile> => {
    const plan = opened.get(path) ?? readPlan(path, settings);
    opened.set(path, plan);
    return plan;
  };
  const discovery = await discover(
    draft,
    context,
    named,
    async (path) => (await open(path)).isComplete,
  );
  const question = buildFocusQuestion(discovery);
  const isSettled = options.yes || options["dry-run"] || named !== null ||
    discovery.kind === "none" && discovery.method !== "none";
  let taken = take(discovery, named?.how);
  if (!isSettled && context.ask.isPossible) {
    taken = await askFor(draft, context, question, discovery);
  } else if (!isSettled && context.env.place === "plugin" && context.env.isAttended) {
    return new Unanswered(question);
  } else if (!options["dry-run"]) {
    requireOnePlan(discovery, project);
  }
  const { path } = taken.focus;
  return { ...taken, question, file: path === null ? NO_PLAN : await open(path) };
}

/** Looks for the plan that was named, and refuses what it cannot be; null looks for any plan. */
async function discover(
  { project, places, options, settings, task }: StartDraft,
  { env }: CommandContext,
  plan: NamedPlan | null,
  isComplete: (path: string) => Promise<boolean> = () => Promise.resolve(false),
): Promise<Usable> {
  const discovery = await discoverFocus({
    project,
    cwd: env.cwd,
    home: env.home ?? "",
    claudeFolder: places.claudeDir,
    explicit: plan?.name ?? null,
    isExplicitFromProject: plan?.isFromProject ?? false,
    noFocus: options["no-focus"] || settings.no_focus,
    task,
    transcriptPath: transcriptOf(places, env),
  }, isComplete);
  if (discovery.kind !== "refused") return discovery;
  throw new UsageError(describeDiscovery(discovery, plan?.how), {
    hint: discovery.why === "outside"
      ? "Name it with -f if you mean it, or take target_file out of the project's configuration."
      : plan?.how === AT_QUESTION
      ? "Start again and name an existing file."
      : "Name an existing markdown file with -f, or use --no-focus.",
  });
}

/** Refuses several open plans: only the user knows which is meant. */
function requireOnePlan(discovery: Discovery, project: string): void {
  if (discovery.kind !== "ambiguous" || discovery.method !== "project_plan") return;
  const first = pathInProject(discovery.candidates[0]!, project);
  throw new UsageError(describeDiscovery(discovery), {
    hint: `Name the plan you mean: ralph start -f ${quoteForShell(first)}`,
  });
}

/** Takes an open file and names it; never a doubtful file. */
function take(discovery: Usable, how?: string): Taken {
  const path = discovery.kind === "found" ? discovery.path : null;
  const candidates = discovery.kind === "ambiguous" ? [...discovery.candidates] : [];
  const method = discovery.kind === "doubtful" ? "none" : discovery.method;
  return { focus: { path, method, candidates }, foundBy: [describeDiscovery(discovery, how)] };
}

async function askFor(
  draft: StartDraft,
  context: CommandContext,
  { found, question, options }: FocusQuestion,
  discovery: Usable,
): Promise<Taken> {
  context.out.say(found);
  const choices = options.map(({ label, description }, index) => ({
    value: String(index),
    label: `${label} → ${description}`,
  }));
  const answer = context.ask.choose({ text: question, choices, default: "0" });
  const option = options[Number(answer ?? -1)];
  if (option === undefined) return take(discovery);
  if (option.path !== null) {
    return {
      focus: { path: option.path, method: discovery.method, candidates: [] },
      foundBy: [`Focus file: ${option.path}`],
    };
  }
  const name = option.choice === "other" ? context.ask.line("Path of the focus file") : null;
  if (name === null) return take({ kind: "none", method: "no_focus" });
  const named = { name, how: AT_QUESTION, isFromProject: false };
  return take(await discover(draft, context, named), named.how);
}

/** Refuses a loop without work, which would run for hours, unless it was asked for. */
export function requireWork({ task, focus, foundBy }: StartDraft): Partial<StartDraft> {
  const isMeant = focus.method === "no_focus";
  if (isMeant || task !== null || focus.path !== null || focus.candidates.length > 0) {
    return { lines: foundBy };
  }
  throw new UsageError(`Nothing to work on: ${foundBy.join("; ")}`, {
    hint: "Name a plan with -f FILE or give a task; --no-focus lets ralph look for work itself.",
  });
}

/** Asks whether to start over a named plan with nothing open; one that discovery doubts is not taken. */
export function confirmOpenWork(
  { focus: { path, method }, project, options, file }: StartDraft,
  { ask }: CommandContext,
): Partial<StartDraft> {
  if (path === null) return {};
  const sentence = `${showText(shortenPath(path, project), 200)}: ${describeOpenWork(file)}`;
  const answer = method !== "explicit" || options.yes || file.hasOpenWork
    ? "yes"
    : ask.choose(yesOrNo(`${sentence}. Start a loop over it anyway?`, "no"));
  if (answer === "yes") return { lines: [sentence] };
  throw new UsageError(answer === "no" ? "Nothing was started" : sentence, {
    hint: answer === "no" ? "" : "Add what is to be done, or start it anyway with --yes.",
  });
}
