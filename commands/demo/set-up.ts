import type { CompanyFile } from '../../domain/company-file-state.ts';
import { accounts } from '../../domain/accounts/account.ts';
import type { CompanyRequest } from '../../domain/companies/opening.ts';
import { getWorkingDayFrom } from '../../domain/country-packs/holidays.ts';
import type { PlainDate } from '../../domain/dates.ts';
import type { DemoCompany } from '../../domain/demo/company.ts';
import { getEnterpriseNumber, findPartyEnterpriseNumber, getIban, getPartyIban } from '../../domain/demo/invoices.ts';
import { journals } from '../../domain/journals/journal.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { absolute, isNegative, negate, sum, ZERO, type SignedAmount } from '../../domain/money.ts';
import { findIdByKey, findLiveRecord } from '../../domain/records/state.ts';
import { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import { openCompanyFile } from '../companies/open-company-file.ts';
import { postOpeningBalance } from '../fiscal-years/post-opening-balance.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import { createDemoContext, requireDone, createIdLookup, type DemoBooks, type DemoStaff } from './books.ts';
import { recordAssets, recordRecurring, toAnalyticShares } from './keep-books.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** Opens a company file with its third parties, bank rules and opening balance. */

export interface SetUp {
  readonly firmId: number;
  readonly staff: DemoStaff;
  readonly today: PlainDate;
  readonly firstDay: PlainDate;
}

export async function setUpCompany(
  company: DemoCompany,
  toolbox: DemoBooks['toolbox'],
  time: SimulatedTime,
  { firmId, staff, today, firstDay }: SetUp,
): Promise<DemoBooks> {
  time.moveTo(getWorkingDayFrom(firstDay, 'BE'), '08:00');
  const owner = { firmId, userId: staff.manager };
  const opening = await openCompanyFile(
    toolbox,
    buildCompanyRequest(company, firstDay),
    owner,
    createDemoContext(staff.manager),
  );
  const { companyId } = requireDone(opening, `open ${company.code}`);
  const file = await toolbox.commands.loadState('company', companyId);
  const ids = createIdLookup(file);
  const codes = await recordCodes(company, companyId, toolbox, staff);
  const parties = await recordParties(company, toolbox, { companyId, file, staff, codes });
  await recordRules(company, companyId, toolbox, file, staff);
  const books: DemoBooks = {
    company,
    companyId,
    toolbox,
    time,
    staff,
    firstDay,
    today,
    ...ids,
    parties,
    codes,
    fiscalYears: { older: file.fiscalYears[0]!.id, newer: 0 },
    toMove: [],
    newIbans: new Map(),
    balance: company.bank.opening,
    isClosed: false,
  };
  await postDemoOpening(books, file);
  await recordAssets(books);
  await recordRecurring(books);
  return books;
}

function buildCompanyRequest(company: DemoCompany, firstDay: PlainDate): CompanyRequest {
  const { code, name, locale, legalForm, vatRegime, address, naceCode, bank } = company;
  const enterprise = getEnterpriseNumber(company);
  const year = firstDay.slice(0, 4);
  return {
    details: {
      code,
      name,
      locale,
      country_pack: 'BE',
      country: 'BE',
      vat_regime: vatRegime,
      ...address,
      legal_form: legalForm.name,
      legal_form_code: legalForm.code,
      enterprise_number: enterprise,
      vat_number: `BE${enterprise}`,
      address: null,
      box: null,
      latitude: null,
      longitude: null,
      logo_url: null,
      main_nace_code: naceCode,
      nace_codes: [{ code: naceCode, classification: 'MAIN' }],
    },
    fiscalYear: { code: year, starts_on: firstDay, ends_on: `${year}-12-31` },
    banks: [{ code: bank.code, label: bank.label, iban: getIban(company) }],
  };
}

async function recordCodes(
  { axis }: DemoCompany,
  companyId: number,
  { commands, ids }: DemoBooks['toolbox'],
  staff: DemoStaff,
): Promise<ReadonlyMap<string, number>> {
  if (!axis) return new Map();
  const codes = Object.entries(axis.codes);
  const codeIds = await ids.allocate('analytic_codes', codes.length);
  const records = codes.map(([code, label], index) => ({
    id: codeIds[index]!,
    data: { axis: axis.name, code, label },
  }));
  const command = { type: 'CreateRecords', resource: 'analytic-codes', records } as const;
  requireDone(
    await commands.execute('company', companyId, command, createDemoContext(staff.manager)),
    'record analytic codes',
  );
  return new Map(codes.map(([code], index) => [code, codeIds[index]!]));
}

interface OpenedDemo {
  readonly companyId: number;
  readonly file: CompanyFile;
  readonly staff: DemoStaff;
  readonly codes: ReadonlyMap<string, number>;
}

async function recordParties(
  company: DemoCompany,
  { commands, ids }: DemoBooks['toolbox'],
  { companyId, file, staff, codes }: OpenedDemo,
): Promise<ReadonlyMap<string, number>> {
  const partyIds = await ids.allocate('third_parties', company.parties.length);
  const records = company.parties.map((party, index) => {
    const enterprise = findPartyEnterpriseNumber(company, party);
    const data: JsonRecord = {
      type: party.type,
      code: party.key,
      name: party.name,
      ...party.address,
      country: party.country ?? 'BE',
      ...(enterprise && { vat_number: `BE${enterprise}`, enterprise_number: enterprise }),
      ...(party.vatNumber !== undefined && { vat_number: party.vatNumber }),
      ibans: [getPartyIban(company, party)],
      payment_days: party.paymentDays,
      default_account_id: findIdByKey(file.records, accounts, 'number', party.account) ?? null,
      default_vat_code_id: findIdByKey(file.records, vatCodes, 'code', party.vatCode) ?? null,
      ...(party.analytics && { analytics: toAnalyticShares(codes, party.analytics) }),
    };
    return { id: partyIds[index]!, data };
  });
  const command = { type: 'CreateRecords', resource: 'third-parties', records } as const;
  const outcome = requireDone(
    await commands.execute('company', companyId, command, createDemoContext(staff.encoder)),
    'record parties',
  );
  const created = getFirstOfType(outcome.events, 'RecordsCreated').data.records;
  return new Map(created.map(({ id }, index) => [company.parties[index]!.key, id]));
}

/** Recurring bank movements are booked by rules, which a visitor can inspect and change. */
async function recordRules(
  company: DemoCompany,
  companyId: number,
  { commands, ids }: DemoBooks['toolbox'],
  file: CompanyFile,
  staff: DemoStaff,
): Promise<void> {
  const { getAccountId } = createIdLookup(file);
  const getVatAccount = (setting: string): string => file.identity.settings[setting] as string;
  const rules = [
    ...company.movements.map(({ communication, account: number }) => [communication, number, null] as const),
    ...(company.wages
      ? WAGE_PAYMENTS.map(
          ({ words, account: number }) => [words[company.locale === 'nl' ? 'nl' : 'fr'], number, null] as const,
        )
      : []),
    [VAT_WORDS, getVatAccount('auto_entries.vat.payable_account'), 'out'] as const,
    [VAT_WORDS, getVatAccount('auto_entries.vat.receivable_account'), 'in'] as const,
  ];
  const ruleIds = await ids.allocate('bank_rules', rules.length);
  const records = rules.map(([words, number, direction], index) => ({
    id: ruleIds[index]!,
    data: {
      name: direction === 'in' ? `${words} (+)` : words,
      is_automatic: true,
      position: index + 1,
      conditions: [
        { field: 'communication', operator: 'contains', value: words },
        ...(direction ? [{ field: 'direction', operator: 'equals', value: direction }] : []),
      ],
      lines: [
        { account_id: getAccountId(number), share: '100.00', vat_code_id: null, third_party_id: null, label: null },
      ],
    },
  }));
  for (const record of records)
    requireDone(
      await commands.execute(
        'company',
        companyId,
        { type: 'CreateRecords', resource: 'bank-rules', records: [record] },
        createDemoContext(staff.manager),
      ),
      'record a rule',
    );
}

export const VAT_WORDS = 'TVA BTW';

/** The payments that follow from the wages: part, day, account and communication. */
export const WAGE_PAYMENTS = [
  {
    part: 'net',
    day: 28,
    isOfMonthBefore: false,
    account: '455000',
    words: { fr: 'SALAIRES DU MOIS', nl: 'BEZOLDIGING VAN DE MAAND' },
  },
  {
    part: 'withheld',
    day: 15,
    isOfMonthBefore: true,
    account: '453000',
    words: { fr: 'PRECOMPTE PROFESSIONNEL', nl: 'BEDRIJFSVOORHEFFING' },
  },
  {
    part: 'security',
    day: 5,
    isOfMonthBefore: true,
    account: '454000',
    words: { fr: 'COTISATIONS ONSS', nl: 'BIJDRAGEN RSZ' },
  },
] as const;

/** The shareholders' contribution balances the opening entry. */
const EQUITY = '111000';

async function postDemoOpening(books: DemoBooks, file: CompanyFile): Promise<void> {
  const { company, companyId, toolbox, staff, fiscalYears } = books;
  const bank = findLiveRecord(file.records, journals, books.getJournalId(company.bank.code))!.data.control_account_id!;
  const bankNumber = findLiveRecord(file.records, accounts, bank)!.data.number;
  const amounts: [string, SignedAmount][] = [...Object.entries(company.opening), [bankNumber, company.bank.opening]];
  amounts.push([EQUITY, negate(sum(amounts.map(([, amount]) => amount)))]);
  const lines = amounts.map(([number, amount], index) => ({
    at: `lines.${index}`,
    account: number,
    account_id: null,
    debit: isNegative(amount) ? ZERO : amount,
    credit: isNegative(amount) ? absolute(amount) : ZERO,
    label: null,
    third_party_id: null,
    third_party: null,
    due_date: null,
    reference: null,
  }));
  const requested = { id: fiscalYears.older, baseVersion: null, journal_id: null, label: null, lines };
  requireDone(
    await postOpeningBalance(toolbox, companyId, requested, createDemoContext(staff.manager), () => null),
    'post the opening balance',
  );
}
