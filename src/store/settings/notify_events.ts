/** The events that the user may be notified of. */

/** The events, as settings, commands and the journal name them. */
export const NOTIFY_EVENTS = [
  "complete",
  "stuck",
  "blocked",
  "failed",
  "limit-near",
  "limit",
  "paused",
  "resumed",
  "waiting",
] as const;

/** One of {@linkcode NOTIFY_EVENTS}. */
export type NotifyEvent = typeof NOTIFY_EVENTS[number];
