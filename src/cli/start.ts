/**
 * `ralph start`: starts a loop in this project, or takes a waiting one over.
 *
 * @module
 */
import { describeWarnings } from "./start_warnings.ts";
import { chooseFocus, type ChosenFocus, renderAsked } from "./start_focus.ts";
import { describeForUser, describeLimits, presetOf, settingsOfOptions } from "./start_flags.ts";
import { clearForStart, scanForStart } from "./start_guidance.ts";
import { createLoopOnDisk } from "./start_loop.ts";
import { describeAdapter, lookAhead } from "./start_outlook.ts";
import { describeDrivers, findDrivers } from "./start_sessions.ts";
import { resumeLoop } from "./start_resume.ts";
import { requireRegistration } from "./start_registration.ts";
import { defineCommand } from "./command.ts";
import { askConsent, type ConsentWords, findNewNeeds, showNeed } from "./consent.ts";
import type { CommandContext } from "./context.ts";
import { locate, locateNewLoop } from "./locate.ts";
import { endProjectLeftovers } from "./run_leftovers.ts";
import { listLoopNeeds, readItemChecks } from "./project_needs.ts";
import { clearTheWay } from "./start_present.ts";
import { describeUnreadItems } from "./unread_items.ts";
import { type StartPlan, transcriptOf } from "./start_plan.ts";
import { quoteForShell } from "../registration/ours.ts";
import { UsageError } from "../store/error.ts";
import { newLoopId } from "../store/loop_id.ts";
import { type Places, projectPlaces } from "../store/places.ts";
import { loadSettings, requireSound } from "../store/settings_load.ts";
import type { Settings } from "../store/settings.ts";
import { needsConsent } from "../store/trust.ts";

/** The options that mean something beside `--resume`. */
const BESIDE_RESUME: ReadonlySet<string> = new Set(["resume", "session", "yes", "json"]);

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
  summary: "Starts a loop: Claude Code goes on until the task is really done.",
  description:
    "Inside a session the loop belongs to it at once. From a plain terminal, the next session of " +
    "this project that begins, or gets a prompt, takes it.",
  args: [{ name: "task", help: "the task as text, instead of a file", variadic: true }],
  options: [
    {
      name: "focus",
      alias: "f",
      type: "string",
      valueName: "FILE",
      help: "the file that says what the task is",
    },
    { name: "no-focus", type: "boolean", help: "work without a file: 100% autonomous" },
    { name: "poc", type: "boolean", help: "short limits: 5 to 10 minutes, 10 to 20 iterations" },
    {
      name: "production",
      type: "boolean",
      help: "the default limits: 4 to 9 hours, 50 to 99 iterations",
    },
    { name: "until-done", type: "boolean", help: "end as soon as the task is done: no minimums" },
    {
      name: "eternal",
      type: "boolean",
      help: "never end on success; only limits, blocked and you end it",
    },
    { name: "no-validation", type: "boolean", help: "end without the rounds of validation" },
    { name: "min-hours", type: "hours", min: 0, help: "active hours before success may end it" },
    { name: "max-hours", type: "hours", min: 0, help: "active hours after which it ends" },
    {
      name: "min-iterations",
      type: "integer",
      min: 0,
      help: "continuations before success may end it",
    },
    { name: "max-iterations", type: "integer", min: 1, help: "continuations after which it ends" },
    {
      name: "promise",
      type: "string",
      valueName: "TEXT",
      help: "the agent ends it by <promise>TEXT</promise>",
    },
    {
      name: "verify",
      type: "list",
      valueName: "COMMAND",
      help: "must exit with 0 before success ends it",
    },
    { name: "session", type: "string", valueName: "ID", help: "the session that is to drive it" },
    { name: "resume", type: "boolean", help: "take the waiting loop over, with its counters" },
    { name: "trust", type: "boolean", help: "agree to commands that the project's files ask for" },
    {
      name: "keep-guidance",
      type: "boolean",
      help: "keep what was encouraged and forbidden before",
    },
    { name: "strict", type: "boolean", help: "start nothing where critical constraints are found" },
    { name: "skip-constraint-scan", type: "boolean", help: "do not look for constraints" },
    { name: "yes", alias: "y", type: "boolean", help: "ask nothing: take the file that is found" },
    { name: "dry-run", type: "boolean", help: "show what would be started, and start nothing" },
    { name: "json", type: "boolean", help: "print the result as JSON" },
  ],
  examples: [
    { command: "ralph start -f PLAN.md", help: "work on a checklist" },
    { command: 'ralph start "add dark mode" --until-done', help: "work on a task given as text" },
    { command: "ralph start --resume", help: "go on with the loop that waits here" },
  ],
  exitCodes: [[5, "nothing to resume here"], [6, "a loop is running here already"]],
  run: async (context, { args, options, given }) => {
    if (context.env.isInsideRun) {
      throw new UsageError("A loop cannot start inside an agent of `ralph run`", {
        hint: "The runner drives this agent already.",
      });
    }
    refuseEmptySession(options.session);
    if (options.resume) refuseBesideResume(args.task, given);
    const { places, project } = options.resume ? locate(context) : locateNewLoop(context);
    requireRegistration(context, { places, project });
    const session = options.session ?? context.env.sessionId;
    if (options.resume) {
      const code = await resumeLoop(context, { places, project, session, asJson: options.json });
      if (code === 0 && !options.json) context.prompt?.letPass("ralph goes on. Stop: /ralph:stop");
      return code;
    }

    if (options.focus !== undefined && options["no-focus"]) {
      throw new UsageError("--focus and --no-focus exclude each other", {
        hint: "Give one of them.",
      });
    }
    const flags = settingsOfOptions(options);
    const id = newLoopId(Number(context.now().epochMilliseconds));
    const resolved = loadSettings({ places, project, env: context.env, loop: { id, flags } });
    const settings = requireSound(resolved);
    refuseUnmeasurable(settings);
    const task = args.task.join(" ").trim() || null;
    const cleared = clearTheWay(context, { places, project, isDryRun: options["dry-run"] });
    const chosen = await chooseFocus(
      context,
      {
        project,
        cwd: context.env.cwd,
        home: context.env.home ?? "",
        claudeFolder: places.claudeDir,
        explicit: options.focus ?? settings.target_file,
        isExplicitFromProject: options.focus === undefined &&
          needsConsent(resolved.origins.target_file),
        noFocus: options["no-focus"] || settings.no_focus,
        task,
        transcriptPath: transcriptOf(places, context.env),
      },
      settings,
      options["dry-run"] ? "show" : options.yes ? "take-what-is-found" : "ask",
    );
    if (chosen.isAsked) {
      context.out.data(renderAsked(chosen.question));
      context.prompt?.letPass(null);
      return 0;
    }
    const plan: StartPlan = {
      id,
      project,
      session,
      task,
      preset: presetOf(options),
      flags,
      settings,
      focus: chosen.focus,
      startedAt: context.now(),
    };
    const warnings = [
      ...chosen.lines,
      ...await describeUnreadItems(chosen.focus.path),
      ...describeWarnings(plan, places),
    ];
    const needs = await listLoopNeeds({
      project,
      ...resolved,
      itemCommands: (await readItemChecks(chosen.focus.path)).map(({ command }) => command),
    });
    const at = context.now().toString({ smallestUnit: "second" });
    const wanted = await findNewNeeds(places, project, needs, at);
    warnings.push(
      ...options["dry-run"]
        ? wanted.map((consent) => `Would ask for consent to the ${showNeed(consent)}`)
        : askConsent(context, places, wanted, options.trust, CONSENT_WORDS),
    );
    const outlook = await lookAhead(places, plan);
    warnings.push(
      ...describeAdapter(outlook),
      ...await scanForStart(context, places, plan, options),
    );
    if (!options["dry-run"]) {
      warnings.push(
        ...await endProjectLeftovers(places, project),
        ...createLoopOnDisk(context, places, plan, outlook, cleared),
      );
    }
    warnings.push(...await clearForStart(places, plan, options));
    report(context, places, plan, chosen, warnings, options);
    if (!options["dry-run"] && !options.json) {
      context.prompt?.letPass(describeForUser(plan, outlook.planSeen.items));
    }
    return 0;
  },
});

