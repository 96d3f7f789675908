/** The state of the live view, and the effect of each key on it. Pure. */
import { splitCharacters } from "../../../text/columns.ts";
import { makeVisible } from "../../../text/show_text.ts";
import type { Key } from "../../screen/keys.ts";
import type { Status } from "../facts.ts";

/** A question at the bottom of the view, with the text typed so far. */
interface Asking {
  readonly kind: "encourage" | "forbid" | "stop";
  readonly project: string;
  readonly typed: string;
}

/** The state of the view, without the facts that it shows. */
export interface WatchState {
  /** Whether the list of all loops can be shown. */
  readonly isAll: boolean;
  /** The project whose loop is shown; null for the list. */
  readonly open: string | null;
  readonly chosen: string | null;
  /** The number of rows scrolled out at the top. */
  readonly top: number;
  readonly isHelpShown: boolean;
  readonly asking: Asking | null;
  /** The answer of a command, shown until the next key. */
  readonly message: { readonly text: string; readonly isError: boolean } | null;
}

/** An action that a key triggers. */
export type WatchAction =
  | { readonly kind: "quit" | "interrupt" | "suspend" | "redraw" }
  /** Runs a command of ralph in a project. */
  | { readonly kind: "call"; readonly project: string; readonly words: readonly string[] };

interface WatchedNow {
  /** In the order of the list. */
  readonly loops: readonly Status[];
  /** The maximum of `top`. */
  readonly mostTop: number;
  readonly pageRows: number;
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
    asking: null,
    message: null,
  };
}

/** Returns the status that keys act on: of the shown loop, or of the loop chosen in the list. */
export function currentOf(state: WatchState, loops: readonly Status[]): Status | null {
  const project = state.open ?? state.chosen;
  const found = loops.find((status) => status.project === project);
  return found ?? (state.open === null ? loops[0] ?? null : null);
}

/** Changes the state without an action. */
function stay(state: WatchState, change: Partial<WatchState> = {}): Pressed {
  return { state: { ...state, ...change }, action: null };
}

/** Keys with the same effect in every view. */
const CONTROLS: Readonly<Record<string, "interrupt" | "suspend" | "redraw">> = {
  "ctrl-c": "interrupt",
  "ctrl-z": "suspend",
  "ctrl-l": "redraw",
};

/** Applies a key to the state of the view, and returns the new state and the action to take. */
export function pressKey(state: WatchState, key: Key, now: WatchedNow): Pressed {
  const kind = key.kind === "name" ? CONTROLS[key.name] : undefined;
  if (kind !== undefined) return { state, action: { kind } };
  if (state.asking !== null) return answer(state, state.asking, key);
  // The letters of a paste are not keys: it was meant for a phrase.
  if (key.kind === "text" && key.isPasted) return stay(state);
  const name = key.kind === "name" ? key.name : key.text;
  if (name === "q") return { state, action: { kind: "quit" } };
  const clean = { ...state, message: null };
  return state.isHelpShown ? stay(clean, { isHelpShown: false }) : pressInView(clean, name, now);
}

function answer(state: WatchState, asking: Asking, key: Key): Pressed {
  const { kind, project, typed } = asking;
  const closed = { ...state, asking: null };
  const name = key.kind === "name" ? key.name : key.isPasted ? "" : key.text;
  if (name === "escape") return stay(closed);
  if (kind === "stop") {
    if (name === "y" || name === "Y") {
      return { state: closed, action: { kind: "call", project, words: ["stop"] } };
    }
    return stay(name === "enter" || name === "n" ? closed : state);
  }
  if (name === "enter") {
    const phrase = typed.trim();
    if (phrase === "") return stay(closed);
    return { state: closed, action: { kind: "call", project, words: [kind, "--", phrase] } };
  }
  return stay(state, { asking: { ...asking, typed: edit(typed, key) } });
}

/** Applies a key to the typed text. A paste becomes one line with visible control characters. */
function edit(typed: string, key: Key): string {
  if (key.kind === "text") return typed + makeVisible(key.text).replaceAll(/[\n\t]+/g, " ");
  if (key.name === "ctrl-u") return "";
  if (key.name === "ctrl-w") return typed.replace(/[^ ]* *$/, "");
  return key.name === "backspace" ? splitCharacters(typed).slice(0, -1).join("") : typed;
}

function pressInView(state: WatchState, name: string, now: WatchedNow): Pressed {
  const current = currentOf(state, now.loops);
  const hasLoop = current !== null && (current.loop !== null || current.damage !== null);
  const say = (text: string) => stay(state, { message: { text, isError: true } });
  const ask = (kind: Asking["kind"]) =>
    current === null
      ? say("No loop is chosen")
      : stay(state, { asking: { kind, project: current.project, typed: "" } });
  switch (name) {
    case "?":
      return stay(state, { isHelpShown: true });
    case "e":
      return ask("encourage");
    case "f":
      return ask("forbid");
    case "s":
      return hasLoop ? ask("stop") : say("No loop runs here");
    case "o": {
      if (current === null) return say("No loop is chosen");
      const words = ["report", "--open"];
      return { state, action: { kind: "call", project: current.project, words } };
    }
    case "enter":
    case "escape":
      if (name === "enter" && state.open === null && current !== null) {
        return stay(state, { open: current.project, chosen: current.project, top: 0 });
      }
      if (name === "escape" && state.isAll && state.open !== null) {
        return stay(state, { open: null, top: 0 });
      }
      // If a single loop has ended, both keys leave the view.
      return { state, action: !state.isAll && !hasLoop ? { kind: "quit" } : null };
  }
  if (state.open !== null) {
    return stay(state, { top: move(name, state.top, now.pageRows, now.mostTop) });
  }
  const at = Math.max(0, now.loops.findIndex(({ project }) => project === state.chosen));
  const index = move(name, at, Math.max(1, now.pageRows >> 1), now.loops.length - 1);
  return stay(state, { chosen: now.loops[index]?.project ?? state.chosen });
}

/** Returns the row that a key leads to; other keys stay on the row. */
function move(name: string, at: number, page: number, last: number): number {
  const to: Readonly<Record<string, number>> = {
    "up": at - 1,
    "k": at - 1,
    "down": at + 1,
    "j": at + 1,
    "page-up": at - page,
    "page-down": at + page,
    " ": at + page,
    "home": 0,
    "end": last,
  };
  return Math.max(0, Math.min(last, to[name] ?? at));
}
