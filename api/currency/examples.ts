import type { Scene } from '../http/routing/example.ts';

const FILE = '/v1/companies/{company}';

/** A day of its own, since a second rate of a day replaces the first. */
const pickDay = ({ next }: Scene): string =>
  new Date(Date.UTC(2020, 0, 1 + (next() % 2000))).toISOString().slice(0, 10);

export const newRate = (scene: Scene) => ({ body: { currency: 'USD', on: pickDay(scene), rate: '1.1000' } });

export async function prepareRateOfDay({ after, once }: Scene) {
  const body = { currency: 'USD', on: '2026-11-10', rate: '1.1000' };
  await once('exchange rate', () => after(`POST ${FILE}/exchange-rates`, { body }));
  return { params: { rate: 'USD' }, query: { on: '2026-11-12' } };
}

export async function prepareOwnRate(scene: Scene) {
  const body = { currency: 'GBP', on: pickDay(scene), rate: '0.8500' };
  const { answer } = await scene.after(`POST ${FILE}/exchange-rates`, { body });
  return { params: { rate: String(answer.id) } };
}
