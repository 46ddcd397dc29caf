import type { IntegrationEvent } from '../../domain/integrations/integration-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { exchangeRates, integrations } from './tables.ts';

type Integration = RowOf<typeof integrations>;
type Of<Type extends IntegrationEvent['type']> = Extract<IntegrationEvent, { type: Type }>;

export const INTEGRATIONS = 'integrations';

export function projectIntegration(event: IntegrationEvent, stored: RecordedEvent, batch: Batch): void {
  switch (event.type) {
    case 'IntegrationConnected':
      return projectConnected(event, stored, batch);
    case 'IntegrationChanged':
    case 'IntegrationDisconnected':
      return projectChanged(event, stored, batch);
    case 'ExchangeRatesRecorded':
      return projectRates(event, stored, batch);
  }
}

function projectConnected({ data }: Of<'IntegrationConnected'>, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const change = { companyId: company_id, resource: INTEGRATIONS, id: data.id, op: 'upsert', version: 1 } as const;
  batch.put(integrations, {
    ...data,
    company_id,
    version: 1,
    deleted_at: null,
    created_by: user_id,
    seq: batch.recordChange({ ...change, before: null, after: null }),
    created_at: recorded_at,
    updated_at: recorded_at,
  });
}

/** Fields of a change that users see; the storage of secrets is not one of them. */
const TOLD = ['name', 'settings', 'hints', 'schedule', 'is_active', 'deleted_at'] as const;

function projectChanged(
  { type, data }: Of<'IntegrationChanged' | 'IntegrationDisconnected'>,
  stored: RecordedEvent,
  batch: Batch,
): void {
  const { company_id, recorded_at } = getFileProvenance(stored);
  const row = batch.get(integrations, data.id)!;
  const changes: Partial<Integration> =
    type === 'IntegrationChanged' ? data.changes : { deleted_at: recorded_at, is_active: false };
  const told = TOLD.filter((name) => changes[name] !== undefined);
  const pickVisible = (from: Partial<Integration>) => Object.fromEntries(told.map((name) => [name, from[name]]));
  const seq = batch.recordChange({
    companyId: company_id,
    resource: INTEGRATIONS,
    id: data.id,
    version: data.version,
    op: type === 'IntegrationDisconnected' ? 'delete' : 'upsert',
    before: pickVisible(row),
    after: pickVisible(changes),
  });
  batch.put(integrations, { ...row, ...changes, version: data.version, seq, updated_at: recorded_at });
}

function projectRates({ data }: Of<'ExchangeRatesRecorded'>, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at: created_at } = getFileProvenance(stored);
  for (const { day, rates } of data.days)
    for (const [currency, rate] of Object.entries(rates))
      batch.put(exchangeRates, { company_id, currency, day, rate, created_at });
}
