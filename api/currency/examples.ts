import type { Scene } from '../http/routing/example.ts';

const FILE = '/v1/companies/{company}';

export const newRate = { body: { currency: 'USD', on: '2026-11-10', rate: '1.1000' } } as const;

export async function prepareRateOfDay({ after, once }: Scene) {
  await once('exchange rate', () => after(`POST ${FILE}/exchange-rates`));
  return { params: { rate: 'USD' }, query: { on: '2026-11-12' } };
}

/** A rate of a day of its own, since another one would be replaced. */
export async function prepareOwnRate({ after, next }: Scene) {
  const day = new Date(Date.UTC(2020, 0, 1 + next())).toISOString().slice(0, 10);
  const { answer } = await after(`POST ${FILE}/exchange-rates`, { body: { currency: 'GBP', on: day, rate: '0.8500' } });
  return { params: { rate: String(answer.id) } };
}
