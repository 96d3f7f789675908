/** `ralph run`: works through a plan with fresh agents, each watched on a pseudo-terminal. */
import { SECOND_MS } from "../../text/time.ts";
import { scanRulesOf } from "../../guidance/constraints/scan_text.ts";
import { AlreadyRunningError, attempt, StateError, UsageError } from "../../error.ts";
import { type DrivenRun, driveRun, type RunToDrive } from "../../run/job/drive_run.ts";
import { nameOf } from "../../run/agents/choose_agent.ts";
import { endOf } from "../../run/job/ending.ts";
import { startRunGuidance } from "../../run/job/guidance.ts";
import {
  clearDeadRun,
  endDeadRun,
  findDeadRun,
  removeKillSwitch,
} from "../../run/loop/dead_run.ts";
import { findRunHolder, lockRun, type RunHolder, type RunLock } from "../../store/run_lock.ts";
import { keepTemplates } from "../../prompt/template_trust.ts";
import { openRunLoop } from "../../run/loop/run_loop.ts";
import { cleanWorktrees, listCleanNeeds } from "../../run/parallel/clean.ts";
import { trustRepository } from "../../run/parallel/git_programs.ts";
import { requireAgent } from "../../run/prepare/job.ts";
import { type PreparedRun, prepareRun } from "../../run/prepare/prepare.ts";
import { takeRunCommands } from "../../run/prepare/run_commands.ts";
import { withoutFoldersOf } from "../../system/run_git.ts";
import { describeRunNotes, refuseUntickable } from "../../run/prepare/warnings.ts";
import { clearResult, renderResult, writeResult } from "../../run/report/result.ts";
import { findSecrets } from "../../run/terminal/secrets.ts";
import { readConsoleSize } from "../../run/terminal/terminal.ts";
import { keepInheritedFiles } from "../../system/inherited_files.ts";
import type { Places } from "../../store/places.ts";
import { environmentLayer } from "../../store/settings/layers.ts";
import { loadSettings } from "../../store/settings/load.ts";
import { showLocalTime } from "../../text/instant.ts";
import { defineTopCommand } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import type { TrustEntry } from "../../store/trust.ts";
import { askTrust, findUntrusted, type TrustWords } from "../core/trust.ts";
import { locate } from "../core/locate.ts";
import { refuseBoth } from "../core/usage.ts";
import { refuseEarlierSettings } from "../migrate/migrate.ts";
import { settingsGiven } from "../core/setting_options.ts";
import { cleanUp, describeCleanup, planCleanup } from "../../lifecycle/cleanup.ts";
import { renderBlock } from "../../text/block.ts";
import { wrapText } from "../core/text_layout.ts";
import { describeBegin, describeTerms } from "./begin_block.ts";
import { showDryRun } from "./dry_run.ts";
import { OPTIONS } from "./options.ts";
import { renderEnd } from "./end_block.ts";
import {
  canRedraw,
  createJsonReporter,
  createReporter,
  describeLostEvents,
  unbreakable,
} from "./view.ts";
import { line } from "../../text/again.ts";

const TRUST_WORDS: TrustWords = {
  purpose: "This project's files ask to run these commands, in checks or by git:",
  refused: "Nothing was run: these commands are not trusted",
};

