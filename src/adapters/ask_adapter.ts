/** Asks a project's adapter in a separate process, for a hook; never throws. */
import type { AdapterOpinion } from "../loop/facts.ts";
import { parseObject } from "../store/files/jsonl.ts";
import { isRalph, ownCommand } from "../system/start_detached.ts";
import { runProgram } from "../system/run_program.ts";
import { SECOND_MS } from "../text/time.ts";
import type { PromptAddition } from "./protocol.ts";

/** Timeout; two questions to a user's program take at most half of it. */
const TIMEOUT_MS = 20 * SECOND_MS;
const LARGEST_ANSWER_BYTES = 1024 * 1024;

/** An adapter's opinion, its problems, and what it adds to prompts. */
export interface Consulted {
  /** Null if it is unknown; the first problem says why. */
  readonly opinion: AdapterOpinion | null;
  /** One sentence each, for journal and status. */
  readonly problems: readonly string[];
  /** Null if it adds nothing, or has no verdict. */
  readonly addition: PromptAddition | null;
}

/** Asks the adapter of a project's loop by the command `consult`. @param turn Counted from 1. */
export async function askAdapter(
  project: string,
  name: string,
  turn: number,
): Promise<Consulted> {
  if (!isRalph()) return noVerdict(name, "is not ralph");
  const [command, ...args] = ownCommand(["consult", project, String(turn)]);
  const options = { timeoutMs: TIMEOUT_MS, maxBytes: LARGEST_ANSWER_BYTES };
  const result = await runProgram(command, args, options);
  const text = result.kind === "ended" ? new TextDecoder().decode(result.stdout) : "";
  const why = result.kind === "ended" ? `ended with ${result.code}` : result.kind;
  return parseObject(text) as Consulted | null ?? noVerdict(name, why);
}

function noVerdict(name: string, why: string): Consulted {
  const sentence = `Adapter ${name} has no verdict: the process that asks it ${why}`;
  return { opinion: null, problems: [sentence], addition: null };
}
