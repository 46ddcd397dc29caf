import { expect } from 'chai';
import type { DomainEvent } from '../../../domain/event.ts';
import type { FirmDetails } from '../../../domain/firms/details-events.ts';
import { formatItaaNumber, normaliseItaaNumber } from '../../../domain/numbers/itaa-number.ts';
import { refused, refusedAt } from '../../support/given.ts';
import { firmDetails, given, NO_DETAILS, open, opened } from './samples.ts';

const update = (changes: Partial<FirmDetails>, baseVersion: number | null = null) =>
  ({ type: 'UpdateFirm', changes, baseVersion }) as const;
const updated = (version: number, changes: Partial<FirmDetails>, previous: Partial<FirmDetails>): DomainEvent => ({
  type: 'FirmUpdated',
  data: { version, changes, previous },
});
const FILE = `${'ab'.repeat(32)}.png`;
const setLogo = (file = FILE, baseVersion: number | null = null) =>
  ({ type: 'SetFirmLogo', file, baseVersion }) as const;

describe('details of a firm', () => {
  it('are told when it opens, with numbers in their stored form', () => {
    const details = { ...firmDetails, vat_number: 'be 0477.472.701', itaa_number: 'ITAA 50.174.561', city: 'Liège' };
    const [event] = given().when({ ...open, details, source: 'demo' }).events;
    expect(event!.data).to.include({
      vat_number: 'BE0477472701',
      itaa_number: '50174561',
      city: 'Liège',
      source: 'demo',
    });
    given()
      .when({ ...open, details: { ...firmDetails, vat_number: 'BE0477472700' } })
      .then(refusedAt(['vat_number', 'vat_number_invalid']));
  });

  it('change field by field, with the earlier values told', () => {
    given(opened)
      .when(update({ phone: '+32 4 222 22 22', name: 'Fiduciaire' }))
      .then([updated(2, { phone: '+32 4 222 22 22' }, { phone: null })]);
    given(opened, updated(2, { phone: '1' }, { phone: null }))
      .when(update({ phone: null }))
      .then([updated(3, { phone: null }, { phone: '1' })]);
  });

  it('stay as they are when nothing differs, also in another spelling', () => {
    const numbered = updated(2, { enterprise_number: '0477472701' }, { enterprise_number: null });
    given(opened).when(update({})).then([]);
    given(opened, numbered)
      .when(update({ enterprise_number: 'BE 0477.472.701' }))
      .then([]);
  });

  it('are refused where numbers are wrong, all of them at once', () => {
    given(opened)
      .when(update({ enterprise_number: '0477472702', vat_number: 'x', itaa_number: '1234567' }))
      .then(
        refusedAt(
          ['enterprise_number', 'enterprise_number_invalid'],
          ['vat_number', 'vat_number_invalid'],
          ['itaa_number', 'itaa_number_invalid'],
        ),
      );
  });

  it('are judged by the country, also when only the country changes', () => {
    const numbered = updated(2, { vat_number: 'BE0477472701' }, { vat_number: null });
    given(opened, numbered)
      .when(update({ country_code: 'NL', vat_number: null }))
      .then([updated(3, { country_code: 'NL', vat_number: null }, { country_code: 'BE', vat_number: 'BE0477472701' })]);
    given(opened)
      .when(update({ country_code: 'NL', vat_number: 'NL004495445B01', enterprise_number: 'KVK 12345678' }))
      .then([
        updated(
          2,
          { country_code: 'NL', enterprise_number: 'KVK 12345678', vat_number: 'NL004495445B01' },
          { country_code: 'BE', enterprise_number: null, vat_number: null },
        ),
      ]);
    given(opened)
      .when(update({ country_code: 'NL', vat_number: 'NL004495445B02x' }))
      .then(refusedAt(['vat_number', 'vat_number_invalid']));
  });

  it('do not change under someone who has read an earlier version', () => {
    const history = [...opened, updated(2, { city: 'Liège' }, { city: null })];
    given(history)
      .when(update({ city: 'Namur' }, 1))
      .then(refused('conflict', { facts: { server_version: 2 } }));
    given(history)
      .when(update({ city: 'Namur' }, 2))
      .then([updated(3, { city: 'Namur' }, { city: 'Liège' })]);
    given(history)
      .when(setLogo(FILE, 1))
      .then(refused('conflict', { facts: { server_version: 2 } }));
  });

  it('include a logo, which is set once', () => {
    const set: DomainEvent = { type: 'FirmLogoSet', data: { version: 2, file: FILE, previous: null } };
    given(opened).when(setLogo()).then([set]);
    given(opened, set).when(setLogo()).then([]);
    const other = `${'cd'.repeat(32)}.svg`;
    given(opened, set)
      .when(setLogo(other))
      .then([{ type: 'FirmLogoSet', data: { version: 3, file: other, previous: FILE } }]);
  });

  it('of a firm opened before there were more than four of them are empty', () => {
    const early: DomainEvent = {
      type: 'FirmOpened',
      data: { id: 1, public_token: 'firm00000001', ...firmDetails, source: 'manual' },
    };
    expect(given(early).state.identity?.details).to.deep.equal({ ...firmDetails, ...NO_DETAILS });
  });

  it('of a firm that is not open cannot be changed', () => {
    given()
      .when(update({ city: 'Liège' }))
      .then(refused('not_found'));
    given().when(setLogo()).then(refused('not_found'));
  });
});

