import type { Pacer } from "../../../src/evidence/transcript/poll.ts";

/** Time that passes only by sleeping; tells each moment to whoever wants to act in it. */
export class FakePacer implements Pacer {
  elapsed = 0;

  constructor(readonly onSleep: (elapsed: number) => void = () => {}) {}

  now(): number {
    return this.elapsed;
  }

  sleep(milliseconds: number): void {
    this.elapsed += milliseconds;
    this.onSleep(this.elapsed);
  }
}
