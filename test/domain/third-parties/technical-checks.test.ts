import { thirdParties } from '../../../domain/third-parties/third-party.ts';
import { expect } from 'chai';
import { companyFile, type CompanyFileState } from '../../../domain/company-file.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { findLiveRecord } from '../../../domain/records/state.ts';
import { resolvePeppolCheckSubject, resolveVatCheckSubject } from '../../../domain/third-parties/technical-checks.ts';
import { buildCreateRecord, decided, openedEvents, openedFile, replay } from '../../support/company-file-samples.ts';
import { givenFor, refused } from '../../support/given.ts';

const given = givenFor(companyFile);
const AT = '2026-03-15T10:00:00.000000Z';
const LATER = '2026-04-15T10:00:00.000000Z';
const NUMBER = 'BE0477472701';

const created = (data: JsonRecord = {}) =>
  decided(buildCreateRecord('third-parties', 1, { type: 'customer', name: 'Dupont', ...data }), openedFile);
const update = (changes: JsonRecord) =>
  ({ type: 'UpdateRecord', resource: 'third-parties', id: 1, changes, baseVersion: null }) as const;
const vatCheck = (changes = {}) =>
  ({
    type: 'RecordVatCheck',
    id: 1,
    vatNumber: NUMBER,
    isValid: true,
    name: 'SRL DUPONT',
    address: 'RUE HAUTE 12\n1000 BRUXELLES',
    consultationNumber: 'W1',
    checkedAt: AT,
    baseVersion: null,
    ...changes,
  }) as const;
const peppolCheck = (changes = {}) =>
  ({
    type: 'RecordPeppolCheck',
    id: 1,
    identifiers: ['0208:0477472701'],
    registered: '0208:0477472701',
    checkedAt: AT,
    baseVersion: null,
    ...changes,
  }) as const;

const FOUND = {
  vat_checked_at: AT,
  vat_valid: true,
  vat_name: 'SRL DUPONT',
  vat_address: 'RUE HAUTE 12\n1000 BRUXELLES',
  vat_consultation_number: 'W1',
};
const UNKNOWN = {
  vat_checked_at: null,
  vat_valid: null,
  vat_name: null,
  vat_address: null,
  vat_consultation_number: null,
};
const dataOf = (file: CompanyFileState) => findLiveRecord(file.records, thirdParties, 1)!.data;
const checked = (check: 'vat' | 'peppol', changes: JsonRecord, previous: JsonRecord, version = 2) => [
  { type: 'ThirdPartyChecked', data: { id: 1, version, check, changes, previous } },
];

describe('Checking a VAT number', () => {
  it('keeps what was found out, and what was known before', () => {
    given(openedEvents, created({ vat_number: NUMBER }))
      .when(vatCheck())
      .then(checked('vat', FOUND, UNKNOWN));
    given(openedEvents, created({ vat_number: NUMBER }), checked('vat', FOUND, UNKNOWN))
      .when(vatCheck({ isValid: false, name: null, address: null, consultationNumber: null, checkedAt: LATER }))
      .then(checked('vat', { ...UNKNOWN, vat_checked_at: LATER, vat_valid: false }, FOUND, 3));
  });

  it('is of the number that the third party has now, and of the version that was meant', () => {
    const events = created({ vat_number: NUMBER });
    const conflict = (version: number) => refused('conflict', { facts: { server_version: version } });
    given(openedEvents, events)
      .when(vatCheck({ vatNumber: 'BE0403170701' }))
      .then(conflict(1));
    given(openedEvents, created()).when(vatCheck()).then(conflict(1));
    given(openedEvents, events)
      .when(vatCheck({ baseVersion: 7 }))
      .then(conflict(1));
    given(openedEvents, events)
      .when(vatCheck({ baseVersion: 1 }))
      .then(checked('vat', FOUND, UNKNOWN));
  });

  it('is of a third party that is there', () => {
    given(openedEvents).when(vatCheck()).then(refused('not_found'));
    const trashed = { type: 'RecordTrashed', data: { resource: 'third-parties', id: 1, version: 2 } };
    given(openedEvents, created({ vat_number: NUMBER }), trashed)
      .when(vatCheck())
      .then(refused('not_found'));
  });

  it('needs a number that VIES knows', () => {
    expect(resolveVatCheckSubject({})).to.deep.equal(refused('vat_number_missing', { field: 'vat_number' }));
    expect(resolveVatCheckSubject({ vat_number: null })).to.deep.equal(
      refused('vat_number_missing', { field: 'vat_number' }),
    );
    expect(resolveVatCheckSubject({ vat_number: 'CHE116294121' })).to.deep.equal(
      refused('vat_number_not_in_vies', { field: 'vat_number' }),
    );
    expect(resolveVatCheckSubject({ vat_number: NUMBER })).to.deep.equal({
      vatNumber: NUMBER,
      subject: { prefix: 'BE', number: '0477472701' },
    });
  });

  const afterCheck = replay(
    checked('vat', FOUND, UNKNOWN),
    replay(created({ vat_number: NUMBER, country: 'BE' }), openedFile),
  );
  const changesOf = (changes: JsonRecord, file = afterCheck) => decided(update(changes), file)[0]?.data['changes'];

  it('holds for the number alone: another one, or none, is not checked', () => {
    expect(changesOf({ vat_number: 'BE0403170701' })).to.deep.equal({ vat_number: 'BE0403170701', ...UNKNOWN });
    expect(changesOf({ vat_number: null })).to.deep.equal({ vat_number: null, ...UNKNOWN });
  });

  it('still holds when anything else changes, or when the same number comes along, written as one likes', () => {
    expect(changesOf({ name: 'Dupond', vat_number: NUMBER })).to.deep.equal({ name: 'Dupond' });
    expect(changesOf({ name: 'Dupond', vat_number: '0477472701' })).to.deep.equal({ name: 'Dupond' });
  });

  it('comes back together with the number', () => {
    const other = replay(decided(update({ vat_number: null }), afterCheck), afterCheck);
    expect(changesOf({ vat_number: NUMBER, ...FOUND }, other)).to.deep.equal({ vat_number: NUMBER, ...FOUND });
  });

  it('is part of the state, also of one that was packed and unpacked', () => {
    expect(dataOf(afterCheck)).to.include({ ...FOUND, vat_number: NUMBER });
    expect(dataOf(companyFile.snapshot.unpack(companyFile.snapshot.pack(afterCheck)))).to.include(FOUND);
  });
});

