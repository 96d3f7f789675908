/** The status line's part of `ralph hooks install` and `ralph hooks uninstall`. */
import { ConfigError } from "../../error.ts";
import { readReplacedStatusLine, rememberStatusLine } from "../../registration/installed_at.ts";
import {
  type ClientSettingsScope,
  readSettingsFile,
  SETTINGS_SCOPES,
  settingsPath,
} from "../../registration/settings_file.ts";
import {
  addStatusLine,
  findInherited,
  readStatusLine,
  removeStatusLine,
  statusLineText,
} from "../../registration/status_line.ts";
import type { Location } from "../core/locate.ts";

/** The status line in one settings file. */
export class StatusLineEdit {
  readonly #path: string;
  /** What ours replaces, for {@linkcode remember}; undefined where nothing changes in that. */
  #replaced: { readonly text: string | null | undefined } | null = null;

  constructor(private readonly location: Location, private readonly scope: ClientSettingsScope) {
    this.#path = settingsPath(scope, location.places, location.project);
  }

  /**
   * Adds ours to the text of the file; where it is not wanted, only updates ours.
   *
   * @throws {ConfigError} There is a status line that is not a command, so nothing could show it.
   */
  add(text: string, program: string, isWanted: boolean): string {
    const present = readStatusLine(text);
    const isOurs = present !== null && present.ours !== null;
    if (!isWanted && !isOurs) return text;
    if (present !== null && present.command === null) {
      throw new ConfigError(`"${this.#path}" has a "statusLine" that is not a command`, {
        hint: "Correct or remove it first.",
      });
    }
    if (!isOurs) this.#replaced = { text: statusLineText(text) };
    return addStatusLine(text, program, isOurs ? null : this.#findInherited());
  }

  /** Removes ours from the text of the file, and puts back what it replaced. */
  remove(text: string): string {
    const without = removeStatusLine(
      text,
      readReplacedStatusLine(this.location.places, this.#path),
    );
    if (without !== text) this.#replaced = { text: undefined };
    return without;
  }

  get hasChanged(): boolean {
    return this.#replaced !== null;
  }

  /** Records what ours replaced, once the file is written. */
  remember(): void {
    if (this.#replaced === null) return;
    rememberStatusLine(this.location.places, this.#path, this.#replaced.text);
  }

  /** The command that ours would hide, since the client shows only the strongest file's line. */
  #findInherited(): string | null {
    const { places, project } = this.location;
    const weaker = SETTINGS_SCOPES.slice(0, SETTINGS_SCOPES.indexOf(this.scope));
    const files = weaker.map((scope) =>
      readSettingsFile(scope, settingsPath(scope, places, project))
    ).filter(({ path }) => path !== this.#path);
    return findInherited(files);
  }
}
