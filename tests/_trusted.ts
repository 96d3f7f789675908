/** Commands for tests, as if the user had typed them. */
import { placesOf } from "../src/store/places.ts";
import { sortCommands, type TrustedCommand } from "../src/store/trusted_command.ts";

const NOWHERE = placesOf({ home: "/nowhere", claudeConfigDir: null, ralphHome: null });

/** Takes command lines that the user typed. */
export async function typed(...lines: string[]): Promise<readonly TrustedCommand[]> {
  const source = { kind: "verify", lines, isForeign: false } as const;
  return (await sortCommands(NOWHERE, "/nowhere", source)).trusted;
}
