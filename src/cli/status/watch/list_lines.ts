/** The list of all loops in the live view: two lines for each, one of them chosen. Pure. */
import { countColumns, fitColumns, fitEnd } from "../../../text/columns.ts";
import { shortenLine } from "../../view/task_lines.ts";
import { fitLine, type Line, span } from "../../screen/line.ts";
import { progressOf } from "../all.ts";
import type { View } from "../../core/context.ts";
import type { Status } from "../facts.ts";
import { describeStateLine, nameState, STATE_TONES } from "../phrases.ts";

interface ListView extends Pick<View, "nowMs" | "showTime"> {
  readonly columns: number;
  readonly chosen: number;
}

/** Columns of a state's name: `WAITING FOR YOU`. */
const STATE_COLUMNS = 16;

/** Renders the list of all loops, two lines for each; one sentence where no loop runs. */
export function listLines(loops: readonly Status[], view: ListView): Line[] {
  if (loops.length === 0) {
    return [[span("No loop runs on this machine.")], [
      span("A loop that starts is shown here.", "dim"),
    ]];
  }
  return loops.flatMap((status, index) => renderLoop(status, index === view.chosen, view));
}

function renderLoop(status: Status, isChosen: boolean, view: ListView): Line[] {
  const { columns } = view;
  const { code } = status.state;
  const name = fitColumns(nameState(code), STATE_COLUMNS - 1);
  const isNarrow = columns < 60;
  const progress = isNarrow ? "" : progressOf(status);
  const indent = 2 + (isNarrow ? 0 : STATE_COLUMNS);
  // The end of a path tells projects apart.
  const room = columns - 2 - STATE_COLUMNS;
  const shown = fitEnd(status.project, Math.max(10, room - countColumns(progress) - 2));
  const what = describeStateLine(status, view);
  return [
    fitLine([
      span(isChosen ? "› " : "  ", "bold"),
      span(name.padEnd(STATE_COLUMNS), "bold", STATE_TONES[code]),
      span(shown, ...isChosen ? ["inverse" as const] : []),
      span(progress === "" ? "" : `  ${progress}`, "dim"),
    ], columns),
    fitLine([span(" ".repeat(indent)), span(shortenLine(what, 300), "dim")], columns),
  ];
}
