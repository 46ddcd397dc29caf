import { z } from 'zod';
import type { KnownRate } from '../../projections/currency/find-rate.ts';
import type { ListedRate, OwnRateRow } from '../../projections/currency/queries.ts';
import { plainDate, recordId, timestamp } from '../http/reply/output.ts';

export const RATE_SOURCES = ['ecb', 'own', 'import'] as const;

const rate = {
  currency: z.string().meta({ description: 'Foreign currency (ISO 4217).' }),
  on: plainDate.meta({ description: 'Day of the rate.' }),
  rate: z.string().meta({
    description: 'Units of the currency for one unit of the currency of the company file, with up to 8 decimals.',
    examples: ['1.0876'],
  }),
  source: z.enum(RATE_SOURCES).meta({
    description: '`ecb`: published by the European Central Bank; `own`: entered by a user; `import`: from a file.',
  }),
};

export const ExchangeRate = z
  .object({
    id: recordId.nullable().meta({ description: 'Null for a published rate, which cannot be changed.' }),
    ...rate,
    created_by: recordId.nullable(),
    version: z.int().nullable().meta({ description: 'Null for a published rate.' }),
  })
  .meta({ id: 'ExchangeRate' });

export const RateOfDay = z
  .object({
    ...rate,
    asked_on: plainDate.meta({
      description: 'Requested day. `on` is that day, or the last one before it with a rate.',
    }),
  })
  .meta({ id: 'ExchangeRateOfDay' });

/** As the synchronisation feed shows own rates. */
export const SyncedExchangeRate = z
  .object({
    id: recordId,
    ...rate,
    created_by: recordId.nullable(),
    version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SyncedExchangeRate' });

const presentQuotation = ({ currency, on, rate: quoted, source }: ListedRate | OwnRateRow | KnownRate) => ({
  currency,
  on,
  rate: quoted,
  source,
});

export const presentRate = (row: ListedRate | OwnRateRow): z.output<typeof ExchangeRate> => ({
  id: row.id,
  ...presentQuotation(row),
  created_by: row.created_by,
  version: row.version,
});

export const presentRateOfDay = (known: KnownRate, askedOn: string): z.output<typeof RateOfDay> => ({
  ...presentQuotation(known),
  asked_on: askedOn,
});

export const presentSyncedRate = (row: OwnRateRow): z.output<typeof SyncedExchangeRate> => ({
  id: row.id,
  ...presentQuotation(row),
  created_by: row.created_by,
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
