/** Restores source files and lines in stack traces, if the commands run from packs. Not for hooks. */
import { attempt } from "../error.ts";
import type { LibraryReader } from "./library.ts";

/** The map from a script to source lines. */
export interface ScriptMap {
  /** The names of the source files. */
  readonly sources: readonly string[];
  /** For each line of the script: the columns at which source lines begin, and which; null if none does. */
  readonly lines: readonly (readonly (readonly [number, number | null, number])[])[];
}

/** Makes stack traces name source files and lines, by the map (`NAME.map`) of each script. */
export function nameSources(read: LibraryReader): void {
  const describe = (site: NodeJS.CallSite): string => {
    const script = site.getFileName();
    const bytes = attempt(() => read(`${script}.map`));
    if (bytes === null) return `${site}`;
    const { sources, lines }: ScriptMap = JSON.parse(new TextDecoder().decode(bytes));
    const [line, column] = [site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0];
    const [, source = null, ours] = lines[line - 1]?.findLast(([from]) => from < column) ?? [];
    return source === null
      ? `${site}`
      : `${site}`.replace(`${script}:${line}:${column}`, `${sources[source]}:${ours! + 1}`);
  };
  const prepareStackTrace = (error: Error, sites: readonly NodeJS.CallSite[]) =>
    [`${error}`, ...sites.map((site) => `    at ${describe(site)}`)].join("\n");
  Object.assign(Error, { prepareStackTrace });
}