describe('Looking up a participant of the Peppol network', () => {
  const own = created({ peppol_identifier: '0208:0477472701' });
  const derived = created({ enterprise_number: '0477472701', country: 'BE' });
  const candidates = ['0208:0477472701', '9925:be0477472701'];

  it('keeps whether its own identifier is known there', () => {
    given(openedEvents, own)
      .when(peppolCheck())
      .then(
        checked(
          'peppol',
          { peppol_checked_at: AT, peppol_registered: true },
          { peppol_checked_at: null, peppol_registered: false },
        ),
      );
    given(openedEvents, own)
      .when(peppolCheck({ registered: null }))
      .then(checked('peppol', { peppol_checked_at: AT }, { peppol_checked_at: null }));
  });

  it('gives it the identifier under which it was found, and none under which it was not', () => {
    given(openedEvents, derived)
      .when(peppolCheck({ identifiers: candidates, registered: candidates[1] }))
      .then(
        checked(
          'peppol',
          { peppol_checked_at: AT, peppol_registered: true, peppol_identifier: candidates[1]! },
          { peppol_checked_at: null, peppol_registered: false, peppol_identifier: null },
        ),
      );
    given(openedEvents, derived)
      .when(peppolCheck({ identifiers: candidates, registered: null }))
      .then(checked('peppol', { peppol_checked_at: AT }, { peppol_checked_at: null }));
  });

  it('is of the identifiers that it has now', () => {
    const conflict = refused('conflict', { facts: { server_version: 1 } });
    given(openedEvents, own)
      .when(peppolCheck({ identifiers: ['0208:0403170701'] }))
      .then(conflict);
    given(openedEvents, derived).when(peppolCheck()).then(conflict);
    given(openedEvents, created()).when(peppolCheck()).then(conflict);
    given(openedEvents).when(peppolCheck()).then(refused('not_found'));
  });

  it('looks for its own identifier, else for those that its numbers make likely', () => {
    const subject = (data: JsonRecord) => resolvePeppolCheckSubject(data, openedFile);
    expect(subject({ peppol_identifier: '9915:test', enterprise_number: '0477472701' })).to.deep.equal(['9915:test']);
    expect(subject({ enterprise_number: '0477472701' }), 'the country of the file').to.deep.equal(candidates);
    expect(subject({ vat_number: 'LU15027442' })).to.deep.equal(['9938:lu15027442']);
    expect(subject({ country: 'DE', vat_number: 'DE136695976' })).to.deep.equal(
      refused('peppol_identifier_missing', { field: 'peppol_identifier' }),
    );
  });

  const found = { peppol_checked_at: AT, peppol_registered: true };
  const forgotten = { peppol_checked_at: null, peppol_registered: false };
  const changesOf = (events: ReturnType<typeof created>, check: JsonRecord, changes: JsonRecord) => {
    const file = replay([...events, ...checked('peppol', check, {})], openedFile);
    return decided(update(changes), file)[0]!.data['changes'];
  };

  it('holds for the identifier alone', () => {
    expect(changesOf(own, found, { peppol_identifier: '9915:test' })).to.deep.equal({
      peppol_identifier: '9915:test',
      ...forgotten,
    });
    expect(changesOf(own, found, { peppol_identifier: null })).to.deep.equal({ peppol_identifier: null, ...forgotten });
    expect(changesOf(own, found, { name: 'Dupond', enterprise_number: '0403170701' })).to.deep.equal({
      name: 'Dupond',
      enterprise_number: '0403170701',
    });
  });

  it('without an identifier of its own, holds for the numbers that were looked up', () => {
    const check = { peppol_checked_at: AT };
    expect(changesOf(derived, check, { enterprise_number: '0403170701' })).to.deep.equal({
      enterprise_number: '0403170701',
      peppol_checked_at: null,
    });
    expect(changesOf(derived, check, { name: 'Dupond' })).to.deep.equal({ name: 'Dupond' });
  });
});
