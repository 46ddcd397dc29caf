import { countryPack } from '../country-packs/index.ts';
import type { CountryCode, CountryPack, PackBox } from '../country-packs/pack.ts';
import type { PeriodType } from './declaration-events.ts';
import { ANNUAL_RENAMED, annualBoxes } from './luxembourg-year.ts';

/** The forms of the VAT returns of the three countries, as far as they differ from the boxes that the country pack has. */
export interface ReturnForm {
  readonly code: string;
  readonly country: CountryCode;
  readonly boxes: readonly PackBox[];
  /** Boxes that have another number on this form than codes and entries know. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Amounts are filed in whole units of the currency, and totals are sums of these. */
  readonly isInUnits: boolean;
  /** Whether no box may be less than zero. */
  readonly isNeverNegative: boolean;
  /** Which box takes what another would have below zero; `next` leaves it to the next return, `none` drops it. */
  readonly belowZero: Readonly<Record<string, string>>;
  /** The boxes of what is to be paid and to be got back; one box for both has a sign. */
  readonly due: string;
  readonly refund: string;
  /** A credit that the next return begins with: the box that says it, and the one that takes it there. */
  readonly credit: { readonly from: string; readonly to: string } | null;
  /** The box by which the refund of the whole credit is asked for, where the form has one. */
  readonly claimed: string | null;
}

/** Boxes that tell of supplies to other Member States, which are listed customer by customer; each is of one country alone. */
export const INTRACOM_BOXES = ['44', '46', '48', 'F2', '013', '018', '423', '424', '457'] as const;

export const NEXT = 'next';
export const NONE = 'none';

const each = (boxes: readonly string[], to: string): Record<string, string> =>
  Object.fromEntries(boxes.map((box) => [box, to]));

/** Credit notes have boxes of their own, so that below zero is only what was corrected. */
const BELGIAN_BELOW_ZERO: ReturnForm['belowZero'] = {
  ...each(['00', '01', '02', '03', '45', '47'], '49'),
  ...each(['44', '46'], '48'),
  ...each(['54', '55', '56', '57', '63', '61'], '62'),
  ...each(['59', '64', '62'], '61'),
  // Purchases net of credit notes: what a period has too little of, the next one has less of.
  ...each(['48', '49', '81', '82', '83', '84', '85', '86', '87', '88'], NEXT),
};

/** Of those who charge and deduct no VAT: what they owe on purchases where the tax is reversed onto them. */
const SPECIAL_BOXES = ['84', '86', '87', '88', '55', '56', '57', '61', '63', 'XX', '62', 'YY', '71', '72'];

function belgian(pack: CountryPack, isSpecial: boolean): ReturnForm {
  return {
    code: isSpecial ? '629' : '625',
    country: 'BE',
    boxes: isSpecial ? pack.boxes.filter(({ box }) => SPECIAL_BOXES.includes(box)) : pack.boxes,
    renamed: {},
    isInUnits: false,
    isNeverNegative: true,
    belowZero: BELGIAN_BELOW_ZERO,
    due: '71',
    refund: '72',
    credit: null,
    claimed: null,
  };
}

/** What a box is about is told by its frame; the lines that only say a part of another follow it. */
const FRENCH_PARTS = ['17', '18', '24', '2E'];

function frenchBelowZero({ boxes }: CountryPack): ReturnForm['belowZero'] {
  const open = boxes.filter(({ formula }) => formula === null);
  const of = (frame: string): string[] => open.filter((box) => box.frame === frame).map(({ box }) => box);
  return {
    // Less turnover is told among the adjustments of the other kind.
    ...each(of('A-I'), 'F8'),
    ...each(of('A-II'), 'B5'),
    ...each(of('B-I'), '21'),
    ...each(
      of('B-I').filter((box) => box.endsWith('-HT')),
      NONE,
    ),
    ...each(of('B-II'), '15'),
    ...each(FRENCH_PARTS, NONE),
  };
}

/**
 * The yearly return is kept in the lines of the other one, which tell the same in more detail: instalments that were paid in the year are set
 * off in 2C.
 */
function french(pack: CountryPack, isYearly: boolean): ReturnForm {
  return {
    code: isYearly ? 'CA12' : 'CA3',
    country: 'FR',
    boxes: pack.boxes,
    renamed: {},
    isInUnits: true,
    isNeverNegative: true,
    belowZero: frenchBelowZero(pack),
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

function luxembourgish(pack: CountryPack, type: PeriodType): ReturnForm {
  const isAnnual = type === 'yearly';
  return {
    code: LUXEMBOURG_CODES[type],
    country: 'LU',
    boxes: isAnnual ? annualBoxes(pack.boxes) : pack.boxes,
    renamed: isAnnual ? ANNUAL_RENAMED : {},
    isInUnits: false,
    isNeverNegative: false,
    belowZero: {},
    due: '105',
    refund: '105',
    credit: null,
    claimed: null,
  };
}

/** Who files no periodic return files a special one in Belgium; elsewhere the form is the same for everybody. */
export function returnForm(country: string, regime: string | null, type: PeriodType): ReturnForm {
  const pack = countryPack(country)!;
  if (pack.code === 'FR') return french(pack, type === 'yearly');
  if (pack.code === 'LU') return luxembourgish(pack, type);
  return belgian(pack, isWithoutReturn(pack, regime));
}

/** By the code that a return keeps. */
export function formByCode(country: string, code: string): ReturnForm {
  const pack = countryPack(country)!;
  if (pack.code === 'FR') return french(pack, code === 'CA12');
  if (pack.code === 'BE') return belgian(pack, code === '629');
  const type = (Object.keys(LUXEMBOURG_CODES) as PeriodType[]).find((one) => LUXEMBOURG_CODES[one] === code);
  return luxembourgish(pack, type ?? 'monthly');
}

export const isWithoutReturn = ({ vatRegimes }: CountryPack, regime: string | null): boolean =>
  vatRegimes.find(({ code }) => code === regime)?.periodicReturn === null;
