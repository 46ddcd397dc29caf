import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { DomainEvent } from '../../../domain/event.ts';
import { firm, type FirmCommand } from '../../../domain/firm.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import {
  ANNOUNCED_EVENTS,
  buildDataExample,
  buildDataSchema,
  isSubscribed,
} from '../../../domain/webhooks/announced-events.ts';
import { formatEnvelope, buildEnvelopeExample, buildEnvelopeSchema } from '../../../domain/webhooks/envelope.ts';
import { MAX_ATTEMPTS, getRetryDelayMinutes } from '../../../domain/webhooks/schedule.ts';
import { MAX_WEBHOOKS } from '../../../domain/webhooks/webhooks.ts';
import type { WebhookFields } from '../../../domain/webhooks/webhook-events.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(firm);
const opened: DomainEvent = {
  type: 'FirmOpened',
  data: {
    id: 1,
    public_token: 'firm00000001',
    name: 'Fiduciaire',
    country_code: 'BE',
    locale: 'fr',
    email: null,
    source: 'manual',
  },
};
const fields: WebhookFields = {
  url: 'https://hooks.example.com/a',
  description: null,
  events: ['entry.posted'],
  is_active: true,
};
const add = (webhookId: number, more: Partial<WebhookFields> = {}): FirmCommand => ({
  type: 'AddWebhook',
  webhookId,
  fields: { ...fields, ...more },
  secretId: `s${webhookId}`,
  secretHint: 'whsec_…abc=',
  makerId: null,
});
const added = (id: number, more: Partial<WebhookFields> = {}): DomainEvent => ({
  type: 'WebhookAdded',
  data: { id, ...fields, ...more, secret_id: `s${id}`, secret_hint: 'whsec_…abc=' },
});
const change = (changes: Partial<WebhookFields>, baseVersion: number | null = null): FirmCommand => ({
  type: 'ChangeWebhook',
  webhookId: 1,
  changes,
  newMakerId: null,
  baseVersion,
});

