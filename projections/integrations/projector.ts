import type { IntegrationEvent } from '../../domain/integrations/integration-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { fileProvenance } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { exchangeRates, integrations } from './tables.ts';

type Integration = RowOf<typeof integrations>;
type Of<Type extends IntegrationEvent['type']> = Extract<IntegrationEvent, { type: Type }>;

export const INTEGRATIONS = 'integrations';

export function projectIntegration(event: IntegrationEvent, stored: RecordedEvent, batch: Batch): void {
  switch (event.type) {
    case 'IntegrationConnected':
      return connected(event, stored, batch);
    case 'IntegrationChanged':
    case 'IntegrationDisconnected':
      return changed(event, stored, batch);
    case 'ExchangeRatesRecorded':
      return recorded(event, stored, batch);
  }
}

function connected({ data }: Of<'IntegrationConnected'>, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = fileProvenance(stored);
  const change = { companyId: company_id, resource: INTEGRATIONS, id: data.id, op: 'upsert', version: 1 } as const;
  batch.put(integrations, {
    ...data,
    ...{ company_id, version: 1, deleted_at: null, created_by: user_id },
    seq: batch.change({ ...change, before: null, after: null }),
    created_at: recorded_at,
    updated_at: recorded_at,
  });
}

/** What people read of a change: how secrets are kept is nothing to them. */
const TOLD = ['name', 'settings', 'hints', 'schedule', 'is_active', 'deleted_at'] as const;

function changed(
  { type, data }: Of<'IntegrationChanged' | 'IntegrationDisconnected'>,
  stored: RecordedEvent,
  batch: Batch,
): void {
  const { company_id, recorded_at } = fileProvenance(stored);
  const row = batch.get(integrations, data.id)!;
  const changes: Partial<Integration> =
    type === 'IntegrationChanged' ? data.changes : { deleted_at: recorded_at, is_active: false };
  const told = TOLD.filter((name) => changes[name] !== undefined);
  const pick = (from: Partial<Integration>) => Object.fromEntries(told.map((name) => [name, from[name]]));
  const seq = batch.change({
    ...{ companyId: company_id, resource: INTEGRATIONS, id: data.id, version: data.version },
    op: type === 'IntegrationDisconnected' ? 'delete' : 'upsert',
    before: pick(row),
    after: pick(changes),
  });
  batch.put(integrations, { ...row, ...changes, version: data.version, seq, updated_at: recorded_at });
}

function recorded({ data }: Of<'ExchangeRatesRecorded'>, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at: created_at } = fileProvenance(stored);
  for (const { day, rates } of data.days)
    for (const [currency, rate] of Object.entries(rates))
      batch.put(exchangeRates, { company_id, currency, day, rate, created_at });
}
