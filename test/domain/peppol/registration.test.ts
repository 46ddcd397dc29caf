import { companyFile } from '../../../domain/company-file.ts';
import type { RegisterPeppol } from '../../../domain/peppol/registration.ts';
import { openCompany } from '../../support/company-file-samples.ts';
import { givenFor, refused } from '../../support/given.ts';

const given = givenFor(companyFile);
const opened = given().when(openCompany()).events;
const now = '2026-03-01T10:00:00.000000Z';

const register: RegisterPeppol = {
  type: 'RegisterPeppol',
  id: 7,
  identifier: '0208:0477472701',
  provider: 'recommand',
  reference: 'c_1',
  status: 'pending',
  reason: null,
  verificationUrl: 'https://verify.example/1',
  incoming: true,
  outgoing: true,
};
const registered = given(opened).when(register).events;
const check = (status: 'pending' | 'active' | 'refused' | 'suspended', isAsked = false, id = 7) =>
  ({ type: 'RecordPeppolStatus', id, status, reason: null, checkedAt: now, isAsked }) as const;
const checked = (status: string, previous: string, version = 2) => ({
  type: 'PeppolStatusChecked',
  data: { id: 7, version, status, previous, reason: null, checked_at: now },
});
const conflict = (version: number) => refused('conflict', { facts: { server_version: version } });

describe('The registration of a company in the Peppol network', () => {
  it('is recorded as the access point has answered', () => {
    given(opened)
      .when(register)
      .then([
        {
          type: 'PeppolRegistered',
          data: {
            id: 7,
            identifier: '0208:0477472701',
            provider: 'recommand',
            reference: 'c_1',
            status: 'pending',
            reason: null,
            incoming_enabled: true,
            outgoing_enabled: true,
            verification_url: 'https://verify.example/1',
          },
        },
      ]);
  });

  it('is there once: asked for again it stays, under another number it is refused', () => {
    given(opened, registered)
      .when({ ...register, id: 8, reference: 'c_2' })
      .then([]);
    given(opened, registered)
      .when({ ...register, id: 8, identifier: '9925:be0477472701' })
      .then(refused('peppol_registered_already', { field: 'participant_id' }));
  });

  it('that was refused makes room for another', () => {
    const refusedOnce = given(opened).when({ ...register, status: 'refused', reason: 'No such company' }).events;
    const again = given(opened, refusedOnce).when({ ...register, id: 8, verificationUrl: null }).events;
    given(opened, refusedOnce, again)
      .when({ type: 'LeavePeppol', baseVersion: 1 })
      .then([{ type: 'PeppolLeft', data: { id: 8, version: 2 } }]);
    given(opened, refusedOnce)
      .when({ ...register, id: 8, verificationUrl: null })
      .then([
        { type: 'PeppolLeft', data: { id: 7, version: 2 } },
        {
          type: 'PeppolRegistered',
          data: {
            id: 8,
            identifier: '0208:0477472701',
            provider: 'recommand',
            reference: 'c_1',
            status: 'pending',
            reason: null,
            incoming_enabled: true,
            outgoing_enabled: true,
          },
        },
      ]);
  });

  it('follows what the access point says', () => {
    given(opened, registered)
      .when(check('active'))
      .then([checked('active', 'pending')]);
    given(opened, registered)
      .when(check('refused'))
      .then([checked('refused', 'pending')]);
    const active = given(opened, registered).when(check('active')).events;
    given(opened, registered, active)
      .when(check('suspended'))
      .then([checked('suspended', 'active', 3)]);
    given(opened, registered, active)
      .when(check('pending'))
      .then([checked('suspended', 'active', 3)]);
    const suspended = given(opened, registered, active).when(check('pending')).events;
    given(opened, registered, active, suspended).when(check('pending')).then([]);
    given(opened, registered, active, suspended)
      .when(check('active'))
      .then([checked('active', 'suspended', 4)]);
  });

  it('is only noted again where somebody asks', () => {
    given(opened, registered).when(check('pending')).then([]);
    given(opened, registered)
      .when(check('pending', true))
      .then([checked('pending', 'pending')]);
    given(opened, registered)
      .when(check('active', true, 6))
      .then(refused('not_found'));
    given(opened).when(check('active')).then(refused('not_found'));
  });

  it('has options, each of which is changed by itself', () => {
    const change = (changes: object, baseVersion: number | null = null) =>
      given(opened, registered).when({ type: 'ChangePeppolOptions', changes, baseVersion } as never);
    change({ incoming_enabled: true }).then([]);
    change({ incoming_enabled: false, outgoing_enabled: true }, 1).then([
      {
        type: 'PeppolOptionsChanged',
        data: { id: 7, version: 2, changes: { incoming_enabled: false }, previous: { incoming_enabled: true } },
      },
    ]);
    change({ incoming_enabled: false }, 3).then(conflict(1));
    given(opened).when({ type: 'ChangePeppolOptions', changes: {}, baseVersion: null }).then(refused('not_found'));
  });

  it('is left once', () => {
    const left = given(opened, registered).when({ type: 'LeavePeppol', baseVersion: null }).events;
    given(opened, registered).when({ type: 'LeavePeppol', baseVersion: 9 }).then(conflict(1));
    given(opened, registered, left).when({ type: 'LeavePeppol', baseVersion: null }).then(refused('not_found'));
    given(opened, registered, left).when({ ...register, id: 9 }).events;
  });

  it('is handed over to the company file that asked for its number, and asked for once by each', () => {
    const transfer = { id: 9, company_id: 3, company_name: 'Menuiserie Été' };
    const ask = { type: 'AskPeppolTransfer', identifier: '0208:0477472701', transfer } as const;
    const asked = given(opened, registered).when(ask).events;
    given(opened, registered)
      .when(ask)
      .then([{ type: 'PeppolTransferAsked', data: { id: 7, version: 2, transfer } }]);
    given(opened, registered, asked)
      .when({ ...ask, transfer: { ...transfer, id: 10 } })
      .then([]);
    given(opened, registered, asked)
      .when({ type: 'ConfirmPeppolTransfer', transferId: 9 })
      .then([{ type: 'PeppolLeft', data: { id: 7, version: 3, transfer } }]);
    given(opened, registered, asked).when({ type: 'ConfirmPeppolTransfer', transferId: 8 }).then(refused('not_found'));
  });

  it('is not asked for if the number is free, or by too many', () => {
    const transfer = { id: 9, company_id: 3, company_name: 'Menuiserie Été' };
    const ask = { type: 'AskPeppolTransfer', identifier: '0208:0477472701', transfer } as const;
    const unheld = refused('participant_not_taken', { field: 'participant_id' });
    given(opened).when(ask).then(unheld);
    given(opened, registered)
      .when({ ...ask, identifier: '0208:0403170701' })
      .then(unheld);
    const others = Array.from({ length: 20 }, (_, index) => ({ ...transfer, id: 20 + index, company_id: 20 + index }));
    const asked = others.reduce(
      (before, one) => [...before, ...given(opened, registered, before).when({ ...ask, transfer: one }).events],
      given(opened, registered)
        .when({ ...ask, transfer: { ...others[0]!, id: 19 } })
        .events.slice(0, 0),
    );
    given(opened, registered, asked)
      .when(ask)
      .then(refused('participant_asked_often', { field: 'participant_id' }));
  });
});
