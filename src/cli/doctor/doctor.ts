/** `ralph doctor`: checks everything that a loop needs, and repairs what it can. */
import { CHECKS } from "./checks.ts";
import { type Checkup, type DoctorFinding, groupOf } from "./check.ts";
import { managedDirOf } from "./client_settings.ts";
import { type Fixed, fixFindings, runChecks } from "./run_checks.ts";
import { adding } from "../../text/again.ts";
import { messageOf, RalphError, StateError, UsageError } from "../../error.ts";
import { placesOf } from "../../store/places.ts";
import { foreignClaudeFolder, resolveLinks } from "../../store/project.ts";
import { withSnakeCaseNames } from "../../text/snake_case.ts";
import { yesOrNo } from "../core/ask.ts";
import { defineTopCommand, flag, JSON_OPTION } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import { show } from "../core/document.ts";
import { locate } from "../core/locate.ts";
import { countStatuses, renderFindings, renderFixed } from "./text.ts";

export const command = defineTopCommand({
  description:
    "Checks the program, the hooks, Claude Code, loops, files, settings and the system. " +
    "Without --fix it changes nothing. --fix fixes what is safe and asks about the rest: it " +
    "keeps a copy of what it changes, moves files instead of deleting them, and checks again.",
  options: [
    flag("fix", "Fix what is safe to fix, and ask for the rest"),
    flag("yes", "With --fix: do not ask, fix everything", { alias: "y" }),
    flag("verbose", "Show checks that passed too", { alias: "v" }),
    JSON_OPTION,
  ],
  examples: [
    ["ralph doctor", "What is wrong, and what to do"],
    ["ralph doctor --fix", "Fix it"],
  ],
  exitCodes: [[0, "no check failed; there may be warnings"], [1, "a check failed"]],
  run: async (context, { options }) => {
    if (options.yes && !options.fix) {
      throw new UsageError("--yes is for --fix only", { again: adding("--fix") });
    }
    const checkup = checkupOf(context);
    const { findings, fixed } = options.fix
      ? await fix(context, checkup, options.yes)
      : { findings: await runChecks(CHECKS, checkup), fixed: null };
    return show(
      documentOf(checkup, findings, fixed),
      (_document, layout) => {
        const view = { ...layout, home: context.env.home, isVerbose: options.verbose };
        return [
          ...fixed === null ? [] : [renderFixed(fixed, view), ""],
          renderFindings(findings, view),
        ].join("\n");
      },
      { isData: true, exitCode: findings.some(({ status }) => status === "fail") ? 1 : 0 },
    );
  },
});

async function fix({ ask }: CommandContext, checkup: Checkup, agreesToAll: boolean) {
  const { projectProblem } = checkup;
  if (projectProblem !== null) {
    throw new StateError(`Nothing can be fixed from here: ${projectProblem.why}`, {
      hint: projectProblem.hint,
    });
  }
  return await fixFindings(CHECKS, checkup, ({ title, detail = [], fix }) => {
    if (agreesToAll) return "yes";
    if (!ask.isPossible) return null;
    const text = [`${title}.`, ...detail.map((line) => `  ${line}`), `${fix.title}?`].join("\n");
    return ask.choose(yesOrNo(text, "no")) ?? "no";
  });
}

/** Collects the input of the checks; a folder that cannot be a project is a finding, not an error. */
export function checkupOf(context: CommandContext): Checkup {
  const { env, nowMs, executable, version } = context;
  const common = {
    env,
    variables: Deno.env.toObject(),
    nowMs,
    executable,
    version: version.version,
    managedDir: managedDirOf(Deno.build.os),
  };
  try {
    const location = locate(context);
    return { ...common, ...location, projectProblem: findProblem(location.project) };
  } catch (error) {
    if (!(error instanceof RalphError)) throw error;
    const projectProblem = { why: messageOf(error), hint: error.hint };
    return { ...common, places: placesOf(env), project: resolveLinks(env.cwd), projectProblem };
  }
}

/** Finds a problem of the project's folder: the files of a linked `.claude` belong to another project. */
function findProblem(project: string): Checkup["projectProblem"] {
  const elsewhere = foreignClaudeFolder(project);
  return elsewhere === null ? null : {
    why: `The folder .claude of this project leads to "${elsewhere}"`,
    hint: "ralph writes only inside the project: replace the link by a folder.",
  };
}

function documentOf(
  { project }: Checkup,
  findings: readonly DoctorFinding[],
  fixed: readonly Fixed[] | null,
): object {
  return withSnakeCaseNames({
    project,
    counts: countStatuses(findings),
    findings: findings.map((finding) => {
      const { id, status, title, detail = [], advice = null, command = null, fix } = finding;
      const repair = fix === undefined
        ? null
        : { title: fix.title, needsConsent: fix.needsConsent ?? false };
      return { group: groupOf(finding), id, status, title, detail, advice, command, repair };
    }),
    ...fixed === null ? {} : { repairs: fixed },
  }) as object;
}
