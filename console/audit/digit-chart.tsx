import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import { useConsole } from '../support/scene.ts';
import type { EntryFact } from './facts.ts';
import { computeDigitShares } from './first-digits.ts';

/** A canvas is not restyled for print, so print colours are set explicitly. */
const ON_PAPER: Readonly<Record<string, string>> = { '--ink': '#000000', '--quiet': '#444444', '--bar': '#999999' };

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Chart of first digits: actual shares as bars, those expected by Benford's law as a line. */
export function DigitChart({ entries }: { readonly entries: readonly EntryFact[] }) {
  const { say, format, theme } = useConsole();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const holder = box.current;
    if (!holder) return;
    const shares = computeDigitShares(entries);
    const style = getComputedStyle(holder);
    let isOnPaper = false;
    const [ink, mark, bar] = ['--ink', '--quiet', '--bar'].map(
      (name) => (): string => (isOnPaper && ON_PAPER[name]) || style.getPropertyValue(name).trim(),
    );
    const axis = { stroke: ink!, grid: { stroke: mark!, width: 0.3 }, ticks: { stroke: mark!, width: 0.3 } };
    const getSize = () => ({ width: Math.min(holder.clientWidth, 720), height: 260 });
    const chart = new UPlot(
      {
        ...getSize(),
        cursor: { show: false },
        legend: { live: false },
        scales: { x: { time: false, range: [0.4, 9.6] } },
        axes: [
          {
            ...axis,
            splits: () => DIGITS,
            values: (_chart, places) => places.map(String),
          },
          { ...axis, values: (_chart, places) => places.map((share) => format.share(share, 0)) },
        ],
        series: [
          {},
          {
            label: say('share'),
            fill: bar!,
            stroke: bar!,
            paths: UPlot.paths.bars!({ size: [0.7] }),
            points: { show: false },
          },
          { label: say('expected'), stroke: ink!, width: 2 },
        ],
      },
      [shares.map(({ digit }) => digit), shares.map(({ share }) => share), shares.map(({ expected }) => expected)],
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
  }, [entries, theme, say]);
  const told = computeDigitShares(entries).map(
    ({ digit, share, expected }) => `${digit}${say('colon')} ${format.share(share, 1)} (${format.share(expected, 1)})`,
  );
  return <div class="chart" ref={box} role="img" aria-label={`${say('q_benford')}. ${told.join(', ')}`} />;
}
