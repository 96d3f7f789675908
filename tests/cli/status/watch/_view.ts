/** A live view over given facts, driven key by key, without a terminal. */
import { renderInstant } from "../../../../src/text/instant.ts";
import type { LoopWork } from "../../../../src/cli/status/work.ts";
import { decodeKeys } from "../../../../src/cli/screen/keys.ts";
import { createStyle } from "../../../../src/cli/core/style.ts";
import type { Status } from "../../../../src/cli/status/facts.ts";
import {
  pressKey,
  startWatching,
  type WatchAction,
  type WatchState,
} from "../../../../src/cli/status/watch/state.ts";
import { renderWatch, type WatchView } from "../../../../src/cli/status/watch/view.ts";
import { NOW, STATUS_STATES } from "../../_status_states.ts";

/** The size of the screen. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The status in one of the states. */
export function statusOf(name: string, project?: string): Status {
  const status = STATUS_STATES[name];
  if (status === undefined) throw new Error(`There is no state "${name}"`);
  return project === undefined ? status : { ...status, project };
}

/** A view, its keys and its screen. */
export class TestView {
  state: WatchState;
  readonly actions: WatchAction[] = [];
  nowMs = NOW;
  problem: string | null = null;
  hasColor = false;
  work: LoopWork | null = null;

  constructor(
    public loops: readonly Status[],
    { isAll = false, size = { columns: 80, rows: 24 } }: { isAll?: boolean; size?: Size } = {},
  ) {
    this.size = size;
    this.state = startWatching(isAll ? null : loops[0]?.project ?? "/");
  }

  size: Size;

  view(): WatchView {
    return renderWatch(this.state, { loops: this.loops, problem: this.problem, work: this.work }, {
      width: this.size.columns,
      rows: this.size.rows,
      style: createStyle(this.hasColor),
      nowMs: this.nowMs,
      showTime: (ms) => renderInstant(ms).slice(11, 16),
    });
  }

  /** Presses keys, as a terminal sends them; returns what the last one asked for. */
  press(input: string): WatchAction | null {
    let last: WatchAction | null = null;
    for (const key of decodeKeys(input, true).keys) {
      const { mostTop, pageRows } = this.view();
      const pressed = pressKey(this.state, key, { loops: this.loops, mostTop, pageRows });
      this.state = pressed.state;
      last = pressed.action;
      if (last !== null) this.actions.push(last);
    }
    return last;
  }

  /** The rows of the screen, without the spaces at their ends. */
  rows(): string[] {
    return this.view().lines.map((line) => line.trimEnd());
  }

  /** The last row. */
  footer(): string {
    return this.rows().at(-1) ?? "";
  }
}
