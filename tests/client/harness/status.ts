/** What `ralph status` says of a scenario's loop. */
import { waitUntil } from "../../_wait.ts";
import type { Stage } from "./stage.ts";

/** A part of the document of `status --json`. */
interface Shown {
  readonly state: string;
  readonly what: string;
  readonly how_to_continue: string | null;
  readonly loop: { readonly runtime_hours: number } | null;
}

export async function readStatus(stage: Stage): Promise<Shown> {
  return JSON.parse((await stage.ralph(["status", "--json"])).stdout);
}

/** Waits until `status` shows a state; returns its document. */
export async function waitForState(stage: Stage, wanted: string): Promise<Shown> {
  let shown = await readStatus(stage);
  await waitUntil(
    async () => (shown = await readStatus(stage)).state === wanted,
    () => `the state was never ${wanted}: ${JSON.stringify(shown)}`,
  );
  return shown;
}
