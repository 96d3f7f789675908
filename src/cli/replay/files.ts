/** The transcripts that a replay is given: files, folders, or those of this project. */
import { messageOf, UsageError } from "../../error.ts";
import { transcriptsOf } from "../../evidence/transcript/path.ts";
import { join, resolve } from "@std/path";
import { placesOf } from "../../store/places.ts";
import type { CommandContext } from "../core/context.ts";
import { locate } from "../core/locate.ts";
import { shortenHome } from "../view/task_lines.ts";

/** A transcript that cannot be replayed. */
export interface Refused {
  readonly path: string;
  /** Why, as the end of a sentence. */
  readonly why: string;
}

interface FoundTranscripts {
  readonly paths: readonly string[];
  readonly refused: readonly Refused[];
}

/**
 * Lists the transcripts that are to be replayed.
 *
 * @throws {UsageError} Nothing is named, or this project has none.
 */
export function listTranscripts(
  context: Pick<CommandContext, "env">,
  words: readonly string[],
  isHere: boolean,
): FoundTranscripts {
  if (isHere) return listHere(context);
  if (words.length === 0) {
    throw new UsageError("No transcript is named", {
      hint: `'ralph replay --here' replays this project's; all are in ${folderOfAll(context)}.`,
    });
  }
  const found = words.map((word) => listIn(resolve(context.env.cwd, word)));
  return {
    paths: [...new Set(found.flatMap(({ paths }) => paths))],
    refused: found.flatMap(({ refused }) => refused),
  };
}

/** Names the folder of the transcripts of all projects, as a person would. */
export function folderOfAll({ env }: Pick<CommandContext, "env">): string {
  return shortenHome(join(placesOf(env).claudeDir, "projects"), env.home);
}

function listHere({ env }: Pick<CommandContext, "env">): FoundTranscripts {
  const { places, project } = locate({ env });
  const folders = [...new Set([project, env.cwd])].map((cwd) => transcriptsOf(places, cwd));
  const found = folders.map(listIn);
  const paths = [...new Set(found.flatMap((each) => each.paths))];
  if (paths.length > 0) return { paths, refused: [] };
  throw new UsageError(`No session of Claude Code was recorded in "${project}"`, {
    hint: `Name a transcript or a folder of them; all are in ${folderOfAll({ env })}.`,
  });
}

/** The transcripts of a folder, oldest first; a file is itself. */
function listIn(path: string): FoundTranscripts {
  const refuse = (why: string) => ({ paths: [], refused: [{ path, why }] });
  try {
    if (!Deno.statSync(path).isDirectory) return { paths: [path], refused: [] };
    const files = [...Deno.readDirSync(path)].map(({ name }) => join(path, name))
      .filter((file) => file.endsWith(".jsonl"))
      .map((file) => ({ file, info: Deno.statSync(file) }))
      .filter(({ info }) => info.isFile)
      .sort((left, right) =>
        (left.info.mtime?.getTime() ?? 0) - (right.info.mtime?.getTime() ?? 0)
      );
    return files.length === 0
      ? refuse("the folder has no transcript, which ends in .jsonl")
      : { paths: files.map(({ file }) => file), refused: [] };
  } catch (error) {
    return refuse(
      error instanceof Deno.errors.NotFound ? "there is no such file" : messageOf(error),
    );
  }
}
