import type { CompanyFile } from '../company-file.ts';
import type { JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';
import { living } from '../records/state.ts';
import type { Resource } from '../records/resource.ts';
import { LANGUAGES } from '../language.ts';

export const THIRD_PARTY_TYPES = ['supplier', 'customer'] as const;

/** A customer or supplier; what it owes or is owed stands on its control account. */
export const thirdParties: Resource = {
  name: 'third-parties',
  fields: {
    type: { kind: 'choice', values: THIRD_PARTY_TYPES, required: true, editable: 'while_unused' },
    code: { kind: 'text', max: 20, format: 'code', isGenerated: true },
    name: { kind: 'text', max: 200, required: true },
    vat_number: { kind: 'text', max: 20, format: 'vat_number' },
    enterprise_number: { kind: 'text', max: 20 },
    address: { kind: 'text', max: 300 },
    street: { kind: 'text', max: 200 },
    house_number: { kind: 'text', max: 20 },
    box: { kind: 'text', max: 20 },
    postal_code: { kind: 'text', max: 20 },
    city: { kind: 'text', max: 100 },
    country: { kind: 'text', max: 2, format: 'country' },
    email: { kind: 'text', max: 190, format: 'email' },
    phone: { kind: 'text', max: 40 },
    language: { kind: 'choice', values: LANGUAGES },
    ibans: { kind: 'list', max: 10, format: 'iban', initial: [] },
    bic: { kind: 'text', max: 11, format: 'bic' },
    payment_days: { kind: 'integer', min: 0, max: 365 },
    account_id: { kind: 'reference', to: 'accounts' },
    default_account_id: { kind: 'reference', to: 'accounts' },
    default_vat_code_id: { kind: 'reference', to: 'vat-codes' },
    is_active: { kind: 'boolean', initial: true },
    notes: { kind: 'text', max: 5000 },
  },
  unique: [['code']],
  complete: (data, file) => ({
    ...data,
    code: data['code'] ?? nextCode(data, file),
    account_id: data['account_id'] ?? controlAccount(data, file),
  }),
  check: (data, file) => controlAccountProblems(data, file),
  isUsed: (id, file) => file.ledger.usedThirdParties.has(id),
};

/** C00001, C00002… for customers, S00001… for suppliers: the first number that no living record has. */
function nextCode(data: JsonRecord, file: CompanyFile): string {
  const prefix = data['type'] === 'customer' ? 'C' : 'S';
  const collection = file.records['third-parties']!;
  let number = collection.byId.size + 1;
  while (collection.byKey.has(`code=${prefix}${String(number).padStart(5, '0')}`)) number += 1;
  return `${prefix}${String(number).padStart(5, '0')}`;
}

/** The one with the lowest number: the order of the records in memory depends on how the state came about. */
function controlAccount(data: JsonRecord, file: CompanyFile): number | null {
  let found: { id: number; number: string } | null = null;
  for (const [id, account] of file.records['accounts']!.byId.entries()) {
    const { control_role, is_postable, is_active } = account.data;
    if (account.isTrashed || control_role !== data['type'] || !is_postable || !is_active) continue;
    const number = account.data['number'] as string;
    if (!found || number < found.number) found = { id, number };
  }
  return found?.id ?? null;
}

function controlAccountProblems(data: JsonRecord, file: CompanyFile): Problem[] {
  const id = data['account_id'];
  const account = typeof id === 'number' ? living(file.records, 'accounts', id) : undefined;
  return account && account.data['is_postable'] === false ? [{ code: 'account_is_group', field: 'account_id' }] : [];
}
