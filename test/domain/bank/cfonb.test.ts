import { expect } from 'chai';
import { readCfonb } from '../../../domain/bank/cfonb/read-cfonb.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import { buildCfonbFile, buildRecord, type WrittenStatement } from '../../support/bank-files.ts';
import { getStatements } from './reading.ts';

const IBAN = 'FR1420041010050500013M02606';
const written = (fields: Partial<WrittenStatement> = {}): WrittenStatement => ({
  iban: IBAN,
  number: '',
  opening_date: '2026-01-05',
  closing_date: '2026-01-06',
  opening_balance: '100.00',
  movements: [{ amount: '121.00', entry_date: '2026-01-06', value_date: '2026-01-06', communication: 'VIREMENT' }],
  ...fields,
});

const read = (text: string) => runAllSteps(readCfonb(Buffer.from(text)));

const statementsOf = (text: string) => getStatements(read(text));

/** Adds records to the first movement. */
function withComplements(...complements: readonly (readonly [qualifier: string, text: string])[]): string {
  const lines = buildCfonbFile(written()).split('\n');
  const records = complements.map(([qualifier, text]) =>
    buildRecord(120, [1, '0520041'], [12, '01005'], [17, 'EUR2'], [22, '0500013M026'], [46, qualifier], [49, text]),
  );
  return [...lines.slice(0, 2), ...records, ...lines.slice(2)].join('\n');
}

describe('CFONB 120 from French banks', () => {
  it('gives the structured communication of the payer', () => {
    const [found] = statementsOf(withComplements(['LCS', 'RF18 5390 0754 7034'], ['LCC', 'FACTURE 12']));
    expect(found!.movements[0]).to.include({
      structured_communication: 'RF18539007547034',
      communication: 'VIREMENT FACTURE 12',
    });
    const [own] = statementsOf(withComplements(['LCS', 'CONTRAT 2026-7']));
    expect(own!.movements[0]).to.include({ structured_communication: 'CONTRAT 2026-7', communication: 'VIREMENT' });
  });

  it('names the identifiers and the fees of a movement', () => {
    const [found] = statementsOf(
      withComplements(
        ['NBE', 'FOURNISSEUR SA'],
        ['IBE', `${'FR12ZZZ123456'.padEnd(35)}SEPA`],
        ['RUM', 'MANDAT-7'],
        ['RCN', 'E2E-1'],
        ['FEE', 'EUR200000000001500'],
      ),
    );
    expect(found!.movements[0]).to.include({
      counterpart_name: 'FOURNISSEUR SA',
      creditor_id: 'FR12ZZZ123456',
      mandate_reference: 'MANDAT-7',
      end_to_end_id: 'E2E-1',
      charges: '15.00',
    });
  });

  it('takes an empty statement once, however often the bank repeats it', () => {
    const empty = written({ movements: [] });
    const next = written({ opening_date: '2026-01-06', closing_date: '2026-01-07' });
    const found = statementsOf([empty, empty, next, empty].map(buildCfonbFile).join(''));
    expect(found.map(({ number, movements }) => [number, movements.length])).to.deep.equal([
      ['2026-01-06', 0],
      ['2026-01-07', 1],
    ]);
  });

  const PARTS = [
    ['bank', '20041', '20042'],
    ['branch', '01005', '01006'],
    ['account', '0500013M026', '0500013M027'],
    ['currency', 'EUR', 'USD'],
  ] as const;
  for (const [part, expected, found] of PARTS)
    it(`says that the ${part} of a record differs`, () => {
      const lines = buildCfonbFile(written()).split('\n');
      lines[1] = lines[1]!.replace(expected, found);
      const refused = read(lines.join('\n'));
      if (!isRefusal(refused)) throw new Error('It was read');
      expect(refused.code).to.equal('statement_account_differs');
      expect(refused.problems[0]!.params).to.deep.equal({ line: 2, part, expected, account: found });
    });
});
