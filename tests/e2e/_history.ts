/**
 * Where each lesson of the predecessor's history has its test: number and symptom, then file and a
 * part of the test's name.
 *
 * Left out is what concerns nothing that ralph has: 4 (scripts of commands in zsh), 25 (old cached
 * plugin versions), 47 (virtual environments), 49 (the predecessor's removal).
 *
 * @module
 */

/** A file below `tests/`, and a part of the name of a test in it. */
export type Place = readonly [file: string, name: string];

/** The lessons. */
export const LESSONS: Readonly<Record<string, readonly Place[]>> = {
  "1 (a message although no loop is active)": [
    ["e2e/gate_test.ts", "without a loop no program starts"],
    ["e2e/bad_input_test.ts", "what is no event gets {} from every hook"],
  ],
  "2 (ended after one iteration)": [["e2e/block_budget_test.ts", "(lesson 2)"]],
  "3 (content as text or as blocks)": [["e2e/history_test.ts", "(lesson 3)"]],
  "5 (active without hooks)": [["e2e/start_refusals_test.ts", "(lesson 5)"]],
  "6 (nothing to do without a file)": [["e2e/start_test.ts", "(lesson 6)"]],
  "7 (the agent removes the loop's files)": [
    ["e2e/guard_test.ts", "(lesson 7)"],
    ["e2e/endings_more_test.ts", "(lesson 7)"],
  ],
  "8 (the guard denies the user's stop)": [
    ["client/plugin_test.ts", "/ralph:stop ends a loop that rests at its prompt"],
  ],
  "9 (when success ends it, as a setting)": [
    ["e2e/endings_more_test.ts", "goes on until both minimums are met"],
    ["e2e/endings_more_test.ts", "--eternal goes on exploring a complete task"],
  ],
  "10 (an ADR that stays accepted)": [
    [
      "evidence/completion/judge_test.ts",
      "an ADR that stays accepted is complete when its spec is",
    ],
  ],
  "11 (an adapter in a subfolder or worktree)": [
    ["adapters/alpha_forge_detect_test.ts", "in a worktree and a subfolder too"],
  ],
  "12 (busywork is suggested)": [
    ["explore/continuation_test.ts", "guidance and busywork are applied"],
  ],
  "13 (without a file, never converged)": [
    ["loop/judgement_test.ts", "no task: an adapter's suggestion ends the loop"],
  ],
  "14 (prompts of 500 lines)": [
    ["e2e/endings_more_test.ts", "(lesson 14)"],
    ["prompt/length_test.ts", "half of all ordinary prompts have under 2,500 characters"],
  ],
  "15 (stuck after it was finished)": [["e2e/history_test.ts", "(lesson 15)"]],
  "16 (turns that only monitor)": [
    ["e2e/judgement_test.ts", "the first sign explores at once"],
    ["evidence/progress/mark_test.ts", "what differs has moved, and nothing else"],
  ],
  "17 (a start that failed blocks the next)": [["e2e/start_refusals_test.ts", "(lesson 17)"]],
  "18 (converged is ignored)": [
    ["adapters/prompt_test.ts", "what has converged has its own template"],
  ],
  "19 (ended without a word)": [
    ["e2e/endings_test.ts", "is told on every layer (seed 001)"],
    ["client/pane_endings_test.ts", "the pane shows the limit that ended the loop"],
  ],
  "20 (the night counts)": [
    ["e2e/time_test.ts", "closed at 8 PM and reopened at 8 AM"],
    ["e2e/time_test.ts", "a tool call of 30 minutes counts in full"],
  ],
  "21 (a preset skips the question)": [["cli/start_question_test.ts", "(lesson 21)"]],
  "22 (a label counts as done)": [
    ["evidence/completion/corpus.ts", "phrase-label"],
  ],
  "23 (two findings are two rounds)": [
    ["loop/validation_test.ts", "the second round speaks for the findings of the first"],
  ],
  "24 (stop from another folder)": [["e2e/endings_more_test.ts", "(lesson 24)"]],
  "26, 27 (one stop for all, or for none)": [["e2e/foreign_project_test.ts", "(lesson 27)"]],
  "28 (stop needs the agent)": [["e2e/endings_more_test.ts", "(lesson 28)"]],
  "29 (prompts without a template engine)": [
    ["prompt/interpret_test.ts", "the templates are embedded as data"],
  ],
  "30 (counters lost by a compaction)": [["e2e/ownership_test.ts", "(lesson 30)"]],
  "31 (hooks that came after the session)": [["e2e/start_refusals_test.ts", "(lesson 31)"]],
  "32 (silent failures)": [["e2e/broken_state_test.ts", "(lesson 32)"]],
  "33 (settings that the client rejects)": [
    ["registration/settings_document_test.ts", "what is installed has the client's shape"],
    ["plugin/plugin_test.ts", "the real client's validator passes"],
  ],
  "34 (a hook nobody installs)": [
    ["registration/hook_list_test.ts", "only the program differs from the plugin's list"],
  ],
  "35 (left-overs of an uninstall)": [["cli/hooks_test.ts", "uninstall forgets it"]],
  "36, 48 (hooks at work in other projects)": [
    ["e2e/ownership_test.ts", "a project without a loop is never written to"],
    ["e2e/foreign_project_test.ts", "without git everything works"],
  ],
  "37 (start wipes the guidance)": [
    ["guidance/loop_test.ts", "said before the start"],
    ["cli/config_test.ts", "keeps the guidance and a copy"],
  ],
  "38 (guidance in exploration only)": [
    ["prompt/continuation_test.ts", "guidance is shown in every phase"],
  ],
  "39 (research while there is work)": [
    ["prompt/continuation_test.ts", "nothing of exploration is said while the task is worked on"],
  ],
  "40 (a kill switch that is gone already)": [["e2e/history_test.ts", "(lesson 40)"]],
  "41 (a new user's missing folders)": [
    ["e2e/history_test.ts", "(lesson 41)"],
    ["e2e/archive_test.ts", "an archive that cannot be written delays and denies nothing"],
  ],
  "42 (a program that is not found)": [["e2e/gate_test.ts", "(lesson 42)"]],
  "43 (a scanner that nobody calls)": [
    ["guidance/loop_test.ts", "start counts constraints, the continuation names them"],
  ],
  "44 (words beside the JSON)": [["e2e/_run.ts", 'The first byte must be "{"']],
  "45 (results that nobody sees)": [
    ["constraints/command_test.ts", "--json is one document, --ndjson a line for each"],
  ],
  "46 (old guidance comes back)": [["guidance/loop_test.ts", "does not appear in the next"]],
};

