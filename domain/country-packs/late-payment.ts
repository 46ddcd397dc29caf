import type { PlainDate } from '../dates.ts';
import type { Amount, Percentage } from '../money.ts';

/** Claims of a creditor for late payment, by national law. */
export interface LatePaymentLaw {
  readonly business: {
    /** By start date, earliest first; the last known rate continues to apply. */
    readonly rates: readonly DatedRate[];
    /** For each debt paid late. */
    readonly lumpSum: Amount;
    /** Days after the invoice within which it must be payable; null: no limit. */
    readonly longestTerm: number | null;
  };
  readonly consumer: {
    /** Empty: no interest without an agreement, which is then in the settings. */
    readonly rates: readonly DatedRate[];
    /** Compensation in addition to the interest. */
    readonly lumpSum: 'none' | 'belgian_tiers';
    /** Days after the first reminder, which is free, during which nothing may be claimed. */
    readonly freeDays: number;
  };
}

export interface DatedRate {
  readonly from: PlainDate;
  readonly rate: Percentage;
}

const toDatedRates = (given: Readonly<Record<PlainDate, Percentage>>): readonly DatedRate[] =>
  Object.entries(given).map(([from, rate]) => ({ from, rate }));

/** Law of 2 August 2002 (article 5, rate published every half-year), and book XIX of the Code of Economic Law for consumers. */
const BELGIAN_RATES = toDatedRates({
  '2022-01-01': '8.00',
  '2023-01-01': '10.50',
  '2023-07-01': '12.00',
  '2024-01-01': '12.50',
  '2025-01-01': '11.50',
  '2025-07-01': '10.50',
});
export const belgianLatePayment: LatePaymentLaw = {
  business: { rates: BELGIAN_RATES, lumpSum: '40.00', longestTerm: 60 },
  consumer: { rates: BELGIAN_RATES, lumpSum: 'belgian_tiers', freeDays: 14 },
};

/** Articles L441-10 and D441-5 of the Code de commerce: ECB rate plus ten points; for consumers the legal rate. */
export const frenchLatePayment: LatePaymentLaw = {
  business: {
    rates: toDatedRates({
      '2022-07-01': '10.00',
      '2023-01-01': '12.50',
      '2023-07-01': '14.00',
      '2024-01-01': '14.50',
      '2024-07-01': '14.25',
      '2025-01-01': '13.15',
      '2025-07-01': '12.15',
    }),
    lumpSum: '40.00',
    longestTerm: 60,
  },
  consumer: {
    rates: toDatedRates({
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

/** Law of 18 April 2004: ECB rate plus eight points. */
export const luxembourgLatePayment: LatePaymentLaw = {
  business: {
    rates: toDatedRates({
      '2022-07-01': '8.00',
      '2023-01-01': '10.50',
      '2023-07-01': '12.00',
      '2024-01-01': '12.50',
      '2024-07-01': '12.25',
      '2025-01-01': '11.15',
      '2025-07-01': '10.15',
    }),
    lumpSum: '40.00',
    longestTerm: null,
  },
  consumer: { rates: [], lumpSum: 'none', freeDays: 0 },
};
