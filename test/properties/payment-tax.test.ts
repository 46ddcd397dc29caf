import { expect } from 'chai';
import fc from 'fast-check';
import type { CompanyFileCommand } from '../../domain/company-file.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import type { DocumentKind } from '../../domain/ledger/vat.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { countInvoiceLineIds } from '../../domain/ledger/invoice.ts';
import { findAccountId } from '../support/company-file-samples.ts';
import { action, perform, reversal, unlettering, type Action } from './actions.ts';
import { castOf, type Cast } from './cast.ts';
import { choice } from './choices.ts';
import { execute, openedCompany, type Company } from './company.ts';
import { lineToLetter, paymentTaxFor } from './facts.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 80);

/** Codes whose tax is due with the payment, and one of each direction whose tax is not. */
function castOnPayment(company: Company): Cast {
  const cast = castOf(company.file);
  const ids = (...codes: readonly string[]) =>
    codes.map(
      (code) =>
        [...company.file.records['vat-codes']!.byId.entries()].find(([, { data }]) => data['code'] === code)![0],
    );
  return {
    ...cast,
    vatCodes: { sale: ids('S-E-20', 'S-20', 'S-E-5.5'), purchase: ids('P-S-20', 'P-G-20', 'P-S-10') },
  };
}

const day = fc.constantFrom('2024-02-29', '2024-07-01', '2025-01-01', '2025-02-28');

