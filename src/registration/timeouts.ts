/**
 * How long the client waits for each of our hooks. Imports nothing: whoever must finish in time
 * reads its bound here, and a test keeps `hooks/hooks.json` equal to it.
 *
 * @module
 */

/** Seconds for Stop, which may run the user's verification commands. */
export const STOP_TIMEOUT_SECONDS = 600;

/** Seconds for the guard: it answers in milliseconds, and past its time the call runs. */
export const GUARD_TIMEOUT_SECONDS = 10;

/** Seconds for the archiver: one small file is copied. */
export const ARCHIVE_TIMEOUT_SECONDS = 10;

/** Seconds for session events; without a figure SessionEnd gets 1.5. */
export const SESSION_TIMEOUT_SECONDS = 10;

/** Seconds for a prompt: a slash command may start a loop, which looks through the whole project. */
export const PROMPT_TIMEOUT_SECONDS = 60;

/**
 * Seconds for the hook that sleeps until a usage limit ends and wakes the session: the eight days
 * that it sleeps at most, and one for what comes before and after. At its timeout the client ends
 * the hook and nothing wakes. More than 24 days are not a timeout at all for the client's timers.
 */
export const WAKE_TIMEOUT_SECONDS = 9 * 24 * 3600;
