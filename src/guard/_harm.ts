/**
 * What a command does to paths, compared with what is protected. The verbs of the shell say
 * "removes", "writes", "replaces"; here it is decided whether that is harm.
 *
 * The rule for paths that cannot be seen whole (a variable from elsewhere, a command's output): the
 * parts that can be seen decide. Refused is a path whose seen folder holds control files and whose
 * rest could be one, and a path in which a control file's name (or `.claude`) is seen in full. A path
 * of which nothing of control is seen passes.
 *
 * @module
 */
import type { ControlFiles } from "./_control_files.ts";
import { CONTROL_FILE_NAMES, CONTROL_FOLDER_NAMES, STOP_RECORD_NAME } from "./_control_files.ts";
import { denyFile, denySettings, denyUnclear } from "./_denial.ts";
import type { LineDisk } from "./_line_disk.ts";
import { isWithin, joinPath, parentOf } from "./_paths.ts";
import { describeSettingsHarm, hasOurEntries } from "./_settings.ts";
import { isKnown, UNKNOWN } from "./shell/words/text.ts";

/** Names that give a path away even where its folder cannot be seen. */
const TELLING_NAMES: ReadonlySet<string> = new Set([
  ".claude",
  STOP_RECORD_NAME,
  ...CONTROL_FILE_NAMES,
  ...CONTROL_FOLDER_NAMES,
]);
const MAX_SETTINGS_BYTES = 1 << 20;

/** What a settings file will hold; undefined where that cannot be seen. */
export type SettingsText = () => string | undefined;

/** Compares what a line does with what is protected, and collects the plans it would change. */
export class Harm {
  readonly #disk: LineDisk;
  readonly #control: ControlFiles;
  /** Existing plans that the line changes or removes. */
  readonly plansAtRisk = new Set<string>();

  constructor(disk: LineDisk, control: ControlFiles) {
    this.#disk = disk;
    this.#control = control;
  }

  /**
   * A path goes away (removed or moved), with everything below it where `deep`.
   *
   * @throws {Denied} Where that is, or may be, one of control.
   */
  remove(cwd: string, path: string, deep: boolean, doing = "remove"): void {
    const whole = joinPath(cwd, path);
    if (!isKnown(whole)) return this.#unclear(cwd, path, deep);
    const target = this.#disk.resolve(whole, false);
    const standing = this.#control.standing(target, false);
    if (standing?.kind === "control") throw denyFile(standing.label, doing);
    if (standing?.kind === "settings") this.#settings(target, () => "", standing.label);
    if (deep || this.#isLink(target)) this.#keepReachable(target, doing);
    this.#notePlansAt(target, (plan) => deep ? isWithin(plan, target) : plan === target);
  }

  /**
   * A file is written: created, truncated, appended to, or changed in place; links are followed.
   *
   * @param text What the file will hold, where that is known.
   * @throws {Denied} Where that is, or may be, one of control.
   */
  write(cwd: string, path: string, text?: SettingsText, doing = "overwrite"): void {
    const whole = joinPath(cwd, path);
    if (!isKnown(whole)) return this.#unclear(cwd, path, false);
    const target = this.#disk.resolve(whole);
    const standing = this.#control.standing(target);
    if (standing?.kind === "control") throw denyFile(standing.label, doing);
    if (standing?.kind === "settings") this.#settings(target, text, standing.label);
    this.#notePlans((plan) => this.#disk.resolve(plan) === target);
  }

  /** Something takes a path's place (`mv`, `ln -f`, a rename): a link there is replaced, not followed. */
  replace(cwd: string, path: string, text?: SettingsText, doing = "replace"): void {
    const whole = joinPath(cwd, path);
    if (!isKnown(whole)) return this.#unclear(cwd, path, false);
    const target = this.#disk.resolve(whole, false);
    const standing = this.#control.standing(target, false);
    if (standing?.kind === "control") throw denyFile(standing.label, doing);
    if (standing?.kind === "settings") this.#settings(target, text, standing.label);
    if (this.#isLink(target)) this.#keepReachable(target, doing);
    this.#notePlansAt(target, (plan) => plan === target);
  }

  /**
   * A tree is laid over a folder: every file of control below it that the source has too is written.
   *
   * @param source Absolute folder the files come from.
   * @param target Absolute folder they go to.
   */
  overlay(source: string, target: string): void {
    if (!isKnown(target)) return this.#unclear("/", target, false);
    const to = this.#disk.resolve(target);
    this.overlayNames(to, (name) => isKnown(source) && this.#has(joinPath(source, name)));
  }

  /** The same, where a listing says which names arrive; names are relative to the target. */
  overlayNames(target: string, arrives: (name: string) => boolean): void {
    const to = this.#disk.resolve(target);
    if (!this.#control.isNear(to)) return;
    for (const path of [...this.#control.known(), ...this.#control.plans()]) {
      if (path !== to && isWithin(path, to) && arrives(path.slice(to.length).replace(/^\//, ""))) {
        this.write("/", path);
      }
    }
  }

  /** Whether a path is, or holds, something of control; for verbs with rules of their own. */
  touches(cwd: string, path: string, deep: boolean): string | undefined {
    const whole = joinPath(cwd, path);
    if (!isKnown(whole)) return this.#couldHitAny(cwd, path, deep);
    const target = this.#disk.resolve(whole);
    const standing = this.#control.standing(target);
    if (standing?.kind === "control") return standing.label;
    return deep ? this.#control.within(target) : undefined;
  }

  /** A link that leads to our folder goes like the folder itself. */
  #isLink(path: string): boolean {
    return this.#disk.entry(path)?.kind === "link";
  }

  #keepReachable(target: string, doing: string): void {
    const label = this.#control.within(target);
    if (label !== undefined) throw denyFile(label, doing);
  }

  #has(path: string): boolean {
    return this.#disk.exists(this.#disk.resolve(path, false));
  }

  #settings(target: string, text: SettingsText | undefined, label: string): void {
    const before = this.#disk.text(target, MAX_SETTINGS_BYTES) ?? "";
    const after = text?.();
    const hasText = after !== undefined && isKnown(after);
    const harm = hasText
      ? describeSettingsHarm({ before, after })
      : hasOurEntries(before)
      ? "overwrite"
      : undefined;
    if (harm !== undefined) throw denySettings(label, harm);
  }

  /** Plans whose paths, as they are listed, begin with or equal a target. */
  #notePlansAt(target: string, isMeant: (plan: string) => boolean): void {
    if (this.#control.isNear(target)) this.#notePlans(isMeant);
  }

  #notePlans(isMeant: (plan: string) => boolean): void {
    for (const plan of this.#control.plans()) {
      if (isMeant(plan)) this.plansAtRisk.add(plan);
    }
  }

  #unclear(cwd: string, path: string, deep: boolean): void {
    const label = this.#couldHitAny(cwd, path, deep);
    if (label !== undefined) throw denyUnclear("a path that is not written out in full", label);
    const whole = joinPath(cwd, path);
    if (path.startsWith(UNKNOWN) || whole.startsWith(UNKNOWN)) return;
    const isMeant = createMatcher(whole, this.#disk);
    const seen = this.#seenFolder(whole);
    this.#notePlans((plan) => parentOf(plan) === seen && isMeant(plan));
  }

  /** A path that begins with an unknown part may be absolute as well as relative. */
  #couldHitAny(cwd: string, path: string, deep: boolean): string | undefined {
    const asAbsolute = path.startsWith(UNKNOWN) ? this.#couldHit(path, deep) : undefined;
    return asAbsolute ?? this.#couldHit(joinPath(cwd, path), deep);
  }

  /** The label of what a path with unknown parts could be, by the rule of the module's comment. */
  #couldHit(whole: string, deep: boolean): string | undefined {
    if (!this.#givesAway(whole)) return undefined;
    const isMeant = createMatcher(whole, this.#disk);
    const hit = this.#control.known().find((path) => {
      if (isMeant(path)) return true;
      if (!deep) return false;
      for (let at = parentOf(path); at !== "/"; at = parentOf(at)) if (isMeant(at)) return true;
      return false;
    });
    return hit === undefined ? undefined : this.#control.label(hit);
  }

