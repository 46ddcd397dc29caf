import type { ExchangeRateEvent } from '../../domain/currency/exchange-rate-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { ownExchangeRates } from './tables.ts';

export const EXCHANGE_RATES = 'exchange-rates';

export function projectExchangeRate({ type, data }: ExchangeRateEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const { id, version, currency, on, rate, source } = data;
  const before = batch.get(ownExchangeRates, id);
  const isRemoved = type === 'ExchangeRateRemoved';
  const deleted_at = isRemoved ? recorded_at : null;
  const pickVisible = (row: { readonly rate: string; readonly deleted_at: string | null }) => ({
    rate: row.rate,
    deleted_at: row.deleted_at,
  });
  const seq = batch.recordChange({
    companyId: company_id,
    resource: EXCHANGE_RATES,
    id,
    version,
    op: isRemoved ? 'delete' : 'upsert',
    before: before ? pickVisible(before) : null,
    after: before ? pickVisible({ rate, deleted_at }) : null,
  });
  batch.put(ownExchangeRates, {
    id,
    company_id,
    currency,
    day: on,
    rate,
    source,
    version,
    seq,
    deleted_at,
    created_at: before?.created_at ?? recorded_at,
    created_by: before ? before.created_by : user_id,
    updated_at: recorded_at,
  });
}
