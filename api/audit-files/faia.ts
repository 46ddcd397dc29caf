import type { Queryable } from '../../database/snapshot.ts';
import {
  buildFaiaAccount,
  buildFaiaFileName,
  buildFaiaHeader,
  buildFaiaJournal,
  buildFaiaLine,
  FAIA_LAYERS,
  buildFaiaParty,
  buildFaiaTaxTable,
  buildFaiaTransaction,
  type FaiaAccount,
  type FaiaCompany,
} from '../../domain/audit-files/faia.ts';
import { toBookDate } from '../../domain/dates.ts';
import { add, subtract, ZERO } from '../../domain/money.ts';
import { computeCoverage } from '../../domain/reports/span.ts';
import { buildAccountRows } from '../../domain/reports/trial-balance.ts';
import { element, writeElement, XML_DECLARATION } from '../../domain/xml.ts';
import { loadAuditNames, type AuditLine, type AuditNames } from '../../projections/audit-files/lines.ts';
import { readAuditParties, listTaxCodes, type AuditTaxCode } from '../../projections/audit-files/masters.ts';
import type { CompanyRow } from '../../projections/companies/queries.ts';
import { readAccountSums, getMovementLayers, readNamingAccounts } from '../../projections/reports/account-sums.ts';
import {
  defineAuditFileRoute,
  formatEntryNumber,
  createBookDateCache,
  writeLines,
  type AuditBooks,
} from './audit-file.ts';

export const faiaRoute = defineAuditFileRoute({
  name: 'faia',
  country: 'LU',
  summary: 'Luxembourg: audit file of a fiscal year (FAIA 2.01, SAF-T), reduced version B',
  description: 'XML according to the schema of the Administration de l’enregistrement.',
  extension: 'xml',
  type: 'application/xml; charset=utf-8',
  layers: FAIA_LAYERS,
  order: 'journal',
  async write(books) {
    const { db, company, year, moment } = books;
    const span = { from: year.starts_on, to: year.ends_on, madeOn: toBookDate(new Date(moment)) };
    const names = await loadAuditNames(db, company.id, 'fr');
    const buildOpening = (madeOn: string): string =>
      `${XML_DECLARATION}<AuditFile>\n${writeElement(buildFaiaHeader(toFaiaCompany(company, names), { ...span, madeOn }), '  ')}`;
    return {
      fileName: buildFaiaFileName(company, span),
      opening: buildOpening(span.madeOn),
      // The same books give the same fingerprint, whenever they are written.
      said: buildOpening(''),
      parts: writeParts(books, names),
    };
  },
});

async function* writeParts(books: AuditBooks, names: AuditNames): AsyncGenerator<string> {
  const { db, company, entries } = books;
  const taxCodes = await listTaxCodes(db, company.id, 'fr');
  const accounts = (await listFaiaAccounts(books, names)).map(buildFaiaAccount);
  yield `  <MasterFiles>\n${writeElement(element('GeneralLedgerAccounts', accounts), '    ')}`;
  yield* writeParties('Customers', db, company.id);
  yield* writeParties('Suppliers', db, company.id);
  yield `${writeElement(taxCodes.length === 0 ? null : buildFaiaTaxTable(taxCodes), '    ')}  </MasterFiles>\n  <GeneralLedgerEntries>\n`;
  yield [
    element('NumberOfEntries', String(entries.ids.length)),
    element('TotalDebit', entries.total),
    element('TotalCredit', entries.total),
  ]
    .map((one) => writeElement(one, '    '))
    .join('');
  const writer = createEntriesWriter(books, names, taxCodes);
  yield* writeLines(books, writer.write, { withVat: true, letterings: null });
  yield `${writer.end()}  </GeneralLedgerEntries>\n</AuditFile>\n`;
}

