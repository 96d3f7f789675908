/**
 * One meaning, however a plan is run: the same plan, checks and options give the same end in a session,
 * with one agent, with several, and with several machines.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { type End, type Task, type Way, WAYS } from "./_ways.ts";

interface Promised extends Task {
  readonly promise: string;
  readonly end: Pick<End, "state" | "done">;
  /** Where the plan is at the end. Default: where it was. */
  readonly plan?: string;
  /** Of a run; a session has none. */
  readonly exit: number;
  /** What the end says, in runs. */
  readonly says?: RegExp;
  /** The ways that end otherwise by design, and how: the reason is in docs/. */
  readonly except?: Partial<Record<Way, Partial<Pick<End, "state" | "done" | "plan">>>>;
}

const A = "write a.txt [parallel]";
const B = "write b.txt [parallel]";
const BOTH = ["write a.txt", "write b.txt"];

const PROMISES: readonly Promised[] = [
  {
    promise: "items whose checks pass are done",
    items: [`${A} | \`test -s a.txt\``, `${B} | \`test -s b.txt\``],
    end: { state: "done", done: BOTH },
    exit: 0,
  },
  {
    promise: "a check that only the finished plan passes gates the end, not an item",
    items: [`${A} | \`test -s a.txt\``, `${B} | \`test -s b.txt\``],
    options: ["--verify", "ls a.txt b.txt"],
    end: { state: "done", done: BOTH },
    exit: 0,
  },
  {
    promise:
      "a check that failed before the run is not held against the items, and not passed over",
    items: [A, B],
    files: { "state.txt": "broken\n" },
    options: ["--verify", "grep -q fine state.txt", "--verify-max-rejections", "2"],
    end: { state: "stuck", done: BOTH },
    exit: 1,
    says: /failed before the run, and since: `grep -q fine state.txt`/,
  },
  {
    promise: "a tick without a check counts",
    items: ["claim a [parallel]", "claim b [parallel]"],
    end: { state: "done", done: ["claim a", "claim b"] },
    exit: 0,
  },
  {
    promise: "an item that waits for a person does not hold up those that are independent of it",
    items: ["ask a [parallel]", A, B],
    end: { state: "blocked", done: BOTH },
    exit: 4,
    says: /the key for a/,
  },
  {
    promise: "items that depend on one that waits for a person wait too",
    items: ["ask a", "write b.txt"],
    end: { state: "blocked", done: [] },
    exit: 4,
    says: /the key for a/,
  },
  {
    promise: "an item that no agent can complete is stuck",
    items: [A, "idle [parallel]"],
    end: { state: "stuck", done: ["write a.txt"] },
    exit: 1,
    // A session is stuck when its answers are alike, and these differ.
    except: { "in a session": { state: "ended" } },
  },
  {
    promise: "the limit of turns is a limit",
    items: [A, B, "write c.txt [parallel]"],
    options: ["--max-iterations", "2"],
    end: { state: "limit", done: BOTH },
    exit: 3,
    // Each machine has its own turns: none knows what the others use.
    except: { "two shards": { state: "done", done: [...BOTH, "write c.txt"] } },
  },
  {
    promise: "the limit on hours ends a turn that would go past it",
    items: ["linger [parallel]"],
    options: ["--max-hours", "0.0003"],
    end: { state: "limit", done: [] },
    exit: 1,
  },
  {
    promise: "a plan that is archived when it is done is done",
    items: ["archive a"],
    end: { state: "done", done: ["archive a"] },
    plan: "completed/PLAN.md",
    exit: 0,
  },
  {
    promise: "a plan that an agent moves is followed",
    items: ["archive a [parallel]", B],
    end: { state: "done", done: ["archive a", "write b.txt"] },
    plan: "completed/PLAN.md",
    exit: 0,
  },
  {
    promise: "an item is closed by its last step",
    items: ["whole [parallel]", "  write a.txt", "  write b.txt"],
    end: { state: "done", done: ["whole", ...BOTH] },
    exit: 0,
  },
  {
    promise: "an item that only a person can do is left to them, and named",
    items: [A, "Manual: press it"],
    end: { state: "done", done: ["write a.txt"] },
    exit: 0,
    says: /left for you: "Manual: press it"/,
  },
  {
    promise: "an outage of the API is waited for",
    items: ["outage a [parallel]", B],
    files: { ".claude/ralph-config.json": '{"wake_backoff_seconds": [1]}' },
    end: { state: "done", done: ["outage a", "write b.txt"] },
    exit: 0,
  },
  {
    promise: "an item that was removed unfinished is asked about, and named",
    items: ["remove a [parallel]", B],
    end: { state: "done", done: ["write b.txt"] },
    exit: 0,
    says: /1 removed unfinished: "remove a/,
  },
];

for (
  const { promise, end, plan = "PLAN.md", exit, says, except = {}, ...task } of PROMISES
) {
  for (const [way, run] of Object.entries(WAYS)) {
    Deno.test(`promises: ${promise} (${way})`, async () => {
      const own = except[way as Way];
      const { sentence, exit: ended, ...came } = await run(task);
      const seen = { state: came.state, done: came.done.toSorted(), plan: came.plan };
      assertEquals(seen, { ...end, plan, ...own }, sentence);
      if (ended === null || own?.state !== undefined) return;
      assertEquals(ended, exit, sentence);
      if (says !== undefined) assertMatch(sentence, says);
    });
  }
}
