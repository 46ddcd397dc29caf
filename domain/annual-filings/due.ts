import { readSetting, type SettingValues } from '../companies/settings.ts';
import { findCountryPack } from '../country-packs/index.ts';
import { getWorkingDayFrom } from '../country-packs/holidays.ts';
import { addDays, addMonths, getNextDay, type PlainDate } from '../dates.ts';
import { computeDueDay } from '../vat-declarations/period.ts';

/** Due dates of the annual accounts. */

export interface DueCompany {
  readonly country_pack: string;
  readonly settings: SettingValues;
}

/** Days that France adds for filing online, which is compulsory. */
const DAYS_ONLINE = 15;
const DAYS_AFTER_MEETING = 30;

/**
 * - Belgium: 30 days after the general meeting, and seven months after the year at the latest.
 * - Luxembourg: a month after the general meeting, and seven months after the year at the latest.
 * - France: the second working day after 1 May for years that end on 31 December, otherwise three months after the year,
 *   both with the days for filing online.
 */
export function computeAnnualDueDate(company: DueCompany, endsOn: PlainDate): PlainDate {
  const pack = findCountryPack(company.country_pack)!;
  if (pack.code === 'FR') return getWorkingDayFrom(addDays(getFrenchDay(endsOn), DAYS_ONLINE), 'FR');
  const { due } = pack.declarations.find(({ kind }) => kind === 'annual_accounts')!;
  const latest = computeDueDay(pack, due, endsOn);
  const meeting = findMeeting(company, endsOn);
  if (meeting === null) return latest;
  const after = pack.code === 'BE' ? addDays(meeting, DAYS_AFTER_MEETING) : addMonths(meeting, 1);
  return after < latest ? after : latest;
}

function getFrenchDay(endsOn: PlainDate): PlainDate {
  if (!endsOn.endsWith('-12-31')) return addMonths(endsOn, 3);
  const first = getWorkingDayFrom(`${Number(endsOn.slice(0, 4)) + 1}-05-02`, 'FR');
  return getWorkingDayFrom(getNextDay(first), 'FR');
}

/** The general meeting of the settings, if it can be the one about this year. */
function findMeeting({ settings }: DueCompany, endsOn: PlainDate): PlainDate | null {
  const meeting = readSetting(settings, 'annual_accounts.general_meeting_date');
  if (typeof meeting !== 'string') return null;
  return endsOn < meeting && meeting <= addMonths(endsOn, 12) ? meeting : null;
}
