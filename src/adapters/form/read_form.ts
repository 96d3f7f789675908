/**
 * Reads a user's YAML file: every valid key has an effect, and each invalid key is reported with what
 * was expected and found. Not on the hot path: the result is cached.
 */
import * as v from "valibot";
import { messageOf } from "../../error.ts";
import { isObject } from "../../store/records/json_record.ts";
import { faultOfGlob } from "../metrics/glob.ts";
import { number, object, oneOrMore, orElse, read, shortOr, text } from "./fields.ts";
import {
  type AdapterForm,
  DEFAULT_REFRESH_SECONDS,
  DEFAULT_TIMEOUT_SECONDS,
  type DetectSign,
  LONGEST_TIMEOUT_SECONDS,
  NAME_PATTERN,
} from "./form.ts";
import { GLOBS, METRICS } from "./metrics_schema.ts";
import { rulesFor } from "./rules_schema.ts";
import { oneLine } from "../../text/shorten.ts";

/** Characters of a prompt addition, as for the built-in adapters. */
const LONGEST_PROMPT_CHARACTERS = 2_500;

type FormRead =
  | { readonly kind: "ok"; readonly form: AdapterForm }
  /** Sentences without the file's name; at least one. */
  | { readonly kind: "broken"; readonly problems: readonly string[] };

/**
 * Reads a user's file.
 *
 * @param fileName Its name without the extension: the default name of the adapter.
 */
export async function readForm(text: string, fileName: string): Promise<FormRead> {
  const { parse } = await import("@std/yaml");
  let value: unknown;
  try {
    // The core schema has no dates, merge keys or binary data.
    value = parse(text, { schema: "core" });
  } catch (error) {
    // Only the first line: the others quote the file, which may be any file of the disk.
    const [first = ""] = messageOf(error).split("\n");
    return { kind: "broken", problems: [`it is not YAML: ${oneLine(first, 160)}`] };
  }
  const fault = faultOfTree(value);
  if (fault !== null) return { kind: "broken", problems: [fault] };
  if (!isObject(value)) {
    return { kind: "broken", problems: ["it should have keys such as detect and metrics"] };
  }
  return formOf(value, fileName);
}

const MOST_LEVELS = 20;
const MOST_ENTRIES = 5_000;

/** Aliases are refused: a few nested lines of them expand to an endless tree. */
function faultOfTree(node: unknown, depth = 0, seen = new Set<object>()): string | null {
  if (typeof node !== "object" || node === null) return null;
  if (depth > MOST_LEVELS) return `it nests deeper than ${MOST_LEVELS} levels`;
  if (seen.has(node)) return "it uses aliases (*name), which an adapter has no use for";
  seen.add(node);
  const children = Object.values(node);
  if (children.length > MOST_ENTRIES) return `it has more than ${MOST_ENTRIES} entries`;
  for (const child of children) {
    const fault = faultOfTree(child, depth + 1, seen);
    if (fault !== null) return fault;
  }
  return null;
}

/** The description of {@linkcode NAME_PATTERN}. */
const NAME = text(faultOfName);
const PROMPT = text((prompt) =>
  prompt.length <= LONGEST_PROMPT_CHARACTERS
    ? null
    : `at most ${LONGEST_PROMPT_CHARACTERS} characters`
);

const SIGN = shortOr<DetectSign>(
  v.pipe(
    text(faultOfGlob, "a glob, or file and contains"),
    v.transform((file) => ({ file, contains: null })),
  ),
  object({
    file: text(faultOfGlob),
    contains: orElse(text((part) => part === "" ? "a text" : null), null),
  }, { needs: { file: "a glob" } }),
);

/** Keys that every file may have. */
const KEYS = {
  name: v.exactOptional(NAME),
  detect: v.exactOptional(oneOrMore(SIGN)),
  convergence: v.exactOptional(v.unknown()),
  command: v.exactOptional(oneOrMore(text((part) => part === "" ? "a program" : null))),
  timeout_seconds: v.exactOptional(number(0.1, LONGEST_TIMEOUT_SECONDS)),
  refresh_seconds: v.exactOptional(number(1, 86_400)),
  session_mode: v.exactOptional(NAME),
  prompt: orElse(
    shortOr<AdapterForm["prompt"]>(
      v.pipe(
        PROMPT,
        v.transform((all) => ({ implementation: all, validation: all, exploration: all })),
      ),
      object({
        implementation: v.exactOptional(PROMPT),
        validation: v.exactOptional(PROMPT),
        exploration: v.exactOptional(PROMPT),
      }),
    ),
    {},
  ),
};

const NO_SIGN = "should be a glob, or a list of them, and is";

const DESCRIBED = object({ ...KEYS, metrics: METRICS }, {
  needs: { metrics: "an object with files and primary" },
  check: ({ detect = "missing", timeout_seconds: timeout, refresh_seconds: refresh }, say) => {
    if (detect === "missing") say("detect", `${NO_SIGN} missing`);
    if (isEmpty(detect)) say("detect", `${NO_SIGN} []`);
    if (timeout !== undefined) say("timeout_seconds", 'has no effect without "command"');
    if (refresh !== undefined) say("refresh_seconds", 'has no effect without "command"');
  },
});

const PROGRAM = object({
  ...KEYS,
  metrics: v.exactOptional(object({ files: v.exactOptional(GLOBS) })),
}, {
  check: ({ command, detect, convergence }, say) => {
    if (isEmpty(command)) say("command", "should be a program with its arguments, and is []");
    if (isEmpty(detect)) say("detect", `${NO_SIGN} []`);
    if (convergence === undefined) return;
    say("convergence", 'has no effect beside "command": the program says it');
  },
});

/** Reads an adapter from plain data. Pure. @param fileName The default name of the adapter. */
export function formOf(value: Readonly<Record<string, unknown>>, fileName: string): FormRead {
  const problems: string[] = [];
  const { command = null, convergence = null, metrics: spec } = value;
  const isProgram = command !== null;
  const form = isProgram
    ? read(PROGRAM, value, "", problems)
    : read(DESCRIBED, value, "", problems);
  const metrics = isProgram ? null : v.safeParse(METRICS, spec);
  const rules = isProgram || convergence === null ? [] : read(
    rulesFor(metrics?.success ? metrics.output : null),
    convergence,
    "convergence",
    problems,
  );
  const name = form?.name ?? fileName;
  const fault = faultOfName(name);
  if (form !== null && fault !== null) {
    problems.push(`"name" should be ${fault}, and the file's name is "${name}"`);
  }
  if (form === null || rules === null || problems.length > 0) return { kind: "broken", problems };
  return {
    kind: "ok",
    form: {
      name,
      detect: form.detect ?? [],
      watch: form.metrics?.files ?? [],
      metrics: metrics?.success ? metrics.output : null,
      rules,
      program: form.command === undefined ? null : {
        command: form.command,
        timeoutSeconds: form.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS,
        refreshSeconds: form.refresh_seconds ?? DEFAULT_REFRESH_SECONDS,
      },
      sessionMode: form.session_mode ?? name,
      prompt: form.prompt,
    },
  };
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

function faultOfName(name: string): string | null {
  return NAME_PATTERN.test(name) ? null : "letters, digits, '.', '_' and '-', at most 64";
}
