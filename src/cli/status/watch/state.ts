/** What a person has chosen and typed in the live view, and what each key does to it. Pure. */
import { editLine, EMPTY_LINE, type LineEdit, textOf } from "../../screen/line_edit.ts";
import type { Key } from "../../screen/keys.ts";
import type { Status } from "../facts.ts";

/** A question at the bottom of the view. */
type Prompt =
  | {
    readonly kind: "encourage" | "forbid";
    readonly project: string;
    readonly line: LineEdit;
  }
  | { readonly kind: "stop"; readonly project: string };

/** What a command answered; shown until the next key, or for a while. */
interface Message {
  readonly text: string;
  readonly isError: boolean;
  readonly atMs: number;
}

/** The state of the view, beside the facts that it shows. */
export interface WatchState {
  /** Whether the list of all loops can be shown. */
  readonly isAll: boolean;
  /** The project whose loop is shown; null for the list. */
  readonly open: string | null;
  readonly chosen: string | null;
  /** Rows that are scrolled out at the top. */
  readonly top: number;
  readonly isHelpShown: boolean;
  readonly prompt: Prompt | null;
  readonly message: Message | null;
}

/** What a key asks the program to do. */
export type WatchAction =
  | { readonly kind: "quit" }
  | { readonly kind: "interrupt" }
  | { readonly kind: "suspend" }
  | { readonly kind: "redraw" }
  /** Runs a command of ralph in a project. */
  | { readonly kind: "call"; readonly project: string; readonly words: readonly string[] };

interface WatchedNow {
  /** In the order of the list. */
  readonly loops: readonly Status[];
  /** How far the view can be scrolled. */
  readonly mostTop: number;
  readonly pageRows: number;
  readonly nowMs: number;
}

interface Pressed {
  readonly state: WatchState;
  readonly action: WatchAction | null;
}

/**
 * Creates the state at the start.
 *
 * @param project The project whose loop is shown; null shows the list of all.
 */
export function startWatching(project: string | null): WatchState {
  return {
    isAll: project === null,
    open: project,
    chosen: null,
    top: 0,
    isHelpShown: false,
    prompt: null,
    message: null,
  };
}

/** Returns the status that keys act on: of the loop that is shown, or chosen in the list. */
export function currentOf(state: WatchState, loops: readonly Status[]): Status | null {
  const project = state.open ?? state.chosen;
  const found = loops.find((status) => status.project === project);
  return found ?? (state.open === null ? loops[0] ?? null : null);
}

/** Changes the state, and asks for nothing. */
function stay(state: WatchState, change: Partial<WatchState> = {}): Pressed {
  return { state: { ...state, ...change }, action: null };
}

/** Asks for a command of ralph in a project. */
function call(state: WatchState, project: string, words: readonly string[]): Pressed {
  return { state, action: { kind: "call", project, words } };
}

/** Keys that do the same whatever is shown. */
const CONTROLS: Readonly<Record<string, "interrupt" | "suspend" | "redraw">> = {
  "ctrl-c": "interrupt",
  "ctrl-z": "suspend",
  "ctrl-l": "redraw",
};

/**
 * Applies a key to the state of the view.
 *
 * @returns The new state, and what the program has to do.
 */
export function pressKey(state: WatchState, key: Key, now: WatchedNow): Pressed {
  const kind = key.kind === "name" ? CONTROLS[key.name] : undefined;
  if (kind !== undefined) return { state, action: { kind } };
  if (state.prompt !== null) return answerPrompt(state, state.prompt, key);
  // Pasted text belongs into a prompt: its letters are not keys.
  if (key.kind === "text" && key.isPasted) return stay(state);
  const name = key.kind === "name" ? key.name : key.text;
  if (name === "q") return { state, action: { kind: "quit" } };
  const clean = { ...state, message: null };
  return state.isHelpShown ? stay(clean, { isHelpShown: false }) : pressInView(clean, name, now);
}

function answerPrompt(state: WatchState, prompt: Prompt, key: Key): Pressed {
  const closed = { ...state, prompt: null };
  const { kind, project } = prompt;
  const name = key.kind === "name" ? key.name : null;
  if (name === "escape") return stay(closed);
  if (kind === "stop") {
    const answer = key.kind === "text" && !key.isPasted ? key.text.toLowerCase() : "";
    if (answer === "y") return call(closed, project, ["stop"]);
    return stay(name === "enter" || answer === "n" ? closed : state);
  }
  if (name !== "enter") {
    return stay(state, { prompt: { ...prompt, line: editLine(prompt.line, key) } });
  }
  const phrase = textOf(prompt.line).trim();
  return phrase === "" ? stay(closed) : call(closed, project, [kind, "--", phrase]);
}

function pressInView(state: WatchState, name: string, now: WatchedNow): Pressed {
  const current = currentOf(state, now.loops);
  const say = (text: string) => stay(state, { message: { text, isError: true, atMs: now.nowMs } });
  const hasLoop = current !== null && (current.loop !== null || current.damage !== null);
  switch (name) {
    case "?":
    case "h":
      return stay(state, { isHelpShown: true });
    case "e":
    case "f": {
      const kind = name === "e" ? "encourage" : "forbid";
      if (current === null) return say("No loop is chosen");
      return stay(state, { prompt: { kind, project: current.project, line: EMPTY_LINE } });
    }
    case "s":
      return hasLoop
        ? stay(state, { prompt: { kind: "stop", project: current.project } })
        : say("No loop runs here");
    case "o":
      return current === null
        ? say("No loop is chosen")
        : call(state, current.project, ["report", "--open"]);
    case "enter":
    case "right":
      if (state.open === null && current !== null) {
        return stay(state, { open: current.project, chosen: current.project, top: 0 });
      }
      return leave(state, name, hasLoop);
    case "escape":
    case "left":
    case "backspace":
      if (state.isAll && state.open !== null) return stay(state, { open: null, top: 0 });
      return leave(state, name, hasLoop);
    default:
      return state.open === null ? moveChoice(state, name, now) : scroll(state, name, now);
  }
}

/** Where a single loop has ended, Enter and Esc leave the view. */
function leave(state: WatchState, name: string, hasLoop: boolean): Pressed {
  const isLast = !state.isAll && !hasLoop && (name === "enter" || name === "escape");
  return { state, action: isLast ? { kind: "quit" } : null };
}

function scroll(state: WatchState, name: string, { mostTop, pageRows }: WatchedNow): Pressed {
  return stay(state, {
    top: move(name === " " ? "page-down" : name, state.top, pageRows, mostTop),
  });
}

function moveChoice(state: WatchState, name: string, { loops, pageRows }: WatchedNow): Pressed {
  const at = Math.max(0, loops.findIndex(({ project }) => project === state.chosen));
  const index = move(name, at, Math.max(1, Math.floor(pageRows / 2)), loops.length - 1);
  return stay(state, { chosen: loops[index]?.project ?? state.chosen });
}

/** Where a key leads from a row; other keys stay there. */
function move(name: string, at: number, page: number, last: number): number {
  const to: Readonly<Record<string, number>> = {
    "up": at - 1,
    "k": at - 1,
    "down": at + 1,
    "j": at + 1,
    "page-up": at - page,
    "page-down": at + page,
    "home": 0,
    "g": 0,
    "end": last,
    "G": last,
  };
  return Math.max(0, Math.min(last, to[name] ?? at));
}
