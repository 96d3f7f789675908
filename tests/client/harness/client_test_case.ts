/** A scenario, declared by `client.test("name", async (stage) => { … })`, or `inPane.test` for a terminal. */

import { recallAvailability } from "./availability.ts";
import { Stage } from "./stage.ts";

/** A scenario may take so long. */
const TIMEOUT_MS = 120_000;

const available = await recallAvailability();
const said = new Set<string>();

type Scenario = (stage: Stage) => Promise<void>;

/** Declares a scenario with the real client; it is skipped with the reason if that cannot run. */
export const client = {
  test: (name: string, scenario: Scenario) => declare(name, scenario, available.client),
};

/** Declares a scenario with the real client in a terminal. */
export const inPane = {
  test: (name: string, scenario: Scenario) =>
    declare(name, scenario, available.client ?? available.pane),
};

function declare(name: string, scenario: Scenario, missing: string | undefined): void {
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
    fn: () => runWithin(scenario),
  });
}

async function runWithin(scenario: Scenario): Promise<void> {
  await using stage = await Stage.open();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    const text = `the scenario took longer than ${TIMEOUT_MS / 1000} s`;
    timer = setTimeout(() => reject(new Error(text)), TIMEOUT_MS);
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
