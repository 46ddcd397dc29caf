import type { Queryable } from '../../database/snapshot.ts';
import {
  faiaAccount,
  faiaFileName,
  faiaHeader,
  faiaJournal,
  faiaLine,
  FAIA_LAYERS,
  faiaParty,
  faiaTaxTable,
  faiaTransaction,
  type FaiaAccount,
  type FaiaCompany,
} from '../../domain/audit-files/faia.ts';
import { bookDate } from '../../domain/dates.ts';
import { add, subtract, ZERO } from '../../domain/money.ts';
import { coverageOf } from '../../domain/reports/span.ts';
import { accountRows } from '../../domain/reports/trial-balance.ts';
import { element, writeElement, XML_DECLARATION } from '../../domain/xml.ts';
import { namesIn, type AuditLine, type AuditNames } from '../../projections/audit-files/lines.ts';
import { partiesOf, taxCodesOf, type AuditTaxCode } from '../../projections/audit-files/masters.ts';
import type { CompanyRow } from '../../projections/companies/queries.ts';
import { accountSums, movementLayers, namingAccounts } from '../../projections/reports/account-sums.ts';
import { auditFileRoute, calledOf, recordedOn, written, type AuditBooks } from './audit-file.ts';

export const faiaRoute = auditFileRoute({
  name: 'faia',
  country: 'LU',
  summary: 'Luxembourg: the audit file of a fiscal year (FAIA 2.01, SAF-T), reduced version B',
  description: 'XML after the schema of the Administration de l’enregistrement.',
  extension: 'xml',
  type: 'application/xml; charset=utf-8',
  layers: FAIA_LAYERS,
  order: 'journal',
  async write(books) {
    const { db, company, year, moment } = books;
    const span = { from: year.starts_on, to: year.ends_on, madeOn: bookDate(new Date(moment)) };
    const names = await namesIn(db, company.id, 'fr');
    const opened = (madeOn: string): string =>
      `${XML_DECLARATION}<AuditFile>\n${writeElement(faiaHeader(companyOf(company, names), { ...span, madeOn }), '  ')}`;
    return {
      fileName: faiaFileName(company, span),
      opening: opened(span.madeOn),
      // The same books say the same, whenever they are written.
      said: opened(''),
      parts: parts(books, names),
    };
  },
});

async function* parts(books: AuditBooks, names: AuditNames): AsyncGenerator<string> {
  const { db, company, entries } = books;
  const taxCodes = await taxCodesOf(db, company.id, 'fr');
  const accounts = (await accountsOf(books, names)).map(faiaAccount);
  yield `  <MasterFiles>\n${writeElement(element('GeneralLedgerAccounts', accounts), '    ')}`;
  yield* partiesIn('Customers', db, company.id);
  yield* partiesIn('Suppliers', db, company.id);
  yield `${writeElement(taxCodes.length === 0 ? null : faiaTaxTable(taxCodes), '    ')}  </MasterFiles>\n  <GeneralLedgerEntries>\n`;
  yield [
    element('NumberOfEntries', String(entries.ids.length)),
    element('TotalDebit', entries.total),
    element('TotalCredit', entries.total),
  ]
    .map((one) => writeElement(one, '    '))
    .join('');
  const writer = entriesWriter(books, names, taxCodes);
  yield* written(books, writer.write, { withVat: true });
  yield `${writer.end()}  </GeneralLedgerEntries>\n</AuditFile>\n`;
}

