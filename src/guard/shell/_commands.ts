/**
 * From a command's arguments to its verb's rule.
 *
 * @module
 */
import { denyUnclear } from "../_denial.ts";
import { lastName } from "../_paths.ts";
import { isRalph, judgeRalph } from "../_ralph_command.ts";
import { CODE_VERBS } from "./_code.ts";
import { fd, find } from "./_find.ts";
import { git } from "./_git.ts";
import type { Invocation, Run, ShellApi, Verb } from "./_invocation.ts";
import { HOLE, type LazyText, UNKNOWN_TEXT } from "./_text.ts";
import { rsync } from "./_rsync.ts";
import { ATTRIBUTE_VERBS } from "./_verbs_attributes.ts";
import { FETCH_VERBS } from "./_verbs_fetch.ts";
import { FILTER_VERBS } from "./_verbs_filter.ts";
import { ARCHIVE_VERBS } from "./_verbs_archive.ts";
import { BUILTINS } from "./_verbs_builtin.ts";
import { FILE_VERBS } from "./_verbs_files.ts";
import { RUN_VERBS } from "./_verbs_run.ts";
import { quote, runProgram, SHELL_VERBS } from "./_verbs_shell.ts";
import { WRITE_VERBS } from "./_verbs_write.ts";
import type { World } from "./_world.ts";

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

/** Every verb with a rule. */
const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ...Object.entries(CODE_VERBS),
  ...Object.entries(WRITE_VERBS),
  ...Object.entries(ARCHIVE_VERBS),
  ...Object.entries(FILE_VERBS),
  ...Object.entries(RUN_VERBS),
  ...Object.entries(SHELL_VERBS),
  ...Object.entries(ATTRIBUTE_VERBS),
  ...Object.entries(FILTER_VERBS),
  ...Object.entries(FETCH_VERBS),
  ...Object.entries(BUILTINS),
  ["rsync", rsync],
  ["find", find],
  ["gfind", find],
  ["fd", fd],
  ["fdfind", fd],
  ["git", git],
]);

/** Words that tell a command inside an unknown program's arguments. */
const TELLING_VERBS = /^(.*\/)?(rm|rmdir|unlink|mv|shred|truncate|tee|dd|ralph)$/;

/**
 * Judges one command.
 *
 * @param argv The command and its arguments, expanded.
 */
export function runCommand(
  argv: readonly string[],
  world: World,
  stdin: LazyText,
  shell: ShellApi,
): Run {
  const [program, ...args] = argv;
  if (program === undefined || program === "") return { worlds: [world], out: UNKNOWN_TEXT };
  const call: Invocation = {
    name: lastName(program),
    args,
    world,
    cwd: world.env.cwd,
    stdin,
    shell,
  };
  const outcome = judgeVerb(call, program) ?? {};
  return {
    worlds: outcome.worlds ?? [{ env: world.env, status: outcome.status }],
    out: outcome.out ?? UNKNOWN_TEXT,
  };
}

function judgeVerb(call: Invocation, program: string): ReturnType<Verb> {
  const { shell, world, args } = call;
  if (isRalph(call.name)) return judgeRalph(args);
  const alias = shell.aliases.get(program);
  if (alias !== undefined) {
    shell.aliases.delete(program);
    const run = shell.runText([alias, ...args.map(quote)].join(" "), world, call.stdin);
    shell.aliases.set(program, alias);
    return run;
  }
  // `tsx`-like names keep their version: python3.12, node22.
  const verb = VERBS.get(call.name) ?? VERBS.get(call.name.replace(/[\d.-]+$/, ""));
  if (verb !== undefined) return verb(call);
  if (program.includes("/")) {
    const ran = runProgram(call, program);
    if (ran !== undefined) return ran;
  }
  if (!READERS.has(call.name)) judgeUnknown(call);
  return undefined;
}

/**
 * A program without a rule: refused where its arguments name a control file itself, and looked
 * through for a command among them (`somewrapper rm -rf .claude`).
 */
function judgeUnknown(call: Invocation): void {
  for (const arg of call.args) {
    if (arg === HOLE) continue;
    const path = arg.startsWith("-") ? /=(.+)$/.exec(arg)?.[1] : arg;
    const label = path === undefined ? undefined : call.shell.harm.touches(call.cwd, path, false);
    if (label !== undefined) throw denyUnclear(`\`${shown(call.name)}\``, label);
  }
  const at = call.args.findIndex((arg) => TELLING_VERBS.test(arg));
  if (at >= 0) call.shell.runArgs(call.args.slice(at), call.world, call.stdin);
}

function shown(name: string): string {
  return name.includes(HOLE) ? "A command that cannot be seen" : name;
}
