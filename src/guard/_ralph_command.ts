/**
 * Which calls of `ralph` the agent may make: those that read.
 *
 * @module
 */
import { denyCommand } from "./_denial.ts";
import { HOLE } from "./shell/_text.ts";

/** Commands that read, whatever follows (design §10). */
const READING = new Set([
  "status",
  "report",
  "doctor",
  "explain",
  "history",
  "replay",
  "statusline",
  "completions",
  "help",
  "version",
]);

/** Commands of which some subcommands read; the empty one is what stands alone. */
const READING_SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  config: ["", "show", "get", "path"],
  hooks: ["", "status"],
  trust: ["", "list"],
  adapters: ["", "list", "explain"],
  constraints: ["", "show"],
  knowledge: ["", "show", "scan"],
};

/** Commands that only say what they would do with `--dry-run`. */
const DRY = new Set(["start", "hooks", "run"]);

/** Whether a program's name is ours. */
export function isRalph(name: string): boolean {
  return name === "ralph" || name === "ralph.exe";
}

/**
 * Judges a call of ralph by its arguments.
 *
 * @throws {Denied} Where it is not known to read only.
 */
export function judgeRalph(args: readonly string[]): void {
  const words = args.filter((arg) => !arg.startsWith("-"));
  const flags = new Set(args.filter((arg) => arg.startsWith("-")));
  const [command = "", sub = ""] = words;
  const isUnseen = args.some((arg) => arg.includes(HOLE));
  const asksHelp = ["--help", "-h", "--version", "-V"].some((flag) => flags.has(flag)) ||
    args.length === 0;
  const isReading = asksHelp || READING.has(command) || DRY.has(command) && flags.has("--dry-run");
  if (isReading && !command.includes(HOLE)) return;
  if (!isUnseen && READING_SUBCOMMANDS[command]?.includes(sub)) return;
  const seen = [command, sub].filter((word) => word !== "" && !word.includes(HOLE));
  throw denyCommand(["ralph", ...seen.slice(0, command === "config" || command === "hooks" ? 2 : 1)]
    .join(" "));
}
