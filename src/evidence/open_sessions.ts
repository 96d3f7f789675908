/**
 * The sessions of Claude Code that are open on this machine: the client keeps a file for each of its
 * processes, `sessions/PID.json`, and removes it at its end.
 */
import { join } from "../path/path.ts";
import { attempt } from "../error.ts";
import { openKernelFiles } from "../process/kernel_files.ts";
import { parseJson } from "../store/files/json_text.ts";
import { readText } from "../store/files/text_file.ts";
import type { Places } from "../store/places.ts";
import { resolveLinks } from "../store/project.ts";
import { startedAtMs } from "./liveness.ts";
import { asFields, asText } from "./transcript/fields.ts";

/** Larger files are ignored; a valid file is below a kilobyte. */
const LARGEST_BYTES = 64 * 1024;
/** Files read at most, including those that killed processes left behind. */
const MOST_FILES = 200;

/** An open session of Claude Code. */
export interface OpenSession {
  readonly id: string;
  readonly pid: number;
  /** The folder it was started in, links resolved. */
  readonly folder: string;
}

/**
 * Lists the interactive sessions that are open.
 *
 * @param isAlive Whether a process exists; true where the system does not say.
 */
export function listOpenSessions(
  places: Places,
  isAlive: (pid: number) => boolean = isProcessThere,
): OpenSession[] {
  return namesIn(join(places.claudeDir, "sessions")).flatMap((path) => {
    const read = readText(path, LARGEST_BYTES);
    const json = read.kind === "text" ? parseJson(read.text) : null;
    const fields = json?.kind === "ok" ? asFields(json.value) : null;
    const [id, folder] = [asText(fields?.["sessionId"]), asText(fields?.["cwd"])];
    const pid = Number(/(\d+)\.json$/.exec(path)?.[1] ?? NaN);
    const kind = asText(fields?.["kind"]) ?? "interactive";
    if (id === null || folder === null || kind !== "interactive" || !isAlive(pid)) return [];
    return [{ id, pid, folder: resolveLinks(folder) }];
  });
}

function isProcessThere(pid: number): boolean {
  return openKernelFiles() === null || startedAtMs(pid) !== null;
}

function namesIn(folder: string): string[] {
  return (attempt(() => [...Deno.readDirSync(folder)]) ?? [])
    .filter(({ name }) => /^\d{1,10}\.json$/.test(name))
    .map(({ name }) => join(folder, name))
    .sort()
    .slice(0, MOST_FILES);
}
