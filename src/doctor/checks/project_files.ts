/** Whether the project's own templates and adapters can be loaded, and are trusted. */
import { listPrograms } from "../../adapters/external/programs.ts";
import { findBrokenTemplates, readProjectTemplates } from "../../prompt/project_templates.ts";
import { showCount } from "../../text/human_units.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";

interface ProjectFileFacts {
  readonly count: number;
  /** Files that cannot be loaded, a sentence each. */
  readonly broken: readonly string[];
  /** Files that are left out for another reason, such as missing trust. */
  readonly leftOut: readonly string[];
}

/** The check of the project's templates. */
export const templates = defineCheck<ProjectFileFacts>({
  id: "settings.templates",
  subject: "the project's templates",
  gather: async ({ places, project }: DoctorContext) => {
    const { names, problems: broken } = await findBrokenTemplates(project);
    const { problems } = await readProjectTemplates(places, project);
    const isSaid = (problem: string) => broken.some((each) => each === problem);
    return { count: names.length, broken, leftOut: problems.filter((each) => !isSaid(each)) };
  },
  judge: (facts) =>
    judgeFiles(facts, {
      id: "settings.template",
      noun: "template",
      folder: ".claude/ralph-templates",
      orElse: "ralph's own is used",
    }),
});

/** The check of the project's adapters. */
export const adapters = defineCheck<ProjectFileFacts>({
  id: "settings.adapters",
  subject: "the project's adapters",
  gather: ({ project }: DoctorContext) => {
    const programs = listPrograms(project);
    const broken = programs.flatMap(({ problem }) => problem ?? []);
    return { count: programs.length, broken, leftOut: [] };
  },
  judge: (facts) =>
    judgeFiles(facts, {
      id: "settings.adapter",
      noun: "adapter",
      folder: ".claude/ralph-adapters",
      orElse: "it is not used",
      command: "ralph adapters",
    }),
});

interface Wording {
  readonly id: string;
  readonly noun: string;
  readonly folder: string;
  readonly orElse: string;
  readonly command?: string;
}

function judgeFiles(
  { count, broken, leftOut }: ProjectFileFacts,
  { id, noun, folder, orElse, command }: Wording,
): Finding[] {
  if (broken.length === 0 && leftOut.length === 0) {
    const title = count === 0
      ? `The project has no ${noun} of its own`
      : `${showCount(count, noun)} of the project can be loaded`;
    return [{ id: `${id}s`, status: "pass", title }];
  }
  return [
    ...broken.map((sentence): Finding => ({
      id: `${id}-broken`,
      status: "warn",
      title: `A project's ${noun} cannot be loaded, so ${orElse}`,
      detail: [sentence],
      advice: `Correct it, or remove it from ${folder}.`,
      ...command === undefined ? {} : { command },
    })),
    ...leftOut.map((sentence): Finding => ({
      id: `${id}-left-out`,
      status: "warn",
      title: `A project's ${noun} is left out, so ${orElse}`,
      detail: [sentence],
      advice: "Read it first. If you agree with it, 'ralph start --trust' trusts it.",
    })),
  ];
}
