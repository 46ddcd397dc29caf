import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { DataOf, DraftOf } from '../records/declaration.ts';
import { compare } from '../money.ts';
import { getNextPosition, makeRoom } from '../records/order.ts';
import { resource } from '../records/resource.ts';
import { findLiveRecord, getRecords, type Collection } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { findJournalDocuments } from './documents.ts';
import { journals } from './journal.ts';

export const DOCUMENT_DIRECTIONS = ['purchase', 'sale'] as const;
export const DOCUMENT_TYPES = ['invoice', 'credit_note'] as const;

const fields = {
  journal_id: { kind: 'reference', to: 'journals', required: true, editable: 'fixed' },
  position: { kind: 'integer', min: 1, max: 10_000, isGenerated: true },
  label: { kind: 'text', max: 200 },
  direction: { kind: 'choice', values: DOCUMENT_DIRECTIONS },
  document_type: { kind: 'choice', values: DOCUMENT_TYPES },
  third_party_id: { kind: 'reference', to: 'third-parties' },
  amount_min: { kind: 'decimal', max: '999999999999999.99' },
  amount_max: { kind: 'decimal', max: '999999999999999.99' },
  keyword: { kind: 'text', max: 200 },
  account_id: { kind: 'reference', to: 'accounts' },
  vat_code_id: { kind: 'reference', to: 'vat-codes' },
  is_active: { kind: 'boolean', initial: true },
} as const;

type Draft = DraftOf<typeof fields>;

/** Rules that send documents to a journal, with an account and a VAT code. The first matching rule of the file applies. */
export const journalRules = resource({
  name: 'journal-rules',
  writtenBy: 'manager',
  fields,
  unique: [],
  complete: (data, file) => ({ ...data, position: data.position ?? getNextPosition(getAllRules(file)) }),
  listOtherUpdates: (id, { position }, _data, file) =>
    typeof position === 'number' ? makeRoom(getAllRules(file), id, position) : [],
  check: (data, file) => [...checkTargets(data, file), ...checkConditions(data, file)],
});

const getAllRules = ({ records }: CompanyFile): Collection<DataOf<typeof fields>> => getRecords(records, journalRules);

/** A rule cannot send documents that its journal does not accept. */
function checkConditions(data: Draft, file: CompanyFile): Problem[] {
  const journal = findLiveRecord(file.records, journals, data.journal_id);
  const documents = journal && findJournalDocuments(journal.data.type);
  if (journal && !documents)
    return [
      {
        code: 'journal_takes_no_documents',
        field: 'journal_id',
        params: { country: file.identity.country_pack },
      },
    ];
  const problems: Problem[] = [];
  if (documents && data.direction && data.direction !== documents.direction)
    problems.push({ code: 'direction_not_of_journal', field: 'direction' });
  if (documents && data.document_type && data.document_type !== documents.type)
    problems.push({ code: 'document_type_not_of_journal', field: 'document_type' });
  const [least, most] = [data.amount_min, data.amount_max];
  if (least && most && compare(least, most) > 0) problems.push({ code: 'amount_range_empty', field: 'amount_max' });
  const thirdParty = findLiveRecord(file.records, thirdParties, data.third_party_id);
  const expected = documents?.direction === 'sale' ? 'customer' : 'supplier';
  if (documents && thirdParty && thirdParty.data.type !== expected)
    problems.push({ code: 'third_party_not_of_direction', field: 'third_party_id' });
  return problems;
}

function checkTargets(data: Draft, file: CompanyFile): Problem[] {
  const problems: Problem[] = [];
  const account = findLiveRecord(file.records, accounts, data.account_id);
  if (account?.data.is_postable === false) problems.push({ code: 'account_is_group', field: 'account_id' });
  const journal = findLiveRecord(file.records, journals, data.journal_id);
  const vatCode = findLiveRecord(file.records, vatCodes, data.vat_code_id);
  const direction = journal && findJournalDocuments(journal.data.type)?.direction;
  if (vatCode && direction && vatCode.data.direction !== direction)
    problems.push({ code: 'vat_code_not_of_direction', field: 'vat_code_id' });
  return problems;
}
