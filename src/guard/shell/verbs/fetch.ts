/**
 * Verbs that bring files from elsewhere.
 *
 * @module
 */
import { lastName } from "../../_paths.ts";
import type { Invocation, Verb } from "./call.ts";
import { allValues, hasFlag, lastValue, readOptions } from "./options.ts";
import { isKnown, UNKNOWN } from "../words/text.ts";

function writeAll(call: Invocation, paths: readonly string[]): void {
  for (const path of paths) call.shell.harm.write(call.cwd, path);
}

const curl: Verb = (call) => {
  const options = readOptions(call.args, {
    short: "odHXFuAbcDeEKmTUwxYyzCPQrt",
    long: [
      "output",
      "output-dir",
      "data",
      "header",
      "request",
      "cookie-jar",
      "dump-header",
      "url",
      "trace",
    ],
  });
  const folder = lastValue(options, "output-dir");
  const at = (name: string) => folder === undefined ? name : `${folder}/${name}`;
  writeAll(call, allValues(options, "o", "output").map(at));
  writeAll(call, allValues(options, "c", "cookie-jar", "D", "dump-header", "trace"));
  if (hasFlag(options, "O", "remote-name", "remote-name-all", "J", "remote-header-name")) {
    writeAll(call, options.operands.map((url) => at(nameInUrl(url))));
  }
};

const wget: Verb = (call) => {
  const options = readOptions(call.args, {
    short: "OPoaUtTQei",
    long: ["output-document", "directory-prefix", "output-file", "append-output", "header"],
  });
  writeAll(
    call,
    allValues(options, "O", "output-document", "o", "output-file", "a", "append-output"),
  );
  if (hasFlag(options, "O", "output-document")) return;
  const folder = lastValue(options, "P", "directory-prefix") ?? ".";
  writeAll(call, options.operands.map((url) => `${folder}/${nameInUrl(url)}`));
};

function nameInUrl(url: string): string {
  return isKnown(url) ? lastName(url.replace(/[?#][^]*$/, "")) || "index.html" : UNKNOWN;
}

/** Rules by name. */
export const FETCH_VERBS: Readonly<Record<string, Verb>> = { curl, wget };