function toFaiaCompany(company: CompanyRow, { journals }: AuditNames): FaiaCompany {
  const getTextSetting = (name: string): string | null => {
    const value = company.settings[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    ...company,
    registration: company.enterprise_number ?? company.vat_number,
    contact: {
      name: getTextSetting('vat.declarant.signatory_1') ?? getTextSetting('vat.filer.name'),
      phone: getTextSetting('vat.declarant.phone') ?? getTextSetting('vat.filer.phone'),
      email: getTextSetting('vat.declarant.email') ?? getTextSetting('vat.filer.email'),
    },
    ibans: [...journals.values()].flatMap(({ iban }) => iban ?? []),
  };
}

/** The balance of each account before the year and at its end, before income and expenses are closed. */
async function listFaiaAccounts(
  { db, company, year, years }: AuditBooks,
  { accounts }: AuditNames,
): Promise<readonly FaiaAccount[]> {
  const coverage = computeCoverage(years, { from: year.starts_on, to: year.ends_on });
  const sums = await readAccountSums(db, company.id, coverage, { language: 'fr', layers: getMovementLayers(true) });
  const resultAccounts = coverage.isProvisional ? await readNamingAccounts(db, company.id, 0, 'fr') : [];
  const listed = new Map<number, FaiaAccount>();
  for (const { account, columns } of buildAccountRows(sums, resultAccounts)) {
    // Without a result account there is nothing to list.
    if (account === null) continue;
    const { number, label, type } = accounts.get(account.id)!;
    // The result of an earlier year that is still open is added to the balance of its account.
    const before = listed.get(account.id);
    listed.set(account.id, {
      number,
      label,
      type,
      opening: add(before?.opening ?? ZERO, subtract(columns.opening_debit, columns.opening_credit)),
      closing: add(before?.closing ?? ZERO, subtract(columns.closing_debit, columns.closing_credit)),
    });
  }
  return [...listed.values()];
}

async function* writeParties(
  list: 'Customers' | 'Suppliers',
  db: Queryable,
  companyId: number,
): AsyncGenerator<string> {
  let isOpen = false;
  for await (const parties of readAuditParties(db, companyId, list === 'Customers' ? 'customer' : 'supplier')) {
    const text = parties.map((party) => writeElement(buildFaiaParty(party), '      ')).join('');
    yield isOpen ? text : `    <${list}>\n${text}`;
    isOpen = true;
  }
  if (isOpen) yield `    </${list}>\n`;
}

/** Lines arrive ordered by journal and entry: open elements of the previous line are closed when the next one begins. */
function createEntriesWriter(books: AuditBooks, { accounts, journals }: AuditNames, taxCodes: readonly AuditTaxCode[]) {
  const taxes = new Map(taxCodes.map((code) => [code.id, code]));
  const periods = new Map(books.year.periods.map(({ id, starts_on }, index) => [id, { number: index + 1, starts_on }]));
  const dayOf = createBookDateCache();
  let last: AuditLine['entry'] | null = null;

  function openEntry(entry: AuditLine['entry']): string {
    const journal = journals.get(entry.journal_id)!;
    const isSameJournal = last?.journal_id === entry.journal_id;
    const period = periods.get(entry.period_id)!;
    const called = formatEntryNumber(journal.code, books.year.code, entry.number);
    const head = buildFaiaTransaction({
      called,
      period: period.number,
      year: period.starts_on.slice(0, 4),
      document_date: entry.document?.document_date ?? entry.entry_date,
      entry_date: entry.entry_date,
      recorded_on: dayOf(entry.created_at),
      label: entry.label,
    });
    return [
      last === null ? '' : '      </Transaction>\n',
      last === null || isSameJournal ? '' : '    </Journal>\n',
      isSameJournal ? '' : '    <Journal>\n',
      ...(isSameJournal ? [] : buildFaiaJournal(journal).map((one) => writeElement(one, '      '))),
      '      <Transaction>\n',
      ...head.map((one) => writeElement(one, '        ')),
    ].join('');
  }

  return {
    write({ line, entry, party }: AuditLine): string {
      const before = last?.id === entry.id ? '' : openEntry(entry);
      last = entry;
      const account = accounts.get(line.account_id)!;
      return (
        before +
        writeElement(
          buildFaiaLine({
            line_number: line.line_number,
            account_number: account.number,
            party_type: party?.type ?? null,
            party_code: party?.code ?? null,
            reference: line.reference ?? entry.reference,
            label: line.label ?? entry.label ?? account.label,
            debit: line.debit,
            credit: line.credit,
            currency: line.currency === null ? null : { code: line.currency, amount: line.currency_amount! },
            tax: line.vat_code_id === null ? null : (taxes.get(line.vat_code_id) ?? null),
            holdsTax: account.control_role === 'vat_due' || account.control_role === 'vat_deductible',
            effects: entry.vat ?? null,
          }),
          '        ',
        )
      );
    },
    end: (): string => (last === null ? '' : '      </Transaction>\n    </Journal>\n'),
  };
}
