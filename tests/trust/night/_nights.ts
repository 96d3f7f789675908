/** The two nights, and what must be told of them. */
import { type Account, takeAccount } from "./_account.ts";
import { findWrongFigures } from "./_check.ts";
import { RunNight } from "./_run.ts";
import { SessionNight } from "./_session.ts";

/** A night that was played. */
export interface ToldNight {
  readonly account: Account;
  /** A sentence for each figure that is wrong. */
  readonly wrong: readonly string[];
}

/** The nights by their names, each played when it is called. */
export const NIGHTS: Readonly<Record<string, () => Promise<ToldNight>>> = {
  "in a session": async () => {
    using night = new SessionNight();
    await night.play();
    const account = await takeAccount(night.account);
    const { commits, continuations: turns, ticked: items } = night;
    const journal = {
      ...{ "start": 1, "claim": 1, "continue": turns, "let-go": 1 },
      ...{ "pause api-error": 5, "pause rate-limited": 1, "wake": 6 },
      // Back after the close and the two crashes.
      ...{ "pause session-closed": 1, "resume": 3, "user-wait": 1 },
      ...{ "note gap": 1, "note waited": 6 },
    };
    return { account, wrong: findWrongFigures(account, { turns, items, commits, journal }) };
  },
  "in ralph run": async () => {
    using night = new RunNight();
    await night.play();
    const account = await takeAccount(night.account);
    const { commits, ticked: items, turns } = night;
    const journal = {
      ...{ "start": 1, "halt": 1, "let-go": 1 },
      // Six agents that the API failed, and one that Ctrl-C ended; nobody noted the end of one more.
      ...{ "agent": turns + 6, "iteration": turns - 2, "agent-end": 7 },
      // After six waits, and two new runners.
      ...{ "pause api-error": 5, "pause rate-limited": 1, "resume": 8 },
      ...{ "note gap": 1 },
    };
    return { account, wrong: findWrongFigures(account, { turns, items, commits, journal }) };
  },
};
