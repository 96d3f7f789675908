/**
 * Runs the live view of `ralph status --watch`: refreshes and draws the facts, and acts on keys.
 */
import { messageOf } from "../../../error.ts";
import { type CommandContext, viewOf } from "../../core/context.ts";
import { locate } from "../../core/locate.ts";
import { hasColor } from "../../core/output.ts";
import { createStyle, type Style } from "../../core/style.ts";
import { Screen, type ScreenEvent } from "../../screen/screen.ts";
import { gatherAll } from "../all.ts";
import { gatherStatus, type Status } from "../facts.ts";
import { infoOf } from "../../../store/files/presence.ts";
import { loopPlaces } from "../../../store/places.ts";
import { type LoopWork, readWork } from "../work.ts";
import { currentOf, pressKey, startWatching, type WatchAction, type WatchState } from "./state.ts";
import { renderWatch, type WatchFacts, type WatchView } from "./view.ts";
import { ownCommand } from "../../../system/start_detached.ts";

/** Variables that let the folder determine the project, not a session in which the view was opened. */
const WITHOUT_SESSION = { CLAUDE_CODE_SESSION_ID: "", CLAUDE_PROJECT_DIR: "", NO_COLOR: "1" };

/** The answer of a command that the live view called. */
type CommandAnswer = Awaited<ReturnType<typeof callCommand>>;

/**
 * Runs a command as a person in a terminal of that project would.
 *
 * @param words The command line, without `ralph`.
 */
async function callCommand(
  project: string,
  words: readonly string[],
) {
  const [program, ...args] = ownCommand(words);
  try {
    const { code, stdout, stderr } = await new Deno.Command(program, {
      args,
      cwd: project,
      env: WITHOUT_SESSION,
      stdin: "null",
    }).output();
    const [data, talk] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    return { text: summarize(data ?? "", talk ?? ""), isError: code !== 0 };
  } catch (error) {
    return { text: messageOf(error), isError: true };
  }
}

