import { COST_NAMES } from '../costs/costs.ts';
import { alignColumns, type MeteredOperation, type Result } from '../report.ts';

/** What requests cost, each figure with how many times that of the baseline it is. */

export const COST_HEADINGS = [
  'per request',
  'service µs',
  'PostgreSQL µs',
  'both µs',
  'round trips',
  'statements',
  'WAL bytes',
  'fsyncs',
] as const;

/** `563 (1.17)`, `0.021 (–)` where the baseline has none, or `unknown`. */
export function showCost(figure: number | null, ratio: number | null): string {
  return figure === null ? 'unknown' : `${showFigure(figure)} (${ratio === null ? '–' : ratio.toFixed(2)})`;
}

function showFigure(figure: number): string {
  if (figure >= 100) return Math.round(figure).toLocaleString('en').replaceAll(',', ' ');
  return figure >= 10 ? figure.toFixed(1) : figure >= 1 ? figure.toFixed(2) : figure.toFixed(3);
}

export function formatCosts(results: readonly Result[]): string {
  const rows = results.flatMap(({ subject, operation }) => (operation ? [[subject, ...listCells(operation)]] : []));
  return rows.length === 0 ? '' : alignColumns([[...COST_HEADINGS, 'wall clock'], ...rows]);
}

const listCells = ({ measured, ratios, wallClock }: MeteredOperation): string[] => [
  ...COST_NAMES.map((name) => showCost(measured[name], ratios[name])),
  wallClock.toFixed(2),
];
