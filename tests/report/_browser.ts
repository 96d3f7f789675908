/** A headless browser of the system. */
import { type Browser, chromium } from "playwright-core";

/** The program's name on the PATH. */
export const BROWSER = "chromium";

/** Starts the browser; close it at the end. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: `/usr/bin/${BROWSER}`,
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
