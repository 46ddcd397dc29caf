import type { PlainDate } from '../dates.ts';
import type { Amount, Percentage } from '../money.ts';

/** What a creditor may ask for when he is paid late, as the law of a country has it. */
export interface LatePaymentLaw {
  readonly business: {
    /** By the first day on which they count, the earliest first; the last known one goes on. */
    readonly rates: readonly DatedRate[];
    /** For each debt that is paid late. */
    readonly lumpSum: Amount;
  };
  readonly consumer: {
    /** Empty: nothing without an agreement, which the settings then say. */
    readonly rates: readonly DatedRate[];
    /** What there is beside the interest. */
    readonly lumpSum: 'none' | 'belgian_tiers';
    /** Days after the first reminder, which is free, in which nothing may be asked for. */
    readonly freeDays: number;
  };
}

export interface DatedRate {
  readonly from: PlainDate;
  readonly rate: Percentage;
}

const rates = (given: Readonly<Record<PlainDate, Percentage>>): readonly DatedRate[] =>
  Object.entries(given).map(([from, rate]) => ({ from, rate }));

/** Law of 2 August 2002 (article 5, rate published each half-year), and book XIX of the Code of economic law for consumers. */
const BELGIAN_RATES = rates({
  '2022-01-01': '8.00',
  '2023-01-01': '10.50',
  '2023-07-01': '12.00',
  '2024-01-01': '12.50',
  '2025-01-01': '11.50',
  '2025-07-01': '10.50',
});
export const belgianLatePayment: LatePaymentLaw = {
  business: { rates: BELGIAN_RATES, lumpSum: '40.00' },
  consumer: { rates: BELGIAN_RATES, lumpSum: 'belgian_tiers', freeDays: 14 },
};

/** Articles L441-10 and D441-5 of the Code de commerce: the rate of the ECB and ten points; for consumers the legal rate. */
export const frenchLatePayment: LatePaymentLaw = {
  business: {
    rates: rates({
      '2022-07-01': '10.00',
      '2023-01-01': '12.50',
      '2023-07-01': '14.00',
      '2024-01-01': '14.50',
      '2024-07-01': '14.25',
      '2025-01-01': '13.15',
      '2025-07-01': '12.15',
    }),
    lumpSum: '40.00',
  },
  consumer: {
    rates: rates({
      '2024-01-01': '5.07',
      '2024-07-01': '4.92',
      '2025-01-01': '3.71',
      '2025-07-01': '2.76',
      '2026-01-01': '2.62',
    }),
    lumpSum: 'none',
    freeDays: 0,
  },
};

/** Law of 18 April 2004: the rate of the ECB and eight points. */
export const luxembourgLatePayment: LatePaymentLaw = {
  business: {
    rates: rates({
      '2022-07-01': '8.00',
      '2023-01-01': '10.50',
      '2023-07-01': '12.00',
      '2024-01-01': '12.50',
      '2024-07-01': '12.25',
      '2025-01-01': '11.15',
      '2025-07-01': '10.15',
    }),
    lumpSum: '40.00',
  },
  consumer: { rates: [], lumpSum: 'none', freeDays: 0 },
};
