/**
 * What was probably meant by a command that does not exist, but that other programs have.
 *
 * @module
 */

/** What to use instead, by the name that was typed. */
const MEANT: Readonly<Record<string, string>> = {
  "audit-now": "Use 'ralph validate [ROUND]'.",
  audit: "Use 'ralph validate [ROUND]'.",
  check: "Use 'ralph hooks status' for the hooks, 'ralph status' for the loop.",
  cancel: "Use 'ralph stop'.",
  continue: "Use 'ralph start --resume'.",
  doctor: "Use 'ralph hooks status' for the hooks, 'ralph status' for the loop.",
  end: "Use 'ralph stop'.",
  install: "Use 'ralph hooks install'.",
  list: "Use 'ralph status'.",
  loop: "Use 'ralph start'.",
  log: "Use 'ralph status'; 'ralph status --json' has more.",
  logs: "Use 'ralph status'; 'ralph status --json' has more.",
  pause: "Press Esc in the session to pause its loop, or use 'ralph stop' to end it.",
  ps: "Use 'ralph status'.",
  quit: "Use 'ralph stop'.",
  restart: "Use 'ralph stop', then 'ralph start'.",
  resume: "Use 'ralph start --resume', or 'ralph run --resume' for a plan.",
  set: "Use 'ralph config set KEY VALUE'.",
  settings: "Use 'ralph config'.",
  setup: "Use 'ralph hooks install'.",
  uninstall: "Use 'ralph hooks uninstall'.",
  verify: "Use 'ralph validate [ROUND]', or 'ralph start --verify COMMAND'.",
};

/**
 * Says what to use instead of a command that does not exist.
 *
 * @param name The name that was typed.
 * @returns A sentence; null where nothing is known of the name.
 */
export function meantCommand(name: string): string | null {
  return Object.hasOwn(MEANT, name) ? MEANT[name] ?? null : null;
}
