import type { Scene } from '../http/routing/example.ts';

/** Entry bodies that any company file with the Belgian country pack accepts. */

export const FREE_LINES = [
  { account: '604000', debit: '125.00' },
  { account: '440000', credit: '125.00' },
];

export const buildFreeEntryExample = ({ company }: Scene) => ({
  journal_id: company.journal('OD'),
  entry_date: '2026-01-01',
  lines: FREE_LINES,
});

/** A supplier document; valid as an invoice and as a credit note. */
export const buildPurchaseExample = async ({ company, standing }: Scene) => ({
  journal_id: company.journal('ACH'),
  third_party_id: await standing('third-parties'),
  entry_date: '2026-01-01',
  lines: [{ account: '604000', amount: '1000.00', vat_code: 'P-M-21' }],
  vat_amounts: [{ vat_code: 'P-M-21', amount: '210.00' }],
});

/** One entry of each kind. */
export async function buildEntryExamples(scene: Scene) {
  const document = await buildPurchaseExample(scene);
  return {
    free: { kind: 'free' as const, ...buildFreeEntryExample(scene) },
    invoice: { kind: 'invoice' as const, ...document },
    credit_note: { kind: 'credit_note' as const, ...document },
  };
}
