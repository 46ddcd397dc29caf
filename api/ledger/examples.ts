import type { Scene } from '../http/routing/example.ts';

/** Bodies of entries that any company file with the Belgian country pack takes. */

export const FREE_LINES = [
  { account: '604000', debit: '125.00' },
  { account: '440000', credit: '125.00' },
];

export const freeEntryExample = ({ company }: Scene) => ({
  journal_id: company.journal('OD'),
  entry_date: '2026-01-01',
  lines: FREE_LINES,
});

/** Of a supplier; good for an invoice and for a credit note. */
export const purchaseExample = async ({ company, standing }: Scene) => ({
  journal_id: company.journal('ACH'),
  third_party_id: await standing('third-parties'),
  entry_date: '2026-01-01',
  lines: [{ account: '604000', amount: '1000.00', vat_code: 'P-M-21' }],
  vat_amounts: [{ vat_code: 'P-M-21', amount: '210.00' }],
});

/** One entry of each kind. */
export async function entryExamples(scene: Scene) {
  const document = await purchaseExample(scene);
  return {
    free: { kind: 'free' as const, ...freeEntryExample(scene) },
    invoice: { kind: 'invoice' as const, ...document },
    credit_note: { kind: 'credit_note' as const, ...document },
  };
}