describe('Webhooks of a firm', () => {
  it('belong to their maker, and to a member who takes them over', () => {
    given(opened)
      .when({ ...add(1), makerId: 7 } as FirmCommand)
      .then([{ ...added(1), data: { ...added(1).data, maker_id: 7 } }]);
    const taken = { type: 'WebhookTakenOver', data: { id: 1, version: 2, maker_id: 8 } } as const;
    given(opened, added(1))
      .when({ ...change({ is_active: true }), newMakerId: 8 } as FirmCommand)
      .then([taken]);
    given(opened, added(1, { is_active: false }))
      .when({ ...change({ is_active: true }), newMakerId: 8 } as FirmCommand)
      .then([
        taken,
        {
          type: 'WebhookChanged',
          data: { id: 1, version: 3, changes: { is_active: true }, previous: { is_active: false } },
        },
      ]);
  });

  it('are added with an address, events and a secret that the log only names', () => {
    given(opened)
      .when(add(1))
      .then([added(1)]);
  });

  it('name each event once, in the order of the catalogue', () => {
    const events = ['third_party.created', 'entry.posted', 'entry.posted'];
    given(opened)
      .when(add(1, { events }))
      .then([added(1, { events: ['entry.posted', 'third_party.created'] })]);
    given(opened)
      .when(add(1, { events: ['*', '*'] }))
      .then([added(1, { events: ['*'] })]);
  });

  it('get later events if they name them or want all, not by the wildcard of the first version', () => {
    const later = 'document.lifecycle_changed';
    given(opened)
      .when(add(1, { events: [later, '*'] }))
      .then([added(1, { events: ['*', later] })]);
    given(opened)
      .when(add(1, { events: ['**'] }))
      .then([added(1, { events: ['**'] })]);
    for (const events of [
      ['**', '*'],
      ['**', later],
    ])
      given(opened)
        .when(add(1, { events }))
        .then(refusedAt(['events', 'webhook_every_event_alone']));
    expect(isSubscribed(['*'], 'entry.posted')).to.equal(true);
    expect(isSubscribed(['*'], later)).to.equal(false);
    expect(isSubscribed(['*', later], later)).to.equal(true);
    expect(isSubscribed(['**'], later)).to.equal(true);
    expect(isSubscribed(['entry.posted'], later)).to.equal(false);
  });

  it('refuse events that there are not, and others beside all of them', () => {
    given(opened)
      .when(add(1, { events: ['entry.posted', 'entry.deleted', 'Entry.posted'] }))
      .then(refusedAt(['events.1', 'webhook_event_unknown'], ['events.2', 'webhook_event_unknown']));
    given(opened)
      .when(add(1, { events: ['*', 'entry.posted'] }))
      .then(refusedAt(['events', 'webhook_every_event_alone']));
    given(opened, added(1))
      .when(change({ events: ['x'] }))
      .then(refusedAt(['events.0', 'webhook_event_unknown']));
  });

  it('are twenty at most, those that were removed not counted', () => {
    const full = Array.from({ length: MAX_WEBHOOKS }, (_, index) => added(index + 1));
    given(opened, full).when(add(21)).then(refused('webhook_limit_reached'));
    const removed: DomainEvent = { type: 'WebhookRemoved', data: { id: 3, version: 2 } };
    given(opened, full, removed)
      .when(add(21))
      .then([added(21)]);
  });

  it('are changed in what is sent, and tell what it was before', () => {
    given(opened, added(1))
      .when(change({ is_active: false, url: fields.url }))
      .then([
        {
          type: 'WebhookChanged',
          data: { id: 1, version: 2, changes: { is_active: false }, previous: { is_active: true } },
        },
      ]);
    given(opened, added(1))
      .when(change({ ...fields }))
      .then([]);
    given(opened, added(1))
      .when(change({ description: 'ERP' }, 7))
      .then(refused('conflict', { facts: { server_version: 1 } }));
  });

  it('get another secret, and the earlier one is told with its end', () => {
    const previousUntil = '2026-01-06T10:00:00.000000Z';
    given(opened, added(1))
      .when({
        type: 'RotateWebhookSecret',
        webhookId: 1,
        secretId: 's2',
        secretHint: 'whsec_…xyz=',
        previousUntil,
        baseVersion: 1,
      })
      .then([
        {
          type: 'WebhookSecretRotated',
          data: {
            id: 1,
            version: 2,
            secret_id: 's2',
            secret_hint: 'whsec_…xyz=',
            previous_secret_id: 's1',
            previous_until: previousUntil,
          },
        },
      ]);
  });

  it('are removed for good', () => {
    const remove: FirmCommand = { type: 'RemoveWebhook', webhookId: 1, baseVersion: null };
    const removed: DomainEvent = { type: 'WebhookRemoved', data: { id: 1, version: 2 } };
    given(opened, added(1)).when(remove).then([removed]);
    for (const command of [remove, change({ is_active: false })])
      given(opened, added(1), removed).when(command).then(refused('not_found'));
  });

  it('belong to a firm that there is', () => {
    given().when(add(1)).then(refused('not_found'));
  });
});

describe('The schedule of deliveries', () => {
  it('waits 1, 2, 4, 8, 16, 32 and 64 minutes, and gives up after the eighth attempt', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, index) => getRetryDelayMinutes(index + 1));
    expect(delays).to.deep.equal([1, 2, 4, 8, 16, 32, 64, null]);
  });
});

