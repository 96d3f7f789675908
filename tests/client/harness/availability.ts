/** Whether the real client can run here; otherwise the tests are skipped with the reason. */

import { IS_BUILT } from "../../_tools.ts";
import { CLIENT_VERSION } from "./client_version.ts";
import { ensureClient, findClientPath } from "./install.ts";
import { wrapBare } from "./namespace.ts";
import { runCommand } from "./run_command.ts";

/** Why the client or its interactive pane cannot be tested here; empty if they can. */
export interface Availability {
  client?: string;
  /** What is missing for tests in a terminal. */
  pane?: string;
}

const MEMORY = "CLIENT_TEST_AVAILABILITY";
const FIRST_START_LIMIT_MS = 120_000;

/** Returns the availability, which is checked once per process: a failing npm is slow. */
export async function recallAvailability(): Promise<Availability> {
  // Without the binary no test runs: nothing has to be installed.
  if (!IS_BUILT) return {};
  const remembered = Deno.env.get(MEMORY);
  if (remembered !== undefined) return JSON.parse(remembered);
  const availability = await checkAvailability();
  Deno.env.set(MEMORY, JSON.stringify(availability));
  return availability;
}

/** Checks, and installs the client if only that is missing. */
async function checkAvailability(): Promise<Availability> {
  if (Deno.build.os !== "linux") {
    return { client: `network namespaces are Linux's, this is ${Deno.build.os}` };
  }
  const namespace = await runCommand(wrapBare(["true"]));
  if (namespace.code !== 0) {
    const said = namespace.stderr.trim().split("\n").at(-1);
    return { client: `no network namespace can be made with unshare -rn: ${said}` };
  }
  const missing = await ensureClient();
  if (missing !== undefined) return { client: missing };
  // The first start of a fresh install reads some 400 MB from the disk.
  const version = await runCommand(wrapBare([findClientPath(), "--version"]), {
    timeoutMs: FIRST_START_LIMIT_MS,
  });
  if (!version.stdout.startsWith(CLIENT_VERSION)) {
    return { client: `the client does not start: ${version.stdout}${version.stderr}`.trim() };
  }
  const tmux = await runCommand(["tmux", "-V"]);
  return tmux.code === 0
    ? {}
    : { pane: "tmux is not installed, so nothing in a terminal is tested" };
}