export const command = defineTopCommand({
  description:
    "Without PLAN, uses the file that docs/plans/.active names (PLAN_POINTER_OVERRIDE sets " +
    "another pointer), or else the plan that 'ralph start' would find. Each agent gets the " +
    "first open item. The command after the item's text verifies its tick, as in: - [ ] text " +
    "| `command`. A code block under '## QA' must pass at the end. 'ralph stop' and " +
    ".claude/STOP_LOOP end the run within a second; the first Ctrl-C terminates the agent, " +
    "the second kills it. p or 'ralph pause' pauses it between two turns. Under nohup, it " +
    "keeps running when the terminal is closed.",
  args: [{ name: "plan", help: "Markdown file with `- [ ]` items" }],
  options: OPTIONS,
  examples: [
    ["ralph run PLAN.md", "Use the installed agent"],
    ["ralph run --agent claude --verify 'npm test'", "End only if the tests pass"],
    ["ralph run --agent './my-agent --fast' --idle-timeout 5m", "Use any agent"],
    ["ralph run --resume", "Continue after a limit or an interruption"],
    ["nohup ralph run PLAN.md &", "Keep running when the terminal is closed"],
  ],
  exitCodes: [
    [3, "a limit ended it after progress, or --merge left open items for the next round"],
    [4, "blocked: needs a person"],
    [5, "nothing to resume"],
    [6, "a loop is running here already"],
    [126, "the agent is not executable"],
    [127, "the agent was not found"],
    [129, "ended by a hang-up"],
    [130, "ended by Ctrl-C, ralph stop or the kill switch"],
    [143, "ended by TERM"],
  ],
  run: async (context, { args, options, given }) => {
    if (context.env.isInsideRun) {
      throw new UsageError("A run cannot start inside an agent of another run", {
        hint: "This agent works for 'ralph run' already.",
      });
    }
    keepInheritedFiles();
    const { places, project } = locate(context);
    const { env, nowMs } = context;
    const variables = Deno.env.toObject();
    // An agent in a sandbox can write a `git` to `node_modules/.bin`, so ralph takes no program from there.
    Deno.env.set("PATH", withoutFoldersOf(project, variables["PATH"] ?? ""));
    const { mask } = findSecrets(variables);
    const limits = settingsGiven("run", options);
    const asked = { named: args.plan, options, limits, given };
    const request = { places, project, env, variables, nowMs: nowMs(), ...asked };
    refuseEarlierSettings(loadSettings({ places, project, env, loop: null }).problems);
    const findWanted = ({ needs }: PreparedRun) => findUntrusted(places, project, needs, nowMs());
    refuseBoth(options, "clean", "dry-run");
    const plan = () =>
      planCleanup({ places, project }, { sessionId: env.sessionId, nowMs: nowMs() });
    if (options["dry-run"]) {
      // Only looks at the lock: taking it would make a run that starts meanwhile fail.
      const holder = findRunHolder(places, project);
      if (holder !== null) throw refuseBusy(holder, context.nowMs());
      const dead = findDeadRun(places, project);
      const run = await prepareRun({ ...request, dead });
      refuseUntickable(run);
      const cleanup = dead === null ? describeCleanup(plan()) : [];
      if (needsAgent(run)) requireAgent(run);
      return showDryRun(run, await findWanted(run), cleanup, env);
    }
    using lock = await requireLock(places, project, context.nowMs());
    const requireTrust = (wanted: readonly TrustEntry[]) =>
      askTrust(context, places, wanted, options.trust, TRUST_WORDS);
    if (options.clean) {
      const needs = await listCleanNeeds(project);
      const trusted = requireTrust(await findUntrusted(places, project, needs, nowMs()));
      for (const line of trusted) context.out.say(line);
      const graceMs = options["kill-grace"] * SECOND_MS;
      for (const line of await cleanWorktrees(places, project, graceMs)) context.out.text(line);
      return 0;
    }
    const dead = await clearDeadRun(places, project, options["kill-grace"] * SECOND_MS);
    let run = await prepareRun({ ...request, dead: dead.run });
    refuseUntickable(run);
    if (dead.run !== null && run.resumed === null) endDeadRun(places, dead.run, nowMs());
    // A dead run that is about to be resumed is not cleaned up.
    const isDeadResumed = dead.run !== null && run.resumed !== null;
    if (!isDeadResumed) plan();
    clearResult(project);
    if (needsAgent(run)) requireAgentOrSay(run, nowMs(), mask);
    const trusted = requireTrust(await findWanted(run));
    await keepTemplates(places, project);
    if (run.parallel !== null) {
      const repository = await trustRepository(places, project, run.parallel.repository);
      run = { ...run, parallel: { ...run.parallel, repository } };
    }
    const job = { ...run.job, ...await takeRunCommands(places, run) };
    const cleaned = isDeadResumed
      ? removeKillSwitch(project)
      : cleanUp({ places, project }, plan(), nowMs());
    const messages = [...dead.lines, ...trusted, ...cleaned, ...describeRunNotes(run)];
    const holder: RunHolder = {
      pid: Deno.pid,
      host: attempt(() => Deno.hostname()) ?? "this machine",
      loop: run.id,
      since: nowMs(),
      agent: nameOf(run.job.agent),
    };
    lock.name(holder);
    const asJson = options.json;
    const { next, result } = await drive(context, { places, run, job, holder, messages, asJson });
    if (!options.json) {
      // If the terminal is closed, the result is still in its file.
      const { out } = context;
      // On a shared terminal, the result comes after the messages.
      await out.settle();
      const width = Deno.stdout.isTerminal() ? readConsoleSize().columns : Infinity;
      unbreakable(() =>
        out.data(mask(renderEnd(result, { next, project }, { style: out.style, width })))
      )();
    }
    return result.end.exitCode;
  },
});

