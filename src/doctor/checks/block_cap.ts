/** How many continuations in a row Claude Code allows without a tool call. */
import { DEFAULT_BLOCK_CAP, toollessLeft } from "../../loop/rules/block_budget.ts";
import { fieldOf } from "../../registration/hook_list.ts";
import { removeKey } from "../../registration/settings_document.ts";
import type { SettingsScope } from "../../registration/settings_file.ts";
import { showText } from "../../text/show_text.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";
import { type ClientSettings, editClientSettings, readClientSettings } from "../client_settings.ts";

const NAME = "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP";
/** Below this an agent that answers in words has no chance to use a tool before the loop ends. */
const LEAST_USEFUL_CAP = 4;

/** Where the cap comes from; the scope is null for the environment of this terminal. */
interface CapFact {
  readonly scope: ClientSettings["scope"] | null;
  readonly path: string;
  readonly text: string;
}

/** The check of the cap. */
export const blockCap = defineCheck<CapFact | null, SettingsScope>({
  id: "client.block-cap",
  subject: "the cap on continuations",
  gather: findCap,
  judge: judgeCap,
  repair: (context, scope) =>
    editClientSettings(context, scope, (text) => removeKey(text, ["env", NAME])),
});

/** The settings' `env` is applied over the environment of the terminal, the strongest file last. */
function findCap(context: DoctorContext): CapFact | null {
  const file = readClientSettings(context).findLast(({ value }) =>
    fieldOf(fieldOf(value, "env"), NAME) !== undefined
  );
  if (file !== undefined) {
    const text = String(fieldOf(fieldOf(file.value, "env"), NAME));
    return { scope: file.scope, path: file.path, text };
  }
  const text = context.env.variable(NAME);
  return text === undefined || text === "" ? null : { scope: null, path: NAME, text };
}

/** Judges the cap: the default and more are fine, 0 means no cap. */
export function judgeCap(fact: CapFact | null): Finding<SettingsScope>[] {
  const cap = fact === null
    ? DEFAULT_BLOCK_CAP
    : /^\d{1,15}$/.test(fact.text.trim())
    ? Number(fact.text)
    : null;
  const origin = fact === null
    ? "the default"
    : fact.scope === null
    ? "set in this terminal"
    : `set in "${fact.path}"`;
  if (cap === 0) {
    return [{
      id: "client.block-cap",
      status: "pass",
      title: `No cap on continuations, ${origin}`,
    }];
  }
  if (cap !== null && cap >= LEAST_USEFUL_CAP) {
    const title = `${
      toollessLeft(0, cap)
    } continuations in a row without a tool call (cap ${cap}, ${origin})`;
    return [{ id: "client.block-cap", status: "pass", title }];
  }
  const { scope, path, text } = fact!;
  return [{
    id: "client.block-cap",
    status: "warn",
    title: cap === null
      ? `The cap on continuations is not a number: ${showText(JSON.stringify(text), 60)}`
      : `The cap on continuations is ${cap}: ${
        toollessLeft(0, cap)
      } answer without a tool call ends a loop`,
    detail: [`${NAME} is ${origin}`],
    advice: scope === null
      ? "Unset it in the terminal that starts Claude Code."
      : scope === "managed"
      ? "Ask your administrator to raise it."
      : `Remove ${NAME} from "env" in "${path}", then restart Claude Code.`,
    ...scope === null ? { command: `unset ${NAME}` } : {},
    ...scope === null || scope === "managed" ? {} : {
      repair: {
        title: `Remove ${NAME} from "${path}"`,
        needsConsent: true,
        action: scope,
      },
    },
  }];
}