/** What concerns such tax, of one customer and one supplier so that much of it meets, among all else that people do. */
const actionOnPayment: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: action },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      entry: fc.record({
        is: fc.constantFrom('invoice' as const, 'invoice' as const, 'credit_note' as const),
        direction: fc.constantFrom('sale' as const, 'purchase' as const),
        date: day,
        party: fc.constant(0),
        lines: fc.array(
          fc.record({ amount: fc.constantFrom('10.00', '33.33', '0.07', '-3.10'), account: choice, code: choice }),
          { minLength: 1, maxLength: 3 },
        ),
        taxDifference: fc.constant(null),
        credited: fc.constant(null),
        flaw: fc.constant(null),
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      entry: fc.record({
        is: fc.constant('free' as const),
        journal: fc.constant('OD' as const),
        date: day,
        pairs: fc.array(
          fc.record({
            kind: fc.constantFrom('customer pays' as const, 'we pay' as const),
            amount: fc.constantFrom('12.00', '7.01', '0.03'),
            // The same one: a free entry may also be for nobody.
            party: fc.constant(1),
            account: choice,
          }),
          { minLength: 1, maxLength: 2 },
        ),
        flaw: fc.constant(null),
      }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('letter' as const),
      line: choice,
      others: fc.nat({ max: 63 }),
      partial: fc.constant(true),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unletter' as const), lettering: choice }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), entry: choice, date: fc.constant(null) }) },
);

const taxEntries = (events: readonly DomainEvent[]): PostedEntry[] =>
  events
    .filter(({ type, data }) => type === 'EntryPosted' && data['origin'] === 'tax_on_payment')
    .map(({ data }) => data as unknown as PostedEntry);

describe('Tax due with the payment', function () {
  this.timeout(20_000 + RUNS * 1_000);

  it('waits as long as it is not paid, whatever is posted, lettered, unlettered and reversed', () => {
    const moved = { due: 0, back: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom('monthly', 'quarterly', 'franchise'),
        fc.array(actionOnPayment, { minLength: 1, maxLength: 60, size: 'max' }),
        (regime, actions) => {
          const company = openedCompany('FR', 'capital', regime);
          const cast = castOnPayment(company);
          for (const requested of actions) perform(company, cast, requested);
          for (const { vat } of taxEntries(company.events))
            if (vat!.some(({ due, deductible }) => due.startsWith('-') || deductible.startsWith('-'))) moved.back += 1;
            else moved.due += 1;
        },
      ),
      { numRuns: RUNS },
    );
    expect(moved.due).to.be.greaterThan(RUNS / 4);
    expect(moved.back).to.be.greaterThan(RUNS / 10);
  });
});

describe('The tax of a French service', () => {
  let company: Company;
  let cast: Cast;
  beforeEach(() => {
    company = openedCompany('FR', 'capital', 'monthly');
    cast = castOnPayment(company);
  });

  const done = (command: CompanyFileCommand): readonly DomainEvent[] => {
    const decision = execute(company, command);
    if (isRefusal(decision)) throw new Error(JSON.stringify(decision.problems));
    return decision;
  };
  const idOf = (events: readonly DomainEvent[]): number =>
    events.find(({ type }) => type === 'EntryPosted')!.data['id'] as number;

  function document(
    direction: 'sale' | 'purchase',
    kind: DocumentKind,
    amount: string,
    code: string,
    on: string,
  ): number {
    const isSale = direction === 'sale';
    return idOf(
      done({
        type: 'PostInvoice',
        kind,
        entryId: company.newId(),
        lineIds: company.newIds(countInvoiceLineIds(1)),
        journal_id: cast.journals[isSale ? 'VEN' : 'ACH']!,
        third_party_id: (isSale ? cast.customerIds : cast.supplierIds)[0]!,
        entry_date: on,
        due_date: null,
        label: null,
        reference: null,
        lines: [
          {
            account: null,
            account_id: (isSale ? cast.income : cast.expenses)[0]!,
            amount,
            vat_code: code,
            vat_code_id: null,
            label: null,
          },
        ],
        vat_amounts: [],
        credited_entry_id: null,
        credited: null,
      }),
    );
  }

  /** Received from the customer, or paid to the supplier. */
  function payment(direction: 'sale' | 'purchase', amount: string, on: string): number {
    const isSale = direction === 'sale';
    const line = (account_id: number, isDebit: boolean, third_party_id: number | null) => ({
      account: null,
      account_id,
      debit: isDebit ? amount : '0.00',
      credit: isDebit ? '0.00' : amount,
      label: null,
      third_party_id,
    });
    const party = (isSale ? cast.customerIds : cast.supplierIds)[0]!;
    return idOf(
      done({
        type: 'PostEntry',
        entryId: company.newId(),
        lineIds: company.newIds(2),
        journal_id: cast.journals['OD']!,
        entry_date: on,
        due_date: null,
        label: null,
        reference: null,
        lines: [line(isSale ? cast.customers : cast.suppliers, !isSale, party), line(cast.others[2]!, isSale, null)],
      }),
    );
  }

  function letter(partial: boolean, ...entryIds: readonly number[]): readonly DomainEvent[] {
    const lines = [...company.books.lines.values()].filter(
      ({ entryId, thirdPartyId }) => entryIds.includes(entryId) && thirdPartyId !== null,
    );
    return done({
      type: 'LetterLines',
      line_ids: lines.map(({ id }) => id),
      lines: lines.map((line) => lineToLetter(company, line)),
      partial,
      entry_date: null,
      journal_id: null,
      label: null,
      letteringId: company.newId(),
      writeOffIds: { entryId: company.newId(), lineIds: [company.newId(), company.newId()] },
      ...paymentTaxFor(company, entryIds, 1),
    });
  }

  const inShort = (events: readonly DomainEvent[]): string[] =>
    taxEntries(events).map(({ entry_date, lines, vat }) =>
      [
        entry_date,
        ...lines.map(({ account_id, debit, credit }) => {
          const number = company.file.records['accounts']!.byId.get(account_id)!.data['number'] as string;
          return debit === '0.00' ? `${number} C ${credit}` : `${number} D ${debit}`;
        }),
        ...vat!.flatMap(({ boxes }) => boxes.map(({ box, amount }) => `${box}=${amount}`)),
      ].join(' '),
    );

  const balance = (number: string): string => {
    const id = findAccountId(number, company.file);
    let sum = 0n;
    for (const line of company.books.lines.values()) if (line.accountId === id) sum += line.amount;
    return (Number(sum) / 100).toFixed(2);
  };

  it('moves with the payment, on its day, in one append with the lettering', () => {
    const invoice = document('sale', 'invoice', '100.00', 'S-E-20', '2024-02-10');
    const events = letter(false, invoice, payment('sale', '120.00', '2024-05-20'));
    expect(events.map(({ type }) => type)).to.deep.equal(['EntryPosted', 'LinesLettered']);
    expect(inShort(events)).to.deep.equal(['2024-05-20 445741 D 20.00 445711 C 20.00 A1=100.00 08-HT=100.00 08=20.00']);
    expect(balance('445741')).to.equal('0.00');
    expect(balance('445711')).to.equal('-20.00');
  });

  it('moves to what is deducted when a purchase is paid', () => {
    const invoice = document('purchase', 'invoice', '100.00', 'P-S-20', '2024-02-10');
    const events = letter(false, invoice, payment('purchase', '120.00', '2024-03-05'));
    expect(inShort(events)).to.deep.equal(['2024-03-05 445640 C 20.00 445660 D 20.00 20=20.00']);
  });

  it('moves in part with each part that is paid, and to the cent with the last', () => {
    const invoice = document('sale', 'invoice', '33.33', 'S-E-20', '2024-02-10');
    const parts = ['13.33', '13.33', '13.34'].map((amount, index) =>
      inShort(letter(true, invoice, payment('sale', amount, `2024-0${index + 3}-01`)))[0]!.replace(/ 445711.*/, ''),
    );
    expect(parts).to.deep.equal(['2024-03-01 445741 D 2.22', '2024-04-01 445741 D 2.23', '2024-05-01 445741 D 2.22']);
    expect(balance('445741')).to.equal('0.00');
    expect(balance('445711')).to.equal('-6.67');
  });

  it('is not due where a credit note settles the invoice, and due for the rest that is paid', () => {
    const invoice = document('sale', 'invoice', '100.00', 'S-E-20', '2024-02-10');
    const note = document('sale', 'credit_note', '25.00', 'S-E-20', '2024-02-20');
    expect(inShort(letter(true, invoice, note))).to.deep.equal([]);
    expect(balance('445741')).to.equal('-15.00');
    expect(inShort(letter(false, invoice, payment('sale', '90.00', '2024-03-01')))).to.deep.equal([
      '2024-03-01 445741 D 15.00 445711 C 15.00 A1=75.00 08-HT=75.00 08=15.00',
    ]);
    expect(balance('445741')).to.equal('0.00');
  });

  it('moves back when the lettering is undone', () => {
    const invoice = document('sale', 'invoice', '100.00', 'S-E-20', '2024-02-10');
    letter(false, invoice, payment('sale', '120.00', '2024-05-20'));
    const [lettering] = [...company.books.letterings.values()];
    const events = done(unlettering(company, lettering!));
    expect(events.map(({ type }) => type)).to.deep.equal(['LinesUnlettered', 'EntryPosted']);
    expect(inShort(events)).to.deep.equal([
      '2024-05-20 445741 C 20.00 445711 D 20.00 A1=-100.00 08-HT=-100.00 08=-20.00',
    ]);
    expect(balance('445741')).to.equal('-20.00');
  });

  it('moves back when the invoice or the payment is reversed, on the day of the reversal', () => {
    const invoice = document('sale', 'invoice', '100.00', 'S-E-20', '2024-02-10');
    const paid = payment('sale', '120.00', '2024-05-20');
    letter(false, invoice, paid);
    expect(inShort(done(reversal(company, paid, '2024-06-03')))).to.deep.equal([
      '2024-06-03 445741 C 20.00 445711 D 20.00 A1=-100.00 08-HT=-100.00 08=-20.00',
    ]);
    letter(false, invoice, payment('sale', '120.00', '2024-06-20'));
    expect(inShort(done(reversal(company, invoice, '2024-07-01')))[0]).to.match(/^2024-07-01 445741 C 20.00/);
    expect([balance('445741'), balance('445711')]).to.deep.equal(['0.00', '0.00']);
  });

  it('becomes due on the first open day where the period of the payment is locked', () => {
    const invoice = document('sale', 'invoice', '100.00', 'S-E-20', '2024-02-10');
    const paid = payment('sale', '120.00', '2024-05-20');
    const { id, periods } = company.file.fiscalYears[0]!;
    const may = periods.find(({ starts_on }) => starts_on === '2024-05-01')!;
    done({ type: 'LockPeriod', id, periodId: may.id, baseVersion: null });
    expect(inShort(letter(false, invoice, paid))[0]).to.match(/^2024-06-01 445741 D 20.00/);
  });

  it('is moved by letterings alone: its entry is not reversed by itself', () => {
    const invoice = document('sale', 'invoice', '100.00', 'S-E-20', '2024-02-10');
    const [entry] = taxEntries(letter(false, invoice, payment('sale', '120.00', '2024-05-20')));
    const decision = execute(company, reversal(company, entry!.id, null));
    expect(isRefusal(decision) && decision.problems[0]!.code).to.equal('entry_of_lettering');
  });

  it('stays where it is when its code is due with the invoice', () => {
    const invoice = document('sale', 'invoice', '100.00', 'S-20', '2024-02-10');
    const events = letter(false, invoice, payment('sale', '120.00', '2024-05-20'));
    expect(events.map(({ type }) => type)).to.deep.equal(['LinesLettered']);
  });
});
