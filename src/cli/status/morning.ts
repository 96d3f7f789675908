/** A bare `ralph` in a project with a loop: what was done, what is open, and what to type. */
import { RalphError } from "../../error.ts";
import { type BlockRow, LABEL_COLUMNS, renderBlock } from "../../text/block.ts";
import { fitColumns } from "../../text/columns.ts";
import { showCount } from "../../text/human_units.ts";
import { type CommandContext, type View, viewOf } from "../core/context.ts";
import { locateLastLoop } from "../core/locate.ts";
import { wrapText } from "../core/text_layout.ts";
import { gatherStatus, type Status } from "./facts.ts";
import { describeStateLine, describeUsed, headRows } from "./phrases.ts";
import { type LoopWork, readWork } from "./work.ts";

/** Rows of each kind; with the state in two and what to type they are ten. */
const MOST_DONE = 3;
const MOST_COMMITS = 2;
const MOST_LINES = 10;

/** Describes the loop of this project. @returns Null where no loop has run here. */
export async function describeMorning(context: CommandContext): Promise<string | null> {
  try {
    const location = locateLastLoop(context);
    const status = await gatherStatus(context, location);
    if (status.state.code === "none") return null;
    return renderMorning(status, await readWork(location.places, status), viewOf(context));
  } catch (error) {
    // Without a home folder, for one.
    if (error instanceof RalphError) return null;
    throw error;
  }
}

/** Renders at most ten lines. */
export function renderMorning(status: Status, work: LoopWork | null, view: View): string {
  const { state, loop, ended } = status;
  const { style, width } = view;
  const { done, total } = loop?.completion ?? ended?.items ?? { done: 0, total: 0 };
  const open = work?.plan.filter(({ isDone }) => !isDone) ?? [];
  const head = renderBlock(
    headRows(state.code, describeStateLine(status, view), state.wayOn, style),
    // What to type is not cut.
    { width, style, fold: (text, columns) => fold(text, columns, text.startsWith("→ ")) },
  );
  const ticked = (work?.done ?? []).map((text) => `✓ ${text}`);
  const counted = total === 0 ? [] : [`${done} of ${showCount(total, "item")}`];
  const columns = Math.max(8, width - LABEL_COLUMNS);
  const rows: BlockRow[] = [
    ...list("done", MOST_DONE, columns, ticked.length > 0 ? ticked : counted),
    ...list("commits", MOST_COMMITS, columns, [...work?.commits ?? []].reverse()),
    ...list("open", 1, columns, open.map(({ text }) => text)),
    ...list("failed", 1, columns, work?.failed.map(({ what, why }) => `✗ ${what}: ${why}`) ?? [])
      .map((row) => ({ ...row, markText: style.red })),
  ];
  const used = ended === null || head.length + rows.length === MOST_LINES
    ? []
    : describeUsed(ended).map(([label, text]) => ({ label, text }));
  const body = renderBlock([...used, ...rows], { width, style, fold: (text) => [text] });
  const lines = [...head, ...body];
  // Who types only the name may look for the commands.
  const help = style.dim("ralph --help lists the commands");
  return [...lines, ...lines.length < MOST_LINES ? [help] : []].join("\n");
}

/** Wraps a text into two lines, the second cut, or into all that it needs. */
function fold(text: string, columns: number, isWhole: boolean): string[] {
  const [first = "", ...rest] = wrapText(text, columns);
  return isWhole || rest.length < 2
    ? [first, ...rest]
    : [first, fitColumns(rest.join(" "), columns)];
}

/** The first rows of a list, the last with how many more there are, each cut to its line. */
function list(label: string, most: number, columns: number, texts: readonly string[]): BlockRow[] {
  const more = texts.length - most;
  return texts.slice(0, most).map((text, at) => {
    const rest = more > 0 && at === most - 1 ? ` and ${more} more` : "";
    return {
      label: at === 0 ? label : "",
      text: `${fitColumns(text, Math.max(8, columns - rest.length))}${rest}`,
    };
  });
}
