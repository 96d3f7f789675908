/**
 * Asks for trust in what a project's files would make ralph run or render, once per content. A
 * command typed as a flag is trusted.
 */
import { adding } from "../../text/again.ts";
import { showText } from "../../text/show_text.ts";
import { addTrust, listUntrusted, type TrustEntry, type TrustNeed } from "../../store/trust.ts";
import { StateError } from "../../error.ts";
import type { Places } from "../../store/places.ts";
import { yesOrNo } from "./ask.ts";
import type { CommandContext } from "./context.ts";

/** The texts of a command that asks. */
export interface TrustWords {
  /** The sentence about the commands' purpose, before the list. */
  readonly purpose: string;
  /** The error if the commands are not trusted: what was not done. */
  readonly refused: string;
}

const KINDS: Readonly<Record<string, string>> = {
  verify: "check",
  setup: "step of worktree_setup",
  item: "check of the plan",
  git: "setting or hook of the git repository",
  task: "task that exploration runs",
  adapter: "adapter",
  template: "template",
  notify: "notification command",
} satisfies Record<TrustNeed["kind"], string>;

/** Maximum length of a command that can be trusted, in characters: a longer one is not read to its end. */
const MOST_CHARACTERS = 4_000;
const INDENT = "    ";

/** Kinds that are optional for the work. */
const CAN_BE_LEFT_OUT: readonly string[] = ["adapter", "template", "notify"];

/**
 * Finds what is not trusted yet, each content once.
 *
 * @param at Epoch milliseconds.
 */
export async function findUntrusted(
  places: Places,
  project: string,
  needs: readonly TrustNeed[],
  at: number,
): Promise<TrustEntry[]> {
  const untrusted = await listUntrusted(places, project, needs);
  return untrusted.map(({ need: { kind, what }, hash }) => ({ hash, kind, what, project, at }));
}

/**
 * Asks for trust in commands, then in what is optional, and records the answers.
 *
 * @param trustsAll Whether `--trust` was given, so that no question is asked.
 * @returns Lines for the user.
 * @throws {StateError} The commands are not trusted, or there is no terminal. Nothing is recorded.
 */
export function askTrust(
  context: CommandContext,
  places: Places,
  wanted: readonly TrustEntry[],
  trustsAll: boolean,
  // What is optional has its own texts.
  words: TrustWords = { purpose: "", refused: "" },
): string[] {
  if (wanted.length === 0) return [];
  if (trustsAll) {
    addTrust(places, wanted);
    return [`Trusted: ${wanted.map(showNeed).join(", ")}`];
  }
  const commands = wanted.filter(({ kind }) => !CAN_BE_LEFT_OUT.includes(kind));
  const others = wanted.filter(({ kind }) => CAN_BE_LEFT_OUT.includes(kind));
  if (!trusts(context, commands, words.purpose, "Run them?")) {
    // Adding --trust would trust these as well, so the user must see them.
    if (others.length > 0) list(context, others, ALSO_BROUGHT);
    throw new StateError(words.refused, {
      hint: "Read them above. To trust and use them:",
      again: adding("--trust"),
    });
  }
  const isTrusted = trusts(context, others, ALSO_BROUGHT, "Use them?");
  addTrust(places, isTrusted ? wanted : commands);
  const left = isTrusted ? [] : others;
  return left.map((entry) => `Not trusted, so not used: ${showNeed(entry)} (--trust trusts it)`);
}

/** Describes what a dry run would ask trust for. */
export function describeWanted(wanted: readonly TrustEntry[]): string[] {
  return wanted.length === 0 ? [] : [`Would ask you to trust: ${wanted.map(showNeed).join(", ")}`];
}

/** Renders the kind and the complete command or file on one line. */
export function showNeed({ kind, what }: Pick<TrustEntry, "kind" | "what">): string {
  return `${KINDS[kind] ?? kind}: ${showText(what, MOST_CHARACTERS)}`;
}

/** Renders the complete text in rows as wide as the terminal, since any part of it may be harmful. */
function renderNeed(entry: TrustEntry, columns: number): string {
  const width = Math.max(20, columns - INDENT.length);
  const rows: string[] = [];
  const row: string[] = [];
  for (const character of showNeed(entry)) {
    if (row.length === width) rows.push(row.splice(0).join(""));
    row.push(character);
  }
  return [...rows, row.join("")].map((text, at) => `${at === 0 ? "  " : INDENT}${text}`).join("\n");
}

function refuseUnreadable(wanted: readonly TrustEntry[]): void {
  const long = wanted.find(({ what }) => what.length > MOST_CHARACTERS);
  if (long === undefined) return;
  throw new StateError(
    `A ${
      KINDS[long.kind] ?? long.kind
    } of this project has ${long.what.length} characters, too many to read and trust`,
    { hint: "Put it into a script of the project, and name the script." },
  );
}

const ALSO_BROUGHT =
  "This project's files bring adapters or notification commands that would be run, or templates " +
  "that would be shown to the agent:";

function list({ out }: CommandContext, wanted: readonly TrustEntry[], purpose: string): void {
  out.say(purpose);
  for (const entry of wanted) out.say(renderNeed(entry, out.width));
}

function trusts(
  context: CommandContext,
  wanted: readonly TrustEntry[],
  purpose: string,
  question: string,
): boolean {
  if (wanted.length === 0) return true;
  refuseUnreadable(wanted);
  list(context, wanted, purpose);
  return context.ask.choose(yesOrNo(question, "no")) === "yes";
}
