/**
 * How long the client waits for each of our hooks. A test keeps `hooks/hooks.json` equal to these.
 */

/** Seconds for Stop, which may run the user's verification commands. */
export const STOP_TIMEOUT_SECONDS = 600;

/** Seconds for the guard, which answers in milliseconds; after its time the call runs. */
export const GUARD_TIMEOUT_SECONDS = 10;

/** Seconds for the archiver: one small file is copied. */
export const ARCHIVE_TIMEOUT_SECONDS = 10;

/** Seconds for session events; by default SessionEnd has 1.5. */
export const SESSION_TIMEOUT_SECONDS = 10;

/** Seconds for a prompt: a slash command may start a loop, which scans the whole project. */
export const PROMPT_TIMEOUT_SECONDS = 60;

/**
 * Seconds for the hook that sleeps until a usage limit ends and wakes the session: eight days
 * of sleep at most, and a day of margin. At its timeout the client ends the hook, and the session does
 * not wake. The client's timers ignore a timeout of more than 24 days.
 */
export const WAKE_TIMEOUT_SECONDS = 9 * 24 * 3600;
