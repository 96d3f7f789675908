/** The pages of the documentation that `ralph help` prints, by their topics. */
import limits from "../../../docs/limits.md" with { type: "text" };
import completion from "../../../docs/completion.md" with { type: "text" };
import validation from "../../../docs/validation.md" with { type: "text" };
import guidance from "../../../docs/guidance.md" with { type: "text" };
import adapters from "../../../docs/adapters.md" with { type: "text" };
import run from "../../../docs/run.md" with { type: "text" };
import doctor from "../../../docs/doctor.md" with { type: "text" };
import configuration from "../../../docs/configuration.md" with { type: "text" };
import notifications from "../../../docs/notifications.md" with { type: "text" };
import sandbox from "../../../docs/sandbox.md" with { type: "text" };
import security from "../../../docs/security.md" with { type: "text" };
import shell from "../../../docs/shell.md" with { type: "text" };
import troubleshooting from "../../../docs/troubleshooting.md" with { type: "text" };

/** The text of each page. */
export const PAGES: Readonly<Record<string, string>> = {
  limits,
  completion,
  validation,
  guidance,
  adapters,
  run,
  doctor,
  configuration,
  notifications,
  sandbox,
  security,
  shell,
  troubleshooting,
};
