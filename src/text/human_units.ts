/**
 * Durations, ages and amounts as a person reads them. Pure, and free of the clock.
 *
 * @module
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Shows a duration: `26 s`, `12 min`, `1 h 12 min`, `2 d 3 h`. Two units at most; what is smaller is
 * cut off, so that 59.9 minutes never read as an hour.
 *
 * @param seconds Seconds; less than 0 counts as 0.
 */
export function showDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < MINUTE) return `${whole} s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} min`;
  if (whole < DAY) return joinUnits(whole, HOUR, "h", MINUTE, "min");
  return joinUnits(whole, DAY, "d", HOUR, "h");
}

/**
 * Shows a clock that runs or a short measurement, with seconds up to an hour: `6.2 s`, `45 s`,
 * `3 min 05 s`, `2 h 07 min`.
 *
 * @param seconds Seconds; less than 0 counts as 0.
 */
export function showElapsed(seconds: number): string {
  const positive = Math.max(0, seconds);
  if (positive < 10) return `${Math.round(positive * 10) / 10} s`;
  const whole = Math.round(positive);
  if (whole < MINUTE) return `${whole} s`;
  const two = (value: number) => String(value).padStart(2, "0");
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} min ${two(whole % MINUTE)} s`;
  return `${Math.floor(whole / HOUR)} h ${two(Math.floor(whole / MINUTE) % 60)} min`;
}

/**
 * Shows how long ago something was, in its largest unit: `4 s ago`, `12 min ago`, `5 h ago`.
 *
 * @param seconds Seconds since then; less than 1 is `just now`.
 */
export function showAge(seconds: number): string {
  if (seconds < 1) return "just now";
  const [size, unit] = seconds < MINUTE
    ? [1, "s"]
    : seconds < HOUR
    ? [MINUTE, "min"]
    : seconds < 2 * DAY
    ? [HOUR, "h"]
    : [DAY, "d"];
  return `${Math.floor(seconds / Number(size))} ${unit} ago`;
}

/**
 * Shows an amount, such as tokens: `960`, `12 k`, `2.0 M`.
 *
 * @param amount A number of things, 0 or more.
 */
export function showAmount(amount: number): string {
  if (amount < 1_000) return String(Math.round(amount));
  if (amount < 999_500) return `${Math.round(amount / 1_000)} k`;
  return `${(amount / 1_000_000).toFixed(1)} M`;
}

/**
 * Shows a number of things with its noun: `1 turn`, `41 turns`.
 *
 * @param amount How many.
 * @param noun What, in the singular; its plural takes an `s`.
 */
export function showCount(amount: number, noun: string, plural = `${noun}s`): string {
  return `${amount} ${amount === 1 ? noun : plural}`;
}

/**
 * Shows names as a sentence lists them: `a`, `a and b`, `a, b and c`.
 *
 * @param names The names; empty for none.
 */
export function showNames(names: readonly (string | number)[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function joinUnits(
  seconds: number,
  large: number,
  largeUnit: string,
  small: number,
  smallUnit: string,
): string {
  const rest = Math.floor((seconds % large) / small);
  const head = `${Math.floor(seconds / large)} ${largeUnit}`;
  return rest === 0 ? head : `${head} ${rest} ${smallUnit}`;
}
