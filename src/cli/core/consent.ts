/**
 * Consent to what a project's files would make us run or render: asked once, by
 * content. What was typed as a flag needs none.
 *
 * @module
 */
import { showText } from "../../text/show_text.ts";
import type { ConsentNeed } from "../../store/consent_need.ts";
import { StateError } from "../../error.ts";
import type { Places } from "../../store/places.ts";
import { addConsents, type Consent, listUnagreed } from "../../store/trust.ts";
import { yesOrNo } from "./ask.ts";
import type { CommandContext } from "./context.ts";

/** The words of a command that asks. */
export interface ConsentWords {
  /** What the commands are for; the list follows. */
  readonly purpose: string;
  /** What did not happen without consent to them. */
  readonly refused: string;
  /** What to do then. */
  readonly hint: string;
}

/** What came of asking. */
export interface ConsentAnswer {
  /** Whether all of it may be used. */
  readonly isAgreed: boolean;
  /** What the user has to know of it, in sentences. */
  readonly notes: readonly string[];
}

/** What each kind is, for people. */
const KINDS: Record<ConsentNeed["kind"], string> = {
  verify: "check",
  item: "check of a plan's item",
  task: "task that exploration runs",
  adapter: "adapter",
  template: "template",
};

/** Nobody reads a longer command to its end, so nobody is asked about it: characters. */
const MOST_CHARACTERS = 4_000;
const INDENT = "    ";

/** Without these the work goes on all the same. */
const CAN_BE_LEFT_OUT: readonly string[] = ["adapter", "template"] satisfies ConsentNeed["kind"][];

/**
 * What nobody agreed to yet, each once.
 *
 * @param places The home's places.
 * @param project The project's root.
 * @param needs All that the project's files ask for.
 * @param at UTC time in ISO 8601.
 */
export async function findNewNeeds(
  places: Places,
  project: string,
  needs: readonly ConsentNeed[],
  at: string,
): Promise<Consent[]> {
  const unagreed = await listUnagreed(places, project, needs);
  return unagreed.map(({ need: { kind, what }, hash }) => ({ hash, kind, what, project, at }));
}

/**
 * Asks for commands, and apart from them for what the work can do without.
 *
 * @param wanted What {@link findNewNeeds} found.
 * @param isTrusted Whether `--trust` was given: then nobody is asked.
 * @param words The command's own.
 * @throws {StateError} Where nobody agrees to the commands, or nobody is there to ask; then no
 * consent is kept.
 */
export function askConsent(
  context: CommandContext,
  places: Places,
  wanted: readonly Consent[],
  isTrusted: boolean,
  words: ConsentWords,
): ConsentAnswer {
  if (wanted.length === 0) return { isAgreed: true, notes: [] };
  if (isTrusted) {
    addConsents(places, wanted);
    const notes = wanted.map((consent) => `Agreed to (--trust): ${showNeed(consent)}`);
    return { isAgreed: true, notes };
  }
  const commands = wanted.filter(({ kind }) => !CAN_BE_LEFT_OUT.includes(kind));
  const others = wanted.filter(({ kind }) => CAN_BE_LEFT_OUT.includes(kind));
  if (!agrees(context, commands, words.purpose, "Run them?")) {
    // Whoever reads this and adds --trust agrees to all of it.
    if (others.length > 0) list(context, others, ALSO_BROUGHT);
    throw new StateError(words.refused, { hint: words.hint });
  }
  const isAgreed = agrees(context, others, ALSO_BROUGHT, "Use them?");
  addConsents(places, isAgreed ? wanted : commands);
  const left = isAgreed ? [] : others;
  const notes = left.map((consent) =>
    `Not used without your consent: ${showNeed(consent)} (--trust agrees)`
  );
  return { isAgreed, notes };
}

/**
 * One line for a person: the kind, and the whole command or file.
 *
 * @param consent What is or was asked for.
 */
export function showNeed({ kind, what }: Pick<Consent, "kind" | "what">): string {
  const known: Record<string, string> = KINDS;
  return `${known[kind] ?? kind}: ${showText(what, MOST_CHARACTERS)}`;
}

/** The whole of it: harm may be in any part. Rows are as wide as the terminal, so none is cut off. */
function renderNeed(consent: Consent, columns: number): string {
  const room = Math.max(20, columns - INDENT.length);
  const rows: string[] = [];
  const row: string[] = [];
  for (const sign of showNeed(consent)) {
    if (row.length === room) rows.push(row.splice(0).join(""));
    row.push(sign);
  }
  return [...rows, row.join("")].map((text, at) => `${at === 0 ? "  " : INDENT}${text}`).join("\n");
}

function refuseUnreadable(wanted: readonly Consent[]): void {
  const long = wanted.find(({ what }) => what.length > MOST_CHARACTERS);
  if (long === undefined) return;
  const kind: string = (KINDS as Record<string, string>)[long.kind] ?? long.kind;
  throw new StateError(
    `A ${kind} of this project has ${long.what.length} characters, too many to be read and agreed to`,
    { hint: "Put it into a script of the project, and name the script." },
  );
}

const ALSO_BROUGHT =
  "This project's files bring adapters that would be run, or templates that would be shown to the agent:";

function list({ out }: CommandContext, wanted: readonly Consent[], purpose: string): void {
  out.say(purpose);
  for (const consent of wanted) out.say(renderNeed(consent, out.width));
}

function agrees(
  context: CommandContext,
  wanted: readonly Consent[],
  purpose: string,
  question: string,
): boolean {
  if (wanted.length === 0) return true;
  refuseUnreadable(wanted);
  list(context, wanted, purpose);
  return context.ask.choose(yesOrNo(question, "no")) === "yes";
}
