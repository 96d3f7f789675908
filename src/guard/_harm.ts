/**
 * Compares what a command does to paths with what is protected: verbs report that they remove,
 * write or replace a path, and this module decides whether that does harm.
 *
 * The known parts of a path decide where others are unknown (a variable from elsewhere, a command's
 * output). A path is refused if its known folder has control files and its rest could name a
 * control file, or if it has the full name of a control file (or `.claude`) in it. All others pass.
 *
 * @module
 */
import { type ControlFiles, TELLING_NAMES } from "./_control_files.ts";
import { denyFile, denySettings, denyUnclear } from "./_denial.ts";
import type { LineDisk } from "./_line_disk.ts";
import { isWithin, joinPath, parentOf } from "./_paths.ts";
import { describeSettingsHarm, hasOwnEntries, MAX_SETTINGS_BYTES } from "./_settings.ts";
import { isKnown, UNKNOWN } from "./shell/words/text.ts";

/** What a settings file will contain; undefined where that is not known. */
type SettingsText = () => string | undefined;

/** A change of a path. */
interface Change {
  readonly deep: boolean;
  /** The verb in the reason of a denial. */
  readonly doing: string;
  readonly text: SettingsText | undefined;
  /** Whether a link at the path is followed, not replaced. */
  readonly followsLink: boolean;
}

/** Compares what a line does with what is protected, and collects the plans it would change. */
export class Harm {
  /** Existing plans that the line changes or removes. */
  readonly plansAtRisk = new Set<string>();
  readonly #disk: LineDisk;
  readonly #control: ControlFiles;

  readonly #turnsHooksOff: boolean;

  /** @param line The judged line. */
  constructor(disk: LineDisk, control: ControlFiles, line: string) {
    this.#disk = disk;
    this.#control = control;
    this.#turnsHooksOff = line.includes("disableAllHooks");
  }

  /**
   * Judges the removal (or move) of a path.
   *
   * @param deep Whether everything below the path is removed too.
   * @throws {Denied} If that is, or may be, protected; all methods except `touches` throw this.
   */
  remove(cwd: string, path: string, deep: boolean, doing = "remove"): void {
    this.#change(cwd, path, { deep, doing, text: () => "", followsLink: false });
  }

  /** Judges the replacement of a path (`mv`, `ln -f`); a link there is replaced, not followed. */
  replace(cwd: string, path: string, text?: SettingsText, doing = "replace"): void {
    this.#change(cwd, path, { deep: false, doing, text, followsLink: false });
  }

  /**
   * Judges writing to a file: create, truncate, append, or change in place; links are followed.
   *
   * @param text What the file will contain, where that is known.
   */
  write(cwd: string, path: string, text?: SettingsText, doing = "overwrite"): void {
    this.#change(cwd, path, { deep: false, doing, text, followsLink: true });
  }

