import { expect } from 'chai';
import fc from 'fast-check';
import { companyFile, type CompanyFileState } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import {
  findAccountId,
  buildCreateRecord,
  decided,
  openedEvents,
  openedFile,
  replay,
} from '../../support/company-file-samples.ts';
import { givenFor, refusedAt } from '../../support/given.ts';
import { readCpuTime } from '../../support/cpu.ts';

const given = givenFor(companyFile);
const party = (id: number, data: JsonRecord = {}) =>
  buildCreateRecord('third-parties', id, { type: 'customer', name: 'Dupont', ...data });
const update = (id: number, changes: JsonRecord) =>
  ({ type: 'UpdateRecord', resource: 'third-parties', id, changes, baseVersion: null }) as const;
const created = (data: JsonRecord, file: CompanyFileState = openedFile): JsonRecord =>
  (decided(party(1, data), file)[0]!.data['records'] as { data: JsonRecord }[])[0]!.data;
const changedBy = (data: JsonRecord, changes: JsonRecord): JsonRecord =>
  decided(update(1, changes), replay(decided(party(1, data), openedFile), openedFile))[0]!.data[
    'changes'
  ] as JsonRecord;

const firstCode = (direction: string): number => {
  for (const [id, { data }] of openedFile.records['vat-codes']!.byId.entries())
    if (data['direction'] === direction) return id;
  throw new Error(`No VAT code for a ${direction}`);
};

describe('the numbers of a third party', () => {
  it('are kept in one form, with the prefix of the country that comes along', () => {
    expect(created({ vat_number: '0477472701', country: 'BE' })).to.include({ vat_number: 'BE0477472701' });
    expect(created({ enterprise_number: '0477.472.701', country: 'BE' })).to.include({
      enterprise_number: '0477472701',
    });
    expect(changedBy({ country: 'BE' }, { vat_number: '0477472701' })).to.deep.equal({ vat_number: 'BE0477472701' });
    expect(changedBy({}, { vat_number: '40303265045', country: 'FR' })).to.deep.equal({
      vat_number: 'FR40303265045',
      country: 'FR',
    });
  });

  it('tell the country of a new one that does not say it', () => {
    expect(created({ vat_number: 'EL094259216' })['country']).to.equal('GR');
    expect(created({ vat_number: 'LU15027442', country: 'BE' })['country'], 'registered abroad').to.equal('BE');
    expect(created({})['country']).to.equal(null);
  });

  it('without a prefix and without a country are of nowhere', () => {
    given(openedEvents)
      .when(party(1, { vat_number: '0477472701' }))
      .then(refusedAt(['vat_number', 'vat_number_needs_country']));
  });

  it('of the wrong country, or with a wrong check, are refused', () => {
    given(openedEvents)
      .when(party(1, { vat_number: '0477472701', country: 'FR' }))
      .then(refusedAt(['vat_number', 'vat_number_needs_country']));
    given(openedEvents)
      .when(party(1, { vat_number: 'BE0477472702' }))
      .then(refusedAt(['vat_number', 'vat_number_invalid']));
    given(openedEvents)
      .when(party(1, { enterprise_number: '0477.472.702' }))
      .then(refusedAt(['enterprise_number', 'enterprise_number_invalid']));
  });

  it('of the register follow the country: its own, that of the VAT number, else that of the company file', () => {
    for (const [data, kept] of [
      [{ enterprise_number: '0477.472.701' }, '0477472701'],
      [{ enterprise_number: 'hrb 12345', country: 'DE' }, 'HRB 12345'],
      [{ enterprise_number: 'hrb 12345', vat_number: 'DE136695976' }, 'HRB 12345'],
    ] as const)
      expect(created(data)['enterprise_number']).to.equal(kept);
    given(openedEvents)
      .when(party(1, { enterprise_number: '<b>', country: 'DE' }))
      .then(refusedAt(['enterprise_number', 'enterprise_number_invalid']));
  });

  it('must be of one enterprise where one number is made of the other', () => {
    given(openedEvents)
      .when(party(1, { vat_number: 'BE0477472701', enterprise_number: '0403.170.701' }))
      .then(refusedAt(['enterprise_number', 'numbers_contradict']));
    expect(created({ vat_number: 'BE0477472701', enterprise_number: '0477.472.701' })).to.include({
      enterprise_number: '0477472701',
    });
    expect(
      created({ country: 'BE', vat_number: 'LU15027442', enterprise_number: '0477.472.701' }),
      'a registration abroad says nothing of the number at home',
    ).to.include({ enterprise_number: '0477472701' });
  });

  it('hold each IBAN once', () => {
    expect(created({ ibans: ['BE68539007547034', 'BE71096123456769', 'BE68539007547034'] })['ibans']).to.deep.equal([
      'BE68539007547034',
      'BE71096123456769',
    ]);
  });
});

