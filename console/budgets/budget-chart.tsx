import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import { useConsole } from '../support/scene.ts';
import type { MonthFigures } from './figures.ts';
import { sayIn } from './words.ts';

/** A canvas is not restyled for print, so print colours are set explicitly. */
const ON_PAPER: Readonly<Record<string, string>> = {
  '--ink': '#000000',
  '--quiet': '#444444',
  '--bar': '#999999',
  '--accent': '#000000',
};

const HEIGHT = 300;
const AXIS_WIDTH = 60;
const LETTER_WIDTH = 7.5;

/** Room on both sides of the first and last month. */
const MARGIN = 0.6;

const toNumber = (amount: string | null): number | null => (amount === null ? null : Number(amount));

interface BudgetChartProps {
  readonly months: readonly MonthFigures[];
  readonly title: string;
}

/** Actual amounts as bars, the budget and the year before as lines. */
export function BudgetChart({ months, title }: BudgetChartProps) {
  const { language, theme } = useConsole();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const holder = box.current;
    if (!holder || months.length === 0) return;
    const tell = sayIn(language);
    let isOnPaper = false;
    const getColour = (name: string) => (): string =>
      (isOnPaper && ON_PAPER[name]) || getComputedStyle(holder).getPropertyValue(name).trim();
    const [ink, quiet, bar, accent] = ['--ink', '--quiet', '--bar', '--accent'].map(getColour);
    const axis = { stroke: ink!, grid: { stroke: quiet!, width: 0.3 }, ticks: { stroke: quiet!, width: 0.3 } };
    const getNames = (): readonly string[] => {
      const names = (['short', 'narrow'] as const).map((month) => {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
        return months.map(({ startsOn }) => format.format(new Date(`${startsOn}T00:00:00Z`)));
      });
      const longest = Math.max(...names[0]!.map(({ length }) => length));
      const room = (holder.clientWidth - AXIS_WIDTH) / months.length;
      return longest * LETTER_WIDTH > room ? names[1]! : names[0]!;
    };
    const figures = new Intl.NumberFormat(language, { notation: 'compact' });
    const getSize = () => ({ width: holder.clientWidth, height: HEIGHT });
    const hasPrevious = months.some(({ previous }) => previous !== null);
    const chart = new UPlot(
      {
        ...getSize(),
        cursor: { show: false },
        legend: { live: false },
        scales: { x: { time: false, range: [-MARGIN, months.length - 1 + MARGIN] } },
        axes: [
          {
            ...axis,
            splits: () => months.map((_, index) => index),
            values: (_chart, places) => {
              const names = getNames();
              return places.map((place) => names[place]!);
            },
          },
          { ...axis, size: AXIS_WIDTH, values: (_chart, places) => places.map((place) => figures.format(place)) },
        ],
        series: [
          {},
          {
            label: tell('actual'),
            fill: bar!,
            stroke: bar!,
            paths: UPlot.paths.bars!({ size: [0.6] }),
            points: { show: false },
          },
          { label: tell('budget'), stroke: accent!, width: 2 },
          { label: tell('previous'), stroke: quiet!, width: 1.5, dash: [6, 4], show: hasPrevious },
        ],
      },
      [
        months.map((_, index) => index),
        months.map(({ actual }) => toNumber(actual)),
        months.map(({ budget }) => toNumber(budget)),
        months.map(({ previous }) => toNumber(previous)),
      ],
      holder,
    );
    const onResize = (): void => chart.setSize(getSize());
    const onPrint = ({ type }: Event): void => {
      isOnPaper = type === 'beforeprint';
      chart.redraw();
    };
    addEventListener('resize', onResize);
    addEventListener('beforeprint', onPrint);
    addEventListener('afterprint', onPrint);
    return () => {
      removeEventListener('resize', onResize);
      removeEventListener('beforeprint', onPrint);
      removeEventListener('afterprint', onPrint);
      chart.destroy();
    };
  }, [months, theme, language]);
  return <div class="chart budget-chart" ref={box} role="img" aria-label={title} />;
}
