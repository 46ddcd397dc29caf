import type { SettingValues } from '../companies/settings.ts';
import { countryPack } from '../country-packs/index.ts';
import type { DatedRate, LatePaymentLaw } from '../country-packs/late-payment.ts';
import type { PlainDate } from '../dates.ts';
import type { Amount, Percentage } from '../money.ts';

/** From how many days late, and from which amount on, a level of reminders is reached, and what is asked for on it. */
export type ReminderLevel = {
  readonly days: number;
  readonly minimum: Amount;
  readonly interest: boolean;
  readonly lump_sum: boolean;
};

export const DEBTORS = ['business', 'consumer'] as const;
export type Debtor = (typeof DEBTORS)[number];

/** A rate that was agreed or published, from a day on. */
export type SetRate = { readonly debtor: Debtor; readonly from: PlainDate; readonly rate: Percentage };

/** Until a file says otherwise: twice in friendly words, then with all that the law gives. */
export const USUAL_LEVELS: readonly ReminderLevel[] = [
  { days: 8, minimum: '0.00', interest: false, lump_sum: false },
  { days: 23, minimum: '0.00', interest: false, lump_sum: false },
  { days: 38, minimum: '0.00', interest: true, lump_sum: true },
];

export interface ReminderRules {
  /** By days, the fewest first. */
  readonly levels: readonly ReminderLevel[];
  readonly law: LatePaymentLaw;
  readonly from: string | null;
  readonly reply_to: string | null;
  /** A PDF with the open items and how to pay them comes with each. */
  readonly attachesStatement: boolean;
}

export function reminderRules(settings: SettingValues, country: string): ReminderRules {
  const levels = (settings['reminders.levels'] ?? []) as readonly ReminderLevel[];
  const set = (settings['reminders.rates'] ?? []) as readonly SetRate[];
  const { business, consumer } = countryPack(country)!.latePayment;
  const ratesOf = (debtor: Debtor, known: readonly DatedRate[]): readonly DatedRate[] => {
    const own = set.filter((one) => one.debtor === debtor);
    const first = own.map(({ from }) => from).sort()[0];
    // From its first rate on a file goes by its own ones alone.
    return [...known.filter(({ from }) => first === undefined || from < first), ...own]
      .map(({ from, rate }) => ({ from, rate }))
      .sort((one, other) => (one.from < other.from ? -1 : 1));
  };
  return {
    levels: (levels.length === 0 ? USUAL_LEVELS : levels).toSorted((one, other) => one.days - other.days),
    law: {
      business: { ...business, rates: ratesOf('business', business.rates) },
      consumer: { ...consumer, rates: ratesOf('consumer', consumer.rates) },
    },
    from: (settings['reminders.from'] as string | null | undefined) ?? null,
    reply_to: (settings['reminders.reply_to'] as string | null | undefined) ?? null,
    attachesStatement: (settings['reminders.attach_statement'] as boolean | undefined) ?? true,
  };
}
