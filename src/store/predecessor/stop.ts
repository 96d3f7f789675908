/** Stop records of the earlier plugin: they have no code, and a local time without a zone. */
import { renderInstant } from "../../text/instant.ts";

/** How the plugin's sentences begin, and the code that such an end has here. */
const SENTENCES: readonly (readonly [string, string])[] = [
  ["Maximum runtime", "max-runtime"],
  ["Maximum iterations", "max-iterations"],
  ["Task complete", "complete"],
  ["Converged:", "converged"],
  ["No-focus mode converged:", "converged"],
  ["Adapter override:", "converged"],
  ["Loop detected:", "stuck"],
  ["Loop stopped via kill switch", "kill-switch"],
  ["Loop stopped via", "stopped-by-user"],
  ["Loop state is STOPPED", "stopped-by-user"],
];

interface StopText {
  readonly timestamp: string;
  readonly reason: string;
  readonly code?: string | undefined;
}

/** Adds what its sentence and its time say to a record without a code; others stay as they are. */
export function readPredecessorStop<Stop extends StopText>(record: Stop): Stop {
  if (record.code !== undefined) return record;
  const known = SENTENCES.find(([beginning]) => record.reason.startsWith(beginning));
  const isLocal = /T[\d:.]+$/.test(record.timestamp);
  const atMs = isLocal ? Date.parse(record.timestamp) : NaN;
  return {
    ...record,
    // Without a code it ended, and nobody knows how.
    code: known?.[1] ?? "",
    timestamp: Number.isNaN(atMs) ? record.timestamp : renderInstant(atMs),
  };
}
