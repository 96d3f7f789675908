/**
 * Watches the loop of `ralph demo` with `ralph status --watch` on a real terminal.
 *
 * @module
 */
import { join } from "@std/path";
import { Terminal } from "../tests/_terminal.ts";
import { ScriptError } from "./_say.ts";
import { readRows, type Row, type TerminalSize } from "./_terminal_svg.ts";

/** The demo does a turn in a moment: it is held between two, longer than the view takes to show one. */
const HELD_MS = 2_200;
const SAMPLE_MS = 150;
const POLL_MS = 5;

/** The recorded views of a loop. */
export interface Recorded {
  /** The screens of the view, each once, from the first turn to the loop's end. */
  readonly screens: readonly Row[][];
  /** The page of `ralph report` after it. */
  readonly page: string;
}

/** Records what the view shows. @param ralph The binary. */
export async function recordView(ralph: string, size: TerminalSize): Promise<Recorded> {
  const folder = Deno.makeTempDirSync({ prefix: "ralph-view-" });
  const environment = { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", TMPDIR: folder };
  const demo = new Deno.Command(ralph, {
    args: ["demo", "--keep"],
    env: environment,
    clearEnv: true,
    stdout: "null",
    stderr: "null",
  }).spawn();
  let hasEnded = false;
  const ended = demo.status.then(() => hasEnded = true);
  try {
    const root = await findStage(folder, () => hasEnded);
    demo.kill("SIGSTOP");
    await using terminal = await Terminal.open({
      ...size,
      command: [ralph, "status", "--watch"],
      cwd: join(root, "project"),
      env: { ...environment, HOME: join(root, "home") },
    });
    const screens: Row[][] = [];
    let heldAt = Date.now();
    let shown = "";
    let hasShown = false;
    for (let screen = ""; !isAt("DONE", screen); await wait(SAMPLE_MS)) {
      if (!hasEnded && hasShown && Date.now() - heldAt > HELD_MS) {
        const turns = countTurns(root);
        demo.kill("SIGCONT");
        while (!hasEnded && countTurns(root) === turns) await wait(POLL_MS);
        if (!hasEnded) demo.kill("SIGSTOP");
        heldAt = Date.now();
        hasShown = false;
      }
      screen = (await terminal.styled()).trim();
      if (screen === shown) continue;
      shown = screen;
      hasShown = true;
      // Before, the view asks for the session that the demo plays.
      if (screens.length > 0 || isAt("WORKING", screen)) {
        screens.push(readRows(screen, size.columns));
      }
    }
    const report = await new Deno.Command(ralph, {
      args: ["report", "-o", "-"],
      cwd: join(root, "project"),
      env: { ...environment, HOME: join(root, "home") },
      clearEnv: true,
    }).output();
    return { screens, page: new TextDecoder().decode(report.stdout) };
  } finally {
    if (!hasEnded) demo.kill("SIGKILL");
    await ended;
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Waits until the demo's loop has started, and holds the demo there. */
async function findStage(folder: string, hasEnded: () => boolean): Promise<string> {
  while (!hasEnded()) {
    for (const { name } of Deno.readDirSync(folder)) {
      const marker = join(folder, name, "project", ".claude", "loop-enabled");
      if (await Deno.stat(marker).then(() => true, () => false)) return join(folder, name);
    }
    await wait(POLL_MS);
  }
  throw new ScriptError("The demo ended before its loop could be watched");
}

/** Counts the turns that have ended, by the journal of the demo's only loop. */
function countTurns(root: string): number {
  const loops = join(root, "home", ".claude", "ralph", "loops");
  const [loop] = [...Deno.readDirSync(loops)];
  const journal = Deno.readTextFileSync(join(loops, loop?.name ?? "", "journal.jsonl"));
  return journal.split('"event":"Stop"').length;
}

/** Checks whether a screen begins with a state, behind its style. */
function isAt(state: string, screen: string): boolean {
  return screen.slice(0, 20).includes(state);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
