/** Chooses what a loop works on: the named or discovered plan, or the user's answer. */
import {
  buildFocusQuestion,
  describeDiscovery,
  type FocusQuestion,
} from "../../plan/discovery/confirm.ts";
import { discoverFocus } from "../../plan/discovery/discover.ts";
import type { Discovery } from "../../plan/discovery/discovery.ts";
import { pathInProject } from "../../plan/paths.ts";
import { adding, type Again, without } from "../../text/again.ts";
import { showText } from "../../text/show_text.ts";
import { UsageError } from "../../error.ts";
import { transcriptOf } from "../../evidence/open_sessions.ts";
import { yesOrNo } from "../core/ask.ts";
import type { CommandContext } from "../core/context.ts";
import { shortenPath } from "../view/task_lines.ts";
import type { Focus } from "../../store/records/loop_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { Location } from "../core/locate.ts";
import { hintAtFile, type NamedPlan, WITH_F } from "./named_plan.ts";
import { hintAtPlanIn } from "../../plan/discovery/plan_in_folder.ts";
import type { StartOptions } from "./options.ts";
import { describeOpenWork, NO_PLAN, readPlan, type ReadPlanFile } from "./plan_file.ts";

interface FocusRequest extends Location {
  readonly options: StartOptions;
  readonly settings: Settings;
  readonly task: string | null;
  /** The plan on the command line or in a setting; null if ralph looks for one. */
  readonly named: NamedPlan | null;
}

/** The focus of a loop. */
export interface ChosenFocus {
  readonly focus: Focus;
  /** How the focus was found, in a sentence. */
  readonly foundBy: string;
  readonly file: ReadPlanFile;
  /** The question about the focus that is or would be asked, for `--json`. */
  readonly question: FocusQuestion;
  /** Whether a person picked the plan from a list, so that the report need not tell how it was found. */
  readonly isPicked?: true;
}

const AT_QUESTION = "named at the question";

type Usable = Exclude<Discovery, { kind: "refused" }>;
type Taken = Pick<ChosenFocus, "focus" | "foundBy" | "isPicked">;

/**
 * Chooses the focus by discovery, or by asking if there is doubt or a terminal. A dry run takes the
 * result of discovery, and only shows the question.
 *
 * @returns The focus, or the question that Claude should ask; in this case nothing is started yet.
 * @throws {UsageError} The plan cannot be used, or is ambiguous and there is no terminal to ask on.
 */
export async function chooseFocus(
  request: FocusRequest,
  context: CommandContext,
): Promise<ChosenFocus | FocusQuestion> {
  const { options, named, project, settings } = request;
  const { ask, env } = context;
  const opened = new Map<string, ReadPlanFile>();
  const open = (path: string): ReadPlanFile => {
    const plan = opened.get(path) ?? readPlan(path, settings);
    opened.set(path, plan);
    return plan;
  };
  const look = (plan: NamedPlan | null) =>
    discover(request, context, plan, (path) => open(path).isComplete);
  const discovery = look(named);
  const question = buildFocusQuestion(discovery);
  const isSettled = options.yes || named !== null ||
    discovery.kind === "none" && discovery.method !== "none";
  const canAsk = ask.isPossible || env.place === "plugin" && env.isAttended;
  let taken = take(discovery, named?.how);
  if (options["dry-run"] && canAsk && !isSettled) {
    taken = { ...taken, foundBy: `${taken.foundBy}. Would ask: ${question.question}` };
  } else {
    if (isSettled || !canAsk) requireOnePlan(discovery, project);
    else if (ask.isPossible) taken = await askFor(context, question, discovery, look);
    else return question;
    requireWork(taken, request.task);
  }
  const { path } = taken.focus;
  return { ...taken, question, file: path === null ? NO_PLAN : open(path) };
}

