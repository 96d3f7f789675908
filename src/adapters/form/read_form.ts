/**
 * A user's YAML file, validated: every key that is there has an effect, and each that does not fit is
 * named with what was expected and found. Not on the everyday path: the result is remembered.
 *
 * @module
 */
import { messageOf } from "../../error.ts";
import { isObject } from "../../store/records/json_record.ts";
import { faultOfGlob } from "../metrics/glob.ts";
import { Fields } from "./spec_fields.ts";
import {
  type AdapterForm,
  DEFAULT_REFRESH_SECONDS,
  DEFAULT_TIMEOUT_SECONDS,
  type DetectSign,
  LONGEST_TIMEOUT_SECONDS,
  NAME_PATTERN,
  type ProgramSpec,
} from "./form.ts";
import { readMetricsSpec } from "./read_metrics_spec.ts";
import { readRules } from "./read_rules.ts";
import { oneLine } from "../../text/shorten.ts";

/** A prompt's addition: as much as one of ours. */
const LONGEST_PROMPT_CHARACTERS = 2_500;
const PHASES = ["implementation", "validation", "exploration"] as const;

/** What a file holds. */
export type FormRead =
  | { readonly kind: "ok"; readonly form: AdapterForm }
  /** Sentences without the file's name; at least one. */
  | { readonly kind: "broken"; readonly problems: readonly string[] };

/**
 * Reads a user's file.
 *
 * @param text the YAML
 * @param fileName its name without the ending: the adapter's, unless it says another
 * @returns the adapter as data, or all that is wrong with the file
 */
export async function readForm(text: string, fileName: string): Promise<FormRead> {
  const { parse } = await import("@std/yaml");
  let value: unknown;
  try {
    // The core schema: no dates, no merging, no binary data.
    value = parse(text, { schema: "core" });
  } catch (error) {
    return { kind: "broken", problems: [`it is not YAML: ${faultOf(error)}`] };
  }
  const fault = faultOfTree(value);
  if (fault !== null) return { kind: "broken", problems: [fault] };
  if (!isObject(value)) {
    return { kind: "broken", problems: ["it should hold keys such as detect and metrics"] };
  }
  return formOf(value, fileName);
}

/** The first line says what and where; those below show the file, which may be any file of the disk. */
function faultOf(error: unknown): string {
  const [first = ""] = messageOf(error).split("\n");
  return oneLine(first, 160);
}

/** No adapter needs more of either. */
const MOST_LEVELS = 20;
const MOST_NODES = 5_000;

/** Some lines of aliases of aliases are a tree that no walk comes to the end of. */
function faultOfTree(root: unknown): string | null {
  const seen = new Set<object>();
  let level: readonly unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) return `it nests deeper than ${MOST_LEVELS} levels`;
    const below: unknown[] = [];
    for (const node of level) {
      if (typeof node !== "object" || node === null) continue;
      if (seen.has(node)) return "it uses aliases (*name), which an adapter has no use for";
      seen.add(node);
      for (const child of Object.values(node)) below.push(child);
      if (below.length > MOST_NODES) return `it has more than ${MOST_NODES} entries`;
    }
    level = below;
  }
  return null;
}

/**
 * Reads an adapter from plain data. Pure.
 *
 * @param value the file's content
 * @param fileName the adapter's name, unless the content says another
 */