/** Opens the loop of a run, and drives it to its end. */
async function drive(
  context: CommandContext,
  { places, run, job, holder, messages, asJson }: Pick<RunToDrive, "places" | "run" | "job"> & {
    readonly holder: RunHolder;
    readonly messages: readonly string[];
    readonly asJson: boolean;
  },
): Promise<DrivenRun> {
  const { env, nowMs, out } = context;
  out.writeBeside((lines) => describeLostEvents(lines, nowMs()));
  using loop = openRunLoop(places, run, {
    environment: environmentLayer(env).values,
    isInSession: env.sessionId !== null,
    nowMs,
  });
  const rules = scanRulesOf(env.home, run.job.settings.rigid_paths);
  const guided = await startRunGuidance({ places, rules, loop }, run.resumed !== null, nowMs());
  const isDrawn = !asJson && canRedraw(env);
  // Rows that the live view shows are not printed before it.
  const rows = [
    ...isDrawn ? [] : describeBegin(run, out.talkStyle),
    ...describeTerms(run, env, [...messages, ...guided]),
  ];
  const { mask } = findSecrets(job.env);
  const width = Deno.stderr.isTerminal() ? out.width : Infinity;
  const block = renderBlock(rows, { style: out.talkStyle, width, fold: wrapText });
  out.say(mask(block.join("\n")));
  return await driveRun({
    places,
    run,
    job,
    loop,
    rules,
    reporter: asJson ? createJsonReporter(context) : createReporter(
      context,
      { places, holder, settings: job.settings, record: () => loop.record },
      isDrawn,
    ),
  });
}

/** Checks whether the run needs an agent; a merge needs one only if something cannot be merged. */
function needsAgent({ plan, options }: PreparedRun): boolean {
  return plan.open > 0 && !options.merge;
}

/** Requires an agent. If there is none, writes the reason to the result file for scripts. */
function requireAgentOrSay(
  run: PreparedRun,
  finishedAt: number,
  mask: (text: string) => string,
): void {
  const { choice, plan, project, id } = run;
  if (choice.kind === "missing") {
    const result = renderResult({
      loop: id,
      end: endOf({ code: "agent-failed", sentence: choice.why }, choice.exitCode),
      plan,
      reviews: [],
      items: [],
      unmerged: [],
      kept: [],
      iterations: 0,
      tokens: null,
      costUsd: null,
      reviewers: null,
      activeMs: 0,
      resumeCommand: null,
      logs: null,
      finishedAt,
    });
    writeResult(project, null, mask(result));
  }
  requireAgent(run);
}

async function requireLock(places: Places, project: string, nowMs: number): Promise<RunLock> {
  const locking = await lockRun(places, project);
  switch (locking.kind) {
    case "held":
      return locking.lock;
    case "busy":
      throw refuseBusy(locking.holder, nowMs);
    case "impossible":
      throw new StateError(`The run's lock cannot be taken: ${locking.why}`, {
        hint:
          "Check that the folder exists and can be written, or set RALPH_HOME to another folder.",
      });
  }
}

function refuseBusy(holder: RunHolder | null, nowMs: number): AlreadyRunningError {
  const who = holder === null
    ? ""
    : ` (${holder.agent}, process ${holder.pid} on ${holder.host}, since ${
      showLocalTime(holder.since, nowMs)
    }, ${holder.loop})`;
  return new AlreadyRunningError(`Another run works here already${who}`, {
    hint: "'ralph stop' ends it. To see it:",
    again: line("status"),
  });
}
