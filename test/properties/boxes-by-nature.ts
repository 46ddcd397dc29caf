import type { BoxEffect, BoxEffects } from '../../domain/country-packs/pack.ts';

/** Fields of the yearly return of Luxembourg that a code fills beside its own, by what it is for: a table of the tests' own. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  goods: { '472': '002', '458': '077', '459': '078', '460': '079', '461': '404' },
  services: { '472': '004' },
  investment: { '472': '005', '458': '081', '459': '082', '460': '083', '461': '405' },
};

/** Second-hand goods are told by their margin. */
export const fieldOfYear = (box: string, { nature, kind }: ReceivedFields): string | null =>
  kind === 'margin' && box === '472' ? '003' : (FIELDS[String(nature)]?.[box] ?? null);

interface ReceivedFields {
  readonly nature?: unknown;
  readonly kind?: unknown;
}

export function withFieldsOfYear(
  { base, due, deductible, nonDeductible }: BoxEffects,
  code: ReceivedFields,
  account?: string,
): BoxEffects {
  const whole = (effects: readonly BoxEffect[]): readonly BoxEffect[] =>
    effects.flatMap((effect) => {
      const isSold = effect.box === '472' && account !== undefined;
      const also = isSold ? branchOf(account, code) : fieldOfYear(effect.box, code);
      return also === null ? [effect] : [effect, { ...effect, box: also }];
    });
  return {
    base: whole(base),
    due: whole(due),
    deductible: whole(deductible),
    nonDeductible: whole(nonDeductible),
  };
}

/** Branch of the turnover by account: made, resold, services. Rebates follow their sales. */
const BRANCHES: readonly (readonly [pattern: RegExp, field: string])[] = [
  [/^(702|7092)/, '001'],
  [/^(704|706|7094|7096)/, '002'],
  [/^(703|705|7093|7095)/, '004'],
];

/** What the account says, unless the code says more exactly what was sold. */
export function branchOf(account: string, { nature, kind }: ReceivedFields): string | null {
  const byCode = fieldOfYear('472', { nature, kind });
  const byAccount = BRANCHES.find(([pattern]) => pattern.test(account))?.[1] ?? null;
  if (byCode === null) return byAccount;
  return byCode === '002' && (byAccount === '001' || byAccount === '002') ? byAccount : byCode;
}
