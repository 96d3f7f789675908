/**
 * Plays a night of eight virtual hours, once in a session and once in `ralph run`, and prints what became
 * of its minutes.
 *
 *     deno task night
 *
 * The API is away twice, a usage limit strikes, the machine suspends, the client is closed and resumed
 * and crashes twice, the agent commits in a worktree too, and the plan is archived with its last item.
 * Exits with 1 if a figure is wrong.
 *
 * @module
 */
import { showMinutes } from "../tests/trust/night/_minutes.ts";
import { NIGHTS } from "../tests/trust/night/_nights.ts";
import { runScript, say } from "./_say.ts";

async function playAll(): Promise<number> {
  let isRight = true;
  for (const [where, play] of Object.entries(NIGHTS)) {
    const { account, wrong } = await play();
    const { commits, items: [items], state, turns } = account;
    say(`A night ${where}:\n`);
    say(`${showMinutes(account.minutes)}\n`);
    say(
      `${state}, ${turns.report} turns, ${items?.done} of ${items?.total} items, ${commits} commits`,
    );
    for (const sentence of wrong) say(`WRONG: ${sentence}`);
    say("");
    isRight &&= wrong.length === 0;
  }
  return isRight ? 0 : 1;
}

if (import.meta.main) await runScript(playAll);
