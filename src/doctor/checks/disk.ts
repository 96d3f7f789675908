/** Whether ralph's home and the project can be written, and the disks have space. */
import { messageOf } from "../../error.ts";
import { dirname, join } from "@std/path";
import { runProgram } from "../../process/run_program.ts";
import { isFolder } from "../../store/files/presence.ts";
import { capitalize, showNames } from "../../text/human_units.ts";
import { defineCheck, type Finding } from "../check.ts";

interface FolderFact {
  /** What it is, for the middle of a sentence. */
  readonly what: string;
  readonly path: string;
  /** Why nothing can be written there; null where it can. */
  readonly refusal: string | null;
  /** Bytes that this user may still write; null where the system does not say. */
  readonly freeBytes: number | null;
}

const MEGABYTE = 1024 * 1024;
/** The records of a loop need less; the logs of a run do not. */
const FAIL_BYTES = 20 * MEGABYTE;
const WARN_BYTES = 500 * MEGABYTE;
const DF_LIMITS = { timeoutMs: 1_000, maxBytes: 16 * 1024, env: { LC_ALL: "C" } };
/** More than an inline file of any file system. */
const PROBE_BYTES = 64 * 1024;

/** The check of the disks. */
export const disk = defineCheck<readonly FolderFact[]>({
  id: "system.disk",
  subject: "the disks",
  gather: async (context) => {
    const { env, places, project } = context;
    const hasHome = env.home !== null || env.ralphHome !== null;
    return [
      ...hasHome ? [await inspect("ralph's home", nearestFolder(places.ralphHome))] : [],
      await inspect("the project", nearestFolder(join(project, ".claude"))),
    ];
  },
  judge: (facts) => judgeDisks(facts),
});

/** The folder, or the nearest above it that exists: it will be made there. */
function nearestFolder(path: string): string {
  let folder = path;
  while (!isFolder(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

async function inspect(what: string, path: string): Promise<FolderFact> {
  const refusal = tryWriting(path);
  return { what, path, refusal, freeBytes: await askFreeBytes(path) };
}

/** Asks df, which every POSIX system has: the runtime does not know how full a disk is. */
async function askFreeBytes(path: string): Promise<number | null> {
  const ran = await runProgram("df", ["-Pk", path], DF_LIMITS);
  if (ran.kind !== "ended" || ran.code !== 0) return null;
  return readDf(new TextDecoder().decode(ran.stdout));
}

/** Reads the answer of df: the number before the percentage is what is available. */
export function readDf(output: string): number | null {
  const numbers = /\s\d+\s+-?\d+\s+(-?\d+)\s+(?:\d+%|-)\s/.exec(output.split("\n")[1] ?? "");
  return numbers === null ? null : Math.max(0, Number(numbers[1])) * 1024;
}

/** Writes a file and removes it: rights alone say nothing of a full or read-only disk. */
function tryWriting(folder: string): string | null {
  const path = join(folder, `.ralph-doctor-${crypto.randomUUID().slice(0, 8)}.tmp`);
  try {
    Deno.writeFileSync(path, new Uint8Array(PROBE_BYTES), { createNew: true, mode: 0o600 });
    return null;
  } catch (error) {
    return messageOf(error);
  } finally {
    try {
      Deno.removeSync(path);
    } catch {
      // It was not made.
    }
  }
}

/** Judges the folders: each can be written, and has space for a long loop. */
export function judgeDisks(facts: readonly FolderFact[]): Finding[] {
  const findings = facts.flatMap(judgeFolder);
  if (findings.length > 0) return findings;
  const free = facts.map(({ freeBytes }) => freeBytes).filter((bytes) => bytes !== null);
  const what = capitalize(showNames(facts.map((fact) => fact.what)));
  const title = free.length === 0
    ? `${what} can be written`
    : `${what} can be written, ${showBytes(Math.min(...free))} free`;
  return [{ id: "system.disk", status: "pass", title }];
}

function judgeFolder({ what, path, refusal, freeBytes }: FolderFact): Finding[] {
  const isFull = freeBytes !== null && freeBytes < FAIL_BYTES;
  const detail = [
    `"${path}"${refusal === null ? "" : `: ${refusal}`}`,
    ...freeBytes === null ? [] : [`${showBytes(freeBytes)} free`],
  ];
  if (refusal !== null || isFull) {
    return [{
      id: isFull ? "system.disk-full" : "system.not-writable",
      status: "fail",
      title: isFull
        ? `${capitalize(what)} is on a full disk`
        : `${capitalize(what)} cannot be written`,
      detail,
      advice: isFull
        ? "Free some space, then try again: a loop could not record what it does."
        : what === "the project"
        ? "Check the permissions of the folder, and whether its disk is mounted read-only."
        : "Check its permissions and its disk, or set RALPH_HOME to a folder that can be written.",
    }];
  }
  if (freeBytes !== null && freeBytes < WARN_BYTES) {
    const title = `${capitalize(what)} is on a disk that is nearly full`;
    const advice = "Free some space before a long loop.";
    return [{ id: "system.disk-low", status: "warn", title, detail, advice }];
  }
  return [];
}

function showBytes(bytes: number): string {
  const gigabytes = bytes / (1024 * MEGABYTE);
  return gigabytes >= 1 ? `${gigabytes.toFixed(0)} GB` : `${Math.floor(bytes / MEGABYTE)} MB`;
}
