/**
 * Verbs that move, copy and create files.
 *
 * @module
 */
import { joinPath, lastName } from "../../_paths.ts";
import { MAX_SETTINGS_BYTES } from "../../_settings.ts";
import { isKnown, NO_TEXT, UNKNOWN } from "../words/text.ts";
import type { Call, Verb } from "../shell.ts";
import type { Options } from "./options.ts";

/** Replaces the name that `mktemp` generates. */
const FRESH_NAME = "guard-fresh";
const PLACING = "t S target-directory suffix";

/** One source and where it lands. */
interface Placing {
  readonly source: string;
  readonly target: string;
  readonly isKept: boolean;
  readonly text: () => string | undefined;
}

/** Removes only empty folders. */
const rmdir: Verb = (call) => {
  const isEmpty = (path: string) =>
    !isKnown(call.absolute(path)) || call.shell.disk.names(call.absolute(path)).length === 0;
  call.remove(call.options().operands.filter(isEmpty), false);
  return { out: NO_TEXT };
};

/**
 * Finds the target of each source that is placed: in `-t DIR`, in a folder as last operand, or one
 * name. With `-n` existing targets are kept.
 *
 * @param keepsLink Whether a link to a folder counts as a name (`ln -n`).
 */
function planPlacing(call: Call, options: Options, keepsLink = false): Placing[] {
  const { disk } = call.shell;
  const entryOf = (path: string) => disk.resolve(call.absolute(path), false);
  const folder = options.last("t target-directory");
  const sources = [...options.operands];
  const last = folder ?? sources.pop() ?? "";
  const isLink = keepsLink && disk.entry(entryOf(last))?.kind === "link";
  const isFolder = folder !== undefined || sources.length > 1 || last.endsWith("/") ||
    !options.has("T no-target-directory") && call.isFolder(last) && !isLink;
  return sources.map((source) => {
    const target = isFolder ? `${last}/${isKnown(source) ? lastName(source) : UNKNOWN}` : last;
    const isKept = options.has("n no-clobber") && disk.exists(entryOf(target));
    // For comparing settings files.
    const text = () => call.text(source, MAX_SETTINGS_BYTES);
    return { source, target, isKept, text };
  });
}

/** Notes the text of a small file at its target, so that a script is judged under its new name. */
function carryText(call: Call, { source, target }: Placing): void {
  const text = call.text(source);
  const to = call.absolute(target);
  if (text !== undefined && isKnown(to)) call.shell.disk.writeText(to, text, false);
}

const mv: Verb = (call) => {
  const { harm } = call.shell;
  for (const placing of planPlacing(call, call.options(PLACING))) {
    const { source, target, isKept, text } = placing;
    harm.remove(call.cwd, source, true, "move");
    if (isKept) continue;
    harm.replace(call.cwd, target, text);
    harm.overlay(call.absolute(source), call.absolute(target));
    carryText(call, placing);
  }
  return { out: NO_TEXT };
};

const cp: Verb = (call) => {
  const { harm, disk } = call.shell;
  const options = call.options(PLACING);
  for (const placing of planPlacing(call, options)) {
    const { source, target, isKept, text } = placing;
    const [from, to] = [call.absolute(source), call.absolute(target)];
    if (isKept) continue;
    if (call.isFolder(source)) {
      if (options.has("r R a recursive archive")) harm.overlay(from, to);
      if (isKnown(to)) disk.makeFolder(to);
      continue;
    }
    harm.write(call.cwd, target, text);
    harm.replace(call.cwd, target, text);
    if (options.has("s symbolic-link l link")) makeLink(call, from, target);
    else carryText(call, placing);
  }
  return { out: NO_TEXT };
};

const ln: Verb = (call) => {
  const options = call.options(PLACING);
  // `ln TARGET` makes a link of that name here.
  if (options.operands.length === 1 && !options.has("t target-directory")) {
    options.operands.push(".");
  }
  for (const { source, target } of planPlacing(call, options, options.has("n no-dereference"))) {
    call.shell.harm.replace(call.cwd, target, undefined, "link over");
    makeLink(call, options.has("s symbolic") ? source : call.absolute(source), target);
  }
  return { out: NO_TEXT };
};

function makeLink(call: Call, source: string, target: string): void {
  const absolute = call.absolute(target);
  if (isKnown(absolute) && isKnown(source)) call.shell.disk.makeLink(absolute, source);
}

const mkdir: Verb = (call) => {
  for (const path of call.options("m mode").operands) {
    if (call.isFolder(path)) continue;
    call.write([path], "create");
    const absolute = call.absolute(path);
    if (isKnown(absolute)) call.shell.disk.makeFolder(absolute);
  }
  return { status: true };
};

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
