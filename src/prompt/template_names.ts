/** The names of ralph's templates, which a project may replace. */

/** The names of the templates that a project can replace, as files under `templates/`. */
export const TEMPLATE_NAMES = [
  "alpha-forge-convergence.md",
  "alpha-forge-exploration.md",
  "brief.md",
  "confirm-completion.md",
  "continuation.md",
  "explore.md",
  "found.md",
  "guidance.md",
  "remarks.md",
  "run-iteration.md",
  "run-recovery.md",
  "run-review.md",
  "run-verification.md",
  "standing.md",
  "use-a-tool.md",
  "validate.md",
  "verification-failed.md",
  "warnings.md",
  "work.md",
] as const;
