/** Describes, for a bare `ralph`, what a project's loop did, what is open, and what to type. */
import { RalphError } from "../../error.ts";
import { type BlockRow, LABEL_COLUMNS, renderBlock } from "../../text/block.ts";
import { fitColumns } from "../../text/columns.ts";
import { showCount } from "../../text/human_units.ts";
import { type CommandContext, type View, viewOf } from "../core/context.ts";
import { locateLastLoop } from "../core/locate.ts";
import { wrapText } from "../core/text_layout.ts";
import { gatherStatus, type Status } from "./facts.ts";
import { describeStateLine, describeUsed, headRows, nameFindings } from "./phrases.ts";
import { type LoopWork, readWork } from "./work.ts";

const MOST_LINES = 10;

/** A list below the state. */
interface WorkList {
  readonly label: string;
  /** Maximum number of lines, if there is room. */
  readonly most: number;
  readonly texts: readonly string[];
  readonly markText?: (text: string) => string;
}

/** Describes the loop of this project. @returns Null if no loop has run here. */
export async function describeMorning(context: CommandContext): Promise<string | null> {
  try {
    const location = locateLastLoop(context);
    const status = await gatherStatus(context, location);
    if (status.state.code === "none" && status.otherMarks === null) return null;
    return renderMorning(status, await readWork(location.places, status), viewOf(context));
  } catch (error) {
    // For example, without a home folder.
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
    headRows(state.code, describeStateLine(status, view), state.howToContinue, style),
    // The line to type is not cut.
    { width, style, fold: (text, columns) => fold(text, columns, text.startsWith("→ ")) },
  );
  const ticked = (work?.done ?? []).map((text) => `✓ ${text}`);
  const counted = total === 0 ? [] : [`${done} of ${showCount(total, "item")}`];
  const failed = work?.failed.map(({ what, why }) => `✗ ${what}: ${why}`) ?? [];
  const lists: readonly WorkList[] = [
    { label: "done", most: 4, texts: ticked.length > 0 ? ticked : counted },
    { label: "left open", most: 3, texts: nameFindings(ended?.openFindings ?? []) },
    { label: "commits", most: 3, texts: [...work?.commits ?? []].reverse() },
    { label: "open", most: 1, texts: open.map(({ text }) => text) },
    { label: "failed", most: 1, texts: failed, markText: style.red },
  ];
  const columns = Math.max(8, width - LABEL_COLUMNS);
  const rows = shareLines(lists, MOST_LINES - head.length)
    .flatMap(([list, lines]) => rowsOf(list, lines, columns, style.dim));
  const used = ended === null || head.length + rows.length >= MOST_LINES
    ? []
    : describeUsed(ended).map(([label, text]) => ({ label, text }));
  const body = renderBlock([...used, ...rows], { width, style, fold: (text) => [text] });
  const lines = [...head, ...body];
  // A user who types only the name may be looking for the commands.
  const help = style.dim("ralph --help lists the commands");
  return [...lines, ...lines.length < MOST_LINES ? [help] : []].join("\n");
}

/** Wraps a text into two lines and cuts the second, or into as many lines as it needs. */
function fold(text: string, columns: number, isWhole: boolean): string[] {
  const [first = "", ...rest] = wrapText(text, columns);
  return isWhole || rest.length < 2
    ? [first, ...rest]
    : [first, fitColumns(rest.join(" "), columns)];
}

/** Divides the remaining lines: the longest list gives up a line until all lists fit. */
function shareLines(lists: readonly WorkList[], room: number): [WorkList, number][] {
  const shares = lists.filter(({ texts }) => texts.length > 0)
    .map((list): [WorkList, number] => [list, Math.min(list.most, list.texts.length)]);
  const countLines = () => shares.reduce((sum, [, lines]) => sum + lines, 0);
  while (countLines() > room) {
    const longest = shares.reduce((left, right) => right[1] > left[1] ? right : left);
    if (longest[1] === 1) break;
    longest[1]--;
  }
  return shares;
}

/** Renders the first rows of a list, each cut to its line. From three lines on, the last counts the rest. */
function rowsOf(
  { label, markText, texts }: WorkList,
  lines: number,
  columns: number,
  dim: (text: string) => string,
): BlockRow[] {
  const isCut = texts.length > lines;
  const hasOwnLine = isCut && lines > 2;
  const shown = texts.slice(0, hasOwnLine ? lines - 1 : lines);
  const more = isCut ? `… ${texts.length - shown.length} more` : "";
  const rows = shown.map((text, at): BlockRow => {
    const beside = !hasOwnLine && isCut && at === shown.length - 1 ? `  ${more}` : "";
    return {
      label: at === 0 ? label : "",
      text: `${fitColumns(text, Math.max(8, columns - beside.length))}${beside}`,
      ...markText && { markText },
    };
  });
  return [...rows, ...hasOwnLine ? [{ label: "", text: more, markText: dim }] : []];
}
