import type { Scene } from '../http/routing/example.ts';

export const PATH = '/v1/companies/{company}/vat-declarations';
export const ONE = `${PATH}/{id}`;

const FIRST_YEAR = 1901;
const YEARS = 120;

/** A month without a return of any other example, long before the books begin. */
export function pickUnusedMonth({ next }: Pick<Scene, 'next'>) {
  const count = next();
  const year = FIRST_YEAR + (Math.floor(count / 12) % YEARS);
  return { year, period: (count % 12) + 1, period_type: 'monthly' as const };
}

export const useNewDeclaration = async ({ after }: Scene) => ({
  params: { id: (await after(`POST ${PATH}`)).answer.id },
});

export const useValidatedDeclaration = async ({ after }: Scene) => ({
  params: { id: (await after(`POST ${ONE}/validate`)).answer.id },
});
