/**
 * Finds the channel by which this program was installed, from facts of the file system: its own path and
 * the files next to it. Pure.
 */
import { findCache, PACKAGE } from "../../registration/cached_program.ts";
import { quoteForShell, showCommand } from "../../text/shell_word.ts";

/** The facts about the program's location. */
export interface ProgramFacts {
  /** Its path, links resolved. */
  readonly path: string;
  /** Whether the program is Deno, which runs ralph's sources. */
  readonly isFromSources: boolean;
  /** The receipt of the installer script next to it, if it belongs to this build. */
  readonly receipt: { readonly address: string; readonly fetch: string } | null;
  /** The folder above `bin/` of a Python package; null if it is not one. */
  readonly pythonPrefix: string | null;
  /** The clone in which it was built; null if there is none. */
  readonly clone: string | null;
  /** Whether this machine is a container. */
  readonly isInContainer: boolean;
}

/** A channel, and how to update a program from it. */
interface InstallChannel {
  readonly name: string;
  /** The command that updates it; null if none is known. */
  readonly command: string | null;
  /** Further information, in a sentence; may be empty. */
  readonly note: string;
}

/** Finds the channel; `unknown` if no fact tells it. */
export function findChannel(facts: ProgramFacts): InstallChannel {
  const { path, receipt, clone } = facts;
  if (facts.isFromSources) {
    return channel(
      "sources",
      null,
      "Deno runs it from its sources: update them, as with 'git pull'.",
    );
  }
  if (/\/Cellar\/[^/]+\//.test(path)) return channel("Homebrew", "brew upgrade ralph");
  const cache = findCache(path);
  if (cache !== null) {
    const { runner, registry, update, install } = cache;
    const note = `It is in the cache of ${runner}; to keep it: ${install}`;
    return channel(`${registry}, by ${runner}`, update, note);
  }
  if (path.includes("/node_modules/")) return npmChannel(path);
  if (facts.pythonPrefix !== null) return pythonChannel(facts.pythonPrefix);
  if (receipt !== null) return channel("installer script", installerLine(path, receipt));
  if (clone !== null) {
    const line = `${showCommand(["cd", clone])} && git pull && deno task build`;
    return channel("built from a clone", line, "README says how to build it without Deno.");
  }
  // The path in the official image; a program copied into a container is usually elsewhere.
  if (facts.isInContainer && path === "/usr/local/bin/ralph") {
    return channel("container image", null, "Build or pull the image again, on the host.");
  }
  return channel(
    "unknown",
    null,
    "ralph cannot tell how it was installed: update it the way you installed it.",
  );
}

function channel(name: string, command: string | null, note = ""): InstallChannel {
  return { name, command, note };
}

function npmChannel(path: string): InstallChannel {
  if (/\/\.(?:pnpm|bun)\//.test(path)) {
    const note = `Update the package "${PACKAGE}" with the package manager that installed it.`;
    return channel("npm registry", null, note);
  }
  const [root = ""] = path.split("/node_modules/", 1);
  // With `--global`, npm puts packages into `lib/` of the folder.
  const folder = root.replace(/\/lib$/, "");
  const flag = folder === root ? "" : " --global";
  return channel("npm", `npm install${flag} --prefix ${quoteForShell(folder)} ${PACKAGE}@latest`);
}

function pythonChannel(prefix: string): InstallChannel {
  if (prefix.includes("/uv/tools/")) return channel("PyPI, by uv", `uv tool upgrade ${PACKAGE}`);
  if (prefix.includes("/pipx/venvs/")) return channel("PyPI, by pipx", `pipx upgrade ${PACKAGE}`);
  const python = quoteForShell(`${prefix}/bin/python3`);
  return channel("PyPI, by pip", `${python} -m pip install --upgrade ${PACKAGE}`);
}

/** Makes the command of the installer script, whose address may be that of one release. */
function installerLine(
  path: string,
  { address, fetch }: NonNullable<ProgramFacts["receipt"]>,
): string {
  const newest = address.replace(/\/releases\/download\/[^/]+$/, "/releases/latest/download");
  const folder = quoteForShell(path.slice(0, path.lastIndexOf("/")));
  return `${fetch} ${quoteForShell(`${newest}/install.sh`)} | sh -s -- --dir ${folder}`;
}
