import type { Language } from '../../domain/language.ts';
import type { ChartSeries, PrintedChart } from './document.ts';
import { formatLocalAmount } from './notation.ts';
import { COLOURS, LEFT, type Pen } from './pdf-page.ts';

/** Charts: grouped bars or lines, over a scale of round numbers that includes zero. */

const GAP = 18;
const HEIGHT = 172;
const TITLE = 18;
const LEGEND = 14;
const LABELS = 14;
/** Width of the scale labels. */
const SCALE = 44;
const MOST_A_ROW = 3;
const STEPS = 4;

const TONES: Readonly<Record<ChartSeries['tone'], string>> = {
  planned: '#b9c6d6',
  actual: COLOURS.accent,
  expected: '#d98a2b',
};

/** Draws the charts side by side, as many as fit the page, and returns the y position below them. */
export function drawCharts(
  page: Pen,
  charts: readonly PrintedChart[],
  language: Language,
  y: number,
  newPage: () => number,
): number {
  let place = y;
  const perRow = Math.min(MOST_A_ROW, page.right > 700 ? MOST_A_ROW : 2, charts.length);
  for (let first = 0; first < charts.length; first += perRow) {
    if (place + HEIGHT > page.bottom) place = newPage();
    const width = (page.right - LEFT - GAP * (perRow - 1)) / perRow;
    charts
      .slice(first, first + perRow)
      .forEach((chart, index) =>
        drawChart(page, chart, language, { x: LEFT + index * (width + GAP), y: place, width }),
      );
    place += HEIGHT + 14;
  }
  return place;
}

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function drawChart(page: Pen, chart: PrintedChart, language: Language, { x, y, width }: Frame): void {
  const { title, labels, series } = chart;
  page.writeLine(title, x, y, { size: 10, font: 'bold', colour: COLOURS.accent, width });
  drawLegend(page, chart, { x, y: y + TITLE, width });
  const plot = {
    left: x + SCALE,
    right: x + width,
    top: y + TITLE + LEGEND,
    bottom: y + HEIGHT - LABELS,
  };
  // Floating point is fine for drawing: exact values are in the tables.
  const drawn = series.map(({ tone, values }): Drawn => ({
    colour: TONES[tone],
    values: values.map((value) => (value === null ? null : Number(value))),
  }));
  const scale = computeScale(drawn.flatMap(({ values }) => values.filter((value) => value !== null)));
  const toY = (value: number): number =>
    plot.bottom - ((value - scale.low) / (scale.high - scale.low)) * (plot.bottom - plot.top);
  for (const tick of scale.ticks) {
    page.pdf
      .moveTo(plot.left, toY(tick))
      .lineTo(plot.right, toY(tick))
      .lineWidth(tick === 0 ? 0.8 : 0.4)
      .strokeColor(tick === 0 ? COLOURS.muted : COLOURS.rule)
      .stroke();
    const text = formatLocalAmount(tick.toFixed(2), language).replace(/[.,]00$/, '');
    const style = { size: 6.5, colour: COLOURS.muted, width: SCALE - 6, align: 'right' } as const;
    page.writeLine(text, x, toY(tick) - 3, style);
  }
  const step = (plot.right - plot.left) / Math.max(labels.length, 1);
  labels.forEach((label, index) => {
    const room = step - 1;
    page.writeLine(label, plot.left + index * step + 1, plot.bottom + 5, {
      size: 6,
      colour: COLOURS.muted,
      width: room,
    });
  });
  if (chart.kind === 'bars') drawBars(page, drawn, { left: plot.left, step, toY });
  else drawLines(page, drawn, { left: plot.left, step, toY });
}

function drawLegend(page: Pen, { series }: PrintedChart, { x, y, width }: Frame): void {
  const room = width / Math.max(series.length, 1);
  series.forEach(({ label, tone }, index) => {
    const left = x + index * room;
    page.pdf.rect(left, y, 6, 6).fill(TONES[tone]);
    page.writeLine(label, left + 9, y + 0.5, { size: 7, colour: COLOURS.muted, width: room - 14 });
  });
}

interface Drawn {
  readonly colour: string;
  readonly values: readonly (number | null)[];
}

interface Plot {
  readonly left: number;
  readonly step: number;
  toY(value: number): number;
}

function drawBars({ pdf }: Pen, series: readonly Drawn[], { left, step, toY }: Plot): void {
  const bar = (step * 0.78) / Math.max(series.length, 1);
  series.forEach(({ colour, values }, index) =>
    values.forEach((value, place) => {
      if (value === null || value === 0) return;
      const [top, bottom] = [Math.min(toY(value), toY(0)), Math.max(toY(value), toY(0))];
      pdf.rect(left + place * step + step * 0.11 + index * bar, top, bar * 0.92, bottom - top).fill(colour);
    }),
  );
}

function drawLines({ pdf }: Pen, series: readonly Drawn[], { left, step, toY }: Plot): void {
  for (const { colour, values } of series) {
    const points = values.flatMap((value, place) =>
      value === null ? [] : [[left + (place + 0.5) * step, toY(value)]],
    );
    points.forEach(([x, y], place) => (place === 0 ? pdf.moveTo(x!, y!) : pdf.lineTo(x!, y!)));
    if (points.length > 0) pdf.lineWidth(1.4).strokeColor(colour).stroke();
    for (const [x, y] of points) pdf.circle(x!, y!, 1.5).fill(colour);
  }
}

interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Round numbers from below the minimum to above the maximum, including zero. */
export function computeScale(values: readonly number[]): Scale {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const range = most - least || 1;
  const rough = range / STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough)!;
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  const ticks: number[] = [];
  for (let tick = first; tick <= last; tick += 1) ticks.push(tick * step);
  if (ticks.length === 1) ticks.push(step);
  return { low: ticks[0]!, high: ticks.at(-1)!, ticks };
}