/** Looks for the named plan, and refuses a file that cannot be one; for null, looks for any plan. */
function discover(
  { project, places, options, settings, task }: FocusRequest,
  { env }: CommandContext,
  plan: NamedPlan | null,
  isComplete: (path: string) => boolean,
): Usable {
  const discovery = discoverFocus({
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
  const what = describeDiscovery(discovery, plan?.how);
  if (discovery.why === "missing" && plan?.how === WITH_F && plan.name !== "") {
    const { name } = plan;
    const looking: Again = (line) => without("-f", name)(line) ?? without("--focus", name)(line);
    const hint = hintAtFile(name, discovery.path, "let ralph look for one:");
    throw new UsageError(what, { again: looking, ...hint });
  }
  const inFolder = discovery.why === "folder" && plan !== null
    ? hintAtPlanIn(discovery.path, plan.name)
    : null;
  throw new UsageError(
    what,
    inFolder ?? {
      hint: discovery.why === "outside"
        ? "Name it with -f if you mean it, or take target_file out of the project's configuration."
        : plan?.how === AT_QUESTION
        ? "Start again and name an existing file."
        : "Name an existing markdown file with -f, or use --no-focus.",
    },
  );
}

/** Refuses several open plans, because only the user knows which one is meant. */
function requireOnePlan(discovery: Discovery, project: string): void {
  if (discovery.kind !== "ambiguous" || discovery.method !== "project_plan") return;
  const first = pathInProject(discovery.candidates[0]!, project);
  throw new UsageError(describeDiscovery(discovery), {
    hint: "Name the plan you mean:",
    again: adding("-f", first),
  });
}

/** Takes an open file and names it, but never a doubtful one. */
function take(discovery: Usable, how?: string): Taken {
  const path = discovery.kind === "found" ? discovery.path : null;
  const candidates = discovery.kind === "ambiguous" ? [...discovery.candidates] : [];
  const method = discovery.kind === "doubtful" ? "none" : discovery.method;
  return { focus: { path, method, candidates }, foundBy: describeDiscovery(discovery, how) };
}

function askFor(
  { ask, out }: CommandContext,
  { found, question, options }: FocusQuestion,
  discovery: Usable,
  look: (plan: NamedPlan) => Usable,
): Taken {
  out.say(found);
  const choices = options.map(({ label, description }, index) => ({
    value: String(index),
    label: `${label} → ${description}`,
  }));
  const answer = ask.choose({ text: question, choices, default: "0" });
  const option = options[Number(answer ?? -1)];
  if (option === undefined) throw unanswered();
  if (option.path !== null) {
    return {
      focus: { path: option.path, method: discovery.method, candidates: [] },
      foundBy: `Focus file: ${option.path}`,
      isPicked: true,
    };
  }
  if (option.choice === "no-focus") return take({ kind: "none", method: "no_focus" });
  const name = ask.line("Path of the focus file");
  if (name === null) throw unanswered();
  const named = { name, how: AT_QUESTION, isFromProject: false };
  return take(look(named), named.how);
}

/** Makes the error for a person who ends the input instead of answering. */
function unanswered(): UsageError {
  return new UsageError("Nothing was started: the question was not answered", {
    hint: "Name a plan with -f FILE, or use --no-focus. To take the plan that is found:",
    again: adding("--yes"),
  });
}

/** Refuses a loop without work, which would run for hours, unless the user asked for it. */
function requireWork({ focus, foundBy }: Taken, task: string | null): void {
  const isIntended = focus.method === "no_focus";
  if (isIntended || task !== null || focus.path !== null || focus.candidates.length > 0) return;
  throw new UsageError(`Nothing to work on: ${foundBy}`, {
    hint: "Name a plan with -f FILE or give a task. To let ralph look for work itself:",
    again: adding("--no-focus"),
  });
}

/**
 * Asks whether to start with a named plan that has nothing open. Such a plan is never discovered.
 *
 * @returns The question as a line for the user, in a dry run.
 */
export function confirmOpenWork(
  { focus: { path, method }, project, options, file }:
    & Pick<ChosenFocus, "focus" | "file">
    & Pick<FocusRequest, "options" | "project">,
  { ask }: CommandContext,
): string[] {
  if (path === null) return [];
  const sentence = `${showText(shortenPath(path, project), 200)}: ${describeOpenWork(file)}`;
  if (method !== "explicit" || options.yes || file.hasOpenWork) return [];
  const question = `${sentence}. Start a loop over it anyway?`;
  if (options["dry-run"] && ask.isPossible) return [`Would ask: ${question}`];
  const answer = ask.choose(yesOrNo(question, "no"));
  if (answer === "yes") return [];
  throw new UsageError(answer === "no" ? "Nothing was started" : sentence, {
    ...answer === "no" ? {} : {
      hint: "Add what is to be done. To start it anyway:",
      again: adding("--yes"),
    },
  });
}
