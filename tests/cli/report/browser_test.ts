/** The page in a real browser: what is seen, heard, printed and reached with the keyboard. */
// It takes many seconds: a `deno test` without a build leaves it out.
import "../../_binary.ts";
import { assert, assertEquals } from "@std/assert";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { needs } from "../../_tools.ts";
import { BROWSER, openBrowser } from "./_browser.ts";
import { HOSTILE, poison } from "./_hostile.ts";
import { emptyReport, longReport, pageOf, runReport } from "./_pages.ts";

const PAGES = {
  long: pageOf(longReport()),
  run: pageOf(runReport()),
  empty: pageOf(emptyReport()),
  hostile: pageOf(poison(runReport(), HOSTILE)),
};
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1200, height: 900 };

/** Opens a file as a person would; the folder is removed by `using`. */
class Pages implements Disposable {
  readonly #folder = Deno.makeTempDirSync({ prefix: "ralph report " });

  constructor(readonly browser: Browser) {}

  async open(
    name: keyof typeof PAGES,
    options: NonNullable<Parameters<Browser["newPage"]>[0]> = {},
  ): Promise<{ page: Page; problems: string[] }> {
    const file = `${this.#folder}/${name}.html`;
    Deno.writeTextFileSync(file, PAGES[name]);
    const page = await this.browser.newPage({ viewport: DESKTOP, ...options });
    const problems: string[] = [];
    page.on("console", (message) => problems.push(message.text()));
    page.on("dialog", (dialog) => {
      problems.push(dialog.message());
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) problems.push(request.url());
    });
    await page.goto(`file://${encodeURI(file)}`);
    return { page, problems };
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#folder, { recursive: true });
  }
}

Deno.test("report page: in a browser", {
  ...needs(BROWSER),
  sanitizeOps: false,
  sanitizeResources: false,
}, async (t) => {
  const browser = await openBrowser();
  using pages = new Pages(browser);
  const names = Object.keys(PAGES) as (keyof typeof PAGES)[];

  await t.step("runs no script, asks for nothing, shows no error", async () => {
    for (const name of names) {
      const { page, problems } = await pages.open(name);
      const title = await page.title();
      assert(title.includes("ralph loop"), title);
      assertEquals(problems, [], name);
      await page.close();
    }
  });

  await t.step(
    "axe finds nothing: light and dark, wide and narrow, with all tables open",
    async () => {
      const cases = [
        ["long", "light", DESKTOP],
        ["run", "light", PHONE],
        ["run", "dark", DESKTOP],
        ["empty", "dark", PHONE],
        ["hostile", "dark", PHONE],
      ] as const;
      for (const [name, colorScheme, viewport] of cases) {
        const { page } = await pages.open(name, { colorScheme, viewport, bypassCSP: true });
        await openAll(page);
        assertEquals(await findViolations(page), [], `${name} ${colorScheme}`);
        await page.close();
      }
    },
  );

  await t.step("only tables scroll sideways, at any width", async () => {
    for (const name of names) {
      const { page } = await pages.open(name);
      await openAll(page);
      for (const width of [320, 768]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate("document.documentElement.scrollWidth");
        assertEquals(wide, width, `${name} at ${width}`);
      }
      await page.close();
    }
  });

  await t.step("each chart is drawn once for its width, and all its text can be read", async () => {
    for (const [name, viewport] of [["long", DESKTOP], ["long", PHONE], ["run", PHONE]] as const) {
      const { page } = await pages.open(name, { viewport });
      await openAll(page);
      const charts = await page.locator('[role="img"]').all();
      assertEquals(charts.length, name === "long" ? 5 : 3);
      for (const chart of charts) {
        assert((await chart.getAttribute("aria-label"))!.length > 10);
        const shown = await chart.locator("svg:visible").all();
        assertEquals(shown.length, 1);
        const outside = await shown[0]!.evaluate(findUnreadable);
        assertEquals(outside, [], `${name} ${viewport.width}`);
      }
      await page.close();
    }
  });

  await t.step("charts take the colours of light, dark and print", async () => {
    const colours: string[] = [];
    const { page } = await pages.open("long");
    for (const colorScheme of ["light", "dark"] as const) {
      for (const media of ["screen", "print"] as const) {
        await page.emulateMedia({ media, colorScheme });
        colours.push(await colourOfWork(page));
      }
    }
    await page.close();
    const [light, lightPrint, dark, darkPrint] = colours;
    assertEquals([lightPrint, darkPrint], [light, light]);
    assert(light !== dark && light!.startsWith("rgb("), colours.join(" "));
  });

  await t.step("prints on a few pages of A4", async () => {
    const { page } = await pages.open("long", { colorScheme: "dark" });
    const pdf = new TextDecoder("latin1").decode(await page.pdf({ format: "A4" }));
    const count = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    assert(count >= 2 && count <= 14, `${count} pages`);
    await page.close();
  });

  await browser.close();
});

/** The texts of a chart that are too small or cut off at its edges; runs in the browser. */
// deno-lint-ignore no-explicit-any -- elements of the browser
function findUnreadable(svg: any): string[] {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter((text) => {
    const { height, left, right, top, bottom } = text.getBoundingClientRect();
    return height < 10 || left < frame.left - 1 || right > frame.right + 1 ||
      top < frame.top - 1 || bottom > frame.bottom + 1;
  }).map((text) => text.textContent);
}

async function openAll(page: Page): Promise<void> {
  await page.locator("details").evaluateAll((all) => {
    // deno-lint-ignore no-explicit-any -- elements of the browser
    for (const each of all as any[]) each.open = true;
  });
}

/** The rules that a page breaks, with the elements. */
async function findViolations(page: Page): Promise<string[]> {
  // With `bypassCSP`, or the page's own policy would refuse the checker.
  await page.evaluate(axe.source);
  const violations = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) =>" +
      " `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`))",
  );
  return violations as string[];
}

async function colourOfWork(page: Page): Promise<string> {
  return await page.locator('.wide [fill="var(--work)"]').first().evaluate(
    // deno-lint-ignore no-explicit-any -- elements of the browser
    (path: any) => (globalThis as any).getComputedStyle(path).fill,
  );
}
