/** The places in which a plan is searched, in order. The first place with a file wins. */
import { basename, join } from "@std/path";
import { readFrontMatter, readPlainValue } from "../markdown/front_matter.ts";
import { splitLines } from "../markdown/line.ts";
import { namesIn } from "../../store/files/presence.ts";
import { decodeText, readStart, statOf } from "../files.ts";
import { isReallyBelow } from "../paths.ts";
import type { DiscoveryInput, DiscoveryMethod, Doubt } from "./discovery.ts";
import { findPlanModePlan, findTouchedPlan } from "./session_plan.ts";

/** One place, and how certain its files are. */
interface PlanPlace {
  readonly method: DiscoveryMethod;
  /** Lists the files that may be the plan, newest first. If there is only one, it is the plan. */
  readonly list: (input: DiscoveryInput) => readonly string[];
  /**
   * True if the place shows what this session works on. It is then searched even with a task given as text.
   */
  readonly isSessions?: true;
  /** The reason why its file is never taken without asking. */
  readonly doubt?: Doubt;
}

/** All places except the names of plans that a project keeps with its code. */
export const PLAN_PLACES: readonly PlanPlace[] = [
  { method: "plan_mode", list: findPlanModePlan, isSessions: true },
  { method: "transcript", list: findTouchedPlan, isSessions: true },
  {
    // Design specs in progress.
    method: "itp_spec",
    list: ({ project }) => {
      const folder = join(project, "docs", "design");
      const specs = namesIn(folder).map((name) => join(folder, name, "spec.md"));
      return keepWith(
        sortNewestFirst(specs, project),
        "implementation-status",
        /^in[_ -]progress$/i,
      );
    },
  },
  {
    method: "itp_adr",
    list: ({ project }) =>
      keepWith(listMarkdown(join(project, "docs", "adr"), project), "status", /^accepted$/i),
  },
  {
    method: "local_plan",
    list: ({ project }) => listPlans(join(project, ".claude", "plans"), project).slice(0, 1),
  },
  { method: "global_plan", list: listNamedPlans },
  {
    method: "global_plan_mtime",
    list: ({ claudeFolder }) => listPlans(join(claudeFolder, "plans"), null).slice(0, 1),
    doubt: "nothing-names-this-project",
  },
];

/** Number of bytes to search for front matter, which is at the top. */
const HEAD_BYTES = 16_384;
/** Maximum number of documents to read, newest first. */
const MAX_DOCUMENTS = 500;
/** Maximum number of plans in the home folder to read, newest first. */
const MAX_PLANS = 200;
/** Number of bytes of a plan that are searched for the project's name. */
const MAX_PLAN_BYTES = 262_144;
/** In characters. Shorter names occur in any text by chance. */
const MIN_NAME_LENGTH = 5;
/** Folder names that do not identify a project. */
const COMMON_NAMES =
  /^(?:admin|agent|agents|backend|build|client|config|demos?|design|develop|examples?|frontend|infra|library|mobile|module|monorepo|package|packages|playground|plugin|plugins|project|projects|python|release|repos?|sandbox|scripts?|server|service|services|shared|source|sources|starter|template|templates|testing|tests?|tools?|website|worker|workspace)$/i;

/** Lists the plans of a folder, without plans that subagents wrote for themselves. */
function listPlans(folder: string, root: string | null): string[] {
  return listMarkdown(folder, root).filter((path) =>
    !path.slice(folder.length).includes("-agent-")
  );
}

function listMarkdown(folder: string, root: string | null): string[] {
  const names = namesIn(folder).filter((name) => /\.md$/i.test(name));
  return sortNewestFirst(names.map((name) => join(folder, name)), root);
}

/**
 * Keeps the plain files, newest first.
 *
 * @param root The folder that must really contain a file: a link that leads out of a cloned project is not
 * followed. Null for any place: links in the user's own home folder are intended.
 */
function sortNewestFirst(paths: readonly string[], root: string | null): string[] {
  return paths.flatMap((path) => {
    const stat = statOf(path);
    return stat?.kind === "file" ? [{ path, modifiedMs: stat.modifiedMs }] : [];
  }).filter(({ path }) => root === null || isReallyBelow(path, root))
    .sort((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** Keeps the documents whose front matter has a value. */
function keepWith(paths: readonly string[], key: string, wanted: RegExp): string[] {
  return paths.slice(0, MAX_DOCUMENTS).filter((path) => {
    const head = readStart(path, HEAD_BYTES);
    const lines = head ? readFrontMatter(splitLines(decodeText(head).text)).lines : [];
    return wanted.test(readPlainValue(lines, key) ?? "");
  });
}

/** Lists the home folder's plans that name this project, by its path or else by its name. */
function listNamedPlans({ claudeFolder, home, project }: DiscoveryInput): string[] {
  const plans = listPlans(join(claudeFolder, "plans"), null).slice(0, MAX_PLANS).map((plan) => {
    const bytes = readStart(plan, MAX_PLAN_BYTES);
    return { plan, text: bytes ? decodeText(bytes).text : "" };
  });
  const keep = (names: RegExp | null) =>
    names ? plans.filter(({ text }) => names.test(text)).map(({ plan }) => plan) : [];
  const byPath = keep(toPathPattern(project, home));
  return byPath.length > 0 ? byPath : keep(toNamePattern(project));
}

/**
 * Makes a pattern for the project's path, in full or from `~`, but not as the start of another folder's
 * name.
 */
function toPathPattern(project: string, home: string): RegExp {
  const isBelowHome = home.length > 1 && project.startsWith(`${home}/`);
  const forms = [project, ...(isBelowHome ? [`~${project.slice(home.length)}`] : [])];
  return new RegExp(
    `(?<![\\w/~.-])(?:${forms.map((form) => RegExp.escape(form)).join("|")})(?![\\w-]|\\.\\w)`,
  );
}

/** Makes a pattern for the project's name as a separate word; null if the name is too common. */
function toNamePattern(project: string): RegExp | null {
  const name = basename(project);
  if (name.length < MIN_NAME_LENGTH || COMMON_NAMES.test(name)) return null;
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${RegExp.escape(name)}(?![\\p{L}\\p{N}_-])`, "iu");
}
