import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { addDays } from '../../../domain/dates.ts';
import { computeClosingBalance, writeCoda } from '../../../domain/demo/coda.ts';
import { demoCompanies } from '../../../domain/demo/companies.ts';
import {
  getEnterpriseNumber,
  findPartyEnterpriseNumber,
  getIban,
  getPartyIban,
  buildWaitingFile,
} from '../../../domain/demo/invoices.ts';
import { planDocuments, getParty } from '../../../domain/demo/plan.ts';
import { checkEInvoice } from '../../../domain/e-invoicing/index.ts';
import { isBelgianEnterpriseNumber } from '../../../domain/numbers/belgian-enterprise-number.ts';
import { normaliseIban } from '../../../domain/numbers/iban.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { readBankFile } from '../../../commands/bank/read-bank-file.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';

/** What the demo is made of: the same for everyone on the same day, and true to the rules that real data follow. */
describe('The data of the demo', () => {
  const TODAY = '2026-11-16';

  it('has numbers that pass every check and belong to nobody', () => {
    for (const company of demoCompanies) {
      const enterprises = [
        getEnterpriseNumber(company),
        ...company.parties.map((one) => findPartyEnterpriseNumber(company, one)),
      ];
      const ibans = [getIban(company), ...company.parties.map((one) => getPartyIban(company, one))];
      for (const number of enterprises.filter((one) => one !== null))
        expect([number.slice(0, 4), isBelgianEnterpriseNumber(number)], number).to.deep.equal(['0999', true]);
      for (const iban of ibans) expect([iban.slice(4, 7), normaliseIban(iban)]).to.deep.equal(['999', iban]);
      expect(new Set(ibans).size).to.equal(ibans.length);
    }
  });

  it('is the same each time, and differs from month to month', () => {
    const [company] = demoCompanies;
    const march = planDocuments(company!, '2026-03-01', TODAY);
    expect(planDocuments(company!, '2026-03-01', TODAY)).to.deep.equal(march);
    const amounts = (month: string) => planDocuments(company!, month, TODAY).map(({ amount }) => amount);
    expect(amounts('2026-04-01')).to.not.deep.equal(march.map(({ amount }) => amount));
  });

  it('has each reference once, nothing after today, and no payment before its invoice', () => {
    for (const company of demoCompanies) {
      const months = ['2026-09-01', '2026-10-01', '2026-11-01'];
      const documents = months.flatMap((month) => planDocuments(company, month, TODAY));
      expect(new Set(documents.map(({ reference }) => reference)).size).to.equal(documents.length);
      for (const { date, paidOn } of documents) {
        expect(date <= TODAY).to.equal(true);
        expect(paidOn === null || paidOn > date).to.equal(true);
      }
    }
  });

  it('has statements that are read as they were written', async () => {
    const [company] = demoCompanies;
    const movements = [
      {
        date: '2026-10-05',
        amount: '1060.00',
        counterpart: 'Hôtel',
        iban: getIban(company!),
        communication: 'V2610-001',
      },
      { date: '2026-10-20', amount: '-14.50', counterpart: 'Banque', iban: null, communication: 'FRAIS' },
    ];
    const statement = {
      iban: getIban(company!),
      holder: company!.name,
      number: 10,
      openingBalance: '-3.20',
      movements,
      openedOn: '2026-09-30',
      closedOn: '2026-10-31',
    };
    const read = await readBankFile(Buffer.from(writeCoda(statement), 'latin1'));
    if (isRefusal(read) || read.format === 'camt054') throw new Error(JSON.stringify(read));
    const [found] = read.statements;
    expect(found!.account.iban).to.equal(statement.iban);
    expect(found).to.include({ opening_balance: '-3.20', closing_balance: computeClosingBalance(statement) });
    expect(found!.movements.map(({ amount, communication }) => [amount, communication])).to.deep.equal([
      ['1060.00', 'V2610-001'],
      ['-14.50', 'FRAIS'],
    ]);
  });

  it('has structured invoices without a fault, and others on paper', async () => {
    for (const company of demoCompanies)
      for (const document of company.waiting) {
        const { name, content } = buildWaitingFile(company, document, TODAY, '2026-01-01');
        if (document.form === 'pdf') expect(Buffer.from(content).toString('latin1')).to.match(/^%PDF-1\.4[^]*%%EOF\n$/);
        else expect(checkEInvoice(await readXml(content)), name).to.deep.equal([]);
      }
  });

  it('brings no invoice of a year that is closed', () => {
    const [company] = demoCompanies;
    const document = company!.waiting.find(({ form, daysAgo }) => form === 'ubl' && daysAgo > 1)!;
    const { content } = buildWaitingFile(company!, document, '2026-01-01', '2026-01-01');
    expect(Buffer.from(content).toString()).to.contain('<cbc:IssueDate>2026-01-01</cbc:IssueDate>');
    const due = addDays('2026-01-01', getParty(company!, document.party).paymentDays);
    expect(Buffer.from(content).toString()).to.contain(`<cbc:DueDate>${due}</cbc:DueDate>`);
  });

  it('is all that is ever recorded under another time than now', () => {
    const folders = ['api', 'cli', 'commands', 'projections', 'service', 'stores', 'workers'];
    const sources = [
      ...readdirSync('.').map((name) => `./${name}`),
      ...folders.flatMap((folder) =>
        readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`),
      ),
    ].filter((name) => name.endsWith('.ts'));
    const opening = sources.filter((name) => /\bopenCommandPath\(/.test(readFileSync(name, 'utf8')));
    expect(opening).to.have.members([
      'commands/demo/simulated-time.ts',
      'commands/support/command-path.ts',
      'service/core.ts',
    ]);
    const simulating = sources.filter((name) => /\bcreateSimulatedTime\(/.test(readFileSync(name, 'utf8')));
    expect(simulating).to.have.members(['commands/demo/load-demo.ts', 'commands/demo/simulated-time.ts']);
  });
});
