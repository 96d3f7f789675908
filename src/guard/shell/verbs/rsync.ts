/**
 * `rsync`: a copy onto a tree, and with `--delete` the removal of what the source has not.
 *
 * @module
 */
import { isWithin, lastName, normalizePath } from "../../_paths.ts";
import { absolute, type Invocation, type Verb } from "./call.ts";
import { allValues, hasFlag, readOptions } from "./options.ts";
import { isKnown } from "../words/text.ts";

/** The rule for `rsync`. */
export const rsync: Verb = (call) => {
  const options = readOptions(call.args, {
    short: "efTB",
    long: ["rsh", "exclude", "include", "filter", "exclude-from", "log-file", "backup-dir"],
  });
  if (hasFlag(options, "n", "dry-run", "list-only")) return;
  const sources = [...options.operands];
  const target = sources.pop();
  if (target === undefined || /^[\w.@-]+::?/.test(target)) return;
  const to = absolute(call, target);
  const excluded = allValues(options, "exclude").map((each) => each.replace(/^\/|\/(\*+)?$/g, ""));
  const isSpared = (name: string) =>
    excluded.some((each) => each === "*" || name.split("/").includes(each) || name === each);
  for (const path of allValues(options, "log-file")) call.shell.harm.write(call.cwd, path);
  if ([...options.flags].some((flag) => /^(del$|delete)/.test(flag))) {
    for (const source of sources) {
      const landing = source.endsWith("/") ? to : `${to}/${lastName(source)}`;
      deleteExtras(call, landing, isSpared);
    }
  }
  for (const source of sources) {
    const from = absolute(call, source);
    if (hasFlag(options, "remove-source-files")) call.shell.harm.remove(call.cwd, source, true);
    if (!isKnown(from) || !isKnown(to)) {
      call.shell.harm.write(call.cwd, target);
      continue;
    }
    const { disk, harm } = call.shell;
    if (!disk.isFolder(from)) {
      harm.replace("/", disk.isFolder(to) ? `${to}/${lastName(from)}` : to);
      continue;
    }
    const landing = source.endsWith("/") ? to : `${to}/${lastName(from)}`;
    harm.overlayNames(
      landing,
      (name) =>
        !isSpared(name) && disk.exists(disk.resolve(`${normalizePath(from)}/${name}`, false)),
    );
  }
};

/** `--delete` takes what the source has not; what is excluded stays. */
function deleteExtras(
  call: Invocation,
  landing: string,
  isSpared: (name: string) => boolean,
): void {
  const { disk, harm, control } = call.shell;
  if (!isKnown(landing)) return harm.write("/", landing);
  const to = disk.resolve(landing);
  for (const path of [...control.existing(), ...control.plans()]) {
    if (isWithin(path, to) && !isSpared(path.slice(to.length + 1))) harm.remove("/", path, false);
  }
}
