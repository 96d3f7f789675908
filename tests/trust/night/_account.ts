/** What all views say of a night that is over, for one comparison with what happened. */
import type { TestCli } from "../../cli/_cli.ts";
import { countMinutes, type Minutes, type Span, type Stretch } from "./_minutes.ts";

/** A night that is over. */
export interface PlayedNight {
  readonly cli: TestCli;
  /** When it was over, as a view is asked. */
  readonly at: string;
  readonly stretches: readonly Stretch[];
}

/** What the views say. */
export interface Account {
  readonly minutes: readonly Minutes[];
  /** The state, as `status` names it. */
  readonly state: string;
  readonly ends: number;
  readonly turns: Readonly<Record<"status" | "history" | "report", number>>;
  readonly items: readonly { readonly done: number; readonly total: number }[];
  readonly activeMs: Readonly<Record<"status" | "history" | "report", number>>;
  readonly commits: number;
  /** How many lines of each kind the journal has, with the code of a pause. */
  readonly journal: Readonly<Record<string, number>>;
}

/** Asks every view. */
export async function takeAccount({ cli, at, stretches }: PlayedNight): Promise<Account> {
  const ask = (...args: string[]) => cli.json(args, { at });
  const [status, history, report] = [
    await ask("status"),
    await ask("history"),
    await ask("report"),
  ];
  const spans: Span[] = report.lanes.flatMap(({ spans }: { spans: SpanInJson[] }) =>
    spans.map(({ kind, from, to }) => ({ kind, fromMs: Date.parse(from), toMs: Date.parse(to) }))
  );
  const [row] = history.loops;
  const last = status.last_loop;
  const lines = (await cli.run(["history", row.id, "--json"], { at })).stdout.trim().split("\n");
  return {
    minutes: countMinutes(stretches, spans),
    state: status.state,
    ends: history.loops.length,
    turns: { status: last.turns, history: row.iterations, report: report.totals.iterations },
    items: [last.items, row.items, report.totals.items],
    activeMs: {
      status: last.runtime_seconds * 1_000,
      history: row.active_ms,
      report: report.totals.active_ms,
    },
    commits: report.totals.commits,
    journal: countKinds(lines.map((line) => JSON.parse(line))),
  };
}

interface SpanInJson {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
}

function countKinds(
  lines: readonly { readonly kind: string; readonly code: string | null }[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind, code } of lines) {
    const name = kind === "pause" || kind === "note" ? `${kind} ${code}` : kind;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
