import {
  findAppliedRate,
  HIGHEST_RATE,
  KNOWN_RATES,
  RATE_TOLERANCE,
  SMALL_AMOUNTS,
  UNCLEAR_RATE,
} from '../../domain/vat-codes/applied-rate.ts';
import type { VatEffect } from '../../domain/ledger/entry-events.ts';
import type { Batch } from '../support/batch.ts';
import { table, type DerivedRows, type RowOf } from '../support/table.ts';

/** Of entries without a third party: a key cannot be null. */
export const NO_PARTY = 0;

/** `findAppliedRate` in SQL, for the effect `v`. Ties between two rates are resolved in the same order. */
const APPLIED_RATE = `(SELECT CASE WHEN abs(t.tax) + abs(t.net) * ${HIGHEST_RATE} / 100 <= ${RATE_TOLERANCE}::float8 THEN '${SMALL_AMOUNTS}'
        WHEN t.net = 0 OR abs(t.tax - t.net * n.rate / 100) > ${RATE_TOLERANCE}::float8 THEN '${UNCLEAR_RATE}'
        ELSE CASE WHEN t.is_incoming THEN 'deducted ' ELSE 'due ' END || n.rate END
      FROM (SELECT (v->>'base')::float8 AS net, i.tax <> 0 AS is_incoming,
          (CASE WHEN i.tax <> 0 THEN i.tax ELSE (v->>'due')::numeric END)::float8 AS tax
        FROM (SELECT (v->>'deductible')::numeric + (v->>'non_deductible')::numeric AS tax) i) t
      CROSS JOIN LATERAL (SELECT k.rate FROM unnest('{${KNOWN_RATES.join(',')}}'::float8[]) WITH ORDINALITY k(rate, place)
        ORDER BY CASE WHEN t.net = 0 THEN 0 ELSE abs(100 * t.tax / t.net - k.rate) END, k.place LIMIT 1) n)`;

const pastVatPartySums: DerivedRows = {
  of: ['entries'],
  buildRows:
    () => `SELECT e.company_id, e.entry_date, coalesce(e.third_party_id, ${NO_PARTY}) AS third_party_id, (v->>'vat_code_id')::bigint AS vat_code_id,
      ${APPLIED_RATE} AS applied_rate, sum((v->>'base')::numeric)::numeric(20,2) AS base, sum((v->>'deductible')::numeric)::numeric(20,2) AS deductible
    FROM past_entries e CROSS JOIN LATERAL jsonb_array_elements(e.vat) v WHERE e.vat IS NOT NULL GROUP BY 1, 2, 3, 4, 5`,
};

/**
 * Amounts per day, third party, VAT code and applied rate: the check of a period reads these, and only the entries of days
 * on which a rate differs from its code.
 */
export const vatPartySums = table({
  name: 'vat_party_sums',
  columns: {
    company_id: 'bigint NOT NULL',
    entry_date: 'date NOT NULL',
    third_party_id: 'bigint NOT NULL',
    vat_code_id: 'bigint NOT NULL',
    applied_rate: 'text COLLATE "C" NOT NULL',
    base: 'numeric(20,2) NOT NULL',
    deductible: 'numeric(20,2) NOT NULL',
  },
  key: ['company_id', 'entry_date', 'third_party_id', 'vat_code_id', 'applied_rate'],
  added: ['base', 'deductible'],
  past: pastVatPartySums,
});

type SumKey = Pick<RowOf<typeof vatPartySums>, 'company_id' | 'entry_date' | 'third_party_id'>;

export function addVatPartySum(key: SumKey, effect: VatEffect, batch: Batch): void {
  const { vat_code_id, base, deductible } = effect;
  batch.add(vatPartySums, { ...key, vat_code_id, applied_rate: findAppliedRate(effect), base, deductible });
}

declare module '../database.ts' {
  interface Database {
    readonly 'read.vat_party_sums': RowOf<typeof vatPartySums>;
  }
}