describe('ITAA numbers', () => {
  it('have eight digits, however they are written', () => {
    for (const text of ['50174561', '50.174.561', ' ITAA 50 174 561', 'itaa: 50.174.561', '50-174-561'])
      expect(normaliseItaaNumber(text), text).to.equal('50174561');
    for (const text of ['', '5017456', '501745612', '00000000', '50.174.56A', 'IEC 50174561', '1'.repeat(1_000_000)])
      expect(normaliseItaaNumber(text), text.slice(0, 20)).to.equal(null);
    expect(formatItaaNumber('50174561')).to.equal('50.174.561');
  });

  it('asks new members for acceptance unless the firm says otherwise', () => {
    const required = (version: number, is_required: boolean) => ({
      type: 'MemberAcceptanceRequired',
      data: { version, is_required },
    });
    const update = (requiresAcceptance: boolean) =>
      ({ type: 'UpdateFirm', changes: {}, requiresAcceptance, baseVersion: null }) as const;
    given(opened).when(update(true)).then([]);
    given(opened)
      .when(update(false))
      .then([required(2, false)]);
    given(opened, required(2, false)).when(update(false)).then([]);
    given(opened, required(2, false))
      .when(update(true))
      .then([required(3, true)]);
  });

  it('asks for a second factor, or no longer, along with other changes', () => {
    const required = (version: number, is_required: boolean) => ({
      type: 'SecondFactorRequired',
      data: { version, is_required },
    });
    const update = (requiresSecondFactor: boolean, changes = {}) =>
      ({ type: 'UpdateFirm', changes, requiresSecondFactor, baseVersion: null }) as const;
    given(opened)
      .when(update(true))
      .then([required(2, true)]);
    given(opened, required(2, true)).when(update(true)).then([]);
    given(opened, required(2, true))
      .when(update(false))
      .then([required(3, false)]);
    given(opened)
      .when(update(true, { city: 'Mons' }))
      .then([
        { type: 'FirmUpdated', data: { version: 2, changes: { city: 'Mons' }, previous: { city: null } } },
        required(3, true),
      ]);
  });

  it('chooses its single sign-on, changes it and ends it', () => {
    const sso = { provider: 'acme', required: false, claim: null, roles: {}, create_members: false };
    const change = (settings: typeof sso | null) =>
      ({ type: 'UpdateFirm', changes: {}, sso: settings, baseVersion: null }) as const;
    const configured = { type: 'SignOnConfigured', data: { version: 2, sso } };
    given(opened).when(change(sso)).then([configured]);
    given(opened, configured).when(change(sso)).then([]);
    given(opened).when(change(null)).then([]);
    given(opened, configured)
      .when(change(null))
      .then([{ type: 'SignOnConfigured', data: { version: 3, previous: sso } }]);
    given(opened)
      .when(change({ ...sso, create_members: true }))
      .then(refusedAt(['sso.roles', 'sso_roles_missing']));
  });
});
