import { readOptional, readTable, readWords } from '../../data-table.ts';
import table from './data/datapoints.json' with { type: 'json' };

/**
 * The facts of the taxonomy 26.0 of the National Bank by model and code: a metric with members of dimensions. Only rows
 * of which the source is certain or likely are in the table; m81 and m82 have those of their twins with capital, and the
 * equity of m87.
 */

export interface Datapoint {
  readonly code: string;
  readonly section: string;
  /** `am1` is never negative, `am2` may be, `am3` is never positive. */
  readonly metric: string;
  /** Members such as `bas:m25`, without the period. */
  readonly members: readonly string[];
  /** Member of the period for the amount; null if the fact has none. */
  readonly period: string | null;
  /** The same for the amount of the previous year; null if it is not reported. */
  readonly previous: string | null;
}

const COLUMNS = ['code', 'models', 'section', 'metric', 'dimensions', 'period', 'previous'] as const;

/** The facts of a model in the order of the form. */
export function listDatapoints(model: string): readonly Datapoint[] {
  return readTable(table, COLUMNS)
    .filter(({ models }) => readWords(models).includes(model))
    .map(({ code, section, metric, dimensions, period, previous }) => ({
      code,
      section,
      metric,
      members: readWords(dimensions),
      period: readOptional(period),
      previous: readOptional(previous),
    }));
}

export const isMonetary = (metric: string): boolean => metric.startsWith('am');
export const isWhole = (metric: string): boolean => metric.startsWith('int');