  #givesAway(whole: string): boolean {
    const names = whole.split("/");
    if (names.some((name) => TELLING_NAMES.has(name.replaceAll(UNKNOWN, "")))) return true;
    if (whole.startsWith(UNKNOWN)) return false;
    const seen = this.#seenFolder(whole);
    const holders = [...this.#control.projectBases, ...this.#control.homeBases];
    if (holders.includes(seen)) return true;
    if (this.#control.folders.some((folder) => isWithin(seen, folder))) return true;
    const firstHole = whole.indexOf(UNKNOWN);
    const partial = whole.slice(whole.lastIndexOf("/", firstHole) + 1, firstHole);
    return partial.length >= 2 && ".claude".startsWith(partial);
  }

  #seenFolder(whole: string): string {
    const head = whole.slice(0, whole.indexOf(UNKNOWN));
    return this.#disk.resolve(head.slice(0, head.lastIndexOf("/")) || "/");
  }
}

/** A test whether a path fits a text with unknown parts; the seen folder is resolved first. */
function createMatcher(whole: string, disk: LineDisk): (path: string) => boolean {
  const firstHole = whole.indexOf(UNKNOWN);
  const cut = whole.lastIndexOf("/", firstHole);
  const folder = cut <= 0 ? whole.slice(0, Math.max(cut, 0)) : disk.resolve(whole.slice(0, cut));
  const pieces = `${folder === "/" ? "" : folder}${whole.slice(Math.max(cut, 0))}`
    .replace(/\/+$/, "").split(UNKNOWN).filter((piece, index, all) =>
      piece !== "" || index === 0 || index === all.length - 1
    );
  return (path) => fitsInOrder(path, pieces);
}

/** Whether the pieces stand in the path in this order, the first at its start, the last at its end. */
function fitsInOrder(path: string, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? "";
  const last = pieces.at(-1) ?? "";
  if (!path.startsWith(first) || !path.endsWith(last)) return false;
  if (pieces.length > 1 && path.length < first.length + last.length) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return pieces.length === 1 ? path === first : at <= path.length - last.length;
}
