import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { CountryPack } from '../country-packs/pack.ts';
import { journals } from '../journals/journal.ts';
import type { JsonRecord } from '../json.ts';
import { readLabels, readOneOf, readOptional, readTable } from '../data-table.ts';
import type { Language } from '../language.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { getRecords } from '../records/state.ts';
import defaults from './data/default-series.json' with { type: 'json' };
import { needsJournal, numberSeries, SERIES_KINDS, type SeriesKind } from './series.ts';

/** Series that every company file begins with: one for each kind of document. Their patterns can be changed. */

interface DefaultSeries {
  readonly code: string;
  readonly kind: SeriesKind;
  /** Null: for countries without a row of their own. */
  readonly country: string | null;
  readonly labels: Readonly<Record<Language, string>>;
  readonly prefixes: Readonly<Record<Language, string>>;
}

const COLUMNS = [
  ...(['code', 'kind', 'country'] as const),
  ...(['prefix_fr', 'prefix_nl', 'prefix_en', 'prefix_de', 'fr', 'nl', 'en', 'de'] as const),
] as const;

const ALL = readTable(defaults, COLUMNS).map((row): DefaultSeries => ({
  code: row.code,
  kind: readOneOf(row.kind, SERIES_KINDS),
  country: readOptional(row.country),
  labels: readLabels(row),
  prefixes: { fr: row.prefix_fr, nl: row.prefix_nl, en: row.prefix_en, de: row.prefix_de },
}));
const DEFAULTS = ALL.filter(({ country }) => country === null);

export const DEFAULT_SERIES_COUNT = DEFAULTS.length;

export interface SeriesJournals {
  readonly sale: number | null;
  readonly sale_credit: number | null;
  readonly purchase: number | null;
}

/** Kinds without a journal are left out. */
export function buildDefaultSeries(
  ids: readonly number[],
  { code: country }: Pick<CountryPack, 'code'>,
  locale: Language,
  found: SeriesJournals,
): readonly RecordEvent[] {
  if (ids.length < DEFAULT_SERIES_COUNT) return [];
  const records = DEFAULTS.flatMap((series, index) => {
    const own = ALL.find((one) => one.code === series.code && one.country === country) ?? series;
    const { code, kind, prefixes, labels } = own;
    const journal_id = findJournal(kind, found);
    if (needsJournal(kind) && journal_id === null) return [];
    const data: JsonRecord = {
      code,
      label: labels[locale],
      labels: { ...labels },
      journal_id,
      kind,
      pattern: `${prefixes[locale]}{year}-{number:5}`,
      restart: 'year',
      next_number: 1,
      next_year: null,
      // Documents of other programs and of earlier years keep their numbers.
      allows_own_numbers: true,
      is_default: true,
    };
    return [{ id: ids[index]!, data }];
  });
  return records.length === 0 ? [] : [{ type: 'RecordsCreated', data: { resource: 'number-series', records } }];
}

function findJournal(kind: SeriesKind, { sale, sale_credit, purchase }: SeriesJournals): number | null {
  if (!needsJournal(kind)) return null;
  if (kind === 'self_billed') return purchase;
  return kind === 'credit_note' ? (sale_credit ?? sale) : sale;
}

/** A file that was opened before there were series; trashed series count. */
export const lacksSeries = ({ records }: Pick<CompanyFile, 'records'>): boolean =>
  getRecords(records, numberSeries).byId.size === 0;

/** The default series of a file that has none yet. */
export function buildMissingSeries(ids: readonly number[], file: CompanyFile): readonly RecordEvent[] {
  const pack = findCountryPack(file.identity.country_pack);
  if (!pack || ids.length < DEFAULT_SERIES_COUNT || !lacksSeries(file)) return [];
  const all = [...getRecords(file.records, journals).byId.entries()].filter(([, { isTrashed }]) => !isTrashed);
  const findDefault = (type: string): number | null => {
    const ofType = all.filter(([, { data }]) => data.type === type);
    return (ofType.find(([, { data }]) => data.is_default) ?? ofType[0])?.[0] ?? null;
  };
  const found = {
    sale: findDefault('sale'),
    sale_credit: findDefault('sale_credit'),
    purchase: findDefault('purchase'),
  };
  return buildDefaultSeries(ids, pack, file.identity.locale, found);
}
