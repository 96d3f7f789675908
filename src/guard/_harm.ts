/**
 * What a command does to paths, compared with what is protected. The verbs of the shell say
 * "removes", "writes", "replaces"; here it is decided whether that is harm.
 *
 * The rule for paths that are not known in full (a variable from elsewhere, a command's output): the
 * known parts decide. Refused is a path whose known folder has control files and whose rest could be
 * one, and a path in which a control file's name (or `.claude`) is written in full. A path of which
 * nothing protected is known passes.
 *
 * @module
 */
import { type ControlFiles, type Standing, TELLING_NAMES } from "./_control_files.ts";
import { denyFile, denySettings, denyUnclear } from "./_denial.ts";
import type { LineDisk } from "./_line_disk.ts";
import { isWithin, joinPath, parentOf } from "./_paths.ts";
import { describeSettingsHarm, hasOwnEntries, MAX_SETTINGS_BYTES } from "./_settings.ts";
import { isKnown, UNKNOWN } from "./shell/words/text.ts";

/** What a settings file will contain; undefined where that is not known. */
type SettingsText = () => string | undefined;

/** Compares what a line does with what is protected, and collects the plans it would change. */
export class Harm {
  /** Existing plans that the line changes or removes. */
  readonly plansAtRisk = new Set<string>();
  readonly #disk: LineDisk;
  readonly #control: ControlFiles;

  constructor(disk: LineDisk, control: ControlFiles) {
    this.#disk = disk;
    this.#control = control;
  }

  /**
   * A path goes away (removed or moved), with everything below it where `deep`.
   *
   * @throws {Denied} Where that is, or may be, protected; so do all methods but `touches`.
   */
  remove(cwd: string, path: string, deep: boolean, doing = "remove"): void {
    this.#displace(cwd, path, deep, () => "", doing);
  }

  /** Something takes a path's place (`mv`, `ln -f`): a link there is replaced, not followed. */
  replace(cwd: string, path: string, text?: SettingsText, doing = "replace"): void {
    this.#displace(cwd, path, false, text, doing);
  }

  /**
   * A file is written: created, truncated, appended to, or changed in place; links are followed.
   *
   * @param text What the file will contain, where that is known.
   */
  write(cwd: string, path: string, text?: SettingsText, doing = "overwrite"): void {
    const whole = joinPath(cwd, path);
    if (!isKnown(whole)) return this.#judgeUnclear(cwd, path, false);
    const target = this.#disk.resolve(whole);
    this.#judge(this.#control.standing(target), target, text, doing);
    this.#notePlans((plan) => this.#disk.resolve(plan) === target);
  }

  /**
   * A tree is laid over a folder: every protected file below it that the source has too is written.
   *
   * @param source Absolute folder the files come from.
   * @param target Absolute folder they go to.
   */
  overlay(source: string, target: string): void {
    if (!isKnown(target)) return this.#judgeUnclear("/", target, false);
    this.overlayNames(
      target,
      (name) =>
        isKnown(source) && this.#disk.exists(this.#disk.resolve(joinPath(source, name), false)),
    );
  }

