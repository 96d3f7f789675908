/** Lets each writing call of a command fail once, and looks at what is left. */
import type { Ran } from "../../e2e/_run.ts";
import { type Call, type Fault, Ground, type Kind } from "./_ground.ts";
import { type Files, findDamage, listLeftovers, readFiles } from "./_look.ts";
import type { Case } from "./_cases.ts";

/** What came of one command's faults. */
export interface Outcome {
  /** How many of its calls write. */
  readonly calls: number;
  readonly faults: number;
  /** After how many the event was not answered as without a fault. */
  readonly lost: number;
  /** How many left temporary files. */
  readonly left: number;
  /** A sentence for each promise that was broken. */
  readonly broken: readonly string[];
}

const STOP: Call = { args: ["stop"] };
const BY_TURNS: readonly Kind[] = ["EIO", "EACCES", "EMFILE"];

/** The faults at a call: a full disk, a kill, and one other error by turns. */
export function faultsAt(at: number): Fault[] {
  const kinds: Kind[] = ["ENOSPC", "SIGKILL", BY_TURNS[at % BY_TURNS.length]!];
  return kinds.map((kind) => ({ at, kind }));
}

/**
 * Plays the faults of one command.
 *
 * @param every Of how many calls one has faults.
 */
export async function playFaults(
  shim: string,
  given: Case,
  every = given.every ?? 1,
): Promise<Outcome> {
  using ground = new Ground(shim);
  await given.prepare(ground);
  await ground.save();
  const call = given.call(ground);
  const before = readFiles(ground.root);
  const calls = (await ground.count(call)).length;
  const after = await judgeAnswer(ground, call);
  const chosen = Array.from({ length: calls }, (_, index) => index + 1)
    .filter((at) => at % every === 0 || every === 1);
  const broken: string[] = [];
  let [faults, lost, left] = [0, 0, 0];
  for (const fault of chosen.flatMap(faultsAt)) {
    await ground.reset();
    faults += 1;
    const ran = await ground.call(call, fault);
    const files = readFiles(ground.root);
    if (listLeftovers(files).length > 0) left += 1;
    if (call.args[0] === "hook" && ran.signal === null && !isAnswered(ran, after)) lost += 1;
    const found = [
      ...findBadAnswer(call, ran, fault),
      ...findDamage(before, files),
      ...await findNoWayOn(ground, call, before),
    ];
    broken.push(...found.map((what) => `${fault.kind} at call ${fault.at}: ${what}`));
  }
  return { calls, faults, lost, left, broken };
}

/** The answer without a fault. */
async function judgeAnswer(ground: Ground, call: Call): Promise<Ran> {
  await ground.reset();
  const ran = await ground.call(call);
  if (ran.code !== 0) throw new Error(`Without a fault: ${ran.stdout}${ran.stderr}`);
  return ran;
}

/** Checks whether an event had the effect that it has without a fault, as far as its answer shows. */
function isAnswered(ran: Ran, without: Ran): boolean {
  const keys = ({ stdout }: Ran) => Object.keys(parseOne(stdout) ?? {}).sort().join();
  return keys(ran) === keys(without);
}

/** A hook answers with one document and exit 0; a command ends by itself, and says why it failed. */
function findBadAnswer(
  { args }: Call,
  { code, signal, stdout, stderr }: Ran,
  { kind }: Fault,
): string[] {
  if (kind === "SIGKILL" && signal === "SIGKILL") return [];
  if (signal !== null) return [`it ended by ${signal}`];
  if (/\bat (?:async )?\S*\(?(?:file|ext):/.test(stderr)) {
    return [`a stack trace: ${stderr.slice(0, 200)}`];
  }
  if (args[0] === "hook") {
    return code === 0 && parseOne(stdout) !== null ? [] : [`exit ${code}, ${stdout.slice(0, 200)}`];
  }
  return code !== 0 && stderr.trim() === "" && stdout.trim() === ""
    ? ["it failed without a word"]
    : [];
}

/** Afterwards the state can be seen, the same call is answered, and the loop can be ended. */
async function findNoWayOn(ground: Ground, call: Call, before: Files): Promise<string[]> {
  const status = await ground.call({ args: ["status", "--json"] });
  if (status.code !== 0 || parseOne(status.stdout) === null) {
    return [`then status: exit ${status.code}, ${status.stdout}${status.stderr}`];
  }
  const again = await ground.call(call);
  const wrong = findBadAnswer(call, again, { at: 0, kind: "EIO" }).map((what) =>
    `then again: ${what}`
  );
  // The first one lets the running turn end, the second one does not.
  for (const stop of [await ground.call(STOP), await ground.call(STOP)]) {
    // 5: no loop is left to be stopped.
    if (stop.code !== 0 && stop.code !== 5) {
      wrong.push(`then stop: exit ${stop.code}, ${stop.stderr}`);
    }
  }
  const left = readFiles(ground.root);
  if (left.has("project/.claude/loop-enabled")) wrong.push("then two stops left the marker");
  return [...wrong, ...findDamage(before, left).map((what) => `at the end: ${what}`)];
}

function parseOne(text: string): Record<string, unknown> | null {
  try {
    const document = JSON.parse(text);
    return typeof document === "object" ? document : null;
  } catch {
    return null;
  }
}
