import { createGrandlivreClient, listAll, unwrap } from './index.ts';

/** Tries the demo: who owes the bakery how much, and an invoice of one of its suppliers posted. */
export async function example(url: string, today: string): Promise<{ readonly owed: string; readonly posted: string }> {
  const visitor = createGrandlivreClient({ url });
  const { token, demo } = await unwrap(visitor.POST('/v1/auth/demo', { body: { locale: 'en' } }));
  const client = createGrandlivreClient({ url, token });

  const path = { company: demo.companies[0]!.public_token };
  let owed = 0n;
  const items = listAll(client, '/v1/companies/{company}/open-items', {
    params: { path, query: { type: 'customer' } },
  });
  for await (const { open_amount } of items) owed += toCents(open_amount);

  const { journals } = await unwrap(client.GET('/v1/companies/{company}', { params: { path } }));
  const suppliers = await unwrap(
    client.GET('/v1/companies/{company}/third-parties', { params: { path, query: { type: 'supplier' } } }),
  );
  // If the response is lost, the request is sent again under the same mutation id and posted once.
  const entry = await unwrap(
    client.POST('/v1/companies/{company}/entries/invoice', {
      params: { path },
      body: {
        journal_id: journals.find(({ code }) => code === 'ACH')!.id,
        third_party_id: suppliers[0]!.id,
        entry_date: today,
        lines: [{ account: '604000', amount: '100.00', vat_code: 'P-M-21' }],
      },
    }),
  );
  return { owed: fromCents(owed), posted: entry.total_debit };
}

/** Amounts are decimal strings: a floating-point number would round them. */
const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''));
const fromCents = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
