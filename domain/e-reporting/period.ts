import { getLastDayOfMonth, type PlainDate } from '../dates.ts';

/** A reported period: a month (`2026-10`), or a third of one (`2026-10-2`: from the 11th to the 20th). */
export interface ReportedPeriod {
  readonly from: PlainDate;
  readonly to: PlainDate;
}

const PERIOD = /^(20\d{2}-(?:0[1-9]|1[0-2]))(?:-([123]))?$/;

/** Null if the text is no period. */
export function parseReportedPeriod(text: string): ReportedPeriod | null {
  const [, month, third] = PERIOD.exec(text) ?? [];
  if (month === undefined) return null;
  const end = getLastDayOfMonth(`${month}-01`);
  switch (third) {
    case '1':
      return { from: `${month}-01`, to: `${month}-10` };
    case '2':
      return { from: `${month}-11`, to: `${month}-20` };
    case '3':
      return { from: `${month}-21`, to: end };
    default:
      return { from: `${month}-01`, to: end };
  }
}
