import type { Scene } from '../http/routing/example.ts';

/** Example documents that are valid in any company file with the Belgian country pack. */

const line = { description: 'Paper', quantity: '10', unit_price: '12.50', account: '604000', vat_code: 'P-M-21' };
const vat_amounts = [{ vat_code: 'P-M-21', amount: '26.25' }];

/** Has its own supplier, so that no other document looks like a duplicate. */
export const buildDocumentExample = async ({ fresh, next }: Scene) => ({
  direction: 'purchase' as const,
  number: `F-${next()}`,
  document_date: '2026-01-15',
  third_party_id: await fresh('third-parties'),
  lines: [line],
  vat_amounts,
});

export const documentChangeExample = { notes: 'Checked', lines: [line], vat_amounts };

/** A sales document for the company itself, which is a participant of the network if it is registered. */
export async function createSalesDocument({ company, fresh }: Scene) {
  const customer = await fresh('third-parties', {
    type: 'customer',
    vat_number: `BE${company.enterpriseNumber ?? '0477472701'}`,
    street: 'Rue Haute',
    house_number: '1',
    postal_code: '1000',
    city: 'Bruxelles',
    country: 'BE',
  });
  const lines = [{ description: 'Advice', amount_net: '100.00', account: '700000', vat_code: 'S-NA' }];
  const document = await fresh('documents', { direction: 'sale', third_party_id: customer, lines, vat_amounts: null });
  return { params: { id: document } };
}

/** The same, booked. No request changes it. */
export const createIssuedDocument = (scene: Scene) => scene.once('issued document', () => issueSalesDocument(scene));

export async function issueSalesDocument(scene: Scene) {
  const sold = await createSalesDocument(scene);
  await scene.after('POST /v1/companies/{company}/documents/{id}/book', { params: sold.params });
  return sold;
}
