import { findCountryPack } from '../country-packs/index.ts';
import type { CountryCode, CountryPack, PackBox } from '../country-packs/pack.ts';
import type { PeriodType } from './declaration-events.ts';
import { ANNUAL_RENAMED, buildAnnualBoxes } from './luxembourg-year.ts';

/** VAT return forms of the three countries, where they differ from the boxes of the country pack. */
export interface ReturnForm {
  readonly code: string;
  readonly country: CountryCode;
  readonly boxes: readonly PackBox[];
  /** Boxes whose number on this form differs from the one used by codes and entries. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Amounts are filed in whole currency units, and totals are sums of the rounded amounts. */
  readonly isInUnits: boolean;
  /** Whether all boxes must be zero or positive. */
  readonly isNeverNegative: boolean;
  /** The box that receives the negative amount of another; `next` carries it to the next return, `none` drops it. */
  readonly belowZero: Readonly<Record<string, string>>;
  /** Lines that state a part of other lines. `family`: the purchases whose tax the line states. */
  readonly details: readonly ReturnDetail[];
  /** Whether operations outside any family are not netted with those of a family either. */
  readonly separatesRest: boolean;
  /** Boxes of the amount due and the refund. If both are the same box, its amount is signed. */
  readonly due: string;
  readonly refund: string;
  /** Credit carried to the next return: the box that states it, and the box that receives it there. */
  readonly credit: { readonly from: string; readonly to: string } | null;
  /** The box that claims the refund of the whole credit, if the form has one. */
  readonly claimed: string | null;
}

export interface ReturnDetail {
  readonly box: string;
  readonly of: readonly string[];
  readonly family?: string;
}

/** Boxes of supplies to other Member States, which are listed per customer. Each box exists in one country only. */
export const INTRACOM_BOXES = ['44', '46', '48', 'F2', '013', '018', '423', '424', '457'] as const;

export const NEXT = 'next';
export const NONE = 'none';

const mapEachTo = (boxes: readonly string[], to: string): Record<string, string> =>
  Object.fromEntries(boxes.map((box) => [box, to]));

/** Credit notes have separate boxes, so only corrections can make a box negative. */
const BELGIAN_BELOW_ZERO: ReturnForm['belowZero'] = {
  ...mapEachTo(['00', '01', '02', '03', '45', '47'], '49'),
  ...mapEachTo(['44', '46'], '48'),
  ...mapEachTo(['54', '55', '56', '57', '63', '61'], '62'),
  ...mapEachTo(['59', '64', '62'], '61'),
  // Purchases net of credit notes: a negative amount reduces the next period, except for intra-Community purchases.
  ...mapEachTo(['48', '49', '81', '82', '83', '84', '85', '86', '87', '88'], NEXT),
};

/** Boxes for filers who neither charge nor deduct VAT: tax due on purchases under the reverse charge. */
const SPECIAL_BOXES = ['84', '86', '87', '88', '55', '56', '57', '61', '63', 'XX', '62', 'YY', '71', '72'];

function buildBelgianForm(pack: CountryPack, isSpecial: boolean): ReturnForm {
  return {
    code: isSpecial ? '629' : '625',
    country: 'BE',
    boxes: isSpecial ? pack.boxes.filter(({ box }) => SPECIAL_BOXES.includes(box)) : pack.boxes,
    renamed: {},
    isInUnits: false,
    isNeverNegative: true,
    belowZero: BELGIAN_BELOW_ZERO,
    details: [],
    separatesRest: false,
    due: '71',
    refund: '72',
    credit: null,
    claimed: null,
  };
}

/** Lines that only state a part of others. The purpose of the other boxes follows from their frame. */
function buildFrenchDetails({ boxes }: CountryPack): readonly ReturnDetail[] {
  const gross = boxes.find(({ box }) => box === '16')!.formula!.terms.map(({ box }) => box);
  const deducted = ['19', '20'];
  return [
    { box: '17', of: gross, family: 'B2' },
    { box: '18', of: gross },
    { box: '24', of: deducted, family: 'A4' },
    { box: '2E', of: deducted },
  ];
}

function buildFrenchNegativeRules({ boxes }: CountryPack, details: readonly ReturnDetail[]): ReturnForm['belowZero'] {
  const open = boxes.filter(({ formula }) => formula === null);
  const listFrameBoxes = (frame: string): string[] => open.filter((box) => box.frame === frame).map(({ box }) => box);
  return {
    // A decrease in turnover is reported as an adjustment of the opposite kind.
    ...mapEachTo(listFrameBoxes('A-I'), 'F8'),
    ...mapEachTo(listFrameBoxes('A-II'), 'B5'),
    ...mapEachTo(listFrameBoxes('B-I'), '21'),
    ...mapEachTo(
      listFrameBoxes('B-I').filter((box) => box.endsWith('-HT')),
      NONE,
    ),
    ...mapEachTo(listFrameBoxes('B-II'), '15'),
    ...mapEachTo(
      details.map(({ box }) => box),
      NONE,
    ),
  };
}

/**
 * The annual return uses the lines of the periodic one, which have more detail: instalments paid during the year are set
 * off in 2C.
 */
function buildFrenchForm(pack: CountryPack, isYearly: boolean): ReturnForm {
  const details = buildFrenchDetails(pack);
  return {
    code: isYearly ? 'CA12' : 'CA3',
    country: 'FR',
    boxes: pack.boxes,
    renamed: {},
    isInUnits: true,
    isNeverNegative: true,
    belowZero: buildFrenchNegativeRules(pack, details),
    details,
    separatesRest: true,
    due: '32',
    refund: '25',
    credit: { from: '27', to: '22' },
    claimed: '26',
  };
}

const LUXEMBOURG_CODES: Readonly<Record<PeriodType, string>> = {
  monthly: 'TVA_DECM',
  quarterly: 'TVA_DECT',
  yearly: 'TVA_DECA',
};

function buildLuxembourgForm(pack: CountryPack, type: PeriodType): ReturnForm {
  const isAnnual = type === 'yearly';
  return {
    code: LUXEMBOURG_CODES[type],
    country: 'LU',
    boxes: isAnnual ? buildAnnualBoxes(pack.boxes) : pack.boxes,
    renamed: isAnnual ? ANNUAL_RENAMED : {},
    isInUnits: false,
    isNeverNegative: false,
    belowZero: {},
    details: [],
    separatesRest: false,
    due: '105',
    refund: '105',
    credit: null,
    claimed: null,
  };
}

/** In Belgium, companies without a periodic return file a special one; elsewhere the form does not depend on the regime. */
export function getReturnForm(country: string, regime: string | null, type: PeriodType): ReturnForm {
  const pack = findCountryPack(country)!;
  if (pack.code === 'FR') return buildFrenchForm(pack, type === 'yearly');
  if (pack.code === 'LU') return buildLuxembourgForm(pack, type);
  return buildBelgianForm(pack, isWithoutReturn(pack, regime));
}

/** Looks up a form by the code stored with a return. */
export function getFormByCode(country: string, code: string): ReturnForm {
  const pack = findCountryPack(country)!;
  if (pack.code === 'FR') return buildFrenchForm(pack, code === 'CA12');
  if (pack.code === 'BE') return buildBelgianForm(pack, code === '629');
  const type = (Object.keys(LUXEMBOURG_CODES) as PeriodType[]).find((one) => LUXEMBOURG_CODES[one] === code);
  return buildLuxembourgForm(pack, type ?? 'monthly');
}

export const isWithoutReturn = ({ vatRegimes }: CountryPack, regime: string | null): boolean =>
  vatRegimes.find(({ code }) => code === regime)?.periodicReturn === null;
