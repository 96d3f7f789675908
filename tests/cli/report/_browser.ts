/** A headless browser of the system. */
import { type Browser, chromium } from "playwright-core";
import { findProgram } from "../../../src/system/find_program.ts";

/** The program's name on the PATH. */
export const BROWSER = "chromium";

/** Starts the browser; close it at the end. */
export async function openBrowser(): Promise<Browser> {
  const program = findProgram(BROWSER, Deno.env.get("PATH") ?? "", "/");
  if (program.kind !== "found") throw new Error(`No program "${BROWSER}" was found`);
  return await chromium.launch({
    executablePath: program.path,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
