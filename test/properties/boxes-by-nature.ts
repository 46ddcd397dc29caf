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
): BoxEffects {
  const whole = (effects: readonly BoxEffect[]): readonly BoxEffect[] =>
    effects.flatMap((effect) => {
      const also = fieldOfYear(effect.box, code);
      return also === null ? [effect] : [effect, { ...effect, box: also }];
    });
  return {
    base: whole(base),
    due: whole(due),
    deductible: whole(deductible),
    nonDeductible: whole(nonDeductible),
  };
}
