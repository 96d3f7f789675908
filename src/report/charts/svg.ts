/**
 * Draws charts as SVG, without a browser. The library is large, so this module is loaded lazily.
 *
 * Colours are CSS variables of the page, so that one drawing fits light, dark and print.
 *
 * @module
 */
import { BarChart, CustomChart, LineChart } from "echarts/charts.js";
import { GridComponent, MarkLineComponent } from "echarts/components.js";
import { init, use } from "echarts/core.js";
import { SVGRenderer } from "echarts/renderers.js";

use([BarChart, CustomChart, GridComponent, LineChart, MarkLineComponent, SVGRenderer]);

/** A chart's options, as the library takes them. */
export type ChartOption = Readonly<Record<string, unknown>>;

/** A size in pixels. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Draws a chart.
 *
 * @param option What to draw.
 * @param size The size of the drawing; the page scales it down where there is less space.
 * @returns An `svg` element, hidden from screen readers: the page describes it beside.
 */
export function drawChart(option: ChartOption, { width, height }: ChartSize): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height });
  try {
    chart.setOption({ animation: false, ...option });
    return cleanSvg(chart.renderToSVGString(), { width, height });
  } finally {
    // Without this its timers keep the process alive.
    chart.dispose();
  }
}

/** Removes what only scripts and hovering need, and a background that would cover the page's. */
function cleanSvg(svg: string, { width, height }: ChartSize): string {
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
    .replace(/\n+/g, "\n")
    .trim();
}
