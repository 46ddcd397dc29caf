import { createClient } from './client.ts';

/** Tries the demo: who owes the bakery how much, and an invoice of one of its suppliers posted. */
export async function example(url: string, today: string): Promise<{ readonly owed: string; readonly posted: string }> {
  const anyone = createClient(url);
  const { token, demo } = await anyone.post('/v1/auth/demo', { body: { locale: 'en' } });
  const client = anyone.as(token);
  const company = demo.companies[0]!.public_token;
  const path = { company };

  const { total } = await client.get('/v1/companies/{company}/open-items', {
    path,
    query: { type: 'customer' },
  });

  const { journals } = await client.get('/v1/companies/{company}', { path });
  const suppliers = await client.get('/v1/companies/{company}/third-parties', {
    path,
    query: { type: 'supplier' },
  });
  const entry = await client.post('/v1/companies/{company}/entries/invoice', {
    path,
    body: {
      journal_id: journals.find(({ code }) => code === 'ACH')!.id,
      third_party_id: suppliers[0]!.id,
      entry_date: today,
      lines: [{ account: '604000', amount: '100.00', vat_code: 'P-M-21' }],
    },
    // Sent again with the same key, it is posted once.
    headers: { 'X-Client-Mutation-Id': crypto.randomUUID() },
  });
  return { owed: String(total), posted: entry.total_debit };
}
