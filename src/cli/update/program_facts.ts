/** Gathers the facts about this program's location and the files next to it. */
import { basename, dirname, join } from "@std/path";
import { isThere, namesIn } from "../../store/files/presence.ts";
import { fieldOf } from "../../registration/hook_list.ts";
import { readJson } from "../../store/files/json_text.ts";
import { readText } from "../../store/files/text_file.ts";
import { resolveLinks } from "../../store/project.ts";
import type { CommandContext } from "../core/context.ts";
import type { ProgramFacts } from "./channel.ts";

/** The receipt of `scripts/install.sh`: its address, the output of `ralph --version`, how it came. */
const RECEIPT = ".ralph-install";

/** Files at the root of a container, of Docker and of Podman. */
const CONTAINER_MARKS = ["/.dockerenv", "/run/.containerenv"];

/** Gathers the facts that identify the channel. */
export function gatherProgramFacts(
  { executable, version }: Pick<CommandContext, "executable" | "version">,
): ProgramFacts {
  const path = resolveLinks(executable);
  const folder = dirname(path);
  return {
    path,
    isFromSources: basename(path) === "deno",
    receipt: readReceipt(join(folder, RECEIPT), nameVersion(version)),
    pythonPrefix: basename(folder) === "bin" ? findPythonPrefix(dirname(folder)) : null,
    clone: basename(folder) === "dist" && isClone(dirname(folder)) ? dirname(folder) : null,
    isInContainer: CONTAINER_MARKS.some(isThere),
  };
}

/** Names a build as `ralph --version` does. */
export function nameVersion({ version, commit, target, deno }: CommandContext["version"]): string {
  return `ralph ${version} (commit ${commit}, ${target}, Deno ${deno})`;
}

/** Reads the receipt; one of another build is ignored, since the program was replaced. */
function readReceipt(path: string, build: string): ProgramFacts["receipt"] {
  const read = readText(path);
  const [address = "", installed, fetch] = read.kind === "text" ? read.text.split("\n") : [];
  return installed === build && /^https?:\/\//.test(address)
    ? { address, fetch: fetch === "wget -qO-" ? fetch : "curl -fsSL" }
    : null;
}

/** Finds the folder of a Python package by its metadata, which pip, pipx and uv keep below it. */
function findPythonPrefix(prefix: string): string | null {
  const isHere = namesIn(join(prefix, "lib")).filter((name) => name.startsWith("python"))
    .flatMap((name) =>
      ["site-packages", "dist-packages"].flatMap((kind) => namesIn(join(prefix, "lib", name, kind)))
    )
    .some((name) => /^ralph_until_done-.*\.dist-info$/.test(name));
  return isHere ? prefix : null;
}

function isClone(folder: string): boolean {
  return isThere(join(folder, ".git")) &&
    fieldOf(readJson(join(folder, "deno.json")), "name") === "@ralph/ralph";
}
