/** `ralph start`: starts a loop in this project, or takes a waiting one over. */
import { chooseAdapter } from "../../adapters/registry.ts";
import { UsageError } from "../../error.ts";
import { defineTopCommand } from "../core/command.ts";
import { show } from "../core/document.ts";
import { nameWithPlace } from "../../text/command_name.ts";
import { showText } from "../../text/show_text.ts";
import { shortenPath } from "../view/task_lines.ts";
import { describeUnreadItems } from "../../focus/items/unread_items.ts";
import { planCleanup } from "../../lifecycle/cleanup.ts";
import { chooseFocus, renderAsked } from "./focus.ts";
import { beginLoop, clearGuidance, scanForStart } from "./loop.ts";
import { Obstacles } from "./obstacles.ts";
import { confirmOpenWork, describeOpenWork } from "./open_work.ts";
import { refuseBesideResume, refuseEmptySession, START_OPTIONS } from "./options.ts";
import { PlanFiles, readSite, type StartPlan } from "./plan.ts";
import { describeAdapter, describeForUser, describeTaken, reportStart } from "./report.ts";
import { resumeLoop } from "./resume.ts";
import { trustPlan } from "./trust.ts";
import { describeWarnings, permissionModeOf } from "./warnings.ts";

export const command = defineTopCommand({
  text: "task",
  description:
    "Claude Code keeps working until the task is done. Inside a session the loop belongs to it at " +
    "once. From a plain terminal, the next session of this project that begins, or gets a prompt, " +
    "takes it. Options come before the task or after it; between its words they are refused, so " +
    "quote a task that contains words like --poc.",
  args: [{ name: "task", help: "Plan, as a path, or task as text", variadic: true }],
  options: START_OPTIONS,
  examples: [
    ["ralph start PLAN.md", "Work on a checklist"],
    ['ralph start "add dark mode" --until-done', "Work on a task given as text"],
    ["ralph start --resume", "Go on with the loop that waits here"],
  ],
  exitCodes: [[5, "nothing to resume here"], [6, "a loop is running here already"]],
  run: async (context, { args, options, given, behindText }) => {
    const { env, nowMs, prompt } = context;
    const isDryRun = options["dry-run"];
    if (env.isInsideRun) {
      throw new UsageError("A loop cannot start inside an agent of `ralph run`", {
        hint: "This agent works for 'ralph run' already.",
      });
    }
    refuseEmptySession(options);
    const session = options.session ?? env.sessionId;
    if (options.resume) {
      refuseBesideResume(args.task, given);
      const resumed = await resumeLoop(context, session);
      if (!options.json) {
        prompt?.letPass(`ralph goes on. Stop: ${nameWithPlace("stop", env.place)}`);
      }
      return resumed;
    }

    const obstacles = new Obstacles(isDryRun);
    const site = readSite(context, options, args.task, obstacles);
    const { task } = site.wanted;
    obstacles.meet(
      () => void planCleanup(site, { sessionId: env.sessionId, nowMs: nowMs() }),
      undefined,
    );
    const files = new PlanFiles(site.settings);
    const chosen = await chooseFocus(context, { site, files }, obstacles);
    if (chosen.isAsked) {
      prompt?.letPass(null);
      return show(
        { started: false, question: chosen.question },
        ({ question }) => renderAsked(question),
      );
    }

    const { focus } = chosen;
    const file = await files.open(focus.path);
    const name = focus.path === null ? null : shortenPath(focus.path, site.project);
    // A plan that discovery doubted was asked about there.
    if (name !== null && focus.method === "explicit" && !options.yes) {
      obstacles.meet(() => confirmOpenWork(context, name, file), undefined);
    }
    const startedAt = nowMs();
    const plan: StartPlan = { ...site, session, task, focus, file, startedAt };
    const mode = permissionModeOf(context, plan);
    const unread = await describeUnreadItems(focus.path);
    const warnings = describeWarnings(context, plan, mode);

    const trusted = await trustPlan(context, plan);
    // After trust was asked for: an adapter's program runs only where it is trusted.
    const adapter = await chooseAdapter({ ...plan, nowMs: plan.startedAt });
    const constraints = await scanForStart(context, plan);
    const begun = isDryRun ? [] : await beginLoop(context, plan, adapter, constraints);
    const cleared = await clearGuidance(plan);

    const { problems } = obstacles;
    const messages = [
      ...describeTaken(behindText),
      ...chosen.lines,
      ...name === null ? [] : [`${showText(name, 200)}: ${describeOpenWork(file)}`],
      ...unread,
      ...warnings,
      ...site.offer === null ? [] : [`${site.offer}.`],
      ...trusted,
      ...describeAdapter(adapter),
      ...constraints,
      ...begun,
      ...cleared,
    ];
    if (!isDryRun && !options.json) prompt?.letPass(describeForUser(plan, mode, env.place));
    return reportStart(context, plan, chosen.question, messages, problems);
  },
});
