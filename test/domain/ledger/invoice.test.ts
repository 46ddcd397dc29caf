import { expect } from 'chai';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { MAX_LINES } from '../../../domain/ledger/entry.ts';
import type { CreditedEntry } from '../../../domain/ledger/invoice.ts';
import { MAX_AMOUNT } from '../../../domain/money.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  findJournalId,
  MARCH,
  buildPeriodLocked,
  replay,
  findVatCodeId,
} from '../../support/company-file-samples.ts';
import { givenFor, refusedAt } from '../../support/given.ts';
import {
  boxesInShort,
  COST,
  CUSTOMER,
  documentIn,
  fileOf,
  inShort,
  invoiceLine,
  postedBy,
  postInvoice,
  SUPPLIER,
} from './documents.ts';

const given = givenFor(companyFile);
const { events: opened, file } = fileOf('BE');

const changed = (resource: string, id: number, changes: JsonRecord): DomainEvent => ({
  type: 'RecordUpdated',
  data: { resource, id, version: 2, changes, previous: {} },
});
const after = (...events: DomainEvent[]): CompanyFile => replay(events, file);
const supplierWith = (changes: JsonRecord): DomainEvent => changed('third-parties', SUPPLIER, changes);

describe('posting an invoice', () => {
  it('writes what was bought, the tax and the third party, in this order', () => {
    given(opened)
      .when(
        postInvoice({
          entryId: 7,
          reference: 'F-12',
          label: 'Bureau',
          lines: [
            invoiceLine('100.00', 'P-S-21', { label: 'Chaises' }),
            invoiceLine('10.00', 'P-S-6', { account: '612300' }),
          ],
        }),
      )
      .then([
        {
          type: 'EntryPosted',
          data: {
            id: 7,
            journal_id: findJournalId('ACH', file),
            journal_code: 'ACH',
            fiscal_year_id: 10_000,
            fiscal_year_code: '2026',
            period_id: 10_002,
            number: 1,
            entry_date: '2026-03-15',
            due_date: '2026-04-14',
            label: 'Bureau',
            reference: 'F-12',
            third_party_id: SUPPLIER,
            origin: 'invoice',
            total: '131.60',
            lines: [
              entryLine(7_000, '612400', '100.00', '0.00', {
                label: 'Chaises',
                vat_code_id: findVatCodeId('P-S-21', file),
              }),
              entryLine(7_001, '612300', '10.00', '0.00', { vat_code_id: findVatCodeId('P-S-6', file) }),
              entryLine(7_002, '411000', '21.00', '0.00', { vat_code_id: findVatCodeId('P-S-21', file) }),
              entryLine(7_003, '411000', '0.60', '0.00', { vat_code_id: findVatCodeId('P-S-6', file) }),
              entryLine(7_004, '440000', '0.00', '131.60', { third_party_id: SUPPLIER }),
            ],
            vat: [effect('P-S-21', '100.00', '21.00'), effect('P-S-6', '10.00', '0.60')],
          },
        },
      ]);
  });

  it('taxes the sum of a code, not each of its lines', () => {
    // 21 % of 0.02 is 0.00 each time, and 0.02 altogether.
    const lines = Array.from({ length: 5 }, () => invoiceLine('0.02', 'P-S-21'));
    expect(inShort(postedBy(postInvoice({ lines }), file), file).slice(5)).to.deep.equal([
      '411000 D 0.02',
      '440000 C 0.12',
    ]);
  });

  it('rounds half a cent up', () => {
    // 21 % of 0.50 is 0.105.
    const posted = postedBy(postInvoice({ lines: [invoiceLine('0.50', 'P-S-21')] }), file);
    expect(inShort(posted, file)).to.deep.equal(['612400 D 0.50', '411000 D 0.11', '440000 C 0.61']);
  });

  it('adds the tax that is not deducted to the lines of its code, to the cent', () => {
    const lines = [
      invoiceLine('10.00', 'P-S-21-D50', { account: '612300' }),
      invoiceLine('5.00', 'P-S-21'),
      invoiceLine('10.00', 'P-S-21-D50'),
      invoiceLine('10.00', 'P-S-21-D50'),
    ];
    // Tax 6.30, of which 3.15 is deducted: 1.05 each. With a cent less there is one to take off the last.
    expect(inShort(postedBy(postInvoice({ lines }), file), file)).to.deep.equal([
      '612300 D 11.05',
      '612400 D 5.00',
      '612400 D 11.05',
      '612400 D 11.05',
      '411000 D 3.15',
      '411000 D 1.05',
      '440000 C 42.35',
    ]);
    const vat_amounts = [{ vat_code: 'P-S-21-D50', vat_code_id: null, amount: '6.28' }];
    expect(inShort(postedBy(postInvoice({ lines, vat_amounts }), file), file)).to.include.members([
      '612300 D 11.05',
      '612400 D 11.04',
      '411000 D 3.14',
    ]);
  });

  it('lets a line take something off, on the other side, and forgets lines of nothing', () => {
    const lines = [
      invoiceLine('100.00', 'P-S-21'),
      invoiceLine('0.00', 'P-S-6'),
      invoiceLine('-10.00', 'P-S-21', { label: 'Remise' }),
    ];
    const posted = postedBy(postInvoice({ lines }), file);
    expect(inShort(posted, file)).to.deep.equal([
      '612400 D 100.00',
      '612400 C 10.00',
      '411000 D 18.90',
      '440000 C 108.90',
    ]);
    expect(posted.vat).to.have.length(1);
    expect(boxesInShort(posted)).to.deep.equal(['82=90.00', '59=18.90']);
  });

  it('may come to nothing, when what is taken off is all of it', () => {
    const lines = [invoiceLine('50.00', 'P-S-21'), invoiceLine('-50.00', 'P-S-21', { account: '612300' })];
    const posted = postedBy(postInvoice({ lines }), file);
    // The supplier has its line all the same: who looks for its documents finds this one, and it is in use.
    expect(inShort(posted, file)).to.deep.equal(['612400 D 50.00', '612300 C 50.00', '440000 C 0.00']);
    expect(posted.lines[2]).to.deep.include({ debit: '0.00', credit: '0.00', third_party_id: SUPPLIER });
    expect(posted.third_party_id).to.equal(SUPPLIER);
    const { ledger } = replay([{ type: 'EntryPosted', data: posted }], file);
    expect(ledger.usedThirdParties.has(SUPPLIER)).to.equal(true);
    expect(posted.vat).to.deep.equal([{ ...effect('P-S-21', '0.00', '0.00'), boxes: [] }]);
  });

  it('follows the third party and the account in what is left out', () => {
    const standing = {
      default_account_id: findAccountId('612300', file),
      default_vat_code_id: findVatCodeId('P-S-6', file),
    };
    const known = after(supplierWith(standing));
    const bare = invoiceLine('10.00', null, { account: null });
    expect(inShort(postedBy(postInvoice({ lines: [bare] }), known), file)).to.deep.equal([
      '612300 D 10.00',
      '411000 D 0.60',
      '440000 C 10.60',
    ]);
    const taxedAccount = changed('accounts', findAccountId('612300', file), {
      vat_code_id: findVatCodeId('P-S-21', file),
    });
    const both = after(supplierWith(standing), taxedAccount);
    expect(postedBy(postInvoice({ lines: [bare] }), both).vat![0]!.vat_code).to.equal('P-S-21');
    expect(postedBy(postInvoice({ lines: [invoiceLine('10.00', 'P-S-12')] }), both).vat![0]!.vat_code).to.equal(
      'P-S-12',
    );
    // The account of a purchase does not tell how a sale is taxed, and what is not used any more tells nothing.
    const ofSales = changed('accounts', findAccountId('612300', file), { vat_code_id: findVatCodeId('S-21', file) });
    const inactive = changed('vat-codes', findVatCodeId('P-S-21', file), { is_active: false });
    for (const other of [after(supplierWith(standing), ofSales), after(supplierWith(standing), taxedAccount, inactive)])
      expect(postedBy(postInvoice({ lines: [bare] }), other).vat![0]!.vat_code).to.equal('P-S-6');
  });

  it('takes accounts and VAT codes by id as well', () => {
    const byId = invoiceLine('10.00', null, {
      account: null,
      account_id: findAccountId('612300', file),
      vat_code_id: findVatCodeId('P-S-6', file),
    });
    const named = { ...byId, account: '612300', vat_code: 'P-S-6' };
    for (const line of [byId, named])
      expect(inShort(postedBy(postInvoice({ lines: [line] }), file), file)[0]).to.equal('612300 D 10.00');
  });

  it('is due as told, else by the payment days, else on no day of its own', () => {
    const dueOf = (known: CompanyFile, due_date: string | null = null) =>
      postedBy(postInvoice({ entry_date: '2026-01-30', due_date }), known).due_date;
    expect(dueOf(file)).to.equal('2026-03-01');
    expect(dueOf(file, '2026-02-01')).to.equal('2026-02-01');
    expect(dueOf(after(supplierWith({ payment_days: 0 })))).to.equal('2026-01-30');
    expect(dueOf(after(supplierWith({ payment_days: null })))).to.equal(null);
  });

  it('takes the tax as the supplier has rounded it, up to one euro away', () => {
    const withTax = (amount: string, vat_code: string | null = 'P-S-21') =>
      postInvoice({ vat_amounts: [{ vat_code, vat_code_id: findVatCodeId('P-S-21', file), amount }] });
    for (const [amount, total] of [
      ['20.99', '120.99'],
      ['22.00', '122.00'],
      ['20.00', '120.00'],
    ] as const) {
      const posted = postedBy(withTax(amount), file);
      expect(inShort(posted, file)).to.deep.equal(['612400 D 100.00', `411000 D ${amount}`, `440000 C ${total}`]);
      expect(boxesInShort(posted)).to.deep.equal(['82=100.00', `59=${amount}`]);
      expect(inShort(postedBy(withTax(amount, null), file), file)).to.deep.equal(inShort(posted, file));
    }
  });

  it('puts a correction on both sides of a reverse charge', () => {
    const reversed = documentIn('BE', 'purchase', 'invoice', [['100.00', 'P-S-IC-21-D50']], {
      vat_amounts: [{ vat_code: 'P-S-IC-21-D50', vat_code_id: null, amount: '21.50' }],
    });
    expect(inShort(postedBy(reversed, file), file)).to.deep.equal([
      '612400 D 110.75',
      '411000 D 10.75',
      '451055 C 21.50',
      '440000 C 100.00',
    ]);
  });

  it('deducts nothing in a file that may not, and owes what it owes', () => {
    for (const regime of ['franchise', 'exempt'] as const) {
      const { file: small } = fileOf('BE', regime);
      expect(inShort(postedBy(postInvoice(), small), small)).to.deep.equal(['612400 D 121.00', '440000 C 121.00']);
      const acquired = documentIn('BE', 'purchase', 'invoice', [['100.00', 'P-M-IC-21']]);
      expect(inShort(postedBy(acquired, small), small)).to.deep.equal([
        '612400 D 121.00',
        '451055 C 21.00',
        '440000 C 100.00',
      ]);
    }
  });

  it('makes its VAT codes used: they can no longer be trashed or changed where it would matter', () => {
    const id = findVatCodeId('P-S-21', file);
    const posted = decided(postInvoice(), file);
    const trash = { type: 'TrashRecord', resource: 'vat-codes', id, baseVersion: null } as const;
    const change = (changes: JsonRecord) =>
      ({ type: 'UpdateRecord', resource: 'vat-codes', id, changes, baseVersion: null }) as const;
    expect(given(opened).when(trash).events).to.have.length(1);
    expect(given(opened, posted).when(trash).decision).to.include({ code: 'in_use' });
    given(opened, posted)
      .when(change({ rate: '20.00' }))
      .then(refusedAt(['rate', 'not_editable']));
    expect(given(opened, posted).when(change({ is_active: false })).events).to.have.length(1);
  });
});