  /** The same, where a listing says which names arrive; names are relative to the target. */
  overlayNames(target: string, arrives: (name: string) => boolean): void {
    const to = this.#disk.resolve(target);
    if (!this.#control.isNear(to)) return;
    for (const path of [...this.#control.all(), ...this.#control.plans()]) {
      const isBelow = path !== to && isWithin(path, to);
      if (isBelow && arrives(path.slice(to.length).replace(/^\//, ""))) this.write("/", path);
    }
  }

  /** The label of what is protected at a path, or below it where `deep`; undefined for nothing. */
  touches(cwd: string, path: string, deep: boolean): string | undefined {
    const whole = joinPath(cwd, path);
    if (!isKnown(whole)) return this.#findPossible(cwd, path, deep);
    const target = this.#disk.resolve(whole);
    const standing = this.#control.standing(target);
    if (standing?.kind === "control") return standing.label;
    return deep ? this.#control.within(target) : undefined;
  }

  #displace(
    cwd: string,
    path: string,
    deep: boolean,
    text: SettingsText | undefined,
    doing: string,
  ): void {
    const whole = joinPath(cwd, path);
    if (!isKnown(whole)) return this.#judgeUnclear(cwd, path, deep);
    const target = this.#disk.resolve(whole, false);
    this.#judge(this.#control.standing(target, false), target, text, doing);
    // A link that leads to a folder of control files goes like the folder itself.
    if (deep || this.#disk.entry(target)?.kind === "link") {
      const label = this.#control.within(target);
      if (label !== undefined) throw denyFile(label, doing);
    }
    if (!this.#control.isNear(target)) return;
    this.#notePlans((plan) => deep ? isWithin(plan, target) : plan === target);
  }

  #judge(
    standing: Standing | undefined,
    target: string,
    text: SettingsText | undefined,
    doing: string,
  ): void {
    if (standing === undefined) return;
    if (standing.kind === "control") throw denyFile(standing.label, doing);
    const before = this.#disk.text(target, MAX_SETTINGS_BYTES) ?? "";
    const after = text?.();
    const harm = after !== undefined && isKnown(after)
      ? describeSettingsHarm(before, after)
      : hasOwnEntries(before)
      ? "overwrite"
      : undefined;
    if (harm !== undefined) throw denySettings(standing.label, harm);
  }

  #notePlans(isMeant: (plan: string) => boolean): void {
    for (const plan of this.#control.plans()) if (isMeant(plan)) this.plansAtRisk.add(plan);
  }

  #judgeUnclear(cwd: string, path: string, deep: boolean): void {
    const label = this.#findPossible(cwd, path, deep);
    if (label !== undefined) throw denyUnclear("a path that is not written out in full", label);
    const whole = joinPath(cwd, path);
    if (path.startsWith(UNKNOWN) || whole.startsWith(UNKNOWN)) return;
    const isMeant = this.#createMatcher(whole);
    const folder = this.#knownFolder(whole);
    this.#notePlans((plan) => parentOf(plan) === folder && isMeant(plan));
  }

  /** The label of what a path with unknown parts could be, by the rule of the module's comment. */
  #findPossible(cwd: string, path: string, deep: boolean): string | undefined {
    const wholes = [joinPath(cwd, path)];
    // A path that begins with an unknown part may be absolute as well as relative.
    if (path.startsWith(UNKNOWN)) wholes.unshift(path);
    for (const whole of wholes.filter((each) => this.#givesAway(each))) {
      const isMeant = this.#createMatcher(whole);
      const isHit = (at: string): boolean =>
        at !== "/" && (isMeant(at) || deep && isHit(parentOf(at)));
      const hit = this.#control.all().find(isHit);
      if (hit !== undefined) return this.#control.label(hit);
    }
    return undefined;
  }

  #givesAway(whole: string): boolean {
    if (whole.split("/").some((name) => TELLING_NAMES.has(name.replaceAll(UNKNOWN, "")))) {
      return true;
    }
    if (whole.startsWith(UNKNOWN)) return false;
    const { projectBases, homeBases, folders } = this.#control;
    const folder = this.#knownFolder(whole);
    if ([...projectBases, ...homeBases].includes(folder)) return true;
    if (folders.some((each) => isWithin(folder, each))) return true;
    const cut = whole.indexOf(UNKNOWN);
    const begin = whole.slice(whole.lastIndexOf("/", cut) + 1, cut);
    return begin.length >= 2 && ".claude".startsWith(begin);
  }

  /** The folder that is known of a path, resolved. */
  #knownFolder(whole: string): string {
    const head = whole.slice(0, whole.indexOf(UNKNOWN));
    return this.#disk.resolve(head.slice(0, head.lastIndexOf("/")) || "/");
  }

  /** A test whether a path fits a text with unknown parts, of which each stands for any text. */
  #createMatcher(whole: string): (path: string) => boolean {
    const cut = whole.lastIndexOf("/", whole.indexOf(UNKNOWN));
    const folder = cut <= 0 ? "" : this.#knownFolder(whole).replace(/^\/$/, "");
    const pieces = (folder + whole.slice(Math.max(cut, 0))).replace(/\/+$/, "").split(UNKNOWN);
    const [first = "", ...others] = pieces;
    const last = others.pop() ?? "";
    return (path) => {
      if (!path.startsWith(first) || !path.endsWith(last)) return false;
      let at = first.length;
      for (const piece of others) {
        const start = path.indexOf(piece, at);
        if (start < 0) return false;
        at = start + piece.length;
      }
      return at + last.length <= path.length;
    };
  }
}
