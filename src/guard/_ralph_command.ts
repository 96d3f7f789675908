/** Which calls of `ralph` the agent may make: all but those that change the loop or its settings. */
import { denyCommand } from "./_denial.ts";
import { UNKNOWN } from "./_split.ts";

/** The forms of a command that only read: subcommands (empty for no subcommand) and options. */
interface Reading {
  readonly subcommands?: readonly string[];
  readonly options?: readonly string[];
  /** Options with which even such a subcommand changes something; without `subcommands`, any call. */
  readonly unless?: readonly string[];
}

/** Commands that change something, and their forms that only read. A test compares this with the CLI. */
export const CHANGING_COMMANDS: Readonly<Record<string, Reading>> = {
  start: { options: ["--dry-run"] },
  stop: {},
  run: { options: ["--dry-run"] },
  pause: {},
  encourage: { options: ["--list", "-l"] },
  forbid: { options: ["--list", "-l"] },
  config: { subcommands: ["", "show", "get", "path", "schema"], unless: ["--install"] },
  doctor: { subcommands: [""], unless: ["--fix"] },
  hooks: { subcommands: ["", "status"], options: ["--dry-run"] },
  validate: {},
  migrate: { options: ["--dry-run"] },
  constraints: { subcommands: ["", "show"] },
  knowledge: { subcommands: ["", "show", "scan"] },
  trust: { subcommands: ["", "list"] },
  notify: { subcommands: ["", "show"] },
  // Its option writes a file anywhere.
  report: { unless: ["--output", "-o"] },
  // Records what the client says of its usage limits.
  statusline: {},
  hook: {},
};

const HELP = ["--help", "-h", "--version", "-V"];

/** Judges a call of ralph by its arguments. @throws {Denied} If it changes something, or may. */
export function judgeRalph(args: readonly string[]): void {
  const [command = "", sub = ""] = args.filter((arg) => !arg.startsWith("-"));
  const has = (options: readonly string[]) => options.some((option) => args.includes(option));
  if (has(HELP)) return;
  if (command.includes(UNKNOWN)) throw denyCommand("ralph …", "may change");
  // A command that does not exist does nothing, and says so itself.
  const reading = CHANGING_COMMANDS[command];
  if (reading === undefined || has(reading.options ?? [])) return;
  const { subcommands, unless } = reading;
  const changes = unless?.some((option) =>
    args.some((arg) => arg.split("=")[0] === option || arg.startsWith("-") && arg.includes(UNKNOWN))
  );
  const reads = subcommands === undefined ? unless !== undefined : subcommands.includes(sub);
  if (reads && !changes) return;
  const isLiteral = subcommands !== undefined && sub !== "" && !sub.includes(UNKNOWN);
  throw denyCommand(isLiteral ? `ralph ${command} ${sub}` : `ralph ${command}`);
}

/** Judges a call of the client: it can switch ralph's plugin off. */
export function judgePluginCommand([group = "", verb = "", ...names]: readonly string[]): void {
  if (!/^plugins?$/.test(group) || !/^(disable|uninstall|remove|rm)$/.test(verb)) return;
  if (names.some((name) => /^ralph(@|$)/.test(name))) throw denyCommand(`claude ${group} ${verb}`);
}
