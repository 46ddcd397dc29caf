import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import { CATALOGUE, SCHEDULES } from '../../../domain/integrations/catalogue.ts';
import { MAX_INTEGRATIONS, type ConnectIntegration } from '../../../domain/integrations/integrations.ts';
import { MINUTES_BETWEEN } from '../../../domain/integrations/schedule.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { openCompany } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const opened = given().when(openCompany()).events;

const settings = { host: 'imap.example.com', user: 'invoices@example.com' };
const complete = { ...settings, port: 993, security: 'tls', folder: 'INBOX' };
const connect: ConnectIntegration = {
  type: 'ConnectIntegration',
  id: 7,
  kind: 'imap_documents',
  name: 'Mails',
  settings,
  sealed: { id: 'sealed-1', hints: { password: '…' } },
  schedule: null,
  isActive: true,
};
const connected = given(opened).when(connect).events;
const change = (changes: object, baseVersion: number | null = null) =>
  ({ type: 'ChangeIntegration', id: 7, changes, baseVersion }) as const;

describe('The catalogue of integrations', () => {
  it('says everything in four languages, and offers schedules that exist', () => {
    for (const { name, description, fields, schedules } of CATALOGUE) {
      for (const labels of [name, description, ...fields.map(({ label }) => label)])
        for (const language of LANGUAGES) expect(labels[language]).to.match(/\S/);
      expect(schedules).to.include('manual');
      for (const schedule of schedules) expect(SCHEDULES).to.include(schedule);
      expect(new Set(fields.map((field) => field.name)).size).to.equal(fields.length);
    }
    expect(MINUTES_BETWEEN.manual).to.equal(null);
  });
});

describe('A connection with a source', () => {
  it('is recorded with what the catalogue completes, and without its secrets', () => {
    given(opened)
      .when(connect)
      .then([
        {
          type: 'IntegrationConnected',
          data: {
            id: 7,
            kind: 'imap_documents',
            name: 'Mails',
            settings: complete,
            hints: { password: '…' },
            sealed_id: 'sealed-1',
            schedule: 'hourly',
            is_active: true,
          },
        },
      ]);
  });

  it('needs what the catalogue asks for, each told by its field', () => {
    given(opened)
      .when({ ...connect, settings: {}, sealed: { id: null, hints: {} } })
      .then(refusedAt(['settings.host', 'required'], ['settings.user', 'required'], ['settings.password', 'required']));
    given(opened)
      .when({ ...connect, settings: { ...settings, port: 70_000, security: 'none', since: '2026-02-30', token: 'x' } })
      .then(
        refusedAt(
          ['settings.token', 'integration_setting_unknown'],
          ['settings.port', 'number_too_large'],
          ['settings.security', 'not_one_of'],
          ['settings.since', 'not_a_date'],
        ),
      );
    for (const host of ['', 'two words', 'a/b', 'user@host', '-', 'x\ny'])
      expect(given(opened).when({ ...connect, settings: { ...settings, host } }).decision).to.have.property('refused');
    given(opened)
      .when({ ...connect, kind: 'telepathy' })
      .then(refusedAt(['key', 'integration_unknown']));
    given(opened)
      .when({ ...connect, schedule: 'weekly' })
      .then(refusedAt(['schedule', 'integration_schedule_not_offered']));
  });

  it('over SFTP takes a password or a private key, and a fingerprint as it is written', () => {
    const sftp = { ...connect, kind: 'sftp_files', settings: { host: 'sftp.example.com', user: 'firm' } };
    given(opened)
      .when({ ...sftp, sealed: { id: null, hints: {} } })
      .then(refusedAt(['settings.password', 'integration_password_or_identity']));
    expect(given(opened).when({ ...sftp, sealed: { id: 's', hints: { identity: '…' } } }).events).to.have.length(1);
    given(opened)
      .when({ ...sftp, settings: { ...sftp.settings, fingerprint: 'MD5:00' } })
      .then(refusedAt(['settings.fingerprint', 'integration_fingerprint_invalid']));
  });

  it('is one of so many', () => {
    const many = Array.from({ length: MAX_INTEGRATIONS }, (_, index) => ({
      ...connected[0]!,
      data: { ...connected[0]!.data, id: 100 + index },
    }));
    given(opened, many).when(connect).then(refused('integration_limit_reached'));
  });

  it('is changed field by field; what is not named stays, null takes a setting away', () => {
    given(opened, connected)
      .when(change({ settings: { folder: 'Invoices', since: '2026-01-01' }, schedule: 'daily' }))
      .then([
        {
          type: 'IntegrationChanged',
          data: {
            id: 7,
            version: 2,
            changes: { settings: { ...complete, folder: 'Invoices', since: '2026-01-01' }, schedule: 'daily' },
            previous: { settings: complete, schedule: 'hourly' },
          },
        },
      ]);
    const dated = given(opened, connected).when(change({ settings: { since: '2026-01-01' } })).events;
    expect(given(opened, connected, dated).when(change({ settings: { since: null } })).events).to.have.length(1);
    given(opened, connected)
      .when(change({ name: 'Mails', is_active: true }))
      .then([]);
    given(opened, connected)
      .when(change({ settings: { host: null } }))
      .then(refusedAt(['settings.host', 'required']));
    given(opened, connected)
      .when(change({ name: 'x' }, 3))
      .then(refused('conflict', { facts: { server_version: 1 } }));
  });

  it('ends, and is not there any more', () => {
    const ended = given(opened, connected).when({ type: 'DisconnectIntegration', id: 7, baseVersion: 1 }).events;
    expect(ended).to.deep.equal([{ type: 'IntegrationDisconnected', data: { id: 7, version: 2 } }]);
    given(opened, connected, ended)
      .when(change({ name: 'x' }))
      .then(refused('not_found'));
    given(opened, connected, ended)
      .when({ type: 'DisconnectIntegration', id: 7, baseVersion: null })
      .then(refused('not_found'));
  });
});

describe('Exchange rates', () => {
  const days = ['2026-03-02', '2026-03-03'].map((day) => ({ day, rates: { USD: '1.0876', JPY: '161.52' } }));

  it('are recorded once a day', () => {
    const recorded = given(opened).when({ type: 'RecordExchangeRates', days }).events;
    expect(recorded).to.deep.equal([{ type: 'ExchangeRatesRecorded', data: { days } }]);
    given(opened, recorded).when({ type: 'RecordExchangeRates', days }).then([]);
    const next = { day: '2026-03-04', rates: { USD: '1.09' } };
    given(opened, recorded)
      .when({ type: 'RecordExchangeRates', days: [...days, next] })
      .then([{ type: 'ExchangeRatesRecorded', data: { days: [next] } }]);
  });
});
