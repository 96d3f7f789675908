/**
 * From a command's arguments to its verb's rule.
 *
 * @module
 */
import { denyUnclear } from "../../_denial.ts";
import { lastName } from "../../_paths.ts";
import { isRalph, judgeRalph } from "../../_ralph_command.ts";
import type { Invocation, Run, ShellContext, Verb } from "./call.ts";
import { Needed } from "../grammar/needed.ts";
import { type LazyText, UNKNOWN, UNKNOWN_TEXT } from "../words/text.ts";
import { BUILTINS } from "./builtins.ts";
import { FILE_VERBS } from "./files.ts";
import type { ShellState } from "../words/state.ts";
import { quoteWord } from "../../../text/shell_word.ts";

/** Commands whose words may be assignments. */
export const DECLARERS: ReadonlySet<string> = new Set([
  "export",
  "declare",
  "local",
  "typeset",
  "readonly",
]);

/** Programs that only read their files, or whose files are none of this machine's. */
const READERS: ReadonlySet<string> = new Set(
  ("wc stat file diff cmp du df md5sum sha1sum sha256sum cksum nl od hexdump strings less more pg comm " +
    "paste column fold tree eza exa lsd lsof fuser getfacl lsattr batcat most test open xdg-open " +
    "ssh scp docker podman kubectl gh hub osv-scanner trufflehog gitleaks shellcheck tokei cloc scc " +
    "inotifywait entr sqlite3 jsonlint ajv check-jsonschema markdownlint date seq expr sleep id whoami " +
    "uname hostname ps top env printenv locale tput clear reset history nproc free uptime iconv " +
    "sum b2sum base64 base32 join look tsort ptx fmt pr expand unexpand numfmt factor yes nohup")
    .split(" "),
);

/** The verbs of everyday lines; the others are loaded with the first name that is not here. */
const EVERYDAY: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ...Object.entries(FILE_VERBS),
  ...Object.entries(BUILTINS),
]);

let others: typeof import("./other_verbs.ts") | null = null;

/** The verbs and helpers that everyday lines do without. */
function otherVerbs(): typeof import("./other_verbs.ts") {
  if (others !== null) return others;
  throw new Needed("other verbs", async () => {
    others = await import("./other_verbs.ts");
  });
}

/** Words that tell a command inside an unknown program's arguments. */
const TELLING_VERBS = /^(.*\/)?(rm|rmdir|unlink|mv|shred|truncate|tee|dd|ralph)$/;

/**
 * Judges one command.
 *
 * @param argv The command and its arguments, expanded.
 */
export function runCommand(
  argv: readonly string[],
  state: ShellState,
  stdin: LazyText,
  shell: ShellContext,
): Run {
  const [program, ...args] = argv;
  if (program === undefined || program === "") return { states: [state], out: UNKNOWN_TEXT };
  const call: Invocation = {
    name: lastName(program),
    args,
    state,
    cwd: state.env.cwd,
    stdin,
    shell,
  };
  const outcome = judgeVerb(call, program) ?? {};
  return {
    states: outcome.states ?? [{ env: state.env, status: outcome.status }],
    out: outcome.out ?? UNKNOWN_TEXT,
  };
}

function judgeVerb(call: Invocation, program: string): ReturnType<Verb> {
  const { shell, state, args } = call;
  if (isRalph(call.name)) return judgeRalph(args);
  const alias = shell.aliases.get(program);
  if (alias !== undefined) {
    shell.aliases.delete(program);
    const run = shell.runText(
      [alias, ...args.map(quoteWord)].join(" "),
      state,
      call.stdin,
    );
    shell.aliases.set(program, alias);
    return run;
  }
  // `tsx`-like names keep their version: python3.12, node22.
  const verb = findVerb(call.name) ?? findVerb(call.name.replace(/[\d.-]+$/, ""));
  if (verb !== undefined) return verb(call);
  if (program.includes("/")) {
    const ran = otherVerbs().runProgram(call, program);
    if (ran !== undefined) return ran;
  }
  if (!READERS.has(call.name)) judgeUnknown(call);
  return undefined;
}

function findVerb(name: string): Verb | undefined {
  return EVERYDAY.get(name) ?? otherVerbs().OTHER_VERBS.get(name);
}

/**
 * A program without a rule: refused where its arguments name a control file itself, and looked
 * through for a command among them (`somewrapper rm -rf .claude`).
 */
function judgeUnknown(call: Invocation): void {
  for (const arg of call.args) {
    if (arg === UNKNOWN) continue;
    const path = arg.startsWith("-") ? /=(.+)$/.exec(arg)?.[1] : arg;
    const label = path === undefined ? undefined : call.shell.harm.touches(call.cwd, path, false);
    if (label !== undefined) throw denyUnclear(shown(call.name), label);
  }
  const at = call.args.findIndex((arg) => TELLING_VERBS.test(arg));
  if (at >= 0) call.shell.runArgs(call.args.slice(at), call.state, call.stdin);
}

function shown(name: string): string {
  return name.includes(UNKNOWN) ? "a command that is not written out" : `\`${name}\``;
}
