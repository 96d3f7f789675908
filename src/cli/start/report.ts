/** Renders the output of `start` for a terminal, for programs, and for the user of a session. */
import { basename } from "@std/path";
import type { ChosenAdapter } from "../../adapters/registry.ts";
import { describeAsking } from "../../loop/permission_mode.ts";
import { showCommand } from "../../text/shell_word.ts";
import { projectPlaces } from "../../store/places.ts";
import { nameWithPlace, type Place } from "../../text/command_name.ts";
import { type BlockRow, LABEL_COLUMNS, renderBlock } from "../../text/block.ts";
import type { Environment } from "../../store/environment.ts";
import { resolveLinks } from "../../store/project.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { headRows } from "../status/phrases.ts";
import type { Layout } from "../core/output.ts";
import type { Style } from "../core/style.ts";
import { wrapText } from "../core/text_layout.ts";
import { showText } from "../../text/show_text.ts";
import type { CommandContext } from "../core/context.ts";
import { type CommandDocument, show } from "../core/document.ts";
import { describeLimits, limitsOfSession } from "../view/limits_text.ts";
import { shortenLine, shortenPath } from "../view/task_lines.ts";
import { describeOlder, findWindows, nameWindows } from "./open_windows.ts";
import { describeOpenWork } from "./plan_file.ts";
import type { StartPlan } from "./plan.ts";

/**
 * Describes a loop that a slash command started in one line, or in two if the permission mode asks
 * questions.
 */
export function describeForUser(plan: StartPlan, place: Place): string {
  const { focus, task, settings, file, mode } = plan;
  const what = focus.path !== null
    ? ` over ${basename(focus.path)} begins: ${describeOpenWork(file)}`
    : task !== null
    ? ` begins: "${showText(task, 60)}"`
    : " begins without a plan: ralph looks for work";
  return [
    `The loop${what}. It ends ${
      [describeLimits(limitsOfSession(settings)), ...nameUntilDone(settings)].join("; ")
    }. Stop: ${nameWithPlace("stop", place)}, or touch .claude/STOP_LOOP`,
    ...describeAsking(mode),
  ].join("\n");
}

/** Names options that followed the words of a task, because they may have been meant as words. */
export function describeTaken(options: readonly string[]): string[] {
  if (options.length === 0) return [];
  const taken = options.join(" ");
  return [`Taken as options, not as words of the task: ${taken} (quote the task to keep them)`];
}

/** Describes the project's adapter and its problems; the universal adapter gets no line. */
export function describeAdapter({ name, state, evidence, problems }: ChosenAdapter): string[] {
  const why = evidence.length === 0 ? "" : ` (${evidence.join("; ")})`;
  return [...(state === null ? [] : [`Adapter: ${name}${why}`]), ...problems];
}

/** Reports what was started, or would be with `--dry-run`. */
export function reportStart(
  { env }: CommandContext,
  plan: StartPlan,
  messages: readonly string[],
): CommandDocument {
  const { settings, focus, task, session, id, project, options, question } = plan;
  const windows = session === null ? findWindows(plan, env.cwd) : { able: [], older: [] };
  const { min_hours, max_hours, min_iterations, max_iterations, max_tokens } = settings;
  const value = {
    started: !options["dry-run"],
    loop: id,
    project,
    session,
    open_sessions: windows.able,
    open_sessions_without_hooks: windows.older.filter((each) => !windows.able.includes(each)),
    task,
    focus,
    limits: { min_hours, max_hours, min_iterations, max_iterations, max_tokens },
    question,
    messages: [plan.foundBy, ...messages],
  };
  return show(value, (_value, { style, width }) =>
    renderStart([
      ...options["dry-run"]
        ? [{ label: "DRY RUN", text: "nothing is started", markLabel: style.bold }]
        : describeOwner(env, session, windows, style),
      ...describeWork(plan),
      { label: "ends", text: describeLimits(limitsOfSession(settings)) },
      ...describeStop(env, project, [
        // The tip is worth its own row, but not a longer one.
        ...messages.every((text) => WARNING.test(text)) ? nameUntilDone(settings) : [],
        ...messages,
        ...describeOlder(windows, env.cwd),
      ]),
    ], { style, width }), { isData: true });
}