  /**
   * Judges a copy of a tree onto a folder: it writes every protected file that the source has too.
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

  /** Judges the same for a listing of names, relative to the target. */
  overlayNames(target: string, arrives: (name: string) => boolean): void {
    const to = this.#disk.resolve(target);
    if (!this.#control.isNear(to)) return;
    for (const path of [...this.#control.all(), ...this.#control.plans()]) {
      const isBelow = path !== to && isWithin(path, to);
      if (isBelow && arrives(path.slice(to.length).replace(/^\//, ""))) this.write("/", path);
    }
  }

  /** Finds the label of what is protected at a path, or below it where `deep`; undefined for nothing. */
  touches(cwd: string, path: string, deep: boolean): string | undefined {
    const absolute = joinPath(cwd, path);
    if (!isKnown(absolute)) return this.#findPossible(cwd, path, deep);
    const target = this.#disk.resolve(absolute);
    const protection = this.#control.protection(target);
    if (protection?.kind === "control") return protection.label;
    return deep ? this.#control.within(target) : undefined;
  }

  #change(cwd: string, path: string, { deep, doing, text, followsLink }: Change): void {
    const absolute = joinPath(cwd, path);
    if (!isKnown(absolute)) return this.#judgeUnclear(cwd, path, deep);
    const target = this.#disk.resolve(absolute, followsLink);
    const protection = this.#control.protection(target, followsLink);
    if (protection?.kind === "control") throw denyFile(protection.label, doing);
    if (protection !== undefined) this.#judgeSettings(target, protection.label, text);
    // Removing a link to a folder of control files counts as removing the folder.
    if (!followsLink && (deep || this.#disk.entry(target)?.kind === "link")) {
      const label = this.#control.within(target);
      if (label !== undefined) throw denyFile(label, doing);
    }
    if (followsLink) this.#notePlans((plan) => this.#disk.resolve(plan) === target);
    else if (this.#control.isNear(target)) {
      this.#notePlans((plan) => deep ? isWithin(plan, target) : plan === target);
    }
  }

  #judgeSettings(target: string, label: string, text: SettingsText | undefined): void {
    const before = this.#disk.text(target, MAX_SETTINGS_BYTES) ?? "";
    const after = text?.() ?? UNKNOWN;
    // What a program will write is not known, and a repair would come too late: without hooks there is
    // none.
    const loss = hasOwnEntries(before)
      ? "overwrite"
      : this.#turnsHooksOff
      ? "set disableAllHooks in"
      : undefined;
    const harm = isKnown(after) ? describeSettingsHarm(before, after) : loss;
    if (harm !== undefined) throw denySettings(label, harm);
  }

  #notePlans(matches: (plan: string) => boolean): void {
    for (const plan of this.#control.plans()) if (matches(plan)) this.plansAtRisk.add(plan);
  }

  #judgeUnclear(cwd: string, path: string, deep: boolean): void {
    const label = this.#findPossible(cwd, path, deep);
    if (label !== undefined) throw denyUnclear("a path that is not written out in full", label);
    const absolute = joinPath(cwd, path);
    if (path.startsWith(UNKNOWN) || absolute.startsWith(UNKNOWN)) return;
    const matches = this.#createMatcher(absolute);
    const folder = this.#knownFolder(absolute);
    this.#notePlans((plan) => parentOf(plan) === folder && matches(plan));
  }

  /** Finds the label of a file that a path with unknown parts could be; see the module's comment. */
  #findPossible(cwd: string, path: string, deep: boolean): string | undefined {
    const candidates = [joinPath(cwd, path)];
    // A path that begins with an unknown part may be absolute as well as relative.
    if (path.startsWith(UNKNOWN)) candidates.unshift(path);
    for (const absolute of candidates.filter((each) => this.#namesControlFile(each))) {
      const matches = this.#createMatcher(absolute);
      const isHit = (at: string): boolean =>
        at !== "/" && (matches(at) || deep && isHit(parentOf(at)));
      const hit = this.#control.all().find(isHit);
      if (hit !== undefined) return this.#control.label(hit);
    }
    return undefined;
  }

  #namesControlFile(absolute: string): boolean {
    if (absolute.split("/").some((name) => TELLING_NAMES.has(name.replaceAll(UNKNOWN, "")))) {
      return true;
    }
    if (absolute.startsWith(UNKNOWN)) return false;
    const { projectBases, homeBases, folders } = this.#control;
    const folder = this.#knownFolder(absolute);
    if ([...projectBases, ...homeBases].includes(folder)) return true;
    if (folders.some((each) => isWithin(folder, each))) return true;
    const cut = absolute.indexOf(UNKNOWN);
    const begin = absolute.slice(absolute.lastIndexOf("/", cut) + 1, cut);
    return begin.length >= 2 && ".claude".startsWith(begin);
  }

  /** Returns the known folder of a path, resolved. */
  #knownFolder(absolute: string): string {
    const head = absolute.slice(0, absolute.indexOf(UNKNOWN));
    return this.#disk.resolve(head.slice(0, head.lastIndexOf("/")) || "/");
  }

  /** Makes a test for paths: each unknown part of the pattern matches any text. */
  #createMatcher(absolute: string): (path: string) => boolean {
    const cut = absolute.lastIndexOf("/", absolute.indexOf(UNKNOWN));
    const folder = cut <= 0 ? "" : this.#knownFolder(absolute).replace(/^\/$/, "");
    const pieces = (folder + absolute.slice(Math.max(cut, 0))).replace(/\/+$/, "").split(UNKNOWN);
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
