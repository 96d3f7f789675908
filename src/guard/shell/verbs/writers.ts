/**
 * Verbs that write or change files and need more than a row: `sed`, editors, packers, `patch`,
 * downloads, `chmod`, `rsync`.
 *
 * @module
 */
import { denyFile } from "../../_denial.ts";
import { isWithin, joinPath, lastName } from "../../_paths.ts";
import { isKnown, lazily, type LazyText, UNKNOWN } from "../words/text.ts";
import type { Call, Verb } from "../shell.ts";
import { Options } from "./options.ts";

const MAX_PATCH_BYTES = 1 << 20;

const sed: Verb = (call) => {
  // `-E` does not take a value.
  const args = call.args.map((arg) => arg.replace(/^-E/, "-r"));
  const options = new Options(args, "e f l expression file line-length");
  const scripts = [...options.all("e expression")];
  const files = [...options.operands];
  if (scripts.length === 0 && !options.has("f file")) scripts.push(files.shift() ?? "");
  if (call.args.some((arg) => /^-[a-zA-Z]*i|^--in-place/.test(arg))) {
    // BSD's `-i ''` puts an empty word before the script.
    call.write(scripts.includes("") ? options.operands : files, "edit");
  }
  for (const script of scripts) {
    for (const [, path = ""] of script.matchAll(/(?:^|[;{}\s/|#,0-9$])w\s+([^\n;}]+)/g)) {
      call.write([path.trim()]);
    }
    const command = /^\d*e\s+(.+)$/m.exec(script)?.[1];
    if (command !== undefined) call.runText(command, call.stdin);
  }
  return { out: lazily(() => scripts.reduce(substitute, call.input(files)())) };
};

/** Applies `s/a/b/` with plain texts, and scripts that select lines; other output is unknown. */
function substitute(text: string, script: string): string {
  if (/^[\d$,]*[pdq]?$/.test(script)) return text;
  const [, , from = "", to = "", flags = ""] =
    /^s([^\w\s\\])([^]*?)\1([^]*?)\1(g?)$/.exec(script) ?? [];
  if (!/^\^?[\w\s./@:,=-]+\$?$|^\^$/.test(from) || /[\\&]/.test(to)) return UNKNOWN;
  const pattern = new RegExp(from.replace(/[.\/-]/g, "\\$&"), flags);
  return text.split("\n").map((line) => line === "" ? line : line.replace(pattern, () => to))
    .join("\n");
}

/** Suffixes that packers add and remove. */
const PACKED = /\.(gz|bz2|xz|zst|lz4|lzma|Z|tgz|br)$/;

const pack: Verb = (call) => {
  const options = call.options("S b M T o suffix threads");
  call.write(options.all("o"));
  if (options.has("c stdout to-stdout t test l list") || call.name.endsWith("cat")) return;
  if (!options.has("k keep") && !/zst|lz4|brotli/.test(call.name)) {
    call.remove(options.operands, options.has("r recursive"), "compress");
  }
  if (options.has("d decompress") || call.name.startsWith("un")) {
    call.write(options.operands.map((path) => path.replace(PACKED, "")));
  }
};

const EDITOR_WRITES = /(?:^|[\n|:])\s*(?:w|wq|write|saveas)!?\s+([^\s|]+)/g;

/** Editors may write each file that they open, and the files that their commands name. */
const editor: Verb = (call) => {
  const options = call.options("c S T u U w W cmd eval command");
  if (options.has("R M") || call.name === "view") return;
  call.write(options.operands.filter((path) => !path.startsWith("+")), "edit");
  const text = [...call.args, call.stdin()].join("\n");
  for (const [, path = ""] of text.matchAll(EDITOR_WRITES)) call.write([path]);
  for (const [, command = ""] of text.matchAll(/(?:^|[\n|:+])!\s*([^\n|]+)/g)) {
    call.runText(command);
  }
};

const patch: Verb = (call) => {
  const options = call.options(
    "d i o p r B D F V Y z directory input output strip reject-file",
  );
  if (options.has("dry-run")) return;
  const [file, given] = options.operands;
  call.write([...options.all("o output r reject-file"), ...file === undefined ? [] : [file]]);
  const input = options.last("i input") ?? given;
  const text = call.input(input === undefined ? [] : [input], MAX_PATCH_BYTES);
  const folder = options.last("d directory") ?? ".";
  applyPatch(call, text, folder, Number(options.last("p strip") ?? 0));
};

/**
 * Judges the files that a patch names.
 *
 * @param strip How many leading folders are cut off (`-p`); one more is tried too.
 */
export function applyPatch(call: Call, text: LazyText, folder: string, strip: number): void {
  for (const [, name = ""] of text().matchAll(/^(?:---|\+\+\+|rename (?:from|to)) ([^\t\n]+)/gm)) {
    if (name === "/dev/null") continue;
    for (const cut of [strip, strip + 1]) {
      const path = name.split("/").slice(cut).join("/");
      if (path !== "") call.write([`${folder}/${path}`], "patch");
    }
  }
}

/** `claude plugin disable ralph` removes ralph's hooks. */
const claude: Verb = ({ args: [area = "", action = "", ...names] }) => {
  const isRemoving = /^plugins?$/.test(area) && /^(disable|uninstall|remove|rm)$/.test(action);
  if (isRemoving && names.some((name) => name.startsWith("ralph"))) {
    throw denyFile("The ralph plugin", "switch off");
  }
};

const curl: Verb = (call) => {
  const options = call.options(
    "o d H X F u A b c D e E K m T U w x Y y z C P Q r t " +
      "output output-dir data header request cookie-jar dump-header url trace",
  );
  const folder = options.last("output-dir");
  const inFolder = (name: string) => folder === undefined ? name : `${folder}/${name}`;
  // Only these are in the folder. Without it a name keeps its beginning, which may be unknown.
  call.write(options.all("o output").map(inFolder));
  call.write(options.all("c cookie-jar D dump-header trace"));
  if (options.has("O remote-name remote-name-all J remote-header-name")) {
    call.write(namesInUrls(options.operands, folder));
  }
};

const wget: Verb = (call) => {
  const options = call.options(
    "O P o a U t T Q e i output-document directory-prefix output-file append-output header",
  );
  call.write(options.all("O output-document o output-file a append-output"));
  if (options.has("O output-document")) return;
  call.write(namesInUrls(options.operands, options.last("P directory-prefix")));
};

function namesInUrls(urls: readonly string[], folder = "."): string[] {
  const nameIn = (url: string) =>
    isKnown(url) ? lastName(url.replace(/[?#][^]*$/, "")) || "index.html" : UNKNOWN;
  return urls.map((url) => `${folder}/${nameIn(url)}`);
}

/** `chmod`: harmful if the owner can no longer read and write. */
const chmod: Verb = (call) => {
  // A mode may begin with a dash (`chmod -w f`), so only known options count.
  const isOption = (arg: string) => /^(-[Rvcfh]+|--[a-z].*)$/.test(arg);
  const [mode = "", ...paths] = call.args.filter((arg) => !isOption(arg));
  const isDeep = call.args.some((arg) => /^(-[vcf]*R[vcf]*|--recursive)$/.test(arg));
  for (const path of paths) {
    // A folder needs x too.
    const needed = isDeep || call.isFolder(path) ? 7 : 6;
    const takes = /^[0-7]{3,4}$/.test(mode)
      ? (Number(mode.at(-3)) & needed) !== needed
      : /(^|,)(u|a|ug|uo|ugo)?-[^,]*[rwx]|(^|,)[ua]*=(?![^,]*r[^,]*w)/.test(mode);
    const label = takes ? call.shell.harm.touches(call.cwd, path, true) : undefined;
    if (label !== undefined) throw denyFile(label, "take access away from");
  }
};

/** `rsync`: a copy onto a tree; `--delete` also removes what the source does not have. */
const rsync: Verb = (call) => {
  const { disk, harm, control } = call.shell;
  const options = call.options(
    "e f T B rsh exclude include filter exclude-from log-file backup-dir",
  );
  const sources = [...options.operands];
  const target = sources.pop() ?? "";
  call.write(options.all("log-file"));
  if (options.has("n dry-run list-only") || /^([\w.@-]+::?|$)/.test(target)) return;
  if (options.has("remove-source-files")) call.remove(sources, true);
  const to = call.absolute(target);
  const excluded = options.all("exclude").map((each) => each.replace(/^\/|\/(\*+)?$/g, ""));
  const isSpared = (name: string) =>
    excluded.some((each) => each === "*" || name.split("/").includes(each) || name === each);
  const deletes = options.has(
    "del delete delete-before delete-during delete-after delete-excluded",
  );
  for (const source of sources) {
    const from = call.absolute(source);
    const landing = disk.resolve(source.endsWith("/") ? to : `${to}/${lastName(from)}`);
    const isFolder = isKnown(from) && disk.isFolder(from);
    if (!isFolder || !isKnown(to)) call.write([call.isFolder(target) ? landing : target]);
    else {
      const arrives = (name: string) => disk.exists(disk.resolve(joinPath(from, name), false));
      harm.overlayNames(landing, (name) => !isSpared(name) && arrives(name));
      for (const path of deletes ? [...control.existing(), ...control.plans()] : []) {
        const isBelow = isWithin(path, landing) && path !== landing;
        if (isBelow && !isSpared(path.slice(landing.length + 1))) harm.remove("/", path, false);
      }
    }
  }
};

function named(names: string, verb: Verb): [string, Verb][] {
  return names.split(" ").map((name) => [name, verb]);
}

/** The rules for programs that change files in place, as pairs of name and rule. */
export const WRITE_VERBS: readonly [string, Verb][] = [
  ...named("sed gsed", sed),
  ...named(
    "gzip gunzip zcat pigz bzip2 bunzip2 xz unxz lzma zstd unzstd lz4 brotli compress uncompress",
    pack,
  ),
  ...named("ed ex vi vim nvim view nano pico micro emacs", editor),
  ["patch", patch],
  ["claude", claude],
  ["curl", curl],
  ["wget", wget],
  ["chmod", chmod],
  ["rsync", rsync],
];
