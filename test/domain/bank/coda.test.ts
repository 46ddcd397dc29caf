import { expect } from 'chai';
import fc from 'fast-check';
import { detectFileKind } from '../../../domain/bank/formats.ts';
import { readCoda } from '../../../domain/bank/coda/read-coda.ts';
import { add, fromCents, sum } from '../../../domain/money.ts';
import { buildStructuredCommunication } from '../../../domain/numbers/structured-communication.ts';
import { isRefusal, type Refusal } from '../../../domain/refusal.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import {
  computeClosingBalance,
  buildCodaFile,
  buildCodaLines,
  buildRecord,
  type WrittenMovement,
  type WrittenStatement,
} from '../../support/bank-files.ts';
import { expectBalancesToChain, getStatements } from './reading.ts';

const IBAN = 'BE68539007547034';
const read = (text: string | Uint8Array) => runAllSteps(readCoda(typeof text === 'string' ? Buffer.from(text) : text));

const statementsOf = (text: string | Uint8Array) => getStatements(read(text));

function refusalOf(text: string | Uint8Array): Refusal {
  const found = read(text);
  if (!isRefusal(found)) throw new Error('It was read');
  return found;
}

const problemOf = (text: string | Uint8Array) => {
  const { code, problems } = refusalOf(text);
  return [code, problems[0]!.params?.['line']];
};

const movement = (fields: Partial<WrittenMovement> = {}): WrittenMovement => ({
  amount: '121.00',
  entry_date: '2026-01-06',
  value_date: '2026-01-06',
  ...fields,
});

const statement = (fields: Partial<WrittenStatement> = {}): WrittenStatement => ({
  iban: IBAN,
  number: '1',
  opening_date: '2026-01-05',
  closing_date: '2026-01-06',
  opening_balance: '100.00',
  movements: [movement()],
  ...fields,
});

