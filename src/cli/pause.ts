/** `ralph pause`: pauses a run between two turns, and resumes it. */
import { NoLoopError, StateError } from "../error.ts";
import { findLoop, recordOf } from "../lifecycle/loop.ts";
import { askPause, isPauseAsked } from "../store/pause_request.ts";
import { findRunHolder } from "../store/run_lock.ts";
import { defineTopCommand, flag, JSON_OPTION } from "./core/command.ts";
import { show } from "./core/document.ts";
import { locate } from "./core/locate.ts";
import { line } from "../text/again.ts";

const GO_ON = "ralph pause --off";

export const command = defineTopCommand({
  description:
    "The agents finish their current turns. Then you can edit the plan, which the run reads " +
    "again. A pause is not active time, and 'ralph stop' still works. In the run's own " +
    "window, p does the same. To pause the loop of a session, press Esc in its window; your " +
    "next message resumes it.",
  options: [
    flag("off", "Resume the run"),
    JSON_OPTION,
  ],
  examples: [
    ["ralph pause", "Pause the run after the current turn"],
    [GO_ON, "Resume it with the current plan"],
  ],
  exitCodes: [[1, "a session owns the loop, or its run is gone"], [5, "no loop here"]],
  run: (context, { options }) => {
    const { places, project } = locate(context);
    const loop = findLoop(places, project);
    if (loop === null) {
      throw new NoLoopError(`No loop runs in ${project}`, {
        hint: "The loops of this machine:",
        again: line("status", "--all"),
      });
    }
    const { id, driver } = loop.facts;
    if (driver !== "runner") {
      throw new StateError("This loop runs in a session of Claude Code", {
        hint: "Press Esc in its window to pause it; your next message there resumes it.",
      });
    }
    if (findRunHolder(places, project) === null) {
      throw new StateError("The run is gone, so there is nothing to pause", {
        hint: "To resume it:",
        again: line("run", "--resume"),
      });
    }
    const wasAsked = isPauseAsked(places, id);
    const isAsked = !options.off;
    if (wasAsked !== isAsked) askPause(places, id, isAsked);
    const isPaused = recordOf(loop).pause?.why === "asked";
    return show({ loop: id, pause_asked: isAsked, was_paused: isPaused }, () => {
      if (!isAsked) return wasAsked ? "The run continues." : "The run was not paused.";
      const what = isPaused ? "The run is paused already" : "The run pauses after the running turn";
      return `${what}. Edit the plan if you like, then:\n→ ${GO_ON}`;
    });
  },
});
