/**
 * Verbs that change who may read and write a file.
 *
 * @module
 */
import { denyFile } from "../../_denial.ts";
import { absolute, type Invocation, type Verb } from "./call.ts";
import { readOptions } from "./options.ts";
import { isKnown } from "../words/text.ts";

/** `chmod`: harm where the owner could no longer read and write. */
const chmod: Verb = (call) => {
  // A mode may begin with a dash (`chmod -w f`), so options are only the known ones.
  const isOption = (arg: string) => /^(-[Rvcfh]+|--[a-z].*)$/.test(arg);
  const [mode = "", ...paths] = call.args.filter((arg) => !isOption(arg));
  const isDeep = call.args.some((arg) => /^(-[vcf]*R[vcf]*|--recursive)$/.test(arg));
  const octal = /^[0-7]{3,4}$/.test(mode) ? Number(mode.at(-3)) : undefined;
  for (const path of paths) {
    // A folder needs its x too.
    const needed = isDeep || isFolder(call, path) ? 7 : 6;
    const takes = octal === undefined
      ? /(^|,)(u|a|ug|uo|ugo)?-[^,]*[rwx]|(^|,)[ua]*=(?![^,]*r[^,]*w)/.test(mode)
      : (octal & needed) !== needed;
    if (takes) changeAttributes(call, path, "take access away from");
  }
};

const chown: Verb = (call) => {
  const options = readOptions(call.args, { long: ["from", "reference"] });
  const [owner = "", ...paths] = options.operands;
  const me = call.shell.scene.env?.("USER");
  // A name that cannot be seen is most likely the user's own (`chown "$(id -u)" .`).
  if (!isKnown(owner) || owner === me || me !== undefined && owner.startsWith(`${me}:`)) return;
  for (const path of paths) changeAttributes(call, path, "change the owner of");
};

function changeAttributes(call: Invocation, path: string, doing: string): void {
  const label = call.shell.harm.touches(call.cwd, path, true);
  if (label !== undefined) throw denyFile(label, doing);
}

function isFolder(call: Invocation, path: string): boolean {
  const whole = absolute(call, path);
  return isKnown(whole) && call.shell.disk.isFolder(whole);
}

/** Rules by name. */
export const ATTRIBUTE_VERBS: Readonly<Record<string, Verb>> = { chmod, chown, chgrp: chown };
