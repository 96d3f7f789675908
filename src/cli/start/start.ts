/** `ralph start`: starts a loop in this project, or takes over a waiting one. */
import { chooseAdapter } from "../../adapters/registry.ts";
import { UsageError } from "../../error.ts";
import { describeCleanup } from "../../lifecycle/cleanup.ts";
import type { FocusQuestion } from "../../plan/discovery/confirm.ts";
import { nameWithPlace } from "../../text/command_name.ts";
import { defineTopCommand } from "../core/command.ts";
import { show } from "../core/document.ts";
import { beginLoop, clearGuidance, scanForStart } from "./loop.ts";
import {
  NOT_IN_A_SESSION,
  refuseBesideResume,
  refuseWrongSession,
  START_OPTIONS,
} from "./options.ts";
import { planStart } from "./plan.ts";
import { describeAdapter, describeForUser, describeTaken, reportStart } from "./report.ts";
import { resumeLoop } from "./resume.ts";

export const command = defineTopCommand({
  text: "task",
  description:
    "Claude Code keeps working until the task is done. Inside a session, the loop belongs to " +
    "that session at once. From a plain terminal, the next session in this project that " +
    "begins or gets a prompt takes it. Options come before or after the task, not between its " +
    "words, so quote a task that contains words like --poc.",
  args: [{ name: "task", help: "Path of a plan, or a task as text", variadic: true }],
  options: START_OPTIONS,
  withoutOptions: NOT_IN_A_SESSION,
  examples: [
    ["ralph start PLAN.md", "Work on a checklist"],
    ['ralph start "add dark mode" --until-done', "Work on a task given as text"],
    ["ralph start --resume", "Continue the loop that waits here"],
  ],
  exitCodes: [[5, "nothing to resume here"], [6, "a loop is running here already"]],
  run: async (context, { args, options, given, behindText }) => {
    const { env, prompt } = context;
    const isDryRun = options["dry-run"];
    if (env.isInsideRun) {
      throw new UsageError("A loop cannot start inside an agent of `ralph run`", {
        hint: "This agent works for 'ralph run' already.",
      });
    }
    refuseWrongSession(options);
    const session = options.session ?? env.sessionId;
    if (options.resume) {
      refuseBesideResume(args.task, given);
      const resumed = await resumeLoop(context, session);
      if (!options.json) {
        prompt?.passPrompt(`The loop continues. Stop: ${nameWithPlace("stop", env.place)}`);
      }
      return resumed;
    }

    const plan = await planStart(context, { options, words: args.task, session });
    if (!("places" in plan)) {
      prompt?.passPrompt(null);
      return show({ started: false, question: plan }, () => renderAsked(plan));
    }
    // After asking for trust, since an adapter's program runs only if it is trusted.
    const adapter = await chooseAdapter({ ...plan, nowMs: plan.startedAt });
    const constraints = await scanForStart(context, plan);
    const begun = isDryRun
      ? plan.cleanup === null ? [] : describeCleanup(plan.cleanup)
      : await beginLoop(context, plan, adapter, constraints);
    const cleared = await clearGuidance(plan);
    if (!isDryRun && !options.json) prompt?.passPrompt(describeForUser(plan, env.place));
    return reportStart(context, plan, [
      ...describeTaken(behindText),
      ...plan.found,
      ...plan.lines,
      ...describeAdapter(adapter),
      ...constraints,
      ...begun,
      ...cleared,
    ]);
  },
});

/** Renders the question as the output of a slash command, for Claude to ask. */
function renderAsked({ found, question, options }: FocusQuestion): string {
  const answers = options.map(({ label, description }) => `- ${label} → ${description}`);
  return ["Nothing was started yet.", found, "", question, ...answers].join("\n");
}
