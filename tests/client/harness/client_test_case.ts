/** A scenario, declared by `clientTest("name", async (stage) => { … })`. */

import { recallAvailability } from "./availability.ts";
import { Stage } from "./stage.ts";

/** Options of a scenario. */
interface ClientTestOptions {
  /** Whether it needs an interactive terminal (tmux). */
  pane?: boolean;
  /** Timeout in milliseconds. Default: 120,000. */
  timeoutMs?: number;
}

const available = await recallAvailability();
const said = new Set<string>();

/** Declares a scenario with the real client; it is skipped with the reason where that cannot run. */
export function clientTest(
  name: string,
  scenario: (stage: Stage) => Promise<void>,
  options: ClientTestOptions = {},
): void {
  const missing = available.client ?? (options.pane ? available.pane : undefined);
  if (missing !== undefined && !said.has(missing)) {
    said.add(missing);
    const line = `client tests skipped: ${missing}\n`;
    Deno.stderr.writeSync(new TextEncoder().encode(line));
  }
  Deno.test({
    name: `client: ${name}`,
    ignore: missing !== undefined,
    // Clients outlive the statement that started them; the stage ends them all.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => runWithin(scenario, options.timeoutMs ?? 120_000),
  });
}

async function runWithin(
  scenario: (stage: Stage) => Promise<void>,
  timeoutMs: number,
): Promise<void> {
  await using stage = await Stage.open();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    const text = `the scenario took longer than ${timeoutMs / 1000} s`;
    timer = setTimeout(() => reject(new Error(text)), timeoutMs);
  });
  try {
    await Promise.race([scenario(stage), limit]);
    if (stage.scriptErrors.length > 0) throw stage.scriptErrors[0];
  } catch (error) {
    // An error in a step of the script causes all others.
    const cause = stage.scriptErrors[0] ?? error;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${message}\n${stage.describe()}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