/** Shortens an answer to its first line, since the view itself shows lists, and usage does not help. */
function summarize(data: string, talk: string): string {
  const [first = ""] = data.split("\n", 1);
  const lines = talk.split("\n").filter((line) => !/^(Usage:|Run ')/.test(line));
  return [first, ...lines].map((line) => line.trim()).filter((line) => line !== "").join(" · ") ||
    "Done.";
}

const REDRAW_MS = 1_000;

/** The way in which the view was left. */
export interface Watched {
  /** The loop that was shown last; null if none was. */
  readonly last: Status | null;
  readonly wasInterrupted: boolean;
}

/** Shows the live view until the person leaves it. */
export async function watchStatus(
  context: CommandContext,
  { isAll, intervalMs }: { readonly isAll: boolean; readonly intervalMs: number },
): Promise<Watched> {
  const first = isAll ? null : await gatherStatus(context);
  using screen = new Screen();
  return await new Watch(context, screen, first, intervalMs).run();
}

class Watch {
  readonly #style: Style;
  #state: WatchState;
  #facts: WatchFacts;
  #view: WatchView | null = null;
  #work: LoopWork | null = null;
  /** A key of the sources from which the work was read. */
  #workKey = "";

  constructor(
    private readonly context: CommandContext,
    private readonly screen: Screen,
    first: Status | null,
    private readonly intervalMs: number,
  ) {
    this.#state = startWatching(first?.project ?? null);
    this.#facts = { loops: first === null ? [] : [first], problem: null, work: null };
    this.#style = createStyle(hasColor(true, { get: context.env.variable }));
  }

  async run(): Promise<Watched> {
    // A monotonic clock: if the wall clock was set back, nothing would be due for hours.
    let dueMs = performance.now();
    for (;;) {
      if (performance.now() >= dueMs) {
        await this.#look();
        dueMs = performance.now() + this.intervalMs;
      }
      this.#draw();
      // Ages increase between two refreshes, too.
      const waitMs = Math.max(0, dueMs - performance.now());
      const event = await this.screen.next(Math.min(REDRAW_MS, waitMs));
      if (event === null) continue;
      if (event.kind === "closed") return this.#watched(true);
      const { open } = this.#state;
      const action = this.#answer(event);
      if (action?.kind === "quit") return this.#watched(false);
      if (action?.kind === "interrupt") return this.#watched(true);
      if (action !== null) await this.#act(action);
      // Refreshes at once after a command, or if another loop was opened.
      if (action?.kind === "call" || open !== this.#state.open) dueMs = performance.now();
    }
  }

  #watched(wasInterrupted: boolean): Watched {
    return { last: currentOf(this.#state, this.#facts.loops), wasInterrupted };
  }

  /** Refreshes the shown facts. After a failure, the old ones stay, marked as such. */
  async #look(): Promise<void> {
    try {
      const loops = await this.#gather();
      this.#facts = { loops, problem: null, work: await this.#readWork(loops) };
      this.#state = { ...this.#state, chosen: this.#chosen() };
    } catch (error) {
      this.#facts = { ...this.#facts, problem: messageOf(error) };
    }
  }

  async #gather(): Promise<readonly Status[]> {
    const { open, isAll } = this.#state;
    const { loops } = this.#facts;
    if (open === null) return await gatherAll(this.context, loops.map(({ project }) => project));
    const { places } = locate(this.context);
    const status = await gatherStatus(this.context, { places, project: open });
    return isAll ? loops.map((each) => each.project === open ? status : each) : [status];
  }

  /** Returns the work of the open loop, read again only if its journal has grown. */
  async #readWork(loops: readonly Status[]): Promise<LoopWork | null> {
    const { open } = this.#state;
    const status = loops.find(({ project }) => project === open);
    if (status === undefined) return null;
    const { places } = locate(this.context);
    const { record } = status.loop ?? status.ended ?? { record: null };
    const size = record === null ? 0 : infoOf(loopPlaces(places, record.id).journal)?.size ?? 0;
    const { done = 0 } = status.loop?.completion ?? {};
    const key = `${record?.id} ${size} ${done}`;
    if (key !== this.#workKey) {
      this.#work = await readWork(places, status);
      this.#workKey = key;
    }
    return this.#work;
  }

  /** Returns the project of the chosen row, to keep the choice if the list changes. */
  #chosen(): string | null {
    const { loops } = this.#facts;
    const { chosen } = this.#state;
    const isThere = loops.some(({ project }) => project === chosen);
    return isThere ? chosen : loops[0]?.project ?? null;
  }

  #draw(): void {
    const { columns, rows } = this.screen.size();
    const size = { ...viewOf(this.context), style: this.#style, width: columns, rows };
    const view = renderWatch(this.#state, this.#facts, size);
    this.#view = view;
    this.screen.draw({ columns, rows: view.lines, cursor: view.cursor });
  }

  #answer(event: Exclude<ScreenEvent, { kind: "closed" }>): WatchAction | null {
    if (event.kind === "redraw") return { kind: "redraw" };
    const { state, action } = pressKey(this.#state, event.key, {
      loops: this.#facts.loops,
      mostTop: this.#view?.mostTop ?? 0,
      pageRows: this.#view?.pageRows ?? 1,
    });
    this.#state = state;
    return action;
  }

  async #act(action: WatchAction): Promise<void> {
    if (action.kind === "redraw") this.screen.forget();
    else if (action.kind === "suspend") this.screen.suspend();
    else if (action.kind === "call") {
      // Making a report takes a moment.
      this.#say({ text: `ralph ${action.words.join(" ")} …`, isError: false });
      this.#draw();
      this.#say(await callCommand(action.project, action.words));
    }
  }

  #say(message: CommandAnswer): void {
    this.#state = { ...this.#state, message };
  }
}
