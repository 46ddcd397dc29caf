import { expect } from 'chai';
import { isCamt, readCamt } from '../../../domain/bank/camt/read-camt.ts';
import { readCfonb } from '../../../domain/bank/cfonb/read-cfonb.ts';
import { formatOverpunched, parseOverpunched } from '../../../domain/bank/cfonb/overpunch.ts';
import { findBankCodeLabel } from '../../../domain/bank/codes/index.ts';
import { detectFileKind } from '../../../domain/bank/formats.ts';
import type { Statement } from '../../../domain/bank/statement.ts';
import type { Refusal } from '../../../domain/refusal.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import {
  buildCamtFile,
  buildCfonbFile,
  type WrittenMovement,
  type WrittenStatement,
} from '../../support/bank-files.ts';
import { getRefusedCode, getRefusedPlace, getStatements } from './reading.ts';

const movement = (fields: Partial<WrittenMovement> = {}): WrittenMovement => ({
  amount: '121.00',
  entry_date: '2026-01-06',
  value_date: '2026-01-07',
  counterpart_name: 'CLIENT SA',
  communication: 'FACTURE 12',
  ...fields,
});

const statement = (fields: Partial<WrittenStatement> = {}): WrittenStatement => ({
  iban: 'BE68539007547034',
  number: '7',
  opening_date: '2026-01-05',
  closing_date: '2026-01-06',
  opening_balance: '100.00',
  movements: [movement()],
  ...fields,
});

async function camt(text: string): Promise<readonly Statement[] | Refusal> {
  const bytes = Buffer.from(text);
  const root = await readXml(bytes);
  expect(isCamt(root)).to.equal(true);
  return runAllSteps(readCamt(root, bytes));
}

const statementsOf = async (text: string) => getStatements(await camt(text));
const codeOf = async (text: string) => getRefusedCode(await camt(text));