export function formOf(value: Readonly<Record<string, unknown>>, fileName: string): FormRead {
  const problems: string[] = [];
  const fields = new Fields(value, "", problems);
  const name = fields.text("name", fileName, _faultOfName);
  if (_faultOfName(name) !== null && problems.length === 0) {
    problems.push(`"name" should be ${_faultOfName(name)}, and the file's name is "${name}"`);
  }
  const program = _readProgram(fields);
  const detect = _readDetect(fields);
  const sessionMode = fields.text("session_mode", name, _faultOfName);
  const prompt = _readPrompt(fields);
  const metricsFields = fields.object("metrics");
  const rulesFields = fields.object("convergence");
  let watch: readonly string[] = [];
  let metrics: AdapterForm["metrics"] = null;
  let rules: AdapterForm["rules"] = [];
  if (program === null) {
    if (detect.length === 0 && !fields.has("detect")) {
      fields.missing("detect", "a glob, or a list of them");
    }
    if (metricsFields !== null) {
      metrics = readMetricsSpec(metricsFields);
      watch = metrics.files;
      rules = readRules(rulesFields, metrics);
    } else if (!fields.has("metrics")) {
      fields.missing("metrics", "an object with files and primary");
    }
  } else {
    if (rulesFields !== null) {
      problems.push('"convergence" has no effect beside "command": the program says it');
    }
    if (metricsFields !== null) {
      watch = metricsFields.texts("files", faultOfGlob);
      metricsFields.end();
    }
  }
  fields.end();
  if (problems.length > 0) return { kind: "broken", problems };
  return {
    kind: "ok",
    form: { name, detect, watch, metrics, rules, program, sessionMode, prompt },
  };
}

function _faultOfName(name: string): string | null {
  return NAME_PATTERN.test(name) ? null : "letters, digits, '.', '_' and '-', at most 64";
}

function _readProgram(fields: Fields): ProgramSpec | null {
  const command = fields.texts("command", (part) => part === "" ? "a program" : null);
  const isProgram = fields.has("command");
  const timeoutSeconds = fields.number(
    "timeout_seconds",
    DEFAULT_TIMEOUT_SECONDS,
    0.1,
    LONGEST_TIMEOUT_SECONDS,
  );
  const refreshSeconds = fields.number("refresh_seconds", DEFAULT_REFRESH_SECONDS, 1, 86_400);
  if (!isProgram) {
    for (const name of ["timeout_seconds", "refresh_seconds"]) {
      if (fields.has(name)) fields.problems.push(`"${name}" has no effect without "command"`);
    }
    return null;
  }
  if (command.length === 0) fields.wrong("command", "a program with its arguments", [], null);
  return { command, timeoutSeconds, refreshSeconds };
}

function _readDetect(fields: Fields): DetectSign[] {
  const found = fields.take("detect");
  if (found === undefined) return [];
  const list = Array.isArray(found) ? found : [found];
  if (list.length === 0) fields.wrong("detect", "a glob, or a list of them", found, null);
  return list.flatMap((one, index) => {
    const key = Array.isArray(found) ? `detect[${index}]` : "detect";
    if (typeof one === "string") {
      const fault = faultOfGlob(one);
      return fault === null ? [{ file: one, contains: null }] : fields.wrong(key, fault, one, []);
    }
    if (!isObject(one)) return fields.wrong(key, "a glob, or file and contains", one, []);
    const sign = fields.objectOf(key, one)!;
    const file = sign.text("file", "", faultOfGlob);
    const contains = sign.text("contains", "", (text) => text === "" ? "a text" : null);
    if (!sign.has("file")) sign.missing("file", "a glob");
    sign.end();
    return [{ file, contains: contains === "" ? null : contains }];
  });
}

function _readPrompt(fields: Fields): AdapterForm["prompt"] {
  const fault = (text: string) =>
    text.length <= LONGEST_PROMPT_CHARACTERS
      ? null
      : `at most ${LONGEST_PROMPT_CHARACTERS} characters`;
  const found = fields.take("prompt");
  if (found === undefined) return {};
  if (typeof found === "string") {
    const text = fields.text("prompt", "", fault);
    return Object.fromEntries(PHASES.map((phase) => [phase, text]));
  }
  const byPhase = fields.objectOf("prompt", found);
  if (byPhase === null) return {};
  const texts = PHASES.flatMap((phase) => {
    const text = byPhase.text(phase, "", fault);
    return text === "" ? [] : [[phase, text]];
  });
  byPhase.end();
  return Object.fromEntries(texts);
}
