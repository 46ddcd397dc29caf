import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { routes } from '../../../api/routes.ts';
import { settings } from '../../../domain/companies/settings.ts';
import { findTestProblem, type NamedTest } from '../../support/test-titles.ts';

/** A setting that nothing reads promises something that never happens: each has its reader here, or the subject to come. */
type Reader =
  | {
      /** Where it is read, below the project. */
      readonly by: string;
      readonly provedBy: NamedTest;
    }
  /** Of a subject that is not built yet. */
  | { readonly subject: Subject };

/** By a route without which the subject is not there. When it is, its settings must name what reads them. */
const SUBJECTS = {
  'annual accounts': '/v1/companies/{company}/reports/annual-accounts',
  history: '/v1/companies/{company}/trash',
} as const;
type Subject = keyof typeof SUBJECTS;

const accruals = { by: 'domain/fiscal-years/accruals.ts' };
const followed: NamedTest = {
  file: 'test/domain/fiscal-years/accruals.test.ts',
  title: 'follow the settings, or the account and journal that the request names',
};
const differences = (title: string): Reader => ({
  by: 'domain/lettering/difference.ts',
  provedBy: { file: 'test/domain/lettering/lettering.test.ts', title },
});

const settled = (title: string): Reader => ({
  by: 'domain/vat-declarations/settlement.ts',
  provedBy: { file: 'test/domain/vat-declarations/declarations.test.ts', title },
});

const mentioned = (title: string): Reader => ({
  by: 'domain/documents/mention-values.ts',
  provedBy: { file: 'test/domain/documents/mentions.test.ts', title },
});

const onPaper: Reader = {
  by: 'api/documents/printed-texts.ts',
  provedBy: {
    file: 'test/api/documents/printed.test.ts',
    title: 'follows the settings in its texts, its colour and its foot',
  },
};

const sized: Reader = {
  by: 'domain/annual-filings/luxembourg/size.ts',
  provedBy: {
    file: 'test/domain/annual-filings/luxembourg.test.ts',
    title: 'are abridged if the user says so or the company is within the thresholds of the settings',
  },
};

const printed: Reader = {
  by: 'api/vat-filing/return-document.ts',
  provedBy: {
    file: 'test/api/vat-filing/vat-filing.test.ts',
    title: 'print the return with what the settings say of the administration and of who signs',
  },
};

const reminded = (title: string): Reader => ({
  by: 'domain/reminders/settings.ts',
  provedBy: { file: 'test/domain/reminders/proposal.test.ts', title },
});

const taxed = (by: string): Reader => ({
  by,
  provedBy: {
    file: 'test/api/corporate-tax/corporate-tax.test.ts',
    title: 'takes the rates and the disallowed expenses from the settings',
  },
});

const golden = (title: string): Reader => ({
  by: 'domain/companies/vat-regimes.ts',
  provedBy: { file: 'test/domain/vat-declarations/golden-year-belgium.test.ts', title },
});