describe('The catalogue of announced events', () => {
  const NAMES =
    'document.imported document.booked entry.posted entry.reversed bank.transaction_imported vat.declaration_validated ' +
    'fiscal_year.closed peppol.status_changed third_party.created third_party.updated webhook.test ' +
    'document.lifecycle_changed lettering.changed period.locked document.import_failed vat.filed sepa.created conflict.opened ' +
    'document.credited revaluation.posted filing.filed';
  const ENTRY =
    'id reference journal_code fiscal_year_code number entry_date due_date label document_reference status origin third_party_id ' +
    'total_debit total_credit lines_count reversed_entry_id reversed_by_entry_id';
  const DOCUMENT =
    'id source origin type direction is_credit_note number document_date due_date third_party_id third_party_name third_party_vat ' +
    'currency amount_net amount_vat amount_gross status journal_entry_id';
  const THIRD_PARTY =
    'id type code name vat_number enterprise_number country email peppol_identifier peppol_registered';
  const FIELDS: Readonly<Record<string, string>> = {
    'document.imported': DOCUMENT,
    'document.booked': DOCUMENT,
    'entry.posted': `${ENTRY} currency currency_total`,
    'entry.reversed': ENTRY,
    'bank.transaction_imported':
      'id source account_iban value_date amount currency counterpart_name counterpart_iban communication status',
    'vat.declaration_validated':
      'id period_type year period label starts_on ends_on amount_due amount_refund status validated_at journal_entry_id',
    'fiscal_year.closed': 'id code starts_on ends_on closed_at',
    'peppol.status_changed': 'id participant_id full_id status previous_status incoming_enabled activated_at',
    'third_party.created': THIRD_PARTY,
    'third_party.updated': `${THIRD_PARTY} changed`,
    'webhook.test': 'message webhook_id',
    'document.lifecycle_changed': 'id direction number network status by reason_code reason amount at',
    'lettering.changed': 'id code change account_id settled_on total lines_count lines',
    'period.locked': 'id fiscal_year_id fiscal_year_code number starts_on ends_on locked_at',
    'document.import_failed': 'id original_name kind status error_code',
    'vat.filed': 'id form period_type year period starts_on ends_on amount_due amount_refund filed_on reference',
    'sepa.created': 'id type format message_id execution_date control_sum payments_count',
    'conflict.opened': 'id resource record_id mutation_id base_version server_version overlap',
    'document.credited': 'id number credit_note_id credit_note_number credit_note_date currency amount_gross',
    'revaluation.posted': 'id fiscal_year_id on method currencies entry_ids',
    'filing.filed': 'fiscal_year_id version form filed_on reference fingerprint',
  };

  it('has every event with the fields of its data', () => {
    expect(ANNOUNCED_EVENTS.map(({ event }) => event)).to.deep.equal(NAMES.split(' '));
    for (const { event, fields: own } of ANNOUNCED_EVENTS)
      expect(Object.keys(own), event).to.deep.equal(FIELDS[event]!.split(' '));
  });

  it('describes each in four languages, and shows an example that its schema takes', () => {
    const validator = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
    for (const announced of ANNOUNCED_EVENTS) {
      for (const language of LANGUAGES) expect(announced.description[language], announced.event).to.match(/\.$/);
      expect(validator.validate(buildDataSchema(announced), buildDataExample(announced)), announced.event).to.equal(
        true,
      );
      expect(validator.validate(buildEnvelopeSchema(announced), buildEnvelopeExample(announced))).to.equal(true);
    }
  });

  it('gives the body its order, whatever order the facts come in', () => {
    const text = formatEnvelope({
      id: 'evt_1',
      event: 'webhook.test',
      created_at: '2026-01-05T10:00:00.000000Z',
      sequence: null,
      firm: { name: 'Été', public_token: 'AbCdEfGh1234' },
      company: null,
      data: { more: 1, webhook_id: 1, message: 'ping' },
    });
    expect(text).to.equal(
      '{"id":"evt_1","event":"webhook.test","api_version":"v1","created_at":"2026-01-05T10:00:00.000000Z",' +
        '"firm":{"public_token":"AbCdEfGh1234","name":"Été"},"company":null,' +
        '"data":{"message":"ping","webhook_id":1,"more":1},"sequence":null}',
    );
  });
});
