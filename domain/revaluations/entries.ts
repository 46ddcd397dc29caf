import type { CompanyFile } from '../company-file-state.ts';
import { formatDayMonthYear, getNextDay, type PlainDate } from '../dates.ts';
import type { FoundJournal } from '../fiscal-years/journal.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { findPlace } from '../ledger/place.ts';
import { buildPostedEntry } from '../ledger/posting.ts';
import { evolveLedger } from '../ledger/state.ts';
import { isNegative, negate, ZERO } from '../money.ts';
import type { RevaluationRate, RevaluedAmount } from './revaluation-events.ts';
import { REVALUATION_PARTS, type RevaluationPart } from './valuation.ts';

type PostedEvent = Extract<EntryEvent, { readonly type: 'EntryPosted' }>;

export interface RevaluationEntry {
  readonly part: RevaluationPart;
  readonly event: PostedEvent;
}

export interface RevaluationIds {
  readonly revaluation: number;
  /** One for each part. */
  readonly entries: readonly number[];
  readonly lines: readonly number[];
  readonly accounts: readonly number[];
  /** For the next year, if it must be opened. */
  readonly fiscalYear: number;
  readonly periods: readonly number[];
}

interface Posting {
  readonly on: PlainDate;
  readonly changes: readonly RevaluedAmount[];
  readonly rates: readonly RevaluationRate[];
  readonly ids: RevaluationIds;
  readonly journal: FoundJournal;
}

const LABELS: Readonly<Record<RevaluationPart, Labels>> = {
  items: {
    fr: 'Créances et dettes en devises au {date}',
    nl: 'Vorderingen en schulden in vreemde valuta op {date}',
    en: 'Receivables and payables in foreign currencies at {date}',
    de: 'Forderungen und Verbindlichkeiten in Fremdwährung zum {date}',
  },
  net: {
    fr: 'Écarts de conversion nets par devise au {date}',
    nl: 'Netto-omrekeningsverschillen per munt op {date}',
    en: 'Net translation differences by currency at {date}',
    de: 'Nettoumrechnungsdifferenzen je Währung zum {date}',
  },
  cash: {
    fr: 'Banques et caisses en devises au {date}',
    nl: 'Banken en kassen in vreemde valuta op {date}',
    en: 'Banks and cash in foreign currencies at {date}',
    de: 'Banken und Kassen in Fremdwährung zum {date}',
  },
  provision: {
    fr: 'Provision pour pertes de change au {date}',
    nl: 'Voorziening voor wisselverliezen op {date}',
    en: 'Provision for exchange losses at {date}',
    de: 'Rückstellung für Währungsverluste zum {date}',
  },
  reversal: {
    fr: 'Extourne des écarts de conversion du {date}',
    nl: 'Tegenboeking van de omrekeningsverschillen van {date}',
    en: 'Reversal of the translation differences of {date}',
    de: 'Storno der Umrechnungsdifferenzen vom {date}',
  },
};

/** One entry for each part with changes: on the day itself, and the reversal on the next day. */
export function buildRevaluationEntries(posting: Posting, before: CompanyFile): readonly RevaluationEntry[] {
  const lineIds = posting.ids.lines.values();
  const entries: RevaluationEntry[] = [];
  let file = before;
  for (const [index, part] of REVALUATION_PARTS.entries()) {
    const changes = posting.changes.filter((one) => one.part === part);
    if (changes.length === 0) continue;
    const event = buildEntry(part, posting.ids.entries[index]!, buildLines(changes, posting, lineIds), posting, file);
    entries.push({ part, event });
    file = { ...file, ledger: evolveLedger(file.ledger, event) };
  }
  return entries;
}

function buildEntry(
  part: RevaluationPart,
  id: number,
  lines: readonly EntryLine[],
  { on, journal }: Posting,
  file: CompanyFile,
): PostedEvent {
  const isReversal = part === 'reversal';
  const entry_date = isReversal ? getNextDay(on) : on;
  const draft = {
    id,
    journal_id: journal.id,
    entry_date,
    due_date: null,
    label: LABELS[part][file.identity.locale].replace('{date}', formatDayMonthYear(on)),
    reference: null,
    origin: isReversal ? 'revaluation_reversal' : 'revaluation',
    lines,
  } as const;
  return buildPostedEntry(draft, journal.journal, findPlace(file.fiscalYears, entry_date)!, file);
}

/** Debits first. The amount in the currency is zero: only the value changes. */
function buildLines(
  changes: readonly RevaluedAmount[],
  { rates }: Posting,
  ids: Iterator<number, unknown>,
): readonly EntryLine[] {
  const byCurrency = new Map(rates.map(({ currency, rate }) => [currency, rate]));
  const sorted = changes.toSorted((one, other) => Number(isNegative(one.amount)) - Number(isNegative(other.amount)));
  return sorted.map(({ account_id, currency, amount }) => {
    const rate = byCurrency.get(currency);
    return {
      id: ids.next().value as number,
      account_id,
      debit: isNegative(amount) ? ZERO : amount,
      credit: isNegative(amount) ? negate(amount) : ZERO,
      label: rate === undefined ? currency : `${currency} ${rate}`,
      third_party_id: null,
      currency,
      currency_amount: ZERO,
    };
  });
}
