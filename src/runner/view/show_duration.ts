/**
 * Durations for people.
 *
 * @module
 */

/**
 * `45s`, `3m05s`, `2h07m`; below ten seconds with a tenth.
 *
 * @param seconds Seconds, 0 or more.
 */
export function showDuration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  const two = (value: number) => String(value).padStart(2, "0");
  if (whole < 3600) return `${Math.floor(whole / 60)}m${two(whole % 60)}s`;
  return `${Math.floor(whole / 3600)}h${two(Math.floor(whole / 60) % 60)}m`;
}
