import { expect } from 'chai';
import { readCamt } from '../../../domain/bank/camt/read-camt.ts';
import type { Statement } from '../../../domain/bank/statement.ts';
import { isRefusal, type Refusal } from '../../../domain/refusal.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { buildCamtFile, type WrittenStatement } from '../../support/bank-files.ts';
import { getStatements } from './reading.ts';

const written = (fields: Partial<WrittenStatement> = {}): WrittenStatement => ({
  iban: 'BE68539007547034',
  number: '7',
  opening_date: '2026-01-05',
  closing_date: '2026-01-06',
  opening_balance: '100.00',
  movements: [{ amount: '50.00', entry_date: '2026-01-06', value_date: '2026-01-06', counterpart_name: 'CLIENT SA' }],
  ...fields,
});

async function read(text: string): Promise<readonly Statement[] | Refusal> {
  const bytes = Buffer.from(text);
  return runAllSteps(readCamt(await readXml(bytes), bytes));
}

const movementOf = async (text: string) => getStatements(await read(text))[0]!.movements[0]!;

/** Parties of the first entry, and marks of a return. */
function withParties(amount: string, parties: string, marks: { returned?: boolean; reversal?: boolean } = {}): string {
  const text = buildCamtFile('02', written({ movements: [{ ...written().movements[0]!, amount }] }));
  return text
    .replace(/<RltdPties>.*?<\/RltdPties>/, `<RltdPties>${parties}</RltdPties>`)
    .replace('</RmtInf>', marks.returned ? '</RmtInf><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : '</RmtInf>')
    .replace('<Sts>', marks.reversal ? '<RvslInd>true</RvslInd><Sts>' : '<Sts>');
}

const OURS = '<Nm>OUR COMPANY</Nm>';
const THEIRS = '<Nm>CLIENT SA</Nm>';
const account = (side: string, iban: string) => `<${side}Acct><Id><IBAN>${iban}</IBAN></Id></${side}Acct>`;

describe('CAMT.053 as banks send it', () => {
  const BOTH = `<Dbtr>${OURS}</Dbtr><Cdtr>${THEIRS}</Cdtr>${account('Cdtr', 'BE62510007547061')}`;
  const RETURNS: readonly (readonly [what: string, text: string])[] = [
    ['a payment of ours returned', withParties('50.00', BOTH, { returned: true })],
    ['a payment of ours reversed', withParties('50.00', BOTH, { reversal: true })],
    ['a payment of ours returned and reversed', withParties('50.00', BOTH, { returned: true, reversal: true })],
    [
      'a direct debit of ours returned and reversed',
      withParties('-50.00', `<Dbtr>${THEIRS}</Dbtr>${account('Dbtr', 'BE62510007547061')}<Cdtr>${OURS}</Cdtr>`, {
        returned: true,
        reversal: true,
      }),
    ],
    [
      'a return that names the debtor alone',
      withParties('50.00', `<Dbtr>${THEIRS}</Dbtr>${account('Dbtr', 'BE62510007547061')}`, { returned: true }),
    ],
    [
      'a return that names the creditor alone',
      withParties('-50.00', `<Cdtr>${THEIRS}</Cdtr>${account('Cdtr', 'BE62510007547061')}`, { returned: true }),
    ],
    [
      'a payment that names the creditor alone',
      withParties('50.00', `<Cdtr>${THEIRS}</Cdtr>${account('Cdtr', 'BE62510007547061')}`),
    ],
  ];
  for (const [what, text] of RETURNS)
    it(`names the counterpart of ${what}`, async () =>
      expect(await movementOf(text)).to.include({
        counterpart_name: 'CLIENT SA',
        counterpart_iban: 'BE62510007547061',
      }));

  it('does not name ourselves as the counterpart where our account is the only one', async () => {
    const found = await movementOf(withParties('50.00', `<Cdtr>${OURS}</Cdtr>${account('Cdtr', 'BE68539007547034')}`));
    expect(found).to.not.have.any.keys('counterpart_name', 'counterpart_iban');
  });

  for (const code of ['OPBD', 'CLBD'])
    it(`says that the balance ${code} has no direction`, async () => {
      const text = buildCamtFile('02', written()).replace(
        new RegExp(`(<Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">[0-9.]+</Amt>)<CdtDbtInd>CRDT</CdtDbtInd>`),
        '$1',
      );
      const found = await read(text);
      if (!isRefusal(found)) throw new Error('It was read');
      expect(found.code).to.equal('statement_balance_unsigned');
      expect(found.problems[0]!.params).to.deep.equal({ line: 0, number: '7', balance: code });
    });

  it('with a closing balance alone computes its opening balance, which is still to be confirmed', async () => {
    const text = buildCamtFile('02', written()).replace(/<Bal><Tp><CdOrPrtry><Cd>OPBD.*?<\/Bal>/, '');
    const found = getStatements(await read(text));
    expect(found[0]).to.include({
      opening_balance: '100.00',
      closing_balance: '150.00',
      opening_date: '2026-01-06',
      has_derived_opening: true,
    });
  });
});