describe('CAMT.053', () => {
  for (const version of ['02', '04', '08'] as const)
    it(`of version ${version} gives account, balances and movements`, async () => {
      const [found] = await statementsOf(buildCamtFile(version, statement()));
      expect(found).to.include({ number: '7', currency: 'EUR', opening_balance: '100.00', closing_balance: '221.00' });
      expect(found!.account.iban).to.equal('BE68539007547034');
      const { place, ...said } = found!.movements[0]!;
      expect(said).to.deep.equal({
        counterpart_name: 'CLIENT SA',
        counterpart_iban: 'BE62510007547061',
        communication: 'FACTURE 12',
        entry_date: '2026-01-06',
        value_date: '2026-01-07',
        amount: '121.00',
        bank_code: 'PMNT-RCDT-ESCT',
      });
      const raw = buildCamtFile(version, statement()).slice(place![0], place![0] + place![1]);
      expect(raw).to.match(/^<Ntry>.*<\/Ntry>$/s);
    });

  it('holds several statements', async () => {
    const found = await statementsOf(
      buildCamtFile('02', statement(), statement({ number: '8', opening_balance: '221.00' })),
    );
    expect(found.map(({ number }) => number)).to.deep.equal(['7', '8']);
  });

  it('counts the details of a batch instead of it where they add up, else the batch, with a warning', async () => {
    const details = [
      movement({ amount: '-10.00', structured_communication: '010806817183' }),
      movement({ amount: '-20.00' }),
    ];
    const [split] = await statementsOf(
      buildCamtFile('02', statement({ movements: [movement({ amount: '-30.00', details })] })),
    );
    expect(
      split!.movements.map(({ amount, structured_communication: reference }) => [amount, reference]),
    ).to.deep.equal([
      ['-10.00', '010806817183'],
      ['-20.00', undefined],
    ]);
    const [whole] = await statementsOf(
      buildCamtFile('02', statement({ movements: [movement({ amount: '-31.00', details })] })),
    );
    expect(whole!.movements.map(({ amount }) => amount)).to.deep.equal(['-31.00']);
    expect(whole!.warnings.map(({ code }) => code)).to.deep.equal(['details_do_not_add_up']);
  });

  it('tells of a payment that came back, by whom it had been paid to, and why', async () => {
    const text = buildCamtFile('02', statement({ movements: [movement({ amount: '50.00' })] }))
      .replaceAll('Dbtr', 'Cdtr')
      .replace('<RmtInf>', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf><RmtInf>')
      .replace('<EndToEndId>NOTPROVIDED', '<MndtId>M-1</MndtId><EndToEndId>OURS-1');
    const [found] = await statementsOf(text);
    expect(found!.movements[0]).to.include({
      return_reason: 'AC04',
      counterpart_name: 'CLIENT SA',
      end_to_end_id: 'OURS-1',
      mandate_reference: 'M-1',
    });
  });

  it('leaves out what the bank has not booked, and says so', async () => {
    const text = buildCamtFile('02', statement({ movements: [] })).replace(
      '</Stmt>',
      '<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts></Ntry></Stmt>',
    );
    const [found] = await statementsOf(text);
    expect(found!.movements).to.deep.equal([]);
    expect(found!.warnings).to.deep.equal([{ code: 'entries_not_booked', params: { count: 1 } }]);
  });

  const good = buildCamtFile('02', statement());
  const CASES: readonly (readonly [what: string, text: string, code: string])[] = [
    ['whose balances do not add up', good.replace('221.00', '221.01'), 'statement_balance_wrong'],
    ['with parts of a cent', good.replace('>121.00<', '>121.001<'), 'entry_amount_invalid'],
    [
      'with an amount in another currency',
      good.replace('Ccy="EUR">121.00', 'Ccy="USD">121.00'),
      'statement_currency_mixed',
    ],
    [
      'with a balance in another currency',
      good.replace('Ccy="EUR">221.00', 'Ccy="USD">221.00'),
      'statement_currency_mixed',
    ],
    ['without a closing balance', good.replace('CLBD', 'CLAV'), 'statement_balance_missing'],
    ['without an account', good.replace(/<Acct>.*?<\/Acct>/, '<Acct/>'), 'statement_account_missing'],
    ['without statements', buildCamtFile('02'), 'bank_file_without_statements'],
  ];
  for (const [what, text, code] of CASES)
    it(`${what} is refused`, async () => expect(await codeOf(text)).to.equal(code));

  it('takes amounts of up to five decimals that are whole cents', async () => {
    const [found] = await statementsOf(good.replace('>121.00<', '>121.00000<').replace('>100.00<', '>100<'));
    expect(found!.movements[0]!.amount).to.equal('121.00');
  });
});

describe('CFONB 120', () => {
  const IBAN = 'FR1420041010050500013M02606';
  const read = (text: string) => runAllSteps(readCfonb(Buffer.from(text)));
  const codeAndLine = (text: string) => getRefusedPlace(read(text));
  const file = buildCfonbFile(statement({ iban: IBAN, movements: [movement({ amount: '-12.34' }), movement()] }));

  it('is recognised, and gives the IBAN of the account with signed amounts and what completes them', () => {
    expect(detectFileKind(Buffer.from(file))).to.equal('cfonb120');
    const found = getStatements(read(file));
    expect(found[0]!.account.iban).to.equal(IBAN);
    expect(found[0]).to.include({ opening_balance: '100.00', closing_balance: '208.66', number: '2026-01-06' });
    expect(found[0]!.movements[0]).to.include({
      amount: '-12.34',
      counterpart_name: 'CLIENT SA',
      communication: 'FACTURE 12',
      bank_code: '05',
      value_date: '2026-01-07',
    });
  });

  it('writes the sign into the last digit', () => {
    for (const amount of ['0.00', '0.05', '12.34', '-12.34', '-0.01', '999999999999.99'])
      expect(parseOverpunched(formatOverpunched(amount, 14), 2)).to.equal(amount);
    expect(parseOverpunched('0000000000012X', 2)).to.equal(null);
  });

  const lines = file.split('\n');
  it('that is wrong is refused at its line', () => {
    expect(codeAndLine(lines.map((line, at) => (at === 1 ? line.slice(1) : line)).join('\n'))).to.deep.equal([
      'record_length_wrong',
      2,
    ]);
    expect(codeAndLine(lines.slice(1).join('\n'))).to.deep.equal(['record_unexpected', 1]);
    expect(codeAndLine(lines.slice(0, 3).join('\n'))).to.deep.equal(['bank_file_truncated', 3]);
    expect(codeAndLine([...lines.slice(0, 3), ...lines.slice(5)].join('\n'))).to.deep.equal([
      'statement_balance_wrong',
      4,
    ]);
    expect(
      codeAndLine(lines.map((line, at) => (at === 1 ? line.replace('20041', '20042') : line)).join('\n')),
    ).to.deep.equal(['statement_account_differs', 2]);
  });
});

describe('Codes of banks', () => {
  it('are words in every language', () => {
    expect(findBankCodeLabel('coda', '00150000')).to.deep.include({
      fr: 'Virement reçu',
      nl: 'Inkomende overschrijving',
    });
    expect(findBankCodeLabel('coda', '00137000')).to.deep.include({ en: 'Costs' });
    expect(findBankCodeLabel('coda', '00199000')).to.deep.include({ en: 'Credit transfer' });
    expect(findBankCodeLabel('camt053', 'PMNT-RDDT-ESDD')).to.deep.include({ de: 'Bezahlte Lastschrift' });
    expect(findBankCodeLabel('cfonb120', '62')).to.deep.include({ fr: 'Frais et commissions' });
    expect(findBankCodeLabel('camt053', '544')).to.equal(null);
  });
});
