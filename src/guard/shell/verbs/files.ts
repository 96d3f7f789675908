/**
 * Verbs that remove, move, copy and make files.
 *
 * @module
 */
import { joinPath, lastName } from "../../_paths.ts";
import { absolute, type Invocation, type Verb } from "./call.ts";
import { hasFlag, lastValue, type Options, readOptions } from "./options.ts";
import { isKnown, NO_TEXT, UNKNOWN } from "../words/text.ts";

const MAX_CARRIED_BYTES = 65_536;
/** Stands for the name that `mktemp` makes up. */
const FRESH = "guard-fresh";
const MAX_SETTINGS_BYTES = 1 << 20;

const rm: Verb = (call) => {
  const options = readOptions(call.args);
  if (hasFlag(options, "help", "version")) return;
  const deep = hasFlag(options, "r", "R", "recursive");
  for (const path of options.operands) call.shell.harm.remove(call.cwd, path, deep);
  return { out: NO_TEXT };
};

/** Programs that remove whatever they are given, folders too. */
const removeAll: Verb = (call) => {
  for (const path of readOptions(call.args).operands) {
    if (path !== "put" && path !== "trash") call.shell.harm.remove(call.cwd, path, true);
  }
};

const unlink: Verb = (call) => {
  for (const path of readOptions(call.args).operands) {
    call.shell.harm.remove(call.cwd, path, false);
  }
  return { out: NO_TEXT };
};

/** Only an empty folder goes. */
const rmdir: Verb = (call) => {
  for (const path of readOptions(call.args).operands) {
    const whole = absolute(call, path);
    const isFull = isKnown(whole) && call.shell.disk.names(whole).length > 0;
    if (!isFull) call.shell.harm.remove(call.cwd, path, false);
  }
  return { out: NO_TEXT };
};

/**
 * Where sources land: `-t DIR`, a folder as last operand, or one name.
 *
 * @param keepsLink Whether a link to a folder counts as a name (`ln -n`).
 */
function planPlacing(
  call: Invocation,
  options: Options,
  keepsLink = false,
): { source: string; target: string }[] {
  const folder = lastValue(options, "t", "target-directory");
  const sources = [...options.operands];
  const last = folder ?? sources.pop();
  if (last === undefined) return [];
  const isFolder = folder !== undefined || sources.length > 1 || last.endsWith("/") ||
    !hasFlag(options, "T", "no-target-directory") && isFolderAt(call, last) &&
      !(keepsLink && isLinkAt(call, last));
  return sources.map((source) => ({
    source,
    target: isFolder ? `${last}/${isKnown(source) ? lastName(source) : UNKNOWN}` : last,
  }));
}

function isLinkAt(call: Invocation, path: string): boolean {
  const { disk } = call.shell;
  return disk.entry(disk.resolve(absolute(call, path), false))?.kind === "link";
}

function isFolderAt(call: Invocation, path: string): boolean {
  const whole = absolute(call, path);
  return isKnown(whole) && call.shell.disk.isFolder(whole);
}

/** The text that arrives with a source, for settings files. */
function textOf(call: Invocation, source: string): () => string | undefined {
  const whole = absolute(call, source);
  return () => isKnown(whole) ? call.shell.disk.text(whole, MAX_SETTINGS_BYTES) : undefined;
}

/** A small text goes along with its file, so that a script is seen under its new name. */
function carry(call: Invocation, source: string, target: string): void {
  const from = absolute(call, source);
  const to = absolute(call, target);
  if (!isKnown(from) || !isKnown(to)) return;
  const text = call.shell.disk.text(from, MAX_CARRIED_BYTES);
  if (text !== undefined) call.shell.disk.writeText(to, text, false);
}

const mv: Verb = (call) => {
  const options = readOptions(call.args, { short: "tS", long: ["target-directory", "suffix"] });
  for (const { source, target } of planPlacing(call, options)) {
    call.shell.harm.remove(call.cwd, source, true, "move");
    if (isKept(call, options, target)) continue;
    call.shell.harm.replace(call.cwd, target, textOf(call, source));
    call.shell.harm.overlay(absolute(call, source), absolute(call, target));
    carry(call, source, target);
  }
  return { out: NO_TEXT };
};

const cp: Verb = (call) => {
  const options = readOptions(call.args, { short: "tS", long: ["target-directory", "suffix"] });
  const deep = hasFlag(options, "r", "R", "a", "recursive", "archive");
  const isLinking = hasFlag(options, "s", "symbolic-link", "l", "link");
  for (const { source, target } of planPlacing(call, options)) {
    if (isKept(call, options, target)) continue;
    if (isFolderAt(call, source)) {
      if (deep) call.shell.harm.overlay(absolute(call, source), absolute(call, target));
      if (isFolderAt(call, source) && isKnown(absolute(call, target))) {
        call.shell.disk.makeFolder(absolute(call, target));
      }
      continue;
    }
    call.shell.harm.write(call.cwd, target, textOf(call, source));
    call.shell.harm.replace(call.cwd, target, textOf(call, source));
    if (isLinking) link(call, absolute(call, source), target);
    else carry(call, source, target);
  }
  return { out: NO_TEXT };
};

