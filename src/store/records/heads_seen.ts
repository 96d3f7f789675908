/** The result of one scan of a repository's heads, kept for the next scan. */
import { inFile, list, object, seconds, type ShapeOf, text } from "./shape.ts";

export const HeadsSeenSchema = object({
  /** Heads that are older, by the times of git's files, were seen already. */
  sinceMs: inFile("since_seconds", seconds),
  /** Abbreviated commits that were a head, newest last. */
  commits: list(text),
});

/** The result of one scan of a repository's heads. */
export type HeadsSeen = ShapeOf<typeof HeadsSeenSchema>;
