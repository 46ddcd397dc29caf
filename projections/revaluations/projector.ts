import type { Revaluation, RevaluationEvent } from '../../domain/revaluations/revaluation-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { revaluationItems, revaluations } from './tables.ts';

export function projectRevaluation(event: RevaluationEvent, stored: RecordedEvent, batch: Batch): void {
  if (event.type !== 'RevaluedItemsListed') {
    putRevaluation(event.data, event.type === 'RevaluationTakenBack', stored, batch);
    if (event.type === 'CurrenciesRevalued') announceRevaluation(event.data, stored, batch);
    return;
  }
  const { company_id, recorded_at } = getFileProvenance(stored);
  const { revaluation_id, items } = event.data;
  const { position } = stored;
  for (const [index, item] of items.entries())
    batch.put(revaluationItems, {
      ...item,
      revaluation_id,
      position,
      item_number: index + 1,
      company_id,
      created_at: recorded_at,
    });
}

function announceRevaluation(
  { id, fiscal_year_id, on, method, rates, entries }: Revaluation,
  stored: RecordedEvent,
  batch: Batch,
): void {
  const currencies = rates.map(({ currency }) => currency);
  const data = { id, fiscal_year_id, on, method, currencies, entry_ids: entries.map(({ entry_id }) => entry_id) };
  batch.announce(stored, () => ({ event: 'revaluation.posted', data }));
}

function putRevaluation(data: Revaluation, is_taken_back: boolean, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const { id, version, fiscal_year_id, on, method, rates, entries, amounts, values = null, provisions = null } = data;
  const before = version === 1 ? null : batch.get(revaluations, id)!;
  const seq = batch.recordChange({
    companyId: company_id,
    resource: 'revaluations',
    id,
    op: 'upsert',
    version,
    before: before && { is_taken_back: before.is_taken_back },
    after: before && { is_taken_back },
  });
  batch.put(revaluations, {
    id,
    company_id,
    fiscal_year_id,
    valued_on: on,
    method,
    rates,
    entries,
    amounts,
    carried_values: values,
    provisions,
    is_taken_back,
    version,
    seq,
    created_at: before?.created_at ?? recorded_at,
    updated_at: recorded_at,
    created_by: before ? before.created_by : user_id,
  });
}
