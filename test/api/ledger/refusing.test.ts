import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import type { TestCompany } from '../../support/service.ts';
import { balanced, linesOf, useLedger } from './support.ts';

describe('Entries that may not be posted', () => {
  const ledger = useLedger();
  const { service, entry, posted, errorsOf } = ledger;

  it('accepts a thousand lines', async () => {
    const lines = Array.from({ length: 1_000 }, (_, n) =>
      n % 2 === 0 ? { account: '604000', debit: '0.01' } : { account: '440000', credit: '0.01' },
    );
    expect(linesOf(await posted({ lines }))).to.have.length(1_000);
    expect(await errorsOf(entry({ lines: [...lines, ...lines.slice(0, 2)] }))).to.deep.equal(['lines']);
  });

  describe('refuses, on the right field', () => {
    let inactive: AnswerBody;
    let trashed: AnswerBody;
    let other: TestCompany;
    let sleepingJournal: AnswerBody;
    let trashedParty: AnswerBody;
    let sleepingParty: AnswerBody;

    before(async () => {
      const create = async (resource: string, body: unknown) =>
        (await ledger.firm.client.post(`${ledger.file.path}/${resource}`, body)).body;
      inactive = await create('accounts', { number: '619000', label: 'Inactif', type: 'expense', is_active: false });
      trashed = await create('accounts', { number: '619001', label: 'Jeté', type: 'expense' });
      await ledger.firm.client.delete(`${ledger.file.path}/accounts/${trashed.id}`);
      sleepingJournal = await create('journals', {
        code: 'DORM',
        label: 'Dormant',
        type: 'miscellaneous',
        is_active: false,
      });
      trashedParty = await create('third-parties', { type: 'customer', name: 'Parti' });
      await ledger.firm.client.delete(`${ledger.file.path}/third-parties/${trashedParty.id}`);
      sleepingParty = await create('third-parties', { type: 'customer', name: 'Endormi', is_active: false });
      other = await service.newCompany(ledger.firm.client);
    });

    const second = { account: '440000', credit: '10.00' };
    const withLine = (line: Record<string, unknown>) => entry({ lines: [line, second] });
    const cases: readonly (readonly [what: string, body: () => unknown, errors: readonly string[]])[] = [
      [
        'an entry that does not balance',
        () => entry({ lines: [{ account: '604000', debit: '10.01' }, second] }),
        ['lines'],
      ],
      ['an entry without lines', () => entry({ lines: [] }), ['lines']],
      ['lines that are missing', () => entry({ lines: undefined }), ['lines']],
      ['lines that are null', () => entry({ lines: null }), ['lines']],
      ['lines that are no list', () => entry({ lines: { account: '604000' } }), ['lines']],
      [
        'a line that is no object',
        () => entry({ lines: [second, 'line', { account: '604000', debit: '10.00' }] }),
        ['lines.1'],
      ],
      [
        'a line with both sides',
        () => withLine({ account: '604000', debit: '20.00', credit: '10.00' }),
        ['lines.0.debit'],
      ],
      [
        'a line with neither side',
        () => entry({ lines: [{ account: '604000', debit: '10.00' }, second, { account: '604000' }] }),
        ['lines.2.debit'],
      ],
      [
        'a line with two zeros',
        () => entry({ lines: [{ account: '604000', debit: '0.00', credit: 0 }] }),
        ['lines.0.debit'],
      ],
      ['more than two decimals', () => withLine({ account: '604000', debit: '10.001' }), ['lines.0.debit']],
      ['a negative amount', () => withLine({ account: '604000', debit: '-10.00' }), ['lines.0.debit']],
      [
        'an absurdly large amount',
        () =>
          entry({
            lines: [
              { account: '604000', debit: '1000000000000.00' },
              { account: '440000', credit: '1000000000000.00' },
            ],
          }),
        ['lines.0.debit', 'lines.1.credit'],
      ],
      [
        'amounts whose sum is absurdly large',
        () =>
          entry({
            lines: [
              { account: '604000', debit: '999999999999.99' },
              { account: '604000', debit: '0.01' },
              { account: '440000', credit: '999999999999.99' },
              { account: '440000', credit: '0.01' },
            ],
          }),
        ['lines'],
      ],
      ['an account number that is unknown', () => withLine({ account: '999999', debit: '10.00' }), ['lines.0.account']],
      [
        'an account id that is unknown',
        () => withLine({ account_id: 999_999_999, debit: '10.00' }),
        ['lines.0.account_id'],
      ],
      ['an inactive account', () => withLine({ account: '619000', debit: '10.00' }), ['lines.0.account']],
      [
        'an inactive account by its id',
        () => withLine({ account_id: inactive.id, debit: '10.00' }),
        ['lines.0.account_id'],
      ],
      ['an account in the recycle bin', () => withLine({ account: '619001', debit: '10.00' }), ['lines.0.account']],
      [
        'an account in the recycle bin by its id',
        () => withLine({ account_id: trashed.id, debit: '10.00' }),
        ['lines.0.account_id'],
      ],
      ['a group account', () => withLine({ account: '604', debit: '10.00' }), ['lines.0.account']],
      ['a line without an account', () => withLine({ debit: '10.00' }), ['lines.0.account']],
      [
        'an account of another company file',
        () => withLine({ account_id: other.account('604000'), debit: '10.00' }),
        ['lines.0.account_id'],
      ],
      ['a date before every fiscal year', () => entry({ entry_date: '2025-12-31' }), ['entry_date']],
      ['a date after every fiscal year', () => entry({ entry_date: '2027-01-01' }), ['entry_date']],
      ['no date at all', () => entry({ entry_date: undefined }), ['entry_date']],
      ['a date that is null', () => entry({ entry_date: null }), ['entry_date']],
      ['a day that the calendar does not have', () => entry({ entry_date: '2026-02-29' }), ['entry_date']],
      ['a date in another form', () => entry({ entry_date: '15/03/2026' }), ['entry_date']],
      ['a moment for a date', () => entry({ entry_date: '2026-03-15T10:00:00Z' }), ['entry_date']],
      ['a due date before the entry date', () => entry({ due_date: '2026-03-14' }), ['due_date']],
      ['a journal that is unknown', () => entry({ journal_id: 999_999_999 }), ['journal_id']],
      ['a journal of another company file', () => entry({ journal_id: other.journal('OD') }), ['journal_id']],
      ['an inactive journal', () => entry({ journal_id: sleepingJournal.id }), ['journal_id']],
      ['no journal', () => entry({ journal_id: null }), ['journal_id']],
      ['a journal that is no number', () => entry({ journal_id: 'OD' }), ['journal_id']],
      [
        'a third party that is unknown',
        () => withLine({ account: '604000', debit: '10.00', third_party_id: 999_999_999 }),
        ['lines.0.third_party_id'],
      ],
      [
        'a third party in the recycle bin',
        () => withLine({ account: '604000', debit: '10.00', third_party_id: trashedParty.id }),
        ['lines.0.third_party_id'],
      ],
      [
        'an inactive third party',
        () => withLine({ account: '604000', debit: '10.00', third_party_id: sleepingParty.id }),
        ['lines.0.third_party_id'],
      ],
      [
        'texts that are too long',
        () =>
          entry({
            label: 'x'.repeat(201),
            reference: 'x'.repeat(101),
            lines: [{ account: '604000', debit: '10.00', label: 'x'.repeat(201) }, second],
          }),
        ['label', 'lines.0.label', 'reference'],
      ],
      ['NUL in a text', () => entry({ label: 'a\u0000b' }), ['label']],
      ['a body that is a list', () => [entry()], ['body']],
    ];
    for (const [what, body, errors] of cases)
      it(what, async () => expect(await errorsOf(body())).to.deep.equal([...errors]));

    it('everything at once: what the shape and the books say', async () => {
      const shape = {
        journal_id: 'x',
        entry_date: 'y',
        lines: [
          { account: 5, debit: '1,00' },
          { account_id: 0, credit: 'abc', third_party_id: -1 },
        ],
      };
      expect(await errorsOf(shape)).to.deep.equal([
        'entry_date',
        'journal_id',
        'lines.0.account',
        'lines.0.debit',
        'lines.1.account_id',
        'lines.1.credit',
        'lines.1.third_party_id',
      ]);
      const books = {
        journal_id: 999_999_999,
        entry_date: '1999-01-01',
        due_date: '1998-01-01',
        lines: [
          { account: '999999', debit: '1.00', third_party_id: 999_999_999 },
          { account: '604', credit: '2.00' },
        ],
      };
      expect(await errorsOf(books)).to.deep.equal([
        'due_date',
        'entry_date',
        'journal_id',
        'lines',
        'lines.0.account',
        'lines.0.third_party_id',
        'lines.1.account',
      ]);
    });

    it('and says in the message how many more problems there are', async () => {
      const { body } = await ledger.firm.client.post(`${ledger.file.path}/entries`, {});
      expect(Object.keys(body.errors).sort()).to.deep.equal(['entry_date', 'journal_id', 'lines']);
      expect(body.message).to.equal(`${body.errors.journal_id![0]} (and 2 more errors)`);
    });
  });

  describe('reads amounts exactly', () => {
    const accepted: readonly (readonly [given: unknown, stored: string])[] = [
      ['0.01', '0.01'],
      ['1', '1.00'],
      ['1.1', '1.10'],
      [1.1, '1.10'],
      [100, '100.00'],
      [' 12.50 ', '12.50'],
      [0.07, '0.07'],
      ['999999999999.99', '999999999999.99'],
      [999999999999.99, '999999999999.99'],
    ];
    for (const [given, stored] of accepted) {
      it(`${JSON.stringify(given)} is ${stored}`, async () => {
        const body = await posted({ lines: balanced(given) });
        expect(linesOf(body).map(({ debit, credit }) => [debit, credit])).to.deep.equal([
          [stored, '0.00'],
          ['0.00', stored],
        ]);
      });
    }
    const refused: readonly unknown[] = [
      '1e3',
      '0.005',
      '-0.00',
      '١٢',
      '999999999999999.99',
      '1,00',
      '1.000,00',
      '+1.00',
      '.50',
      '1.',
      '01.00',
      '0x10',
      'NaN',
      'Infinity',
      '1 000.00',
      '€ 5',
      -5,
      0.30000000000000004,
      1e21,
      1e-7,
      true,
      [],
      {},
      '1.00\u0000',
    ];
    for (const given of refused) {
      it(`${JSON.stringify(given)} is none`, async () => {
        expect(await errorsOf(entry({ lines: balanced(given) }))).to.deep.equal(['lines.0.debit', 'lines.1.credit']);
      });
    }

    it('adds up without rounding', async () => {
      const lines = [
        ...Array.from({ length: 10 }, () => ({ account: '604000', debit: '0.10' })),
        { account: '604000', debit: '0.20' },
        { account: '440000', credit: '1.20' },
      ];
      expect((await posted({ lines })).number).to.be.a('number');
      expect(
        await errorsOf(
          entry({
            lines: [
              { account: '604000', debit: 0.1 },
              { account: '604000', debit: 0.2 },
              { account: '440000', credit: '0.31' },
            ],
          }),
        ),
      ).to.deep.equal(['lines']);
      const third = await posted({
        lines: [
          { account: '604000', debit: 0.1 },
          { account: '604000', debit: 0.2 },
          { account: '440000', credit: 0.3 },
        ],
      });
      expect(linesOf(third)[2]!.credit).to.equal('0.30');
      const large = await posted({
        lines: [
          { account: '604000', debit: '999999999999.98' },
          { account: '604000', debit: '0.01' },
          { account: '440000', credit: '999999999999.99' },
        ],
      });
      expect((await ledger.firm.client.get(`${ledger.file.path}/entries/${large.id}`)).body).to.deep.equal(large);
    });
  });
});
