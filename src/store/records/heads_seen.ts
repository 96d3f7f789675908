/** What a look at the heads of a repository leaves for the next look. */
import { inFile, list, object, seconds, type ShapeOf, text } from "./shape.ts";

export const HeadsSeenSchema = object({
  /** What is older was seen already, by the times of git's files. */
  sinceMs: inFile("since_seconds", seconds),
  /** The beginnings of commits that were a head, newest last. */
  commits: list(text),
});

/** What a look at the heads of a repository leaves for the next look. */
export type HeadsSeen = ShapeOf<typeof HeadsSeenSchema>;
