import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import type { ErasePerson } from '../../../domain/persons/erase-person.ts';
import { buildCreateRecord, decided, openedEvents, openedFile, replay } from '../../support/company-file-samples.ts';
import { givenFor, refused } from '../../support/given.ts';

const given = givenFor(companyFile);
const AT = '2026-11-18T09:30:00.000Z';
const jane: JsonRecord = {
  name: 'Jane Doe',
  email: 'jane@example.net',
  phone: '+32 470 00 00 00',
  notes: 'Rings twice',
  ibans: ['BE68539007547034'],
};
const party = (id: number, data: JsonRecord = {}) =>
  buildCreateRecord('third-parties', id, { type: 'customer', name: `Party ${id}`, ...data });
const merge = (id: number, into: number) => ({ type: 'MergeThirdParty', id, into, baseVersion: null }) as const;
const edit = (id: number, changes: JsonRecord, baseVersion: number | null = null) =>
  ({ type: 'UpdateRecord', resource: 'third-parties', id, changes, baseVersion }) as const;
const erase = (given: Partial<ErasePerson> = {}): ErasePerson => ({
  type: 'ErasePerson',
  id: 1,
  confirm: 'Jane Doe',
  reason: 'Request of the person',
  lastDay: null,
  keys: [{ thirdPartyId: 1, contact: ['c1'], books: ['b1'] }],
  today: '2026-11-18',
  erasedAt: AT,
  baseVersion: null,
  ...given,
});
const erased = (data: JsonRecord): DomainEvent => ({
  type: 'PersonErased',
  data: {
    third_party_id: 1,
    version: 2,
    part: 'all',
    fields: ['phone', 'notes', 'name', 'email', 'ibans'],
    keys: ['c1', 'b1'],
    kept_until: null,
    reason: 'Request of the person',
    erased_at: AT,
    ...data,
  },
});
type Command = Parameters<typeof companyFile.decide>[0];
const history = (...commands: readonly Command[]): DomainEvent[] =>
  commands.reduce<DomainEvent[]>((events, command) => [...events, ...decided(command, replay(events, openedFile))], []);
const BOOKED = { lastDay: '2026-02-03' };

describe('erasing a person', () => {
  it('erases everything of a person that the books do not know', () => {
    given(openedEvents, history(party(1, jane)))
      .when(erase())
      .then([erased({})]);
  });

  it('erases only what is not accounting while the law requires the rest', () => {
    given(openedEvents, history(party(1, jane)))
      .when(erase(BOOKED))
      .then([erased({ part: 'contact', fields: ['phone', 'notes'], keys: ['c1'], kept_until: '2036-12-31' })]);
  });

  it('is refused, with the day, when nothing can go yet', () => {
    given(openedEvents, history(party(1, { name: 'Jane Doe' })))
      .when(erase({ ...BOOKED, keys: [] }))
      .then(refused('retention_not_over', { field: 'id', facts: { until: '2036-12-31' } }));
    given(openedEvents, history(party(1, jane), erase(BOOKED)))
      .when(erase({ ...BOOKED, keys: [] }))
      .then(refused('retention_not_over', { field: 'id', facts: { until: '2036-12-31' } }));
  });

  it('erases the rest on the day after', () => {
    const [event] = given(openedEvents, history(party(1, jane), erase(BOOKED))).when(
      erase({ ...BOOKED, today: '2037-01-01', keys: [{ thirdPartyId: 1, contact: [], books: ['b1'] }] }),
    ).events;
    expect(event!.data).to.include({ part: 'all', version: 3, kept_until: null });
    expect(event!.data['fields']).to.deep.equal(['name', 'email', 'ibans']);
    expect(event!.data['keys']).to.deep.equal(['b1']);
  });

  it('leaves a record without personal data', () => {
    const file = replay(history(party(1, jane), erase()), openedFile);
    expect(file.records['third-parties']!.byId.get(1)!.data).to.include({
      name: '[erased]',
      email: null,
      phone: null,
      notes: null,
      is_active: false,
      erased_at: AT,
      erased_part: 'all',
    });
    expect(JSON.stringify([...file.records['third-parties']!.byId.values()])).not.to.match(/Jane|jane@|BE68|Rings/);
  });

  it('erases those merged into the person too', () => {
    const events = given(
      openedEvents,
      history(party(1, jane), party(2, { ...jane, name: 'J. Doe' }), merge(2, 1)),
    ).when(erase({ keys: [] })).events;
    expect(events.map(({ data }) => data['third_party_id'])).to.deep.equal([1, 2]);
  });

  it('needs the name of a natural person', () => {
    given(openedEvents, history(party(1, jane)))
      .when(erase({ confirm: 'John Doe' }))
      .then(refused('erase_name_differs', { field: 'confirm' }));
    given(openedEvents, history(party(1, jane)))
      .when(erase({ confirm: ' jane  doe ' }))
      .then([erased({})]);
    given(openedEvents, history(party(1, { ...jane, vat_number: 'BE0403170701' })))
      .when(erase())
      .then(refused('not_natural_person', { field: 'id' }));
    given(openedEvents).when(erase()).then(refused('not_found'));
  });

  it('keeps no name in the reason', () => {
    const [event] = given(openedEvents, history(party(1, jane))).when(
      erase({ reason: 'Mail of Jane DOE (jane@example.net), asked by jane doe' }),
    ).events;
    expect(event!.data['reason']).to.equal('Mail of [erased] ([erased]), asked by [erased]');
  });

  it('happens once', () => {
    given(openedEvents, history(party(1, jane), erase()))
      .when(erase())
      .then(refused('erased', { field: 'id' }));
  });

  it('refuses later values, whatever version they are based on', () => {
    const contactGone = history(party(1, jane), erase(BOOKED));
    given(openedEvents, contactGone)
      .when(edit(1, { phone: '+32 2 000 00 00' }, 1))
      .then(refused('erased', { field: 'phone' }));
    expect(
      given(openedEvents, contactGone).when(edit(1, { email: 'other@example.net', phone: null })).events,
    ).to.have.length(1);
    const allGone = history(party(1, jane), erase());
    given(openedEvents, allGone)
      .when(edit(1, { name: 'Jane' }))
      .then(refused('erased', { field: 'name' }));
    given(openedEvents, allGone)
      .when(edit(1, { is_active: true }))
      .then(refused('erased', { field: 'is_active' }));
    given(openedEvents, allGone)
      .when(edit(1, { name: '[erased]' }))
      .then([]);
  });

  it('excludes the person from merging', () => {
    const events = history(party(1, jane), party(2), erase(BOOKED));
    given(openedEvents, events)
      .when(merge(2, 1))
      .then(refused('erased', { field: 'into' }));
    given(openedEvents, events)
      .when(merge(1, 2))
      .then(refused('erased', { field: 'into' }));
  });
});
