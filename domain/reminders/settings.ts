import type { SettingValues } from '../companies/settings.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { DatedRate, LatePaymentLaw } from '../country-packs/late-payment.ts';
import type { PlainDate } from '../dates.ts';
import type { Amount, Percentage } from '../money.ts';

/** A reminder level: minimum days late, minimum amount, and the costs to charge. */
export type ReminderLevel = {
  readonly days: number;
  readonly minimum: Amount;
  readonly interest: boolean;
  readonly lump_sum: boolean;
};

export const DEBTORS = ['business', 'consumer'] as const;
export type Debtor = (typeof DEBTORS)[number];

/** An agreed or published rate, valid from a date. */
export type SetRate = { readonly debtor: Debtor; readonly from: PlainDate; readonly rate: Percentage };

/** Default levels: two friendly reminders, then one with all legal costs. */
export const USUAL_LEVELS: readonly ReminderLevel[] = [
  { days: 8, minimum: '0.00', interest: false, lump_sum: false },
  { days: 23, minimum: '0.00', interest: false, lump_sum: false },
  { days: 38, minimum: '0.00', interest: true, lump_sum: true },
];

export interface ReminderRules {
  /** Sorted by days, ascending. */
  readonly levels: readonly ReminderLevel[];
  readonly law: LatePaymentLaw;
  readonly from: string | null;
  readonly reply_to: string | null;
  /** True: attach a PDF with the open items and payment details. */
  readonly attachesStatement: boolean;
}

export function buildReminderRules(settings: SettingValues, country: string): ReminderRules {
  const levels = (settings['reminders.levels'] ?? []) as readonly ReminderLevel[];
  const set = (settings['reminders.rates'] ?? []) as readonly SetRate[];
  const { business, consumer } = findCountryPack(country)!.latePayment;
  const mergeRates = (debtor: Debtor, known: readonly DatedRate[]): readonly DatedRate[] => {
    const own = set.filter((one) => one.debtor === debtor);
    const first = own.map(({ from }) => from).sort()[0];
    // From its first own rate on, a file uses only its own rates.
    return [...known.filter(({ from }) => first === undefined || from < first), ...own]
      .map(({ from, rate }) => ({ from, rate }))
      .sort((one, other) => (one.from < other.from ? -1 : 1));
  };
  return {
    levels: (levels.length === 0 ? USUAL_LEVELS : levels).toSorted((one, other) => one.days - other.days),
    law: {
      business: { ...business, rates: mergeRates('business', business.rates) },
      consumer: { ...consumer, rates: mergeRates('consumer', consumer.rates) },
    },
    from: (settings['reminders.from'] as string | null | undefined) ?? null,
    reply_to: (settings['reminders.reply_to'] as string | null | undefined) ?? null,
    attachesStatement: (settings['reminders.attach_statement'] as boolean | undefined) ?? true,
  };
}
