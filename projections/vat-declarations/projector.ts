import { createHash } from 'node:crypto';
import type { VatDeclarationEvent } from '../../domain/vat-declarations/declaration-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { vatDeclarations } from './tables.ts';

type Declaration = RowOf<typeof vatDeclarations>;
type Changed = Partial<Omit<Declaration, 'id' | 'company_id' | 'seq' | 'created_at' | 'updated_at' | 'created_by'>>;

const NO_REQUESTS = { restitution: false, payment_forms: false, client_listing_nil: false };

export function projectVatDeclaration(event: VatDeclarationEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  const { id } = event.data;
  const computed = { computed_at: recorded_at, computed_position: stored.position };
  if (event.type === 'VatDeclarationDrawnUp') {
    const seq = batch.recordChange({
      companyId: company_id,
      resource: 'vat-declarations',
      id,
      op: 'upsert',
      version: 1,
      before: null,
      after: null,
    });
    const row = { ...event.data, carried_forward: [], manual: [], requests: NO_REQUESTS, comment: null };
    batch.put(vatDeclarations, {
      ...row,
      company_id,
      status: 'draft',
      ...computed,
      fingerprint: computeFingerprint(row),
      journal_entry_id: null,
      validated_at: null,
      validated_by: null,
      filed_on: null,
      filing_reference: null,
      version: 1,
      seq,
      created_at: recorded_at,
      updated_at: recorded_at,
      created_by: user_id,
      deleted_at: null,
    });
    return;
  }
  const before = batch.get(vatDeclarations, id);
  if (!before) throw new Error(`VAT declaration ${id} does not exist`);
  const change = toChangedFields(event, { recorded_at, user_id, computed });
  const fingerprint = computeFingerprint({ ...before, ...change });
  const after: Changed = { ...change, ...(fingerprint !== before.fingerprint && { fingerprint }) };
  const seq = batch.recordChange({
    companyId: company_id,
    resource: 'vat-declarations',
    id,
    op: event.type === 'VatDeclarationDeleted' ? 'delete' : 'upsert',
    version: event.data.version,
    before: Object.fromEntries(Object.keys(after).map((name) => [name, before[name as keyof Changed]])),
    after,
  });
  const row = { ...before, ...after, version: event.data.version, seq, updated_at: recorded_at };
  batch.put(vatDeclarations, row);
  if (event.type === 'VatDeclarationValidated')
    batch.announce(stored, () => ({ event: 'vat.declaration_validated', data: buildAnnouncedDeclaration(row) }));
  if (event.type === 'VatDeclarationFiled') {
    const { form, period_type, year, period, starts_on, ends_on, amount_due, amount_refund } = row;
    const { filed_on, reference } = event.data;
    const declared = { id, form, period_type, year, period, starts_on, ends_on, amount_due, amount_refund };
    batch.announce(stored, () => ({ event: 'vat.filed', data: { ...declared, filed_on, reference } }));
  }
}

interface Now {
  readonly recorded_at: string;
  readonly user_id: number | null;
  readonly computed: Pick<Declaration, 'computed_at' | 'computed_position'>;
}

type LaterEvent = Exclude<VatDeclarationEvent, { type: 'VatDeclarationDrawnUp' }>;

function toChangedFields(event: LaterEvent, { recorded_at, user_id, computed }: Now): Changed {
  switch (event.type) {
    case 'VatDeclarationRefreshed': {
      const { id: _id, version: _version, ...found } = event.data;
      return { ...found, ...computed };
    }
    case 'VatDeclarationChanged': {
      const { changes, boxes, amount_due, amount_refund } = event.data;
      return { ...changes, boxes, amount_due, amount_refund };
    }
    case 'VatDeclarationValidated': {
      const { id: _id, version: _version, ...found } = event.data;
      return { ...found, ...computed, status: 'validated', validated_at: recorded_at, validated_by: user_id };
    }
    case 'VatDeclarationFiled':
      return { status: 'filed', filed_on: event.data.filed_on, filing_reference: event.data.reference };
    case 'VatDeclarationReopened':
      return {
        status: 'draft',
        carried_forward: [],
        journal_entry_id: null,
        validated_at: null,
        validated_by: null,
        filed_on: null,
        filing_reference: null,
      };
    case 'VatDeclarationDeleted':
      return { deleted_at: recorded_at };
    case 'VatDeclarationRestored':
      return { deleted_at: null };
  }
}

function computeFingerprint(
  one: Pick<Declaration, 'form' | 'period_type' | 'year' | 'period' | 'boxes' | 'manual' | 'requests' | 'comment'>,
): string {
  const { form, period_type, year, period, boxes, manual, requests, comment } = one;
  const told = [
    [form, period_type, year, period],
    boxes.map(({ box, amount }) => [box, amount]),
    manual.map(({ box, amount, reason }) => [box, amount, reason]),
    [requests.restitution, requests.payment_forms, requests.client_listing_nil],
    comment,
  ];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}

function buildAnnouncedDeclaration(row: Declaration): object {
  const { id, period_type, year, period, label, starts_on, ends_on, amount_due, amount_refund } = row;
  const { status, validated_at, journal_entry_id } = row;
  return {
    id,
    period_type,
    year,
    period,
    label,
    starts_on,
    ends_on,
    amount_due,
    amount_refund,
    status,
    validated_at,
    journal_entry_id,
  };
}
