/** Whether only this user can read and change what ralph keeps. */
import { dirname, join } from "@std/path";
import { attempt } from "../../error.ts";
import { infoOf, namesIn } from "../../store/files/presence.ts";
import { isWithin } from "../../store/project.ts";
import { showCount } from "../../text/human_units.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";

/** A file or folder whose rights are too wide; modes are the lowest nine bits. */
interface LooseFile {
  readonly path: string;
  readonly mode: number;
  readonly wanted: number;
}

interface PermissionFacts {
  readonly home: string;
  readonly loose: readonly LooseFile[];
  readonly foreign: readonly { readonly path: string; readonly uid: number }[];
  /** The id of this user; null where the system does not say. */
  readonly uid: number | null;
}

/** Entries that are looked at; a home with a year of loops has fewer. */
const MOST_ENTRIES = 5_000;
const MOST_SHOWN = 5;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const OTHERS_ENTER = 0o011;

/** The check of the rights. */
export const permissions = defineCheck<PermissionFacts, readonly LooseFile[]>({
  id: "files.permissions",
  subject: "permissions and owners",
  gather: gatherPermissions,
  judge: judgePermissions,
  repair: (_context, files) =>
    files.map(({ path, wanted }) => {
      Deno.chmodSync(path, wanted);
      return `"${path}" has permissions ${showMode(wanted)} now`;
    }),
});

function gatherPermissions({ places, env, executable }: DoctorContext): PermissionFacts {
  const { ralphHome, claudeDir } = places;
  const uid = attempt(() => Deno.uid());
  const loose: LooseFile[] = [];
  const foreign: { path: string; uid: number }[] = [];
  const look = (path: string, forbidden: number, isOurs = true): Deno.FileInfo | null => {
    const info = infoOf(path);
    if (info === null || info.isSymlink || info.mode === null) return null;
    const mode = info.mode & 0o777;
    if ((mode & forbidden) !== 0) loose.push({ path, mode, wanted: mode & ~forbidden });
    // Root owns what an administrator installed.
    const isForeign = info.uid !== null && uid !== null && info.uid !== uid && info.uid !== 0;
    if (isForeign || info.uid === 0 && uid !== 0 && isOurs) {
      foreign.push({ path, uid: info.uid! });
    }
    return info;
  };
  // Inside a folder that others cannot enter, the rights of a file change nothing.
  const waiting = [{ path: ralphHome, isReachable: true }];
  for (let count = 0; count < MOST_ENTRIES; count++) {
    const entry = waiting.shift();
    if (entry === undefined) break;
    const info = look(entry.path, entry.isReachable ? OTHERS : 0);
    if (!info?.isDirectory) continue;
    const isReachable = entry.isReachable && ((info.mode ?? 0) & OTHERS_ENTER) !== 0;
    const names = namesIn(entry.path);
    waiting.push(...names.map((name) => ({ path: join(entry.path, name), isReachable })));
  }
  const settings = ["settings.json", "ralph-defaults.json", "ralph-stop-reason.json"];
  for (const path of [claudeDir, ...settings.map((name) => join(claudeDir, name))]) {
    look(path, OTHERS_WRITE, false);
  }
  if (env.home !== null && dirname(executable) !== "/") look(executable, OTHERS_WRITE, false);
  return { home: ralphHome, uid, loose, foreign };
}

/** Judges whether others can read or change ralph's files, and whether another user owns some. */
export function judgePermissions(facts: PermissionFacts): Finding<readonly LooseFile[]>[] {
  const { home, loose, foreign, uid } = facts;
  const findings: Finding<readonly LooseFile[]>[] = [];
  const writable = loose.some(({ mode }) => (mode & OTHERS_WRITE) !== 0);
  if (loose.length > 0) {
    findings.push({
      id: writable ? "files.writable" : "files.readable",
      status: writable ? "fail" : "warn",
      title: writable
        ? "Other users can change files that decide what runs in your name"
        : "Other users can read what ralph keeps",
      detail: shorten(loose.map(({ path, mode }) => `"${path}" has permissions ${showMode(mode)}`)),
      advice: "Remove the permissions of other users.",
      command: describeChmod(loose, home),
      repair: {
        title: `Remove the permissions of other users from ${
          showCount(loose.length, "file or folder", "files and folders")
        }`,
        needsConsent: false,
        action: loose,
      },
    });
  }
  if (foreign.length > 0) {
    findings.push({
      id: "files.owner",
      status: "fail",
      title: "Files of ralph belong to another user, so it may not be able to change them",
      detail: shorten(foreign.map(({ path, uid: owner }) => `"${path}" belongs to user ${owner}`)),
      advice: "Change the owner.",
      command: `sudo chown -R ${uid} ${
        foreign.length > MOST_SHOWN
          ? quoteForShell(home)
          : foreign.map(({ path }) => quoteForShell(path)).join(" ")
      }`,
    });
  }
  return findings.length > 0 ? findings : [{
    id: "files.permissions",
    status: "pass",
    title: "Only you can read and change ralph's files",
  }];
}

/** The commands that do the same: one for ralph's folder, one for the files outside of it. */
function describeChmod(loose: readonly LooseFile[], home: string): string {
  const isInside = ({ path }: LooseFile) => isWithin(path, home);
  const outside = loose.filter((file) => !isInside(file)).map(({ path }) => quoteForShell(path));
  return [
    ...loose.some(isInside) ? [`chmod -R go-rwx ${quoteForShell(home)}`] : [],
    ...outside.length === 0 ? [] : [`chmod go-w ${outside.join(" ")}`],
  ].join("; ");
}

function shorten(lines: readonly string[]): string[] {
  return lines.length <= MOST_SHOWN
    ? [...lines]
    : [...lines.slice(0, MOST_SHOWN), `and ${lines.length - MOST_SHOWN} more`];
}

function showMode(mode: number): string {
  return mode.toString(8).padStart(4, "0");
}