/** Describes the session that will work, and what the user must do for it. */
function describeOwner(
  env: Environment,
  session: string | null,
  { able, older }: ReturnType<typeof findWindows>,
  style: Style,
): BlockRow[] {
  if (session === null) {
    const isSure = able.some((window) => !older.includes(window));
    const window = `type in ${able.length === 1 ? "the" : "an"} open window (${
      nameWindows(able, env.cwd)
    })`;
    const howToContinue = able.length === 0
      ? "run claude here and type anything"
      // The way that always works comes first.
      : isSure
      ? `${window}, or run claude here`
      : `run claude here and type anything, or ${window}`;
    return headRows("waiting", "", howToContinue, style);
  }
  return session === env.sessionId
    ? headRows("working", "the loop belongs to this session", null, style)
    : headRows(
      "waiting",
      `for session ${session}`,
      `type anything in it, or begin it: claude --session-id ${session}`,
      style,
    );
}

/** Describes what the loop works on. */
function describeWork({ file, focus, project, session, task }: StartPlan): BlockRow[] {
  const path = focus.path === null ? null : showText(shortenPath(focus.path, project), 200);
  const open = describeOpenWork(file);
  return [
    ...path === null ? [] : [planRow(path, open)],
    // The agent needs the complete task, a terminal just one line.
    ...task === null
      ? []
      : [{ label: "task", text: session === null ? shortenLine(task, 160) : task }],
    ...path === null && task === null
      ? [{ label: "task", text: "none: ralph looks for work" }]
      : [],
  ];
}

/** Makes the row of a plan, with its name as the label if it is short enough. */
export function planRow(path: string, text: string): BlockRow {
  return path.length < LABEL_COLUMNS
    ? { label: path, text }
    : { label: "plan", text: `${path}: ${text}` };
}

/** Suggests `--until-done`, since a loop that continues after the task is done surprises users. */
function nameUntilDone(
  { eternal, min_hours: minHours, min_iterations: minTurns }: Settings,
): string[] {
  const hasMinimum = !eternal && (minHours > 0 || minTurns > 0);
  return hasMinimum ? ["--until-done ends it once it is done"] : [];
}

/** Describes the notes in one row, how to stop the loop, and the warnings below. */
export function describeStop(
  env: Environment,
  project: string,
  messages: readonly string[],
): BlockRow[] {
  const { killSwitch } = projectPlaces(project);
  // From another folder, the complete path tells where the project is.
  const path = resolveLinks(env.cwd) === project ? shortenPath(killSwitch, project) : killSwitch;
  const stop = `${nameWithPlace("stop", env.place)}, or: ${showCommand(["touch", path])}`;
  return describeMessages(messages, [{ label: "stop", text: stop }]);
}

const WARNING = /^Warning: /;

/** Describes messages: the notes share a row; each warning has its own, after the other rows. */
export function describeMessages(
  messages: readonly string[],
  between: readonly BlockRow[] = [],
): BlockRow[] {
  const sentences = messages.join("\n").replaceAll(/\n {2,}/g, "; ")
    .replaceAll(/^Note: /gm, "").split("\n");
  const isNote = (text: string) => text !== "" && !WARNING.test(text);
  const notes = sentences.filter(isNote).join(" · ");
  return [
    ...notes === "" ? [] : [{ label: "note", text: notes }],
    ...between,
    ...sentences.filter((text) => WARNING.test(text))
      .map((text) => ({ label: "warning", text: text.replace(WARNING, "") })),
  ];
}

/** Renders the block. */
export function renderStart(rows: readonly BlockRow[], { style, width }: Layout): string {
  // Programs read line by line, so their lines are not wrapped.
  const columns = Deno.stdout.isTerminal() ? width : Infinity;
  return renderBlock(rows, { style, width: columns, fold: wrapText }).join("\n");
}
