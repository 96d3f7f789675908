/**
 * Which ralph this is, whether the PATH finds it, and whether it was started in a place that it can
 * work in.
 */
import { basename } from "@std/path";
import { findProgram } from "../../process/find_program.ts";
import { resolveLinks } from "../../store/project.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";

interface ProgramFacts {
  readonly version: string;
  readonly executable: string;
  /** Whether it runs from its sources. */
  readonly isSource: boolean;
  /** The ralph that the PATH finds, links resolved; null without one. */
  readonly onPath: string | null;
  /** What is wrong with its variables, a sentence each. */
  readonly problems: readonly string[];
  readonly projectProblem: DoctorContext["projectProblem"];
  readonly hasHome: boolean;
}

/** The check of the program. */
export const program = defineCheck<ProgramFacts>({
  id: "program",
  subject: "this program",
  gather: ({ env, executable, version, projectProblem }) => {
    const found = findProgram("ralph", env.variable("PATH") ?? "", env.cwd);
    return {
      version,
      executable: resolveLinks(executable),
      isSource: /^deno(\.exe)?$/i.test(basename(executable)),
      onPath: found.kind === "found" ? resolveLinks(found.path) : null,
      problems: env.problems,
      projectProblem,
      hasHome: env.home !== null || env.ralphHome !== null,
    };
  },
  judge: judgeProgram,
});

/** Judges the program and where it was started. */
export function judgeProgram(facts: ProgramFacts): Finding[] {
  const { version, executable, isSource, onPath, problems, projectProblem, hasHome } = facts;
  const findings: Finding[] = [];
  if (projectProblem !== null) {
    findings.push({
      id: "program.folder",
      status: "fail",
      title: "No loop can run in this folder",
      detail: [projectProblem.why],
      advice: projectProblem.hint,
    });
  }
  if (!hasHome) {
    findings.push({
      id: "program.no-home",
      status: "fail",
      title: "There is no home folder, so nothing can be recorded",
      advice: "Set HOME to your home folder, as an absolute path.",
    });
  }
  findings.push(...problems.map((problem): Finding => ({
    id: "program.environment",
    status: "warn",
    title: "A variable of the environment is not used",
    detail: [problem],
    advice: `Set ${problem.split(" ")[0]} to an absolute path, or unset it.`,
  })));
  if (!isSource && onPath === null) {
    findings.push({
      id: "program.not-on-path",
      status: "warn",
      title: "ralph is not on the PATH, where the plugin and you look for it",
      detail: [`this is "${executable}"`],
      advice: "Link it into a folder that is on the PATH, such as ~/.local/bin.",
      command: `ln -s ${quoteForShell(executable)} ~/.local/bin/ralph`,
    });
  } else if (!isSource && onPath !== executable) {
    findings.push({
      id: "program.other-on-path",
      status: "warn",
      title: "The PATH finds another ralph than this one",
      detail: [`the PATH finds "${onPath}"`, `this is "${executable}"`],
      advice: "Remove one of them, or call the one that you mean by its path.",
    });
  }
  if (findings.length > 0) return findings;
  const title = `ralph ${version}, ${isSource ? "from its sources" : `"${executable}"`}`;
  return [{ id: "program", status: "pass", title }];
}
