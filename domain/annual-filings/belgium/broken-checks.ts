import {
  compare,
  isNegative,
  isZero,
  round,
  roundToUnits,
  subtract,
  sum,
  ZERO,
  type SignedAmount,
} from '../../money.ts';
import type { BrokenCheck, ComputedBox, FiledAsset } from '../form.ts';
import { findBroken, type FilingCheck } from './checks.ts';
import { isWhole, type Datapoint } from './datapoints.ts';
import { findPlace } from './fixed-assets.ts';

/** All checks of a model: those of the National Bank, the signs of the metrics, and the register of fixed assets. */

export interface CheckedFiling {
  readonly checks: readonly FilingCheck[];
  readonly datapoints: readonly Datapoint[];
  readonly boxes: readonly ComputedBox[];
  readonly assets: readonly FiledAsset[];
}

export function listBrokenChecks({ checks, datapoints, boxes, assets }: CheckedFiling): readonly BrokenCheck[] {
  const byCode = new Map(boxes.map((box) => [box.code, box]));
  const findPreviousBox = (code: string): ComputedBox | undefined =>
    !byCode.has(code) && code.endsWith('P') ? byCode.get(code.slice(0, -1)) : undefined;
  const findValue = (code: string): SignedAmount | null =>
    byCode.get(code)?.amount ?? findPreviousBox(code)?.previous ?? null;
  // Without a previous year nothing can be compared with it.
  const isKnown = (code: string): boolean => findPreviousBox(code)?.previous !== null;
  return [
    ...checks.filter((check) => check.boxes.every(isKnown)).flatMap((check) => findBroken(check, findValue) ?? []),
    ...datapoints.flatMap((datapoint) => {
      const box = byCode.get(datapoint.code);
      return box ? listWrongValues(datapoint, box) : [];
    }),
    ...listRegisterDifferences(findValue, assets),
  ];
}

/** The taxonomy refuses other signs, and decimals where it counts. */
function listWrongValues({ code, metric }: Datapoint, { amount, previous }: ComputedBox): readonly BrokenCheck[] {
  const values = [
    { of: code, value: amount },
    { of: `${code}P`, value: previous },
  ];
  return values.flatMap(({ of, value }): BrokenCheck[] => {
    if (value === null) return [];
    const build = (kind: string, equation: string, right: SignedAmount): BrokenCheck => ({
      code: `${kind}_${of}`,
      severity: 'blocking',
      equation,
      left: value,
      right,
      message: { key: `filing_check_${kind}`, params: { box: of } },
    });
    if (metric === 'am3') return compare(value, ZERO) > 0 ? [build('sign', `${of} ≤ 0`, ZERO)] : [];
    if (metric !== 'am2' && isNegative(value)) return [build('sign', `${of} ≥ 0`, ZERO)];
    const whole = roundToUnits(round(value));
    return isWhole(metric) && !isZero(subtract(value, whole)) ? [build('whole', `${of} = ${whole}`, whole)] : [];
  });
}

const REGISTER = [
  { heading: 'intangible', gross: ['8059'], written: '8129' },
  { heading: 'tangible', gross: ['8199', '8259'], written: '8329' },
] as const;

/** The notes follow the ledger; a register that differs is only a warning. */
function listRegisterDifferences(
  findValue: (code: string) => SignedAmount | null,
  assets: readonly FiledAsset[],
): readonly BrokenCheck[] {
  if (assets.length === 0 || findValue('8059') === null) return [];
  return REGISTER.flatMap(({ heading, gross, written }) => {
    const own = assets.filter(({ account }) => findPlace(account)?.heading === heading);
    const cost = sum(
      own.flatMap((one) => [one.opening_gross, one.additions, one.revaluations, one.disposals, one.transfers]),
    );
    const lost = sum(
      own.flatMap((one) => [
        ...[one.opening_depreciation, one.depreciation, one.impairment, one.released],
        one.transferred_depreciation,
      ]),
    );
    const compared = [
      { codes: gross.join(' + '), left: sum(gross.map((code) => findValue(code) ?? ZERO)), right: cost },
      { codes: written, left: findValue(written) ?? ZERO, right: lost },
    ];
    return compared
      .filter(({ left, right }) => !isZero(subtract(left, right)))
      .map(({ codes, left, right }): BrokenCheck => ({
        ...{
          code: `register_${codes.replaceAll(' ', '')}`,
          severity: 'warning',
          equation: `${codes} = ${right}`,
          left,
          right,
        },
        message: { key: 'filing_check_register', params: { box: codes } },
      }));
  });
}