/** By path, or by the path above a leaf. */
const READERS: Readonly<Record<string, Reader>> = {
  vat_regimes: golden('follows the regime of the first day of each return, and leaves nothing out between them'),
  'vat.pro_rata.general': golden('has the rest in the boxes of its purchases, by the pro rata of the year'),
  'vat.pro_rata.by_year': golden('has the rest in the boxes of its purchases, by the pro rata of the year'),
  'vat.pro_rata.special': golden('has all that the codes say where it deducts by actual use'),
  'vat.filings': {
    by: 'domain/companies/vat-filings.ts',
    provedBy: {
      file: 'test/domain/vat-declarations/calendar.test.ts',
      title: 'keeps what an earlier version recorded as filed in the settings',
    },
  },
  'analytics.required': {
    by: 'domain/analytics/required.ts',
    provedBy: {
      file: 'test/domain/analytics/allocation.test.ts',
      title: 'are missed on lines of free entries and invoices that neither say nor inherit them',
    },
  },
  'vat.administration_cell': printed,
  'vat.directorate_number': printed,
  'vat.office_number': printed,
  'vat.structured_communication': {
    by: 'projections/vat-declarations/queries.ts',
    provedBy: {
      file: 'test/api/vat-declarations/declarations.test.ts',
      title: 'show what their balance is paid with',
    },
  },
  'vat.declarant': printed,
  'vat.sender_281_50': {
    by: 'domain/vat-filing/belcotax.ts',
    provedBy: {
      file: 'test/domain/vat-filing/fees.test.ts',
      title: 'has the sender of the settings, a record a slip in cents, and totals that prove it whole',
    },
  },
  'vat.filer': {
    by: 'domain/vat-filing/filer.ts',
    provedBy: {
      file: 'test/domain/vat-filing/returns.test.ts',
      title: 'names the representative of the settings, or every field that is missing of it',
    },
  },
  'vat.ecdf': {
    by: 'domain/vat-filing/ecdf.ts',
    provedBy: {
      file: 'test/domain/vat-filing/neighbours.test.ts',
      title: 'is refused while the settings lack what the platform asks for',
    },
  },
  'auto_entries.vat.payable_account': settled('follows the accounts and the journal of the settings'),
  'auto_entries.vat.receivable_account': settled('follows the accounts and the journal of the settings'),
  'auto_entries.vat.journal_id': settled('follows the accounts and the journal of the settings'),
  'auto_entries.vat.correction_payable_account': settled(
    'takes what only the return knows to the accounts of corrections',
  ),
  'auto_entries.vat.correction_receivable_account': settled(
    'takes what only the return knows to the accounts of corrections',
  ),
  'reminders.levels': reminded('reach a level by the days that the oldest item is late'),
  'reminders.rates': {
    by: 'domain/reminders/settings.ts',
    provedBy: {
      file: 'test/domain/reminders/costs.test.ts',
      title: 'follow the rates of the settings from their first day on, and those of the law before it',
    },
  },
  'reminders.from': reminded('follow the settings on who they come from and what they bring along'),
  'reminders.reply_to': reminded('follow the settings on who they come from and what they bring along'),
  'reminders.attach_statement': reminded('follow the settings on who they come from and what they bring along'),
  'corporate_tax.reduced_rate': taxed('api/corporate-tax/estimate.ts'),
  'corporate_tax.municipal_rate': taxed('api/corporate-tax/estimate.ts'),
  'corporate_tax.disallowed': taxed('domain/corporate-tax/set-lines.ts'),
  'revaluation.reverse': {
    by: 'domain/revaluations/revalue.ts',
    provedBy: {
      file: 'test/api/revaluations/worked-examples.test.ts',
      title: 'Luxembourg: a revaluation that stands gives the same total over both years',
    },
  },
  'sepa.creditor_identifier': {
    by: 'domain/sepa/creation.ts',
    provedBy: {
      file: 'test/domain/sepa/sepa-files.test.ts',
      title: 'takes direct debits the other way, by a mandate in force',
    },
  },
  'sepa.batch_booking': {
    by: 'domain/sepa/creation.ts',
    provedBy: {
      file: 'test/domain/sepa/sepa-files.test.ts',
      title: 'follows the settings in its format and in how the bank books it',
    },
  },
  'sepa.credit_transfer_format': {
    by: 'domain/sepa/creation.ts',
    provedBy: {
      file: 'test/domain/sepa/sepa-files.test.ts',
      title: 'follows the settings in its format and in how the bank books it',
    },
  },
  'sepa.direct_debit_format': {
    by: 'domain/sepa/creation.ts',
    provedBy: {
      file: 'test/domain/sepa/sepa-files.test.ts',
      title: 'takes direct debits the other way, by a mandate in force',
    },
  },
  'legal.rpm_district': {
    by: 'api/third-parties/statement-parties.ts',
    provedBy: {
      file: 'test/api/third-parties/statement.test.ts',
      title: 'names the register of the company where the settings do',
    },
  },
  'legal.capital': mentioned('follow the settings'),
  'legal.register_city': mentioned('follow the settings'),
  'legal.form_text': mentioned('follow the settings'),
  'invoices.late_interest_rate': mentioned('follow the settings'),
  'invoices.late_interest_text': mentioned(
    'are the texts of the settings, in the language of the customer where they have it',
  ),
  'invoices.discount_text': mentioned(
    'are the texts of the settings, in the language of the customer where they have it',
  ),
  'invoices.vat_on_debits': {
    by: 'domain/documents/mention-cases.ts',
    provedBy: {
      file: 'test/domain/documents/mentions.test.ts',
      title: 'name the discount of the document and the option for debits',
    },
  },
  'invoices.footer': onPaper,
  'invoices.colour': onPaper,
  'invoices.texts': onPaper,
  'annual_accounts.scheme': {
    by: 'api/reports/year-balances.ts',
    provedBy: { file: 'test/api/reports/statements.test.ts', title: 'follow the settings of the company' },
  },
  'annual_accounts.abridged': sized,
  'annual_accounts.average_employees': sized,
  'annual_accounts.directors_note': {
    by: 'domain/companies/directors-note.ts',
    provedBy: { file: 'test/domain/annual-filings/filings.test.ts', title: 'were a text, which becomes a note' },
  },
  annual_accounts: {
    by: 'api/reports/annual-accounts.ts',
    provedBy: { file: 'test/api/reports/statements.test.ts', title: 'follow the settings of the company' },
  },
  'auto_entries.invoices_to_receive.supplier_account': { ...accruals, provedBy: followed },
  'auto_entries.invoices_to_receive.journal_id': { ...accruals, provedBy: followed },
  'auto_entries.invoices_to_receive.customer_account': {
    ...accruals,
    provedBy: {
      file: 'test/domain/fiscal-years/accruals.test.ts',
      title:
        'take invoices and credit notes to receive and to issue in on the last day, and out again on the first of the next',
    },
  },
  'auto_entries.reconciliation_difference.expense_account': differences(
    'takes it to expenses when too little was paid to us',
  ),
  'auto_entries.reconciliation_difference.income_account': differences(
    'takes it to income when too much was paid to us',
  ),
  'auto_entries.reconciliation_difference.max_amount': differences(
    'refuses what does not balance, and says by how much',
  ),
  'auto_entries.transfers': {
    by: 'domain/sepa/booking.ts',
    provedBy: {
      file: 'test/domain/sepa/sepa-files.test.ts',
      title: 'follows the settings in the account and the journal that it books on',
    },
  },
  'history.trash_retention_days': {
    by: 'projections/history/trash.ts',
    provedBy: {
      file: 'test/api/history/trash.test.ts',
      title: 'loses at night what has lain there for longer than the file keeps it, once, in however many processes',
    },
  },
};

