/**
 * What could have happened otherwise before a decision: in the project, in the agent's answers, in
 * the session. Nothing here knows what the rules will say. Pure.
 */
import type { DecisionFacts } from "../../store/records/decision_facts.ts";
import { showCount, showNames } from "../../text/human_units.ts";
import { type Change, type Variation, vary } from "./variation.ts";

/** The changes, those of the project first. */
export const EVENT_CHANGES: readonly Change[] = [
  changeProgress,
  changeAnswers,
  changeTools,
  changeTask,
  changeVerification,
  changeValidation,
  changeIdleness,
  changeFinds,
  changeAdapter,
  changeBlocked,
  changeWaiting,
  changeShells,
  changeRequest,
];

function changeProgress(facts: DecisionFacts): Variation | null {
  const { iteration, repetition } = facts;
  if (repetition === null) return null;
  // The first of these answers ended this iteration; what was done within it does not count.
  const first = Math.max(0, iteration - repetition.outputs + 1);
  const since = first === 0 ? "since the first answer" : `since the end of iteration ${first}`;
  return repetition.progress.length === 0
    ? vary(facts, `One commit, changed file, item or metric ${since}`, {
      repetition: { ...repetition, progress: ["commit"] },
    })
    : vary(facts, `No progress ${since} (it was: ${showNames(repetition.progress)})`, {
      repetition: { ...repetition, progress: [] },
    });
}

function changeAnswers(facts: DecisionFacts): Variation | null {
  const { alikeOutputs, repetition, settings } = facts;
  const { similarity_threshold: threshold, window_size: window } = settings;
  if (repetition !== null) {
    return vary(facts, `One different answer among the last ${repetition.outputs}`, {
      repetition: null,
      alikeOutputs: 1,
    });
  }
  if (alikeOutputs < 2) return null;
  const more = Math.max(1, window - alikeOutputs);
  return vary(
    facts,
    `${showCount(more, "more answer")} like the last ${alikeOutputs}, with nothing changed,`,
    {
      repetition: { kind: "same", outputs: window, similarity: threshold, progress: [] },
      alikeOutputs: window,
    },
  );
}

function changeTools(facts: DecisionFacts): Variation | null {
  const { blockCap, toolless } = facts;
  const usable = Math.max(1, blockCap - 1);
  if (toolless >= usable) return vary(facts, "A tool call in the last turn", { toolless: 0 });
  if (blockCap <= 0) return null;
  const more = usable - toolless;
  return vary(facts, `${showCount(more, "more answer")} in a row without a tool call`, {
    toolless: usable,
  });
}

function changeTask(facts: DecisionFacts): Variation | null {
  const { isFree, items, task } = facts;
  if (task.kind === "complete") {
    const what = task.signal?.name === "promise"
      ? "No promise from the agent"
      : items.total === 0
      ? "A task that is not complete"
      : "One open item";
    return vary(facts, what, { task: { kind: "incomplete" } });
  }
  const open = items.total - items.done;
  const what = task.kind === "ask"
    ? "The same claim once more"
    : open > 0
    ? `${showCount(open, "more ticked item")}`
    : isFree
    ? null
    : "A sign that the task is complete";
  if (what === null) return null;
  const signal = task.signal ?? { name: "all_checkboxes", confidence: 0.9, detail: "" };
  return vary(facts, what, { task: { kind: "complete", signal } });
}

function changeVerification(facts: DecisionFacts): Variation | null {
  const { checks, task, verification } = facts;
  switch (verification.kind) {
    case "rejected":
      return vary(facts, `A pass of \`${verification.command}\``, {
        verification: { kind: "passed" },
      });
    case "unknown":
      return vary(facts, "Checks that can run and pass", { verification: { kind: "passed" } });
    default:
      if (checks === 0 || task.kind !== "complete") return null;
      return vary(facts, "A failing check", {
        verification: { kind: "rejected", command: "" },
        satisfied: [...new Set([...facts.satisfied, "verification"])],
      });
  }
}

function changeValidation(facts: DecisionFacts): Variation | null {
  const { isFree, settings, validation } = facts;
  const isOver = validation.forced === null &&
    (!settings.enable_validation_phase || validation.ended !== null);
  if (isFree && validation.forced === null) return null;
  if (!isOver) {
    return vary(facts, "A validation that is over", {
      validation: { ...validation, ended: "score", forced: null },
    });
  }
  return settings.enable_validation_phase
    ? null
    : vary(facts, "The validation phase, which is off", {
      settings: { ...settings, enable_validation_phase: true },
      validation: { ...validation, ended: null },
    });
}

function changeIdleness(facts: DecisionFacts): Variation | null {
  if (!facts.isFree) return null;
  if (facts.idlePhrase !== null) {
    return vary(facts, "An answer that does not claim that nothing is left", { idlePhrase: null });
  }
  return vary(facts, "The agent's claim that nothing is left to do", {
    idlePhrase: "nothing left to do",
  });
}

function changeFinds(facts: DecisionFacts): Variation | null {
  const { isFree, opportunities } = facts;
  if (!isFree || opportunities === null) return null;
  return opportunities === 0
    ? vary(facts, "One opportunity that the scan finds", { opportunities: 1 })
    : vary(facts, "A scan that finds nothing to do", { opportunities: 0 });
}

function changeAdapter(facts: DecisionFacts): Variation | null {
  const { adapter } = facts;
  if (adapter === null || adapter.confidence === 0) return null;
  const other = adapter.shouldContinue ? "stop" : "continue";
  return vary(facts, `The adapter ${adapter.name} saying "${other}"`, {
    adapter: { ...adapter, shouldContinue: !adapter.shouldContinue },
  });
}

function changeBlocked(facts: DecisionFacts): Variation | null {
  const { tags } = facts;
  return tags.blocked === null
    ? vary(facts, "A <blocked> tag in the answer", { tags: { ...tags, blocked: "" } })
    : vary(facts, "An answer without the <blocked> tag", { tags: { ...tags, blocked: null } });
}

function changeWaiting(facts: DecisionFacts): Variation | null {
  const { permissionMode, waitsOn } = facts;
  if (waitsOn !== null) return vary(facts, `The end of ${waitsOn}`, { waitsOn: null });
  return permissionMode === "plan"
    ? vary(facts, "Leaving plan mode", { permissionMode: "default" })
    : null;
}

function changeShells(facts: DecisionFacts): Variation | null {
  const { shells } = facts;
  if (shells === 0) return null;
  const what = shells === 1
    ? "The end of the agent's background command"
    : "The end of the agent's background commands";
  return vary(facts, what, { shells: 0 });
}

function changeRequest(facts: DecisionFacts): Variation | null {
  const { hasMarker, isStopQueued, killSwitch, state } = facts;
  if (killSwitch !== null) return vary(facts, "No kill switch", { killSwitch: null });
  if (state === "draining" || isStopQueued) {
    return vary(facts, "No request to stop", { state: "running", isStopQueued: false });
  }
  return hasMarker ? null : vary(facts, "The marker .claude/loop-enabled", { hasMarker: true });
}
