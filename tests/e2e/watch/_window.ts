/** A shell in a terminal in which `ralph status --watch` runs. */
import { Terminal } from "../../_terminal.ts";
import { RALPH, type Stage } from "../_stage.ts";

/** The size of the window. */
export interface WindowOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Opens a shell in a stage's project. */
export function openShell(stage: Stage, options: WindowOptions = {}): Promise<Terminal> {
  const { env = {}, ...size } = options;
  return Terminal.open({ cwd: stage.project, env: { ...stage.env(), ...env }, ...size });
}

/** Types a command line into the shell. */
export async function enter(terminal: Terminal, line: string): Promise<void> {
  await terminal.waitFor(/\$$/);
  await terminal.type(line);
  await terminal.keys("Enter");
}

/** Starts a watch in a shell, and waits until its keys are shown. */
export async function startWatch(
  stage: Stage,
  options: WindowOptions = {},
  args = "",
): Promise<Terminal> {
  const terminal = await openShell(stage, options);
  await enter(terminal, `clear; '${RALPH}' status --watch ${args}; echo "code $?"`);
  await terminal.waitFor("q quit");
  return terminal;
}

/** The lines that the screen shows. */
export async function rowsOf(terminal: Terminal): Promise<string[]> {
  return (await terminal.screen()).split("\n");
}