/** No session has an empty id: nobody would ever drive the loop. */
function refuseEmptySession(session: string | undefined): void {
  if (session === undefined || session.trim() !== "") return;
  throw new UsageError("--session wants an id, found an empty one", {
    hint:
      "Leave it out: then the next session that begins here, or gets a prompt, drives the loop.",
  });
}

/** What would be passed over in silence is refused. */
function refuseBesideResume(task: readonly string[], given: ReadonlySet<string>): void {
  const others = [...given].filter((name) => !BESIDE_RESUME.has(name)).map((name) => `--${name}`);
  const [found] = [...others, ...task];
  if (found === undefined) return;
  throw new UsageError(`--resume goes on with the loop as it was started, found '${found}' too`, {
    hint: "Leave it out; 'ralph config set' changes what was no flag of that start.",
  });
}

/** A limit that cannot be measured is refused, never ignored (design §5). */
function refuseUnmeasurable(settings: Settings): void {
  if (settings.max_cost_usd === null) return;
  throw new UsageError("The cost of a session cannot be measured while it runs", {
    hint: "Claude Code writes it down only when it exits: set max_tokens instead of max_cost_usd.",
  });
}

function report(
  { out, env }: CommandContext,
  places: Places,
  plan: StartPlan,
  chosen: ChosenFocus,
  warnings: readonly string[],
  options: { readonly "dry-run": boolean; readonly json: boolean },
): void {
  const { settings, focus, task, session, id, project } = plan;
  const drivers = session === null ? findDrivers(places, project, env.cwd) : [];
  if (options.json) {
    out.json({
      started: !options["dry-run"],
      loop: id,
      project,
      session,
      open_sessions: drivers,
      task,
      focus,
      limits: {
        min_hours: settings.min_hours,
        max_hours: settings.max_hours,
        min_iterations: settings.min_iterations,
        max_iterations: settings.max_iterations,
      },
      question: chosen.question,
      messages: warnings,
    });
    return;
  }
  const head = options["dry-run"] ? "Would start a ralph loop" : "Ralph loop started";
  out.data([
    `${head} in ${project}`,
    ...warnings,
    ...(task === null ? [] : [`Task: ${task}`]),
    describeLimits(settings),
    session === null
      ? "Driven by: the next Claude Code session that begins here, or gets a prompt here."
      : `Driven by: session ${session}`,
    ...(session === null ? [describeDrivers(drivers)] : []),
    "To stop: ralph stop (or /ralph:stop)",
    `Kill switch: touch ${quoteForShell(projectPlaces(project).killSwitch)}`,
  ].join("\n"));
}
