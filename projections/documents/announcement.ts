import type { RecordTable } from '../records/tables.ts';
import type { RowOf } from '../support/table.ts';
import type { documents } from './tables.ts';

type ThirdPartyRow = RowOf<RecordTable<'third-parties'>>;

/** Document data sent to the endpoints of firms: the header without the lines. */
export function buildAnnouncedDocument(
  document: RowOf<typeof documents>,
  thirdPartyId: number,
  thirdParty: Pick<ThirdPartyRow, 'name' | 'vat_number'> | undefined,
): object {
  const { id, source, origin, direction, is_credit_note, number, document_date, due_date, currency, status } = document;
  const { amount_net, amount_vat, amount_gross, last_entry_id } = document;
  return {
    id,
    source,
    origin,
    type: direction === 'purchase' ? 'purchases' : 'sales',
    direction,
    is_credit_note,
    number,
    document_date,
    due_date,
    third_party_id: thirdPartyId,
    third_party_name: thirdParty?.name ?? null,
    third_party_vat: thirdParty?.vat_number ?? null,
    currency,
    amount_net,
    amount_vat,
    amount_gross,
    status,
    journal_entry_id: status === 'booked' ? last_entry_id : null,
  };
}
