/**
 * Draws charts as SVG, without a browser. The library is large, so this module is loaded lazily.
 *
 * Colours are CSS variables of the page, so that one drawing fits light, dark and print.
 */
import { install as BarChart } from "echarts/lib/chart/bar/install.js";
import { install as CustomChart } from "echarts/lib/chart/custom/install.js";
import { install as LineChart } from "echarts/lib/chart/line/install.js";
import { install as GridComponent } from "echarts/lib/component/grid/install.js";
import { install as MarkLineComponent } from "echarts/lib/component/marker/installMarkLine.js";
import { init, use } from "echarts/core.js";
import { install as SVGRenderer } from "echarts/lib/renderer/installSVGRenderer.js";

use([BarChart, CustomChart, GridComponent, LineChart, MarkLineComponent, SVGRenderer]);

/** A chart's options, as the library takes them. */
export type ChartOption = Readonly<Record<string, unknown>>;

interface ChartFrame {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** The beginning of the ids in the drawing, its own in the page. */
  readonly id: string;
}

/**
 * Draws a chart.
 *
 * @param frame Its size and id; the page scales it down where there is less space.
 * @returns An `svg` element, hidden from screen readers: the page describes it beside.
 */
export function drawChart(option: ChartOption, { width, height, id }: ChartFrame): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height });
  try {
    chart.setOption({ animation: false, ...option });
    return cleanSvg(chart.renderToSVGString(), { width, height, id });
  } finally {
    // Without this its timers keep the process alive.
    chart.dispose();
  }
}

/** Removes what only scripts and hovering need, and a background that would cover the page's. */
function cleanSvg(svg: string, { width, height, id }: ChartFrame): string {
  return svg
    .replace(/<style\s*>[\s\S]*?<\/style>/g, "")
    .replace(/<rect [^>]*fill="none"[^>]*><\/rect>/g, "")
    .replace(/ (?:class|ecmeta_\w+|pointer-events|xml:space|baseProfile|version)="[^"]*"/g, "")
    .replace(/ style="font-size:12px;font-family:sans-serif;?"/g, "")
    .replace(
      /^<svg [^>]*>/,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
        `width="${width}" height="${height}" aria-hidden="true" focusable="false">`,
    )
    // The library counts its charts, so that the same page would not be the same again.
    .replace(/\bzr\d+-/g, `${id}-`)
    .replace(/\n+/g, "\n")
    .trim();
}