describe('posting a credit note', () => {
  const credited: CreditedEntry = {
    journal_id: findJournalId('ACH', file),
    entry_date: '2026-01-05',
    origin: 'invoice',
    status: 'posted',
    third_party_id: SUPPLIER,
  };

  it('goes into a journal of credit notes or of invoices, with positive amounts', () => {
    for (const code of ['NCA', 'ACH']) {
      const posted = postedBy(postInvoice({ kind: 'credit_note', journal_id: findJournalId(code, file) }), file);
      expect(inShort(posted, file), code).to.deep.equal(['612400 C 100.00', '411000 C 21.00', '440000 D 121.00']);
      expect(posted.origin).to.equal('credit_note');
      expect(posted).to.not.have.property('credited_entry_id');
    }
  });

  it('points to the invoice that it credits', () => {
    const note = postInvoice({ kind: 'credit_note', credited_entry_id: 55, credited });
    expect(postedBy(note, file).credited_entry_id).to.equal(55);
  });

  const wrong: readonly (readonly [string, CreditedEntry | null, string])[] = [
    ['is not there', null, 'credited_entry_unknown'],
    ['is no invoice', { ...credited, origin: 'free' }, 'credited_entry_not_invoice'],
    ['is a sale', { ...credited, journal_id: findJournalId('VEN', file) }, 'credited_entry_not_invoice'],
    ['is reversed', { ...credited, status: 'reversed' }, 'credited_entry_reversed'],
    ['is that of another', { ...credited, third_party_id: 99 }, 'credited_entry_of_another'],
  ];
  for (const [what, known, code] of wrong)
    it(`is refused when that invoice ${what}`, () => {
      given(opened)
        .when(postInvoice({ kind: 'credit_note', credited_entry_id: 55, credited: known }))
        .then(refusedAt(['credited_entry_id', code]));
    });
});