describe('CODA', () => {
  it('is recognised by what it contains', () => {
    expect(detectFileKind(Buffer.from(buildCodaFile(statement())))).to.equal('coda');
    expect(detectFileKind(Buffer.from('id;name\n1;2'))).to.equal(null);
  });

  it('gives account, number, days, balances and movements', () => {
    const [found, ...others] = statementsOf(
      buildCodaFile(
        statement({
          movements: [
            movement({
              counterpart_name: 'CLIENT SA',
              counterpart_iban: 'BE62510007547061',
              counterpart_bic: 'GEBABEBB',
              end_to_end_id: 'E2E-1',
              structured_communication: '010806817183',
            }),
          ],
        }),
      ),
    );
    expect(others).to.deep.equal([]);
    expect(found!.account).to.include({ iban: IBAN, bic: 'KREDBEBB', holder: 'HOLDER' });
    expect(found).to.include({ currency: 'EUR', number: '1', opening_date: '2026-01-05', closing_date: '2026-01-06' });
    expect(found).to.include({ opening_balance: '100.00', closing_balance: '221.00' });
    expect(found!.movements[0]).to.include({
      amount: '121.00',
      counterpart_name: 'CLIENT SA',
      counterpart_iban: 'BE62510007547061',
      counterpart_bic: 'GEBABEBB',
      end_to_end_id: 'E2E-1',
      structured_communication: '010806817183',
      bank_code: '00150000',
    });
  });

  it('counts a total once: by its details where they add up, else as it is, with a warning', () => {
    const total = movement({
      amount: '-30.00',
      details: [movement({ amount: '-10.00', communication: 'A' }), movement({ amount: '-20.00' })],
    });
    const [split] = statementsOf(buildCodaFile(statement({ movements: [total] })));
    expect(split!.movements.map(({ amount, total: of }) => [amount, of])).to.deep.equal([
      ['-10.00', '-30.00'],
      ['-20.00', '-30.00'],
    ]);
    const wrong = { ...total, details: [movement({ amount: '-10.00' })] };
    const [whole] = statementsOf(buildCodaFile(statement({ movements: [wrong] })));
    expect(whole!.movements.map(({ amount }) => amount)).to.deep.equal(['-30.00']);
    expect(whole!.warnings.map(({ code }) => code)).to.deep.equal(['details_do_not_add_up']);
  });

  it('takes inner details for a detail that has some', () => {
    const details = [
      movement({ amount: '-10.00', bank_code: '70150000' }),
      movement({ amount: '-4.00', bank_code: '90150000' }),
      movement({ amount: '-6.00', bank_code: '90150000' }),
      movement({ amount: '-20.00', bank_code: '70150000' }),
    ];
    const total = movement({ amount: '-30.00', bank_code: '20150000', details });
    const [found] = statementsOf(buildCodaFile(statement({ movements: [total] })));
    expect(found!.movements.map(({ amount }) => amount)).to.deep.equal(['-4.00', '-6.00', '-20.00']);
  });

  it('reads a SEPA direct debit by its parts, and why one came back', () => {
    const lines = buildCodaLines(statement({ movements: [movement({ amount: '-50.00', bank_code: '00503000' })] }));
    const body = `127060126110${'BE12ZZZ0403227515'.padEnd(35)}${'MANDATE-7'.padEnd(35)}${'Invoice 12'.padEnd(62)}2AM04`;
    lines[2] = lines[2]!.slice(0, 61) + '1' + body.slice(0, 53) + lines[2]!.slice(115, 125) + '1 0';
    const place = lines[2].slice(2, 10);
    lines.splice(
      3,
      0,
      buildRecord(128, [1, `22${place}`], [11, body.slice(53, 106)], [126, '1 0']),
      buildRecord(128, [1, `23${place}`], [83, body.slice(106)], [126, '0 0']),
    );
    lines[lines.length - 1] = lines.at(-1)!.replace('000003', '000005');
    const [found] = statementsOf(lines.join('\n'));
    expect(found!.movements[0]).to.include({
      creditor_id: 'BE12ZZZ0403227515',
      mandate_reference: 'MANDATE-7',
      communication: 'Invoice 12',
      return_reason: 'AM04',
    });
  });

  it('goes on with free texts over records, and adds what information records say', () => {
    const long = 'FACTURES '.padEnd(60, 'x') + ' 2026-001 2026-002 ET LE RESTE';
    const information = 'Y'.repeat(80);
    const [found] = statementsOf(
      buildCodaFile(statement({ movements: [movement({ communication: long, information })] })),
    );
    expect(found!.movements[0]!.communication).to.equal(`${long} ${information}`);
  });

  it('reads the first version, where the name of the counterpart is long and the account has twelve digits', () => {
    const lines = buildCodaLines(
      statement({ movements: [movement({ counterpart_name: 'X', counterpart_iban: '510007547061' })] }),
    );
    const name = 'A NAME THAT GOES ON BEHIND THE PLACE WHERE IT ENDS TODAY';
    const old = lines.map((line, index) => {
      if (index === 0) return `${line.slice(0, 127)}1`;
      if (line.startsWith('1')) return `10001539007547034 EUR`.padEnd(42) + line.slice(42);
      if (line.startsWith('8')) return `8001539007547034 EUR`.padEnd(41) + line.slice(41);
      return line.startsWith('23') ? line.slice(0, 47) + name.padEnd(78) + line.slice(125) : line;
    });
    const [found] = statementsOf(old.join('\n'));
    expect(found!.account.iban).to.equal(IBAN);
    expect(found!.movements[0]).to.include({ counterpart_name: name, counterpart_iban: 'BE62510007547061' });
  });

  it('is read in the encoding that it is in', () => {
    const text = buildCodaFile(statement({ movements: [movement({ communication: 'Café Zoé' })] }));
    const dos = Buffer.from([...Buffer.from(text, 'latin1')].map((byte) => (byte === 0xe9 ? 0x82 : byte)));
    for (const bytes of [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf8'), dos, Buffer.from(`\ufeff${text}`)])
      expect(statementsOf(bytes)[0]!.movements[0]!.communication).to.equal('Café Zoé');
  });

  it('holds several statements, and a day without movements that ends without a new balance', () => {
    const second = statement({
      number: '2',
      opening_date: '2026-01-06',
      closing_date: '2026-01-07',
      opening_balance: '221.00',
    });
    expect(statementsOf(buildCodaFile(statement(), second)).map(({ number }) => number)).to.deep.equal(['1', '2']);
    const [header, opening, , trailer] = buildCodaLines(statement({ movements: [] }));
    const [quiet] = statementsOf([header, opening, trailer!.replace('000002', '000001')].join('\n'));
    expect(quiet).to.include({ opening_balance: '100.00', closing_balance: '100.00', closing_date: '2026-01-06' });
  });

  describe('that is wrong is refused at its line', () => {
    const lines = buildCodaLines(
      statement({ movements: [movement({ counterpart_name: 'C' }), movement({ amount: '-21.00' })] }),
    );
    const without = (index: number) => lines.filter((_, place) => place !== index).join('\n');
    const withLine = (index: number, change: (line: string) => string) =>
      lines.map((line, place) => (place === index ? change(line) : line)).join('\n');
    const swapped = [lines[0], lines[1], lines[4], lines[2], lines[3], ...lines.slice(5)].join('\n');

    const CASES: readonly (readonly [what: string, file: string, code: string, line: number])[] = [
      ['a record that is too short', withLine(2, (line) => line.slice(0, 100)), 'record_length_wrong', 3],
      ['a record that is too long', withLine(3, (line) => `${line} `), 'record_length_wrong', 4],
      ['a file without its header', without(0), 'record_unexpected', 1],
      ['a file without its old balance', without(1), 'record_unexpected', 2],
      ['a movement that is missing', without(2), 'record_unexpected', 3],
      ['movements in another order', swapped, 'record_out_of_sequence', 3],
      [
        'a movement that is there twice',
        [...lines.slice(0, 4), lines[2], ...lines.slice(4)].join('\n'),
        'record_out_of_sequence',
        5,
      ],
      ['a file that breaks off', lines.slice(0, 4).join('\n'), 'bank_file_truncated', 4],
      ['a file that breaks off in a line', lines.join('\n').slice(0, 300), 'record_length_wrong', 3],
      ['a wrong number of records', withLine(6, (line) => line.replace('000005', '000004')), 'record_count_wrong', 7],
      [
        'a wrong total of debits',
        withLine(6, (line) => `${line.slice(0, 22)}000000000021010${line.slice(37)}`),
        'total_debit_wrong',
        7,
      ],
      [
        'a wrong total of credits',
        withLine(6, (line) => `${line.slice(0, 37)}000000000121010${line.slice(52)}`),
        'total_credit_wrong',
        7,
      ],
      [
        'a wrong new balance',
        withLine(5, (line) => `${line.slice(0, 42)}000000000200010${line.slice(57)}`),
        'statement_balance_wrong',
        2,
      ],
      [
        'another account at the end',
        withLine(5, (line) => line.replace(IBAN, 'BE62510007547061')),
        'statement_account_differs',
        6,
      ],
      [
        'parts of a cent',
        withLine(2, (line) => `${line.slice(0, 32)}000000000121001${line.slice(47)}`),
        'amount_not_in_cents',
        3,
      ],
      [
        'a day that does not exist',
        withLine(2, (line) => `${line.slice(0, 47)}310226${line.slice(53)}`),
        'record_field_invalid',
        3,
      ],
      [
        'an amount with letters',
        withLine(2, (line) => `${line.slice(0, 32)}00000000012100O${line.slice(47)}`),
        'record_field_invalid',
        3,
      ],
      ['a version of the future', withLine(0, (line) => `${line.slice(0, 127)}3`), 'coda_version_unknown', 1],
    ];
    for (const [what, file, code, line] of CASES) it(what, () => expect(problemOf(file)).to.deep.equal([code, line]));
  });

  it('of two million lines is refused at the first of them', () => {
    const file = Buffer.from('0\n'.repeat(2_000_000));
    expect(problemOf(file)).to.deep.equal(['record_length_wrong', 1]);
  });

  describe('whatever it says', () => {
    const cents = fc.bigInt({ min: -99_999_999_99n, max: 99_999_999_99n }).map(fromCents);
    const letters = fc
      .stringMatching(/^[A-Z0-9]([A-Za-z0-9 .,/-]{0,100}[A-Z0-9])?$/)
      .map((text) => text.replace(/ +/g, ' '));
    const days = fc.integer({ min: 0, max: 27 }).map((day) => `2026-02-${String(day + 1).padStart(2, '0')}`);
    const single = fc.record(
      {
        amount: cents,
        entry_date: days,
        value_date: days,
        communication: letters,
        counterpart_name: letters.map((text) => text.slice(0, 35).trim()),
        counterpart_iban: fc.constantFrom('BE62510007547061', 'FR1420041010050500013M02606', 'LU280019400644750000'),
        end_to_end_id: letters.map((text) => text.slice(0, 35).trim()),
      },
      { requiredKeys: ['amount', 'entry_date', 'value_date'] },
    );
    const ogm = fc.integer({ min: 0, max: 9_999_999_999 }).map((value) => buildStructuredCommunication(String(value))!);
    const structured = fc.record({ amount: cents, entry_date: days, value_date: days, structured_communication: ogm });
    const statements = fc
      .record({ opening_balance: cents, movements: fc.array(fc.oneof(single, structured), { maxLength: 8 }) })
      .map((fields): WrittenStatement => ({
        iban: IBAN,
        number: '12',
        opening_date: '2026-02-01',
        closing_date: '2026-02-28',
        ...fields,
      }));

    it('is read as it was written, and its balances always chain', () => {
      fc.assert(
        fc.property(statements, (written) => {
          const [found] = statementsOf(buildCodaFile(written));
          const { movements, opening_balance, closing_balance } = found!;
          const shown = movements.map(({ place: _, bank_code: __, bank_reference: ___, ...said }) => said);
          expect(shown).to.deep.equal(written.movements);
          expect(closing_balance).to.equal(computeClosingBalance(written));
          expect(add(opening_balance, sum(movements.map(({ amount }) => amount)))).to.equal(closing_balance);
        }),
      );
    });

    it('and however it was damaged, it is refused or its balances still chain', () => {
      fc.assert(
        fc.property(
          statements,
          fc.nat(),
          fc.integer({ min: 0, max: 255 }),
          fc.constantFrom('change', 'drop', 'double', 'cut'),
          (written, at, byte, how) => {
            const bytes = Buffer.from(buildCodaFile(written), 'latin1');
            const place = at % bytes.length;
            const line = 130 * Math.floor(place / 130);
            const damaged = {
              change: () => Buffer.concat([bytes.subarray(0, place), Buffer.from([byte]), bytes.subarray(place + 1)]),
              drop: () => Buffer.concat([bytes.subarray(0, line), bytes.subarray(line + 130)]),
              double: () => Buffer.concat([bytes.subarray(0, line + 130), bytes.subarray(line)]),
              cut: () => bytes.subarray(0, place),
            }[how]();
            const found = read(damaged);
            if (isRefusal(found)) return;
            expectBalancesToChain(found);
            // What is missing or there twice is always found out.
            if (how !== 'change')
              expect(found.flatMap(({ movements }) => movements)).to.have.length(
                how === 'cut' && found.length === 0 ? 0 : written.movements.length,
              );
          },
        ),
      );
    });
  });
});
