import { expect } from 'chai';
import { parseInformation, parseStructuredCommunication } from '../../../domain/bank/coda/communications.ts';

/** Parts of the given lengths, joined: every layout is written as the standard lists it. */
const join = (...parts: readonly (readonly [length: number, text: string])[]): string =>
  parts.map(([length, text]) => text.padEnd(length)).join('');

describe('Structured communications of CODA', () => {
  const CASES: readonly (readonly [type: string, body: string, expected: object])[] = [
    ['100', 'RF18539007547034', { structured_communication: 'RF18539007547034' }],
    ['101', '010806817183', { structured_communication: '010806817183' }],
    ['102', '010806817183', { structured_communication: '010806817183' }],
    ['103', '000000012345', { communication: '000000012345' }],
    [
      '105',
      join(
        [15, '000000000110000'],
        [15, '000000000120500'],
        [12, '000109545455'],
        [3, 'USD'],
        [12, '010806817183'],
        [2, 'US'],
        [15, '000000000110000'],
      ),
      {
        structured_communication: '010806817183',
        original_amount: 'USD 120.50',
        exchange: { foreign: '120.50', gross: '110.00', rate: '1.09545455' },
      },
    ],
    [
      '105',
      join([15, '000000000110000'], [15, '000000000120500'], [12, ''], [3, 'USD'], [12, 'INVOICE 12']),
      {
        original_amount: 'USD 120.50',
        communication: 'INVOICE 12',
        exchange: { foreign: '120.50', gross: '110.00', rate: null },
      },
    ],
    [
      '106',
      join([15, '000000000021000'], [15, '000000000100000'], [12, '002100000000'], [1, '0'], [15, '000000000021000']),
      { communication: '100.00 21 %' },
    ],
    [
      '107',
      join([12, 'MANDATE 1'], [6, '060126'], [30, 'Energy'], [1, '0'], [11, '00403227515']),
      { mandate_reference: 'MANDATE 1', communication: '2026-01-06 Energy', creditor_id: '00403227515' },
    ],
    [
      '108',
      join([15, '000000000001500'], [15, '000000001000000'], [12, '000150000000'], [6, '010126'], [6, '310326']),
      { communication: '1000.00 1.5 % 2026-01-01 2026-03-31' },
    ],
    [
      '111',
      join(
        [1, '1'],
        [6, '123456'],
        [3, '012'],
        [6, '000001'],
        [6, '050126'],
        [6, '000042'],
        [6, '060126'],
        [1, '0'],
        [16, 'BAKERY'],
        [10, 'NAMUR'],
      ),
      { communication: '123456 2026-01-05 2026-01-06 BAKERY NAMUR' },
    ],
    [
      '113',
      join(
        [16, '6703XXXXXXXX1234'],
        [1, '1'],
        [6, '000001'],
        [6, '000002'],
        [6, '060126'],
        [4, '1430'],
        [1, '5'],
        [16, 'SHELL'],
        [10, 'LIEGE'],
        [15, '000000000055000'],
        [12, '000110000000'],
        [3, 'USD'],
        [5, '04250'],
        [2, '03'],
        [5, '01550'],
      ),
      {
        communication: '6703XXXXXXXX1234 2026-01-06 14:30 SHELL LIEGE',
        original_amount: 'USD 55.00',
        exchange: { foreign: '55.00', gross: null, rate: '1.1' },
      },
    ],
    [
      '114',
      join(
        [1, '1'],
        [6, '123456'],
        [3, '012'],
        [6, '000001'],
        [6, '060126'],
        [4, '1430'],
        [1, '5'],
        [16, 'BAKERY'],
        [10, 'NAMUR'],
        [16, 'ORDER-77'],
      ),
      { communication: '2026-01-06 14:30 BAKERY NAMUR', end_to_end_id: 'ORDER-77' },
    ],
    [
      '115',
      join(
        [16, '6703XXXXXXXX1234'],
        [1, '3'],
        [6, '000001'],
        [6, '000002'],
        [10, '0601261430'],
        [6, '000003'],
        [15, '000000000500000'],
        [1, ''],
        [26, 'NIGHT SAFE'],
        [12, '010806817183'],
      ),
      {
        communication: '6703XXXXXXXX1234 2026-01-06 14:30 500.00 NIGHT SAFE',
        structured_communication: '010806817183',
      },
    ],
    [
      '121',
      join(
        [15, '000000001210000'],
        [6, '280226'],
        [6, '000000'],
        [6, '060126'],
        [11, '00403227515'],
        [3, 'EUR'],
        [3, ''],
        [13, 'BILL-12'],
        [12, ''],
      ),
      { communication: '1210.00 2026-02-28 2026-01-06 00403227515 EUR BILL-12' },
    ],
    [
      '122',
      join([4, '0030'], [12, '000450000000'], [15, '000000001210000'], [1, '2'], [13, 'BILL-12'], [6, '280226']),
      { communication: '0030 4.5 % 1210.00 BILL-12 2026-02-28' },
    ],
    [
      '123',
      join(
        [6, '010126'],
        [6, '999999'],
        [15, '000000005000000'],
        [12, '000200000000'],
        [4, '0090'],
        [1, '1'],
        [13, 'GUARANTEE-1'],
      ),
      { communication: '2026-01-01 5000.00 2 % 0090 GUARANTEE-1' },
    ],
    [
      '124',
      join([20, '5412XXXXXXXX1234'], [1, '1'], [12, 'INV-2026-7'], [15, 'CLIENT-9'], [6, '310126']),
      { communication: '5412XXXXXXXX1234 INV-2026-7 CLIENT-9 2026-01-31' },
    ],
    [
      '125',
      join(
        [12, '734123456789'],
        [15, ''],
        [15, '000000100000000'],
        [15, '000000098000000'],
        [15, ''],
        [3, 'EUR'],
        [6, '010126'],
        [6, '310126'],
        [12, '000325000000'],
        [13, 'LOAN-1'],
      ),
      { communication: '734123456789 100000.00 98000.00 EUR 2026-01-01 2026-01-31 3.25 % LOAN-1' },
    ],
    [
      '126',
      join(
        [15, 'DEPOSIT-3'],
        [15, '000000010000000'],
        [15, '000000010000000'],
        [6, '010126'],
        [6, '310326'],
        [12, '000200000000'],
        [15, '000000000050000'],
        [3, 'EUR'],
        [12, ''],
      ),
      { communication: 'DEPOSIT-3 10000.00 2026-01-01 2026-03-31 2 % 50.00 EUR' },
    ],
    [
      '127',
      join(
        [6, '060126'],
        [1, '1'],
        [1, '1'],
        [1, '0'],
        [35, 'BE12ZZZ0403227515'],
        [35, 'MANDATE-7'],
        [62, 'Invoice 12'],
        [1, '0'],
      ),
      { creditor_id: 'BE12ZZZ0403227515', mandate_reference: 'MANDATE-7', communication: 'Invoice 12' },
    ],
    [
      '127',
      join([6, '060126'], [3, '114'], [35, 'BE12ZZZ0403227515'], [35, 'MANDATE-7'], [62, 'Invoice 12']),
      {
        creditor_id: 'BE12ZZZ0403227515',
        mandate_reference: 'MANDATE-7',
        communication: 'Invoice 12',
        return_reason: 'NARR',
      },
    ],
    ['999', 'of a bank alone', { communication: 'of a bank alone' }],
  ];
  for (const [type, body, expected] of CASES)
    it(`of type ${type} are cut where the standard cuts them: ${body.trim().slice(0, 30)}`, () =>
      expect(parseStructuredCommunication(type, body)).to.deep.equal(expected));

  it('of information records name the counterpart, its address and the ultimate party', () => {
    const party = join([70, 'CLIENT SA'], [35, 'Rue Haute 1'], [35, '1000 Bruxelles'], [35, '0403227515']);
    expect(parseInformation('001', party)).to.deep.equal({
      counterpart_name: 'CLIENT SA',
      counterpart_address: 'Rue Haute 1 1000 Bruxelles',
    });
    expect(parseInformation('009', join([70, 'ULTIMATE SA'], [35, '0403227515']))).to.deep.equal({
      ultimate_name: 'ULTIMATE SA',
    });
    expect(
      parseInformation('006', join([30, 'VAT'], [3, 'EUR'], [15, '000000000021000'], [1, '1'], [3, '011'])),
    ).to.deep.equal({ communication: 'VAT EUR -21.00' });
    expect(parseInformation('007', join([7, '0000002'], [6, '050000'], [15, '000000000100000']))).to.deep.equal({
      communication: '2 × 50.00 100.00',
    });
  });
});
