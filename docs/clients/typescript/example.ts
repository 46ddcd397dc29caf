import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './schema.d.ts';

/** Refusals are thrown with their stable code, so that what is left is what the route promises. */
const refusals: Middleware = {
  async onResponse({ request, response }) {
    if (response.ok) return;
    const { code, message } = (await response.clone().json()) as { code: string; message: string };
    throw new Error(`${request.method} ${request.url}: ${response.status} ${code} ${message}`);
  },
};

/** Tries the demo: who owes the bakery how much, and an invoice of one of its suppliers posted. */
export async function example(url: string, today: string): Promise<{ readonly owed: string; readonly posted: string }> {
  const client = createClient<paths>({ baseUrl: url });
  client.use(refusals);
  const session = await client.POST('/v1/auth/demo', { body: { locale: 'en' } });
  const { token, demo } = session.data!;
  client.use({ onRequest: ({ request }) => request.headers.set('Authorization', `Bearer ${token}`) });

  const path = { company: demo.companies[0]!.public_token };
  const owed = await client.GET('/v1/companies/{company}/open-items', {
    params: { path, query: { type: 'customer' } },
  });

  const company = await client.GET('/v1/companies/{company}', { params: { path } });
  const suppliers = await client.GET('/v1/companies/{company}/third-parties', {
    params: { path, query: { type: 'supplier' } },
  });
  const entry = await client.POST('/v1/companies/{company}/entries/invoice', {
    // Sent again with the same key, it is posted once.
    params: { path, header: { 'X-Client-Mutation-Id': crypto.randomUUID() } },
    body: {
      journal_id: company.data!.journals.find(({ code }) => code === 'ACH')!.id,
      third_party_id: suppliers.data![0]!.id,
      entry_date: today,
      lines: [{ account: '604000', amount: '100.00', vat_code: 'P-M-21' }],
    },
  });
  return { owed: String(owed.data!.total), posted: entry.data!.total_debit };
}