/** With `-n` what is there stays. */
function isKept(call: Invocation, options: Options, target: string): boolean {
  const whole = absolute(call, target);
  return hasFlag(options, "n", "no-clobber") && isKnown(whole) &&
    call.shell.disk.exists(call.shell.disk.resolve(whole, false));
}

const ln: Verb = (call) => {
  const options = readOptions(call.args, { short: "tS", long: ["target-directory", "suffix"] });
  const alone = options.operands.length === 1 && !hasFlag(options, "t", "target-directory");
  const placed = alone
    ? options.operands.map((source) => ({ source, target: lastName(source) }))
    : planPlacing(call, options, hasFlag(options, "n", "no-dereference"));
  for (const { source, target } of placed) {
    call.shell.harm.replace(call.cwd, target, undefined, "link over");
    link(call, hasFlag(options, "s", "symbolic") ? source : absolute(call, source), target);
  }
  return { out: NO_TEXT };
};

function link(call: Invocation, source: string, target: string): void {
  const whole = absolute(call, target);
  if (isKnown(whole) && isKnown(source)) call.shell.disk.makeLink(whole, source);
}

const install: Verb = (call) => {
  const options = readOptions(call.args, {
    short: "gmotS",
    long: ["group", "mode", "owner", "target-directory", "suffix"],
  });
  if (hasFlag(options, "d", "directory")) return makeFolders(call, options.operands);
  for (const { source, target } of planPlacing(call, options)) {
    call.shell.harm.replace(call.cwd, target, textOf(call, source));
  }
  return {};
};

const mkdir: Verb = (call) => {
  const options = readOptions(call.args, { short: "m", long: ["mode"] });
  return makeFolders(call, options.operands);
};

function makeFolders(call: Invocation, paths: readonly string[]): { status: true } {
  for (const path of paths) {
    if (isFolderAt(call, path)) continue;
    call.shell.harm.write(call.cwd, path, undefined, "create");
    const whole = absolute(call, path);
    if (isKnown(whole)) call.shell.disk.makeFolder(whole);
  }
  return { status: true };
}

const touch: Verb = (call) => {
  const options = readOptions(call.args, { short: "drt", long: ["date", "reference", "time"] });
  for (const path of options.operands) {
    call.shell.harm.write(call.cwd, path, textOf(call, path), "create or touch");
  }
  return { out: NO_TEXT, status: true };
};

const truncate: Verb = (call) => {
  const options = readOptions(call.args, { short: "sr", long: ["size", "reference"] });
  for (const path of options.operands) {
    call.shell.harm.write(call.cwd, path, undefined, "truncate");
  }
};

const tee: Verb = (call) => {
  const options = readOptions(call.args);
  for (const path of options.operands) {
    const appends = hasFlag(options, "a", "append");
    call.shell.harm.write(call.cwd, path, appends ? undefined : call.stdin);
    const whole = absolute(call, path);
    if (isKnown(whole)) call.shell.disk.writeText(whole, call.stdin(), appends);
  }
  return { out: call.stdin };
};

const dd: Verb = (call) => {
  for (const arg of call.args) {
    if (arg.startsWith("of=")) call.shell.harm.write(call.cwd, arg.slice(3));
  }
};

const shred: Verb = (call) => {
  const options = readOptions(call.args, { short: "ns", long: ["iterations", "size"] });
  for (const path of options.operands) {
    call.shell.harm.write(call.cwd, path, undefined, "shred");
  }
};

/** `rename s/a/b/ files`, in either of its two forms. */
const rename: Verb = (call) => {
  const options = readOptions(call.args);
  if (hasFlag(options, "n", "no-act")) return;
  for (const path of options.operands.slice(1)) {
    call.shell.harm.remove(call.cwd, path, false, "rename");
  }
};

/** `mktemp`: a path that was not there before, so none of control. */
const mktemp: Verb = (call) => {
  const options = readOptions(call.args, { short: "p", long: ["suffix"] });
  const { scene, disk } = call.shell;
  const [template = ""] = options.operands;
  const isHere = template !== "" && !hasFlag(options, "t", "tmpdir") && !options.values.has("p");
  const folder = lastValue(options, "p", "tmpdir") ?? scene.env?.("TMPDIR") ?? "/tmp";
  const below = template.includes("/") ? template.slice(0, template.lastIndexOf("/") + 1) : "";
  const path = isHere ? `${below}${FRESH}` : joinPath(folder, `${below}${FRESH}`);
  if (hasFlag(options, "d", "directory")) disk.makeFolder(absolute(call, path));
  return { out: () => `${path}\n`, status: true };
};

/** Rules by name. */
export const FILE_VERBS: Readonly<Record<string, Verb>> = {
  rm,
  rmdir,
  unlink,
  mv,
  cp,
  ln,
  link: ln,
  install,
  ginstall: install,
  mkdir,
  touch,
  truncate,
  tee,
  sponge: tee,
  dd,
  shred,
  srm: removeAll,
  wipe: removeAll,
  trash: removeAll,
  "trash-put": removeAll,
  gio: removeAll,
  rimraf: removeAll,
  "del-cli": removeAll,
  rename,
  prename: rename,
  mkfifo: touch,
  mknod: touch,
  mktemp,
};