describe('the accounts of a third party', () => {
  it('of control are postable, active, of class 4, and kept for nothing else', () => {
    for (const [number, code] of [
      ['40', 'account_is_group'],
      ['440000', 'account_not_for_third_parties'],
      ['411000', 'account_not_for_third_parties'],
      ['604000', 'account_not_for_third_parties'],
      ['550000', 'account_not_for_third_parties'],
    ] as const)
      given(openedEvents)
        .when(party(1, { account_id: findAccountId(number) }))
        .then(refusedAt(['account_id', code]));
    const own = decided(buildCreateRecord('accounts', 1, { number: '416900', label: 'Divers' }), openedFile);
    expect(created({ account_id: 1 }, replay(own, openedFile))['account_id']).to.equal(1);
    const closed = decided(
      { type: 'UpdateRecord', resource: 'accounts', id: 1, changes: { is_active: false }, baseVersion: null },
      replay(own, openedFile),
    );
    given(openedEvents, own, closed)
      .when(party(1, { account_id: 1 }))
      .then(refusedAt(['account_id', 'account_inactive']));
  });

  it('that are closed later are not held against a change of something else', () => {
    const account = decided(buildCreateRecord('accounts', 1, { number: '416900', label: 'Divers' }), openedFile);
    const history = [...openedEvents, ...account];
    const withParty = [...history, ...decided(party(1, { account_id: 1, default_account_id: 1 }), replay(history))];
    const closed: DomainEvent = {
      type: 'RecordUpdated',
      data: { resource: 'accounts', id: 1, version: 2, changes: { is_active: false }, previous: { is_active: true } },
    };
    expect(given(withParty, closed).when(update(1, { phone: '02' })).events).to.have.length(1);
    given(withParty, closed)
      .when(update(1, { default_account_id: null, account_id: findAccountId('40') }))
      .then(refusedAt(['account_id', 'account_is_group']));
  });

  it('for its invoices are postable', () => {
    given(openedEvents)
      .when(party(1, { default_account_id: findAccountId('40') }))
      .then(refusedAt(['default_account_id', 'account_is_group']));
  });

  it('follow its type', () => {
    expect(changedBy({}, { type: 'supplier' })).to.deep.equal({
      type: 'supplier',
      account_id: findAccountId('440000'),
    });
    const own = decided(buildCreateRecord('accounts', 1, { number: '416900', label: 'Divers' }), openedFile);
    const file = replay(own, openedFile);
    const events = decided(party(1, { account_id: 1 }), file);
    expect(
      decided(update(1, { type: 'supplier' }), replay(events, file))[0]!.data['changes'],
      'kept for neither',
    ).to.deep.equal({ type: 'supplier' });
  });
});

describe('the VAT code of a third party', () => {
  it('is of purchases for a supplier and of sales for a customer', () => {
    const [purchase, sale] = [firstCode('purchase'), firstCode('sale')];
    expect(created({ default_vat_code_id: sale })['default_vat_code_id']).to.equal(sale);
    given(openedEvents)
      .when(party(1, { default_vat_code_id: purchase }))
      .then(refusedAt(['default_vat_code_id', 'vat_code_direction']));
    given(openedEvents, decided(party(1, { default_vat_code_id: sale }), openedFile))
      .when(update(1, { type: 'supplier' }))
      .then(refusedAt(['default_vat_code_id', 'vat_code_direction']));
  });
});

describe('the code of a third party', () => {
  const codeAfter = (...steps: DomainEvent[]): unknown => created({}, replay(steps, openedFile))['code'];
  const trashed: DomainEvent = { type: 'RecordTrashed', data: { resource: 'third-parties', id: 7, version: 2 } };

  it('counts customers and suppliers apart', () => {
    expect(created({})['code']).to.equal('C00001');
    expect(created({ type: 'supplier' })['code']).to.equal('S00001');
    expect(codeAfter(...decided(party(7, { code: 'S00009' }), openedFile))).to.equal('C00001');
  });

  it('goes on from the highest, also of one in the recycle bin or renamed', () => {
    expect(codeAfter(...decided(party(7, { code: 'C00041' }), openedFile))).to.equal('C00042');
    expect(codeAfter(...decided(party(7, { code: 'C00041' }), openedFile), trashed)).to.equal('C00042');
    const history = decided(party(7), openedFile);
    const renamed = decided(update(7, { code: 'C00100' }), replay(history, openedFile));
    expect(codeAfter(...history, ...renamed)).to.equal('C00101');
  });

  it('is not led astray by codes of another system', () => {
    for (const code of ['C1', 'CUST00009', 'C9999999999', 'X00009', 'C0000A'])
      expect(codeAfter(...decided(party(7, { code }), openedFile)), code).to.equal('C00001');
    expect(codeAfter(...decided(party(7, { code: 'C99999' }), openedFile))).to.equal('C100000');
    expect(codeAfter(...decided(party(7, { code: 'C999999999' }), openedFile))).to.equal('C1000000000');
  });

  it('is the same after a journey through a snapshot', () => {
    const file = replay([...decided(party(7, { code: 'C00041' }), openedFile), trashed], openedFile);
    const revived = companyFile.snapshot.unpack(
      JSON.parse(JSON.stringify(companyFile.snapshot.pack(file))) as JsonRecord,
    );
    expect(created({}, revived)['code']).to.equal('C00042');
  });

  it('is never given twice, whatever was typed in before', () => {
    const code = fc.option(fc.stringMatching(/^[CS][0-9]{4,7}$/), { nil: null });
    fc.assert(
      fc.property(fc.array(fc.tuple(code, fc.constantFrom('customer', 'supplier')), { maxLength: 12 }), (requested) => {
        let file = openedFile;
        const codes = new Set<unknown>();
        for (const [index, [typed, type]] of requested.entries()) {
          if (typed !== null && codes.has(typed)) continue;
          const events = decided(party(index + 1, { code: typed, type }), file);
          file = replay(events, file);
          const given = (events[0]!.data['records'] as { data: JsonRecord }[])[0]!.data['code'];
          expect(codes.has(given)).to.equal(false);
          codes.add(given);
        }
      }),
    );
  });

  it('is found at once among fifty thousand', () => {
    const records = Array.from({ length: 50_000 }, (_, index) => ({
      id: index + 1,
      data: { type: 'customer', name: 'x', code: `C${String(index + 1).padStart(5, '0')}` },
    }));
    const file = replay([{ type: 'RecordsCreated', data: { resource: 'third-parties', records } }], openedFile);
    const started = readCpuTime();
    for (let count = 0; count < 100; count += 1) expect(created({}, file)['code']).to.equal('C50001');
    expect(readCpuTime() - started).to.be.below(500);
  });
});