function companyOf(company: CompanyRow, { journals }: AuditNames): FaiaCompany {
  const setting = (name: string): string | null => {
    const value = company.settings[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    ...company,
    registration: company.enterprise_number ?? company.vat_number,
    contact: {
      name: setting('vat.declarant.signatory_1') ?? setting('vat.filer.name'),
      phone: setting('vat.declarant.phone') ?? setting('vat.filer.phone'),
      email: setting('vat.declarant.email') ?? setting('vat.filer.email'),
    },
    ibans: [...journals.values()].flatMap(({ iban }) => iban ?? []),
  };
}

/** What stood on each account before the year and what stands there at its end, before income and expenses are closed. */
async function accountsOf(
  { db, company, year, years }: AuditBooks,
  { accounts }: AuditNames,
): Promise<readonly FaiaAccount[]> {
  const coverage = coverageOf(years, { from: year.starts_on, to: year.ends_on });
  const sums = await accountSums(db, company.id, coverage, { language: 'fr', layers: movementLayers(true) });
  const resultAccounts = coverage.isProvisional ? await namingAccounts(db, company.id, 0, 'fr') : [];
  const listed = new Map<number, FaiaAccount>();
  for (const { account, columns } of accountRows(sums, resultAccounts)) {
    // Without an account for results there is none to name.
    if (account === null) continue;
    const { number, label, type } = accounts.get(account.id)!;
    // The result of an earlier year that is not closed comes beside what stands on its account.
    const before = listed.get(account.id);
    listed.set(account.id, {
      ...{ number, label, type },
      opening: add(before?.opening ?? ZERO, subtract(columns.opening_debit, columns.opening_credit)),
      closing: add(before?.closing ?? ZERO, subtract(columns.closing_debit, columns.closing_credit)),
    });
  }
  return [...listed.values()];
}

async function* partiesIn(list: 'Customers' | 'Suppliers', db: Queryable, companyId: number): AsyncGenerator<string> {
  let isOpen = false;
  for await (const parties of partiesOf(db, companyId, list === 'Customers' ? 'customer' : 'supplier')) {
    const text = parties.map((party) => writeElement(faiaParty(party), '      ')).join('');
    yield isOpen ? text : `    <${list}>\n${text}`;
    isOpen = true;
  }
  if (isOpen) yield `    </${list}>\n`;
}

/** Lines come in the order of their journals and entries: whatever the one before stood in is closed when the next begins. */
function entriesWriter(books: AuditBooks, { accounts, journals }: AuditNames, taxCodes: readonly AuditTaxCode[]) {
  const taxes = new Map(taxCodes.map((code) => [code.id, code]));
  const periods = new Map(books.year.periods.map(({ id, starts_on }, index) => [id, { number: index + 1, starts_on }]));
  const dayOf = recordedOn();
  let last: AuditLine['entry'] | null = null;

  function opened(entry: AuditLine['entry']): string {
    const journal = journals.get(entry.journal_id)!;
    const isSameJournal = last?.journal_id === entry.journal_id;
    const period = periods.get(entry.period_id)!;
    const called = calledOf(journal.code, books.year.code, entry.number);
    const head = faiaTransaction({
      called,
      period: period.number,
      year: period.starts_on.slice(0, 4),
      document_date: entry.document_date ?? entry.entry_date,
      entry_date: entry.entry_date,
      recorded_on: dayOf(entry.created_at),
      label: entry.label,
    });
    return [
      last === null ? '' : '      </Transaction>\n',
      last === null || isSameJournal ? '' : '    </Journal>\n',
      isSameJournal ? '' : '    <Journal>\n',
      ...(isSameJournal ? [] : faiaJournal(journal).map((one) => writeElement(one, '      '))),
      '      <Transaction>\n',
      ...head.map((one) => writeElement(one, '        ')),
    ].join('');
  }

  return {
    write({ line, entry, party }: AuditLine): string {
      const before = last?.id === entry.id ? '' : opened(entry);
      last = entry;
      const account = accounts.get(line.account_id)!;
      return (
        before +
        writeElement(
          faiaLine({
            line_number: line.line_number,
            account_number: account.number,
            party_type: party?.type ?? null,
            party_code: party?.code ?? null,
            reference: line.reference ?? entry.reference,
            label: line.label ?? entry.label ?? account.label,
            debit: line.debit,
            credit: line.credit,
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
