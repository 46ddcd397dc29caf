import {
  buildFecFileName,
  buildFecHeader,
  FEC_LAYERS,
  buildFecRecords,
  findSiren,
  scaleCurrency,
  type FecLine,
} from '../../domain/audit-files/fec.ts';
import { getNextDay } from '../../domain/dates.ts';
import { absolute, isNegative, isZero, subtract, sum, ZERO, type SignedAmount } from '../../domain/money.ts';
import { refuse } from '../../domain/refusal.ts';
import { buildCarriedKey, loadCarriedItems, type CarriedLine } from '../../projections/audit-files/carried-items.ts';
import { loadYearLetterings, type YearLetterings } from '../../projections/audit-files/letterings.ts';
import {
  loadAuditNames,
  type AuditDocument,
  type AuditLine,
  type AuditNames,
} from '../../projections/audit-files/lines.ts';
import type { CompanyRow } from '../../projections/companies/queries.ts';
import {
  defineAuditFileRoute,
  formatEntryNumber,
  createBookDateCache,
  writeLines,
  type AuditBooks,
} from './audit-file.ts';

export const fecRoute = defineAuditFileRoute({
  name: 'fec',
  country: 'FR',
  summary: 'France: entries file of a fiscal year for the tax authority (FEC, article A47 A-1 LPF)',
  description: '18 fields per line, separated by tabs, in UTF-8.',
  extension: 'txt',
  type: 'text/plain; charset=utf-8',
  layers: FEC_LAYERS,
  order: 'recorded',
  errorCodes: ['siren_missing'],
  write(books) {
    const siren = findSiren(books.company);
    if (siren === null) return refuse('siren_missing');
    return {
      fileName: buildFecFileName(siren, books.year.ends_on),
      opening: buildFecHeader(),
      parts: writeRecords(books),
    };
  },
});

async function* writeRecords(books: AuditBooks): AsyncGenerator<string> {
  const { db, company, year, selection } = books;
  const names = await loadAuditNames(db, company.id, 'fr');
  const letterings = await loadYearLetterings(db, company.id, selection);
  const carried = await loadCarried(books, letterings);
  const dayOf = createBookDateCache();
  const buildEntryFields = ({ entry }: AuditLine) => {
    const journal = names.journals.get(entry.journal_id)!;
    const called = formatEntryNumber(journal.code, year.code, entry.number);
    return {
      journal,
      called,
      number: entry.number,
      entry_date: entry.entry_date,
      recorded_on: dayOf(entry.created_at),
    };
  };
  const writeItems = (audited: AuditLine, accountId: number, items: readonly CarriedLine[]): string => {
    const label = audited.line.label ?? audited.entry.label;
    const fields = { ...buildEntryFields(audited), account: names.accounts.get(accountId)!, label };
    return items.map((item) => buildFecRecords({ ...fields, ...describeItem(item, names.journals, company) })).join('');
  };
  const offsetting = [...carried.items.values()].filter(({ items }) => isZero(sumItems(items)));
  const writeLine = (audited: AuditLine): string => {
    const isCarried = audited.entry.id === carried.entryId;
    // Items that leave no balance have no line in the entry. They are written with its first line.
    const more = isCarried ? offsetting.splice(0).map((one) => writeItems(audited, one.account_id, one.items)) : [];
    // A currency may remain without an amount in euros, which the file cannot tell.
    if (isCarried && isZero(audited.line.debit) && isZero(audited.line.credit)) return more.join('');
    const items = isCarried ? findItems(carried.items, audited) : null;
    return more.join('') + (items ? writeItems(audited, audited.line.account_id, items) : writePosted(audited));
  };
  const writePosted = (audited: AuditLine): string => {
    const { line, entry, party, lettering } = audited;
    const { debit, credit } = line;
    return buildFecRecords({
      ...buildEntryFields(audited),
      account: names.accounts.get(line.account_id)!,
      label: line.label ?? entry.label,
      third_party: party,
      reference: line.reference ?? entry.reference,
      document_date: entry.document?.document_date ?? null,
      debit,
      credit,
      lettering,
      currency:
        line.currency === null
          ? party && findDocumentCurrency(entry.document, company)
          : buildCurrency(line.currency, line.currency_amount),
    });
  };
  yield* writeLines(books, writeLine, { withVat: false, letterings });
}

type Items = Awaited<ReturnType<typeof loadCarriedItems>>;

/** The entry that carried the balances of the previous year forward, and the open items behind it. */
async function loadCarried(
  { db, company, year, years }: AuditBooks,
  letterings: YearLetterings,
): Promise<{ readonly entryId: number | null; readonly items: Items }> {
  const previous = years.find(({ ends_on }) => getNextDay(ends_on) === year.starts_on);
  const entryId = previous?.closing?.opening_entry_id;
  if (!previous || entryId === undefined) return { entryId: null, items: new Map() };
  return { entryId, items: await loadCarriedItems(db, company.id, previous.ends_on, letterings) };
}

/** The items of a carried balance; null if the account has no items. */
function findItems(items: Items, { line }: AuditLine): readonly CarriedLine[] | null {
  const found = items.get(buildCarriedKey(line))?.items;
  return found && sumItems(found) === subtract(line.debit, line.credit) ? found : null;
}

const sumItems = (items: readonly CarriedLine[]): SignedAmount => sum(items.map(({ item }) => item.open));

function describeItem(
  { item, party, document, lettering }: CarriedLine,
  journals: AuditNames['journals'],
  company: CompanyRow,
) {
  const { open, debit, credit, reference, number, year_code } = item;
  const amount = absolute(open);
  const original = party && findDocumentCurrency(document, company);
  return {
    third_party: party,
    reference: reference ?? formatEntryNumber(journals.get(item.journal_id)!.code, year_code, number),
    document_date: document?.document_date ?? item.entry_date,
    debit: isNegative(open) ? ZERO : amount,
    credit: isNegative(open) ? amount : ZERO,
    lettering,
    currency:
      item.currency === null
        ? original && scaleCurrency(original, amount, isZero(debit) ? credit : debit)
        : buildCurrency(item.currency, item.currency_open),
  };
}

/** Zero on a line of an exchange difference, which belongs to its currency all the same. */
const buildCurrency = (code: string, amount: SignedAmount | null): FecLine['currency'] => ({
  code,
  amount: absolute(amount ?? ZERO),
});

/** Entries of earlier versions have no currency on their lines: the total of a document in another currency. */
const findDocumentCurrency = (document: AuditDocument | null, { currency }: CompanyRow): FecLine['currency'] =>
  document && document.currency !== currency ? { code: document.currency, amount: document.amount_gross } : null;