/** The last version's "still broken" list. */
export const STILL_BROKEN: Readonly<Record<string, readonly Place[]>> = {
  "exploration that sticks": [
    ["loop/decide_test.ts", "exploration is not sticky"],
    ["loop/judgement_test.ts", "idleness is never sticky"],
  ],
  "a kill switch kills the next start": [
    ["e2e/start_test.ts", "a left-over STOP_LOOP is removed and said so"],
    ["e2e/guard_test.ts", "a kill switch that stays does not kill the next loop"],
  ],
  "inherited counters end the next loop": [["e2e/start_test.ts", "no inherited counters"]],
  "running after a limit": [["e2e/endings_more_test.ts", "no running state that refuses the next"]],
  "a hook blocks without a project": [["e2e/gate_test.ts", "without CLAUDE_PROJECT_DIR nothing"]],
  "a guard that does nothing": [[
    "guard/table_test.ts",
    "denies every line that changes a control",
  ]],
  "a scan that merges nothing": [
    ["guidance/continuation_test.ts", "the scan and the user's guidance are merged"],
  ],
  "guidance before the start is dropped": [["guidance/loop_test.ts", "said before the start"]],
  "limits of the configuration are ignored": [
    ["e2e/start_refusals_test.ts", "(lesson: limits ignored)"],
    ["e2e/start_test.ts", "the flat limits of the seeds count, and flags beat them"],
  ],
  "idle phrases that cannot match": [
    ["evidence/idleness/find_idle_phrase_test.ts", "every phrase of the settings counts alone"],
  ],
  "text is escaped as HTML": [
    ["prompt/continuation_test.ts", "text reaches the agent as it was written"],
  ],
  "timeouts in milliseconds": [
    ["registration/hook_list_test.ts", "timeouts are seconds and those of the constants"],
  ],
  "the task is never shown": [["e2e/start_test.ts", "a loop runs with the words of the task"]],
  "only the transcript's last line is read": [
    ["evidence/transcript_test.ts", "a real client's file gives calls, tokens, cost"],
  ],
  "records are written in place": [
    ["e2e/stress_test.ts", "a Stop hook killed at 60 random moments"],
    ["e2e/stress_test.ts", "a hundred hooks at once lose no update"],
  ],
};