const readerOf = (path: string): [at: string, reader: Reader] | undefined =>
  Object.entries(READERS).find(([at]) => path === at || path.startsWith(`${at}.`));

describe('Every setting of a company file', () => {
  it('has a reader, or the name of the subject that will read it', () => {
    expect(Object.keys(settings).filter((path) => readerOf(path) === undefined)).to.deep.equal([]);
    const known = Object.keys(settings);
    const idle = Object.keys(READERS).filter((at) => !known.some((path) => path === at || path.startsWith(`${at}.`)));
    expect(idle, 'settings that are gone').to.deep.equal([]);
  });

  it('is named where it is read, and a test shows what it does', () => {
    for (const path of Object.keys(settings)) {
      const reader = readerOf(path)![1];
      if ('subject' in reader) continue;
      const source = readFileSync(new URL(`../../../${reader.by}`, import.meta.url), 'utf8');
      expect(source, path).to.contain(path.split('.').at(-1));
      expect(findTestProblem(reader.provedBy), path).to.equal(null);
    }
  });

  it('waits for no subject that is there', () => {
    const waiting = new Set(Object.values(READERS).flatMap((reader) => ('subject' in reader ? [reader.subject] : [])));
    for (const subject of waiting) {
      const isBuilt = routes.some(({ path, method }) => path === SUBJECTS[subject] && method === 'get');
      expect(isBuilt, `${subject} is built: name what reads its settings`).to.equal(false);
    }
  });
});
