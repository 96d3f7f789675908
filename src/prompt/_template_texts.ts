/** The texts of ralph's templates. The Stop hook of the packaged build does not load them. */
import alphaForgeConvergence from "../../templates/alpha-forge-convergence.md" with {
  type: "text",
};
import alphaForgeExploration from "../../templates/alpha-forge-exploration.md" with {
  type: "text",
};
import brief from "../../templates/brief.md" with { type: "text" };
import confirmCompletion from "../../templates/confirm-completion.md" with { type: "text" };
import continuation from "../../templates/continuation.md" with { type: "text" };
import explore from "../../templates/explore.md" with { type: "text" };
import found from "../../templates/found.md" with { type: "text" };
import guidance from "../../templates/guidance.md" with { type: "text" };
import remarks from "../../templates/remarks.md" with { type: "text" };
import runIteration from "../../templates/run-iteration.md" with { type: "text" };
import runRecovery from "../../templates/run-recovery.md" with { type: "text" };
import runReview from "../../templates/run-review.md" with { type: "text" };
import runVerification from "../../templates/run-verification.md" with { type: "text" };
import standing from "../../templates/standing.md" with { type: "text" };
import useATool from "../../templates/use-a-tool.md" with { type: "text" };
import validate from "../../templates/validate.md" with { type: "text" };
import verificationFailed from "../../templates/verification-failed.md" with { type: "text" };
import warnings from "../../templates/warnings.md" with { type: "text" };
import work from "../../templates/work.md" with { type: "text" };

/** The texts under `templates/`, by file name. */
export const TEMPLATE_TEXTS: Readonly<Record<string, string>> = {
  "alpha-forge-convergence.md": alphaForgeConvergence,
  "alpha-forge-exploration.md": alphaForgeExploration,
  "brief.md": brief,
  "confirm-completion.md": confirmCompletion,
  "continuation.md": continuation,
  "explore.md": explore,
  "found.md": found,
  "guidance.md": guidance,
  "remarks.md": remarks,
  "run-iteration.md": runIteration,
  "run-recovery.md": runRecovery,
  "run-review.md": runReview,
  "run-verification.md": runVerification,
  "standing.md": standing,
  "use-a-tool.md": useATool,
  "validate.md": validate,
  "verification-failed.md": verificationFailed,
  "warnings.md": warnings,
  "work.md": work,
};
