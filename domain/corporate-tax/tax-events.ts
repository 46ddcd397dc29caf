import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

const line = shape.object({ code: shape.text, amount: shape.matching('^\\d{1,15}\\.\\d{2}$'), reason: shape.text });
export type ManualLine = TypeOf<typeof line>;

export const taxEvents = {
  CorporateTaxLinesSet: {
    version: 1,
    meaning: 'A user set amounts of the estimate of the corporate tax of a fiscal year, with their reasons.',
    schema: shape.object({
      fiscal_year_id: shape.id,
      version: shape.positive,
      /** All manual lines of the year. */
      lines: shape.list(line),
      previous: shape.list(line),
    }),
  },
} satisfies EventCatalogue;

export type TaxEvent = EventOf<typeof taxEvents>;