describe('an invoice is refused', () => {
  const refuses = (what: string, changes: Parameters<typeof postInvoice>[0], ...problems: [string, string][]) =>
    it(what, () => {
      given(opened)
        .when(postInvoice(changes))
        .then(refusedAt(...problems));
    });
  const line = (changes: Parameters<typeof invoiceLine>[2]) => ({ lines: [invoiceLine('10.00', 'P-S-21', changes)] });
  const journal = (code: string) => ({ journal_id: findJournalId(code, file) });

  refuses('in an unknown journal', { journal_id: 1 }, ['journal_id', 'journal_unknown']);
  refuses('in a journal that takes no documents', journal('OD'), ['journal_id', 'journal_takes_no_documents']);
  refuses('in a journal of credit notes', journal('NCA'), ['journal_id', 'document_type_not_of_journal']);
  refuses('of an unknown third party', { third_party_id: 5 }, ['third_party_id', 'third_party_unknown']);
  refuses('of a customer, as a purchase', { third_party_id: CUSTOMER }, [
    'third_party_id',
    'third_party_not_of_direction',
  ]);
  refuses('outside every fiscal year', { entry_date: '2027-01-01' }, ['entry_date', 'date_outside_fiscal_years']);
  refuses('due before its date', { due_date: '2026-03-14' }, ['due_date', 'due_date_before_entry_date']);
  refuses('without lines', { lines: [] }, ['lines', 'entry_without_lines']);
  refuses('when all of it is zero', { lines: [invoiceLine('0.00', 'P-S-21')] }, ['lines', 'document_is_zero']);
  refuses('below zero: that is a credit note', { lines: [invoiceLine('-1.00', 'P-S-21')] }, [
    'lines',
    'invoice_negative',
  ]);
  refuses(
    'as a credit note below zero: that is an invoice',
    { kind: 'credit_note', lines: [invoiceLine('-1.00', 'P-S-21')] },
    ['lines', 'credit_note_negative'],
  );
  refuses('above the largest amount', { lines: [invoiceLine(MAX_AMOUNT, 'P-S-21')] }, ['lines', 'amount_too_large']);
  refuses(
    'with more lines than an entry may have',
    { lines: Array.from({ length: MAX_LINES }, () => invoiceLine('1.00', 'P-S-EX')) },
    ['lines', 'entry_too_many_lines'],
  );
  refuses('on an unknown account', line({ account: '999999' }), ['lines.0.account', 'account_unknown']);
  refuses('on a heading', line({ account: '612' }), ['lines.0.account', 'account_is_group']);
  refuses('on two accounts at once', line({ account_id: findAccountId('612300', file) }), [
    'lines.0.account',
    'account_contradicts',
  ]);
  refuses('without an account', line({ account: null }), ['lines.0.account', 'required']);
  refuses('without a VAT code', line({ vat_code: null }), ['lines.0.vat_code', 'required']);
  refuses('with an unknown VAT code', line({ vat_code: 'XX' }), ['lines.0.vat_code', 'vat_code_unknown']);
  refuses('with an unknown VAT code by id', line({ vat_code: null, vat_code_id: 1 }), [
    'lines.0.vat_code_id',
    'vat_code_unknown',
  ]);
  refuses('with two VAT codes at once', line({ vat_code_id: findVatCodeId('P-S-6', file) }), [
    'lines.0.vat_code',
    'vat_code_contradicts',
  ]);
  refuses('with a code of sales', line({ vat_code: 'S-21' }), ['lines.0.vat_code', 'vat_code_not_of_direction']);

  const tax = (vat_code: string | null, amount: string) => ({ vat_code, vat_code_id: null, amount });
  const different: [string, string] = ['vat_amounts.0.amount', 'vat_amount_too_different'];
  refuses('with a tax that is more than one euro off', { vat_amounts: [tax('P-S-21', '22.01')] }, different);
  refuses('with a tax that is less than one euro off', { vat_amounts: [tax('P-S-21', '19.99')] }, different);
  refuses(
    'with a tax of the other sign',
    { lines: [invoiceLine('1.00', 'P-S-21')], vat_amounts: [tax('P-S-21', '-0.21')] },
    different,
  );
  refuses(
    'with a tax of a code that no line has',
    { vat_amounts: [tax('P-S-6', '1.00'), tax('XX', '0.00'), tax(null, '21.00')] },
    ['vat_amounts.0.vat_code', 'vat_amount_of_no_line'],
    ['vat_amounts.1.vat_code', 'vat_amount_of_no_line'],
    ['vat_amounts.2.vat_code', 'required'],
  );
  refuses('with a tax told twice', { vat_amounts: [tax('P-S-21', '21.00'), tax('P-S-21', '21.00')] }, [
    'vat_amounts.1.vat_code',
    'vat_amount_repeated',
  ]);
  refuses(
    'with tax on what is exempt',
    { lines: [invoiceLine('10.00', 'P-S-EX')], vat_amounts: [tax('P-S-EX', '0.01')] },
    ['vat_amounts.0.amount', 'vat_amount_untaxed'],
  );

  refuses(
    'for all that is wrong with it at once',
    {
      journal_id: 1,
      third_party_id: 5,
      entry_date: '2027-01-01',
      lines: [
        invoiceLine('1.00', 'XX'),
        invoiceLine('1.00', 'P-S-21', { account: '612' }),
        invoiceLine('1.00', null, { account: null }),
      ],
    },
    ['journal_id', 'journal_unknown'],
    ['entry_date', 'date_outside_fiscal_years'],
    ['third_party_id', 'third_party_unknown'],
    ['lines.0.vat_code', 'vat_code_unknown'],
    ['lines.1.account', 'account_is_group'],
    ['lines.2.account', 'required'],
  );

  it('when what it needs is inactive, or has no account', () => {
    const cases: readonly (readonly [DomainEvent, string, string])[] = [
      [supplierWith({ is_active: false }), 'third_party_id', 'third_party_inactive'],
      [supplierWith({ account_id: null }), 'third_party_id', 'third_party_without_account'],
      [supplierWith({ account_id: findAccountId('44', file) }), 'third_party_id', 'third_party_without_account'],
      [
        changed('accounts', findAccountId('440000', file), { is_active: false }),
        'third_party_id',
        'third_party_without_account',
      ],
      [changed('accounts', findAccountId(COST.BE, file), { is_active: false }), 'lines.0.account', 'account_inactive'],
      [changed('journals', findJournalId('ACH', file), { is_active: false }), 'journal_id', 'journal_inactive'],
      [
        changed('vat-codes', findVatCodeId('P-S-21', file), { is_active: false }),
        'lines.0.vat_code',
        'vat_code_inactive',
      ],
      [
        changed('accounts', findAccountId('411000', file), { is_active: false }),
        'lines.0.vat_code',
        'vat_code_without_deductible_account',
      ],
      [
        changed('vat-codes', findVatCodeId('P-S-21', file), { deductible_account_id: null }),
        'lines.0.vat_code',
        'vat_code_without_deductible_account',
      ],
    ];
    for (const [event, field, code] of cases)
      given(opened, event)
        .when(postInvoice())
        .then(refusedAt([field, code]));
    for (const [direction, code] of [
      ['sale', 'S-21'],
      ['purchase', 'P-S-IC-21'],
    ] as const)
      given(opened, changed('vat-codes', findVatCodeId(code, file), { due_account_id: null }))
        .when(documentIn('BE', direction, 'invoice', [['10.00', code]]))
        .then(refusedAt(['lines.0.vat_code', 'vat_code_without_due_account']));
  });

  it('in a locked period, which is told first and with the rest', () => {
    const { decision } = given(opened, buildPeriodLocked(MARCH)).when(postInvoice({ third_party_id: CUSTOMER }));
    if (!isRefusal(decision)) throw new Error('It was posted');
    expect(decision).to.deep.include({ code: 'period_locked', facts: { reason: 'period_locked' } });
    expect(decision.problems.map(({ code, field }) => [field, code])).to.deep.equal([
      ['entry_date', 'period_locked'],
      ['third_party_id', 'third_party_not_of_direction'],
    ]);
  });
});

