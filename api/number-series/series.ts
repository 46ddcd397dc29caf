import { z } from 'zod';
import { numberSeries } from '../../domain/number-series/series.ts';
import type { Scene } from '../http/routing/example.ts';
import { createRecordApi } from '../records/record-api.ts';

const example = {
  create: ({ code }: Scene) => ({
    code: code(),
    label: 'Quotations of the shop',
    kind: 'quotation',
    pattern: 'Q{yy}-{number:4}',
  }),
  change: { label: 'Other' },
};

export const numberSeriesApi = createRecordApi(numberSeries, example, {
  shows: { next_number: z.int().meta({ description: 'The next number of the newest year.' }) },
  present: (row) => ({ next_number: getShownNext(row) }),
});

/** The start set by a manager counts until the series has given a number of the same year. */
function getShownNext(row: Readonly<Record<string, unknown>>): number {
  const start = Number(row['next_number'] ?? 1);
  const { last_year: year, last_place: place } = row;
  if (place === null || place === undefined) return start;
  const next = Number(place) + 1;
  return row['next_year'] === year ? Math.max(start, next) : next;
}
