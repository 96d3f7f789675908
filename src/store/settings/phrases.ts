/** The built-in phrases. They are the predecessor's if it had them. */

/** Phrases in a focus file that say the task is complete. */
export const COMPLETION_PHRASES: readonly string[] = [
  "task complete",
  "all done",
  "finished",
  "implementation complete",
  "work complete",
];

/** Phrases in an answer that say the agent has nothing to do. */
export const IDLE_PHRASES: readonly string[] = [
  "Work Item: None",
  "no SLO-aligned work",
  "no work available",
  "no meaningful work",
  "no further work",
  "no remaining work",
  "no work left",
  "no work remaining",
  "nothing to do",
  "nothing left to do",
  "nothing more to do",
  "nothing else to do",
  "nothing further to do",
  "nothing to work on",
  "awaiting instructions",
  "awaiting further instructions",
  "waiting for instructions",
  "waiting for further instructions",
  "standing by",
  "continuing to monitor",
  "monitoring",
  "waiting",
  "idle",
  "idling",
];
