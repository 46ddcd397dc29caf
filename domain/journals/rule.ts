import type { CompanyFile } from '../company-file.ts';
import type { JsonRecord } from '../json.ts';
import { lastPosition, makingRoom } from '../records/order.ts';
import type { Resource } from '../records/resource.ts';
import { living } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { documentsOf } from './documents.ts';

export const DOCUMENT_DIRECTIONS = ['purchase', 'sale'] as const;
export const DOCUMENT_TYPES = ['invoice', 'credit_note'] as const;

/** Which documents go to a journal, and with which account and VAT code. The first rule of the file that fits counts. */
export const journalRules: Resource = {
  name: 'journal-rules',
  writtenBy: 'manager',
  fields: {
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
  },
  unique: [],
  complete: (data, file) => ({ ...data, position: data['position'] ?? lastPosition('journal-rules', file) }),
  others: (id, { position }, _data, file) =>
    typeof position === 'number' ? makingRoom('journal-rules', id, position, file) : [],
  check: (data, file) => [...targetProblems(data, file), ...conditionProblems(data, file)],
};

/** What the journal cannot take, no rule can send to it. */
function conditionProblems(data: JsonRecord, file: CompanyFile): Problem[] {
  const journal = living(file.records, 'journals', data['journal_id'] as number);
  const documents = journal && documentsOf(journal.data['type'] as string);
  if (journal && !documents) return [{ code: 'journal_takes_no_documents', field: 'journal_id' }];
  const problems: Problem[] = [];
  if (documents && data['direction'] && data['direction'] !== documents.direction)
    problems.push({ code: 'direction_not_of_journal', field: 'direction' });
  if (documents && data['document_type'] && data['document_type'] !== documents.type)
    problems.push({ code: 'document_type_not_of_journal', field: 'document_type' });
  const [least, most] = [data['amount_min'], data['amount_max']];
  if (typeof least === 'string' && typeof most === 'string' && Number(least) > Number(most))
    problems.push({ code: 'amount_range_empty', field: 'amount_max' });
  const thirdParty = living(file.records, 'third-parties', (data['third_party_id'] as number | null) ?? 0);
  const expected = documents?.direction === 'sale' ? 'customer' : 'supplier';
  if (documents && thirdParty && thirdParty.data['type'] !== expected)
    problems.push({ code: 'third_party_not_of_direction', field: 'third_party_id' });
  return problems;
}

function targetProblems(data: JsonRecord, file: CompanyFile): Problem[] {
  const problems: Problem[] = [];
  const account = living(file.records, 'accounts', (data['account_id'] as number | null) ?? 0);
  if (account?.data['is_postable'] === false) problems.push({ code: 'account_is_group', field: 'account_id' });
  const journal = living(file.records, 'journals', data['journal_id'] as number);
  const vatCode = living(file.records, 'vat-codes', (data['vat_code_id'] as number | null) ?? 0);
  const direction = journal && documentsOf(journal.data['type'] as string)?.direction;
  if (vatCode && direction && vatCode.data['direction'] !== direction)
    problems.push({ code: 'vat_code_not_of_direction', field: 'vat_code_id' });
  return problems;
}
