/**
 * What each command of the top level does, in one line. Apart from the commands, so that `ralph
 * --help` loads none of them.
 */

/** The summaries, by the commands' names. */
export const SUMMARIES = {
  start: "Start a loop in this project, or take over a waiting one",
  stop: "End the loop of this project",
  status: "Show the loop's progress, time left, and why the last one stopped",
  encourage: "Tell the agent what to do, from the next continuation on",
  forbid: "Tell the agent what not to do, from the next continuation on",
  run: "Work through a plan with a fresh agent process per item, each watched and verified",
  history: "List the loops there were, or show what one loop did",
  explain: "Explain a decision: the facts, the rules, what would have changed it",
  config: "Show and change settings, and say where each comes from",
  hooks: "Install, remove and check the hooks in Claude Code's settings",
  doctor: "Check everything that a loop needs, and fix what is wrong",
  replay: "Show where recorded sessions would have ended, by today's rules and settings",
  report: "Write a page that shows what happened in a loop",
  validate: "Validate now what was built so far, in all rounds or one",
  constraints: "List what in the project may constrain a loop",
  adapters: "Show which adapter applies to this project, and why",
  knowledge: "Show what exploration learned in this project",
  trust: "List and revoke what projects' files may run or render",
  notify: "Show and test where you are notified of what happens in a loop",
  statusline: "Show the loop in Claude Code's status line",
  demo: "Show a loop in a throw-away folder, in a few seconds, without an account",
  completions: "Print the script with which your shell completes ralph's commands",
  help: "Show the help of ralph, of a command or on a topic",
  complete: "List what may come next on a command line, for the scripts of completions",
  hook: "Answer one event of Claude Code: its JSON on standard input, one JSON document out",
} as const;
