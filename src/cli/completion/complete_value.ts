/** What the value of an option or argument may be. */
import { type OptionSpec, type PositionalSpec, valuesOf } from "../core/command.ts";
import {
  type Candidate,
  type Completion,
  type CompletionFacts,
  listed,
  NOTHING,
  startingWith,
  type ValuePlace,
} from "./candidate.ts";

/**
 * Completes a value.
 *
 * @param lead What precedes the value in its word, such as `--name=`.
 */
export async function completeValue(
  spec: OptionSpec | PositionalSpec,
  lead: string,
  word: string,
  place: ValuePlace,
  facts: CompletionFacts,
): Promise<Completion> {
  const { candidates, fromShell } = await listValues(spec, place, facts);
  const isRepeated = ({ value }: Candidate) =>
    "variadic" in spec && spec.variadic && place.args.includes(value);
  return { ...startingWith(word, candidates.filter((each) => !isRepeated(each)), lead), fromShell };
}

/** Completes `key=value`: the names of settings, then the values of a setting. */
export async function completeAssignment(
  lead: string,
  word: string,
  path: readonly string[],
  { list }: CompletionFacts,
): Promise<Completion> {
  const at = word.indexOf("=");
  if (at < 0) {
    const settings = await list("setting", { path, args: [] });
    return startingWith(word, settings.map((each) => ({ ...each, value: `${each.value}=` })), lead);
  }
  const values = await list("setting-value", { path, args: [word.slice(0, at)] });
  return startingWith(word.slice(at + 1), values, lead + word.slice(0, at + 1));
}

async function listValues(
  spec: OptionSpec | PositionalSpec,
  place: ValuePlace,
  { list, topics, commands }: CompletionFacts,
): Promise<Completion> {
  const only = (candidates: readonly Candidate[]) => ({ candidates, fromShell: null });
  if (spec.choices !== undefined) return only(spec.choices.map((value) => ({ value, help: "" })));
  const source = valuesOf(spec);
  switch (source) {
    case null:
      return NOTHING;
    case "file":
    case "markdown":
    case "folder":
    case "program":
      return { candidates: [], fromShell: source };
    case "topic":
      return only([...listed(commands), ...topics]);
    case "agent":
      return { candidates: await list(source, place), fromShell: "program" };
    default:
      return only(await list(source, place));
  }
}
