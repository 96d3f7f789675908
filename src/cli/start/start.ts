/**
 * `ralph start`: starts a loop in this project, or takes a waiting one over.
 *
 * @module
 */
import { Obstacles } from "./obstacles.ts";
import { START_OPTIONS } from "./options.ts";
import {
  readTask,
  refuseBesideResume,
  refuseEmptySession,
  refuseNothingToDo,
  refuseTwoFocuses,
  refuseUnmeasurable,
} from "./refusals.ts";
import { describeForUser, describeTaken, reportStart } from "./report.ts";
import { describeInherited, describeWarnings } from "./warnings.ts";
import { chooseFocus, renderAsked } from "./focus.ts";
import { presetOf, settingsOfOptions } from "./flags.ts";
import { clearForStart, scanForStart } from "./guidance.ts";
import { createLoopOnDisk } from "./loop.ts";
import { describeAdapter, lookAhead } from "./outlook.ts";
import { resumeLoop } from "./resume.ts";
import { requireRegistration } from "./registration.ts";
import { defineCommand } from "../core/command.ts";
import { askConsent, type ConsentWords, findNewNeeds, showNeed } from "../core/consent.ts";
import { locate, locateNewLoop } from "../core/locate.ts";
import { endProjectLeftovers } from "../run/leftovers.ts";
import { listLoopNeeds, readItemChecks } from "./project_needs.ts";
import { clearTheWay } from "./present.ts";
import { describeUnreadItems } from "../view/unread_items.ts";
import { type StartPlan, transcriptOf } from "./plan.ts";
import { UsageError } from "../../error.ts";
import { newLoopId } from "../../store/records/loop_id.ts";
import { loadSettings, requireSound } from "../../store/settings/load.ts";
import { needsConsent } from "../../store/trust.ts";
import { renderInstant } from "../../text/instant.ts";

/** How `start` asks for consent. */
const CONSENT_WORDS: ConsentWords = {
  purpose: "This project's files ask to run these commands before a loop may end:",
  refused: "Nothing was started: the project's commands were not agreed to",
  hint: "Read them in .claude/ralph-config.json and in the plan, then start with --trust, or " +
    "remove them.",
};

/** The command. */
export const command = defineCommand({
  name: "start",
  text: "task",
  summary: "Start a loop: Claude Code keeps working until the task is done",
  description:
    "Inside a session the loop belongs to it at once. From a plain terminal, the next session of " +
    "this project that begins, or gets a prompt, takes it. Options come before the task or after " +
    "it; between its words they are refused, so quote a task that contains words like --poc.",
  args: [{ name: "task", help: "the task as text, instead of a file", variadic: true }],
  options: START_OPTIONS,
  examples: [
    { command: "ralph start -f PLAN.md", help: "work on a checklist" },
    { command: 'ralph start "add dark mode" --until-done', help: "work on a task given as text" },
    { command: "ralph start --resume", help: "go on with the loop that waits here" },
  ],
  exitCodes: [[5, "nothing to resume here"], [6, "a loop is running here already"]],
  run: async (context, parsed) => {
    const { args, options, given } = parsed;
    const isDryRun = options["dry-run"];
    if (context.env.isInsideRun) {
      throw new UsageError("A loop cannot start inside an agent of `ralph run`", {
        hint: "The runner drives this agent already.",
      });
    }
    refuseEmptySession(options.session);
    if (options.resume) refuseBesideResume(args.task, given);
    const task = readTask(args.task);
    const { places, project } = options.resume ? locate(context) : locateNewLoop(context);
    const obstacles = new Obstacles(isDryRun);
    obstacles.meet(() => requireRegistration(context, { places, project }), undefined);
    const session = options.session ?? context.env.sessionId;
    if (options.resume) {
      const code = await resumeLoop(context, { places, project, session, asJson: options.json });
      if (code === 0 && !options.json) context.prompt?.letPass("ralph goes on. Stop: /ralph:stop");
      return code;
    }

    obstacles.meet(() => refuseTwoFocuses(options), undefined);
    const flags = obstacles.meet(() => settingsOfOptions(options), {});
    const id = newLoopId(context.now().epochMilliseconds);
    const resolved = loadSettings({ places, project, env: context.env, loop: { id, flags } });
    const settings = obstacles.meet(() => requireSound(resolved), resolved.settings);
    obstacles.meet(() => refuseUnmeasurable(settings), undefined);
    const cleared = obstacles.meet(() => clearTheWay(context, { places, project }), null);
    const isFree = options["no-focus"] || settings.no_focus;
    const choose = (explicit: string | null) =>
      chooseFocus(
        context,
        {
          project,
          cwd: context.env.cwd,
          home: context.env.home ?? "",
          claudeFolder: places.claudeDir,
          explicit,
          isExplicitFromProject: options.focus === undefined &&
            needsConsent(resolved.origins.target_file),
          noFocus: isFree,
          task,
          transcriptPath: transcriptOf(places, context.env),
        },
        settings,
        isDryRun ? "show" : options.yes ? "take-what-is-found" : "ask",
      );
    const chosen = await obstacles.meetLater(
      () => choose(options.focus ?? settings.target_file),
      () => choose(null),
    );
    if (chosen.isAsked) {
      context.out.data(renderAsked(chosen.question));
      context.prompt?.letPass(null);
      return 0;
    }
    const isNobodyAsked = options.yes || isDryRun || !context.ask.isPossible;
    if (isNobodyAsked && !isFree) {
      obstacles.meet(() => refuseNothingToDo(task, chosen.focus, chosen.lines), undefined);
    }
    const plan: StartPlan = {
      id,
      project,
      session,
      task,
      preset: obstacles.meet(() => presetOf(options), null),
      flags,
      settings,
      focus: chosen.focus,
      startedAt: context.now(),
    };
    const messages = [
      ...describeTaken(parsed.behindText),
      ...chosen.lines,
      ...await describeUnreadItems(chosen.focus.path),
      ...describeWarnings(context, plan, places),
      ...describeInherited(resolved),
    ];
    const needs = await listLoopNeeds({
      project,
      ...resolved,
      itemCommands: (await readItemChecks(chosen.focus.path)).map(({ command }) => command),
    });
    const at = renderInstant(context.now().epochMilliseconds);
    const wanted = await findNewNeeds(places, project, needs, at);
    messages.push(
      ...isDryRun
        ? wanted.map((consent) => `Would ask for consent to the ${showNeed(consent)}`)
        : askConsent(context, places, wanted, options.trust, CONSENT_WORDS).notes,
    );
    const outlook = await lookAhead(places, plan);
    messages.push(
      ...describeAdapter(outlook),
      ...await scanForStart(context, places, plan, options),
    );
    if (cleared !== null && !isDryRun) {
      messages.push(
        ...await endProjectLeftovers(places, project),
        ...createLoopOnDisk(context, places, plan, outlook, cleared),
      );
    }
    messages.push(...await clearForStart(places, plan, options));
    const { problems } = obstacles;
    reportStart(context, places, plan, chosen, { messages, problems }, options);
    if (!isDryRun && !options.json) {
      context.prompt?.letPass(describeForUser(context, plan, places, outlook));
    }
    return problems.length === 0 ? 0 : 1;
  },
});
