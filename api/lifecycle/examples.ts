import type { Scene } from '../http/routing/example.ts';

const FILE = '/v1/companies/{company}';

/** A French sale that was handed to the approved platform. No request changes it, and a payment can be stated often. */
export async function prepareExchangedDocument({ abroad, after, once, next }: Scene) {
  const company = await abroad('FR');
  const params = await once('document at the platform', async () => {
    const { answer: customer } = await after(`POST ${FILE}/third-parties`, {
      company,
      body: {
        type: 'customer',
        name: 'Librairie du Parc',
        code: `PARC-${next()}`,
        country: 'FR',
        enterprise_number: '552100554',
        vat_number: 'FR96552100554',
        postal_code: '75011',
        city: 'Paris',
      },
    });
    const { answer: document } = await after(`POST ${FILE}/documents`, {
      company,
      body: {
        direction: 'sale',
        number: `FR-${next()}`,
        document_date: '2026-10-05',
        due_date: '2026-11-04',
        nature: 'services',
        third_party_id: customer.id,
        lines: [{ description: 'Conseil', amount_net: '100.00', account: '706000', vat_code: 'S-20' }],
        vat_amounts: null,
      },
    });
    const own = { company, params: { id: document.id } };
    await after(`POST ${FILE}/documents/{id}/book`, { ...own, body: {} });
    await after(`POST ${FILE}/documents/{id}/send`, { ...own, body: { channel: 'platform' } });
    return { id: document.id };
  });
  return { company, params, body: { status: '212', amount: '60.00' } };
}