describe('a VAT code that somebody made', () => {
  const own = (data: JsonRecord) =>
    decided(buildCreateRecord('vat-codes', 77, { code: 'OWN', label: 'Own', direction: 'sale', ...data }), file);
  const account = (number: string) => findAccountId(number, file);

  it('charges nothing where the customer owes the tax, or nobody does, whatever its rate', () => {
    for (const kind of ['reverse_charge', 'intracom', 'export', 'exempt', 'outside_scope']) {
      const posted = documentIn('BE', 'sale', 'invoice', [['100.00', 'OWN']]);
      const entry = postedBy(posted, replay(own({ kind, rate: '21.00' }), file));
      expect(inShort(entry, file), kind).to.deep.equal(['700000 C 100.00', '400000 D 100.00']);
      expect(entry.vat).to.deep.equal([{ ...effect('OWN', '100.00', '0.00'), vat_code_id: 77, boxes: [] }]);
    }
  });

  it('is a cost as a whole when it says so, whatever its share', () => {
    const code = own({ direction: 'purchase', kind: 'non_deductible', rate: '21.00', deductible_rate: '100.00' });
    const entry = postedBy(documentIn('BE', 'purchase', 'invoice', [['100.00', 'OWN']]), replay(code, file));
    expect(inShort(entry, file)).to.deep.equal(['612400 D 121.00', '440000 C 121.00']);
  });

  it('is paid to the supplier when its kind says that the supplier charges it, whatever accounts it has', () => {
    const accounts = { due_account_id: account('451056'), deductible_account_id: account('411000') };
    const code = own({ direction: 'purchase', kind: 'standard', rate: '21.00', ...accounts });
    const entry = postedBy(documentIn('BE', 'purchase', 'invoice', [['100.00', 'OWN']]), replay(code, file));
    expect(inShort(entry, file)).to.deep.equal(['612400 D 100.00', '411000 D 21.00', '440000 C 121.00']);
  });

  it('owes and deducts on its own accounts', () => {
    const code = own({
      direction: 'purchase',
      kind: 'reverse_charge',
      rate: '21.00',
      deductible_rate: '33.33',
      due_account_id: account('451056'),
      deductible_account_id: account('411000'),
    });
    const entry = postedBy(documentIn('BE', 'purchase', 'invoice', [['100.00', 'OWN']]), replay(code, file));
    expect(inShort(entry, file)).to.deep.equal([
      '612400 D 114.00',
      '411000 D 7.00',
      '451056 C 21.00',
      '440000 C 100.00',
    ]);
  });
});

function entryLine(id: number, account: string, debit: string, credit: string, rest: JsonRecord): JsonRecord {
  return { id, account_id: findAccountId(account, file), debit, credit, label: null, third_party_id: null, ...rest };
}

/** Of a purchase whose tax is deducted. */
function effect(code: string, base: string, deductible: string) {
  return {
    vat_code_id: code === 'OWN' ? 0 : findVatCodeId(code, file),
    vat_code: code,
    base,
    due: '0.00',
    deductible,
    non_deductible: '0.00',
    boxes: [
      { box: '82', amount: base },
      { box: '59', amount: deductible },
    ],
  };
}
