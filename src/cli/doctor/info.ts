/** The summary for a bug report, as a block that can be pasted. Pure. */
import type { DoctorInfo } from "../../doctor/info.ts";

const TITLES: Readonly<Record<keyof DoctorInfo, string>> = {
  ralph: "ralph",
  system: "system",
  terminal: "terminal",
  claude: "Claude Code",
  folders: "folders",
  settings: "settings that were changed",
  lastStops: "last stops",
  findings: "ralph doctor",
};

/** Renders the summary as Markdown code: a report shows it as it is. */
export function renderInfo(info: DoctorInfo): string {
  const lines = (Object.keys(TITLES) as (keyof DoctorInfo)[]).flatMap((name) => {
    const value = info[name];
    if (typeof value === "string") return [`${TITLES[name]}: ${value}`];
    if (value.length === 0) return [`${TITLES[name]}: none`];
    return [`${TITLES[name]}:`, ...value.map((line) => `  ${line}`)];
  });
  return ["```text", ...lines.map((line) => line.replaceAll("```", "'''")), "```"].join("\n");
}
