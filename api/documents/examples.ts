import type { Scene } from '../http/example.ts';

/** Bodies of documents that any company file with the Belgian country pack takes. */

/** Of a supplier; nothing stands under its number yet. */
export const documentExample = async ({ standing, next }: Scene) => ({
  direction: 'purchase' as const,
  number: `F-${next()}`,
  document_date: '2026-01-15',
  third_party_id: await standing('third-parties'),
  lines: [{ description: 'Paper', quantity: '10', unit_price: '12.50', account: '604000', vat_code: 'P-M-21' }],
});
