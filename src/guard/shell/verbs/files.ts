/**
 * Verbs that move, copy and create files.
 *
 * @module
 */
import { joinPath, lastName } from "../../_paths.ts";
import { MAX_SETTINGS_BYTES } from "../../_settings.ts";
import { isKnown, NO_TEXT, UNKNOWN } from "../words/text.ts";
import type { Call, Outcome, Verb } from "../shell.ts";
import type { Options } from "./options.ts";

/** Replaces the name that `mktemp` generates. */
const FRESH_NAME = "guard-fresh";
const PLACING = "t S target-directory suffix";

/** One source and where it lands. */
interface Placing {
  readonly source: string;
  readonly target: string;
}

/** Removes only empty folders. */
const rmdir: Verb = (call) => {
  const isEmpty = (path: string) =>
    !isKnown(call.absolute(path)) || call.shell.disk.names(call.absolute(path)).length === 0;
  call.remove(call.options().operands.filter(isEmpty), false);
  return { out: NO_TEXT };
};

/**
 * Finds the target of each source: in `-t DIR`, in a folder as last operand, or one name.
 *
 * @param keepsLink Whether a link to a folder counts as a name (`ln -n`).
 */
function planPlacing(call: Call, options: Options, keepsLink = false): Placing[] {
  const folder = options.last("t target-directory");
  const sources = [...options.operands];
  const last = folder ?? sources.pop();
  if (last === undefined) return [];
  const isFolder = folder !== undefined || sources.length > 1 || last.endsWith("/") ||
    !options.has("T no-target-directory") && call.isFolder(last) &&
      !(keepsLink && isLink(call, call.absolute(last)));
  return sources.map((source) => ({
    source,
    target: isFolder ? `${last}/${isKnown(source) ? lastName(source) : UNKNOWN}` : last,
  }));
}

function isLink({ shell: { disk } }: Call, path: string): boolean {
  return disk.entry(disk.resolve(path, false))?.kind === "link";
}

/** The text of a source, for comparing settings files. */
function textOf(call: Call, source: string): () => string | undefined {
  return () => call.text(source, MAX_SETTINGS_BYTES);
}

/** Notes the text of a small file at its target, so that a script is judged under its new name. */
function carryText(call: Call, { source, target }: Placing): void {
  const text = call.text(source);
  const to = call.absolute(target);
  if (text !== undefined && isKnown(to)) call.shell.disk.writeText(to, text, false);
}

/** Whether `-n` keeps an existing target. */
function isKept(call: Call, options: Options, target: string): boolean {
  const absolute = call.absolute(target);
  return options.has("n no-clobber") && isKnown(absolute) &&
    call.shell.disk.exists(call.shell.disk.resolve(absolute, false));
}

const mv: Verb = (call) => {
  const { harm } = call.shell;
  const options = call.options(PLACING);
  for (const placing of planPlacing(call, options)) {
    const { source, target } = placing;
    harm.remove(call.cwd, source, true, "move");
    if (isKept(call, options, target)) continue;
    harm.replace(call.cwd, target, textOf(call, source));
    harm.overlay(call.absolute(source), call.absolute(target));
    carryText(call, placing);
  }
  return { out: NO_TEXT };
};

const cp: Verb = (call) => {
  const { harm, disk } = call.shell;
  const options = call.options(PLACING);
  for (const placing of planPlacing(call, options)) {
    const { source, target } = placing;
    if (isKept(call, options, target)) continue;
    const [from, to] = [call.absolute(source), call.absolute(target)];
    if (call.isFolder(source)) {
      if (options.has("r R a recursive archive")) harm.overlay(from, to);
      if (isKnown(to)) disk.makeFolder(to);
      continue;
    }
    harm.write(call.cwd, target, textOf(call, source));
    harm.replace(call.cwd, target, textOf(call, source));
    if (options.has("s symbolic-link l link")) makeLink(call, from, target);
    else carryText(call, placing);
  }
  return { out: NO_TEXT };
};

const ln: Verb = (call) => {
  const options = call.options(PLACING);
  const [first = ""] = options.operands;
  const isAlone = options.operands.length === 1 && !options.has("t target-directory");
  const placings = isAlone
    ? [{ source: first, target: lastName(first) }]
    : planPlacing(call, options, options.has("n no-dereference"));
  for (const { source, target } of placings) {
    call.shell.harm.replace(call.cwd, target, undefined, "link over");
    makeLink(call, options.has("s symbolic") ? source : call.absolute(source), target);
  }
  return { out: NO_TEXT };
};

function makeLink(call: Call, source: string, target: string): void {
  const absolute = call.absolute(target);
  if (isKnown(absolute) && isKnown(source)) call.shell.disk.makeLink(absolute, source);
}

const mkdir: Verb = (call) => makeFolders(call, call.options("m mode").operands);

function makeFolders(call: Call, paths: readonly string[]): Outcome {
  for (const path of paths) {
    if (call.isFolder(path)) continue;
    call.write([path], "create");
    const absolute = call.absolute(path);
    if (isKnown(absolute)) call.shell.disk.makeFolder(absolute);
  }
  return { status: true };
}

const tee: Verb = (call) => {
  const options = call.options();
  const appends = options.has("a append");
  for (const path of options.operands) {
    call.shell.harm.write(call.cwd, path, appends ? undefined : call.stdin);
    const absolute = call.absolute(path);
    if (isKnown(absolute)) call.shell.disk.writeText(absolute, call.stdin(), appends);
  }
  return { out: call.stdin };
};

const dd: Verb = (call) =>
  call.write(call.args.filter((arg) => arg.startsWith("of=")).map((arg) => arg.slice(3)));

/** `mktemp`: a new path, which cannot be a control file. */
const mktemp: Verb = (call) => {
  const options = call.options("p suffix");
  const [template = ""] = options.operands;
  const isHere = template !== "" && !options.has("t tmpdir p");
  const folder = options.last("p tmpdir") ?? call.shell.context.env?.("TMPDIR") ?? "/tmp";
  const name = template.slice(0, template.lastIndexOf("/") + 1) + FRESH_NAME;
  const path = isHere ? name : joinPath(folder, name);
  if (options.has("d directory")) call.shell.disk.makeFolder(call.absolute(path));
  return { out: () => `${path}\n`, status: true };
};

/** The rules for commands that move, copy, link and remove files, by command name. */
export const FILE_VERBS: Readonly<Record<string, Verb>> = {
  rmdir,
  mv,
  cp,
  ln,
  link: ln,
  mkdir,
  tee,
  sponge: tee,
  dd,
  mktemp,
};
