import { thirdParties } from '../../../domain/third-parties/third-party.ts';
import { expect } from 'chai';
import fc from 'fast-check';
import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { findLiveRecord } from '../../../domain/records/state.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import {
  buildCreateRecord,
  decided,
  findJournalId,
  buildLine,
  openedEvents,
  openedFile,
  buildPostEntry,
  replay,
} from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const party = (id: number, data: JsonRecord = {}) =>
  buildCreateRecord('third-parties', id, { type: 'customer', name: `Party ${id}`, ...data });
const merge = (id: number, into: number, baseVersion: number | null = null) =>
  ({ type: 'MergeThirdParty', id, into, baseVersion }) as const;
const restore = (id: number) => ({ type: 'RestoreRecord', resource: 'third-parties', id }) as const;
const trash = (id: number) => ({ type: 'TrashRecord', resource: 'third-parties', id, baseVersion: null }) as const;
const invoice = (entryId: number, thirdPartyId: number) =>
  buildPostEntry({
    entryId,
    lines: [
      buildLine('400000', '10.00', '0.00', { third_party_id: thirdPartyId }),
      buildLine('700000', '0.00', '10.00'),
    ],
  });

type Command = Parameters<typeof companyFile.decide>[0];
const history = (...commands: readonly Command[]): DomainEvent[] =>
  commands.reduce<DomainEvent[]>((events, command) => [...events, ...decided(command, replay(events, openedFile))], []);
const merged = (id: number, into: number, version = 2, followers: number[] = []): DomainEvent => ({
  type: 'ThirdPartyMerged',
  data: { id, version, into_id: into, followers },
});

describe('merging a third party', () => {
  it('is one fact when the other one knows everything already', () => {
    given(openedEvents, history(party(1), party(2)))
      .when(merge(1, 2))
      .then([merged(1, 2)]);
  });

  it('puts it into the recycle bin, under the name of the one that stays', () => {
    const file = replay(history(party(1), party(2), merge(1, 2)), openedFile);
    expect(findLiveRecord(file.records, thirdParties, 1)).to.equal(undefined);
    expect(file.records['third-parties']!.byId.get(1)!.data['merged_into_id']).to.equal(2);
    expect(file.records['third-parties']!.byKey.has('code=C00001'), 'its code is free').to.equal(false);
  });

  it('fills in what the one that stays does not know, and unites their accounts', () => {
    const [, completed] = given(
      openedEvents,
      history(
        party(1, {
          vat_number: 'BE0477472701',
          email: 'a@example.com',
          phone: '02 1',
          ibans: ['BE68539007547034', 'BE71096123456769'],
          street: 'Rue Haute',
          city: 'Namur',
          notes: 'old',
        }),
        party(2, { phone: '02 2', ibans: ['BE71096123456769'], country: 'BE' }),
      ),
    ).when(merge(1, 2)).events;
    expect(completed).to.deep.equal({
      type: 'RecordUpdated',
      data: {
        resource: 'third-parties',
        id: 2,
        version: 2,
        changes: {
          street: 'Rue Haute',
          city: 'Namur',
          vat_number: 'BE0477472701',
          email: 'a@example.com',
          notes: 'old',
          ibans: ['BE71096123456769', 'BE68539007547034'],
        },
        previous: {
          street: null,
          city: null,
          vat_number: null,
          email: null,
          notes: null,
          ibans: ['BE71096123456769'],
        },
      },
    });
  });

  it('never mixes two addresses, nor the numbers of two enterprises', () => {
    const [, completed, ...more] = given(
      openedEvents,
      history(
        party(1, { street: 'Rue Haute', city: 'Namur', vat_number: 'BE0477472701', email: 'a@example.com' }),
        party(2, { postal_code: '1000', country: 'BE', enterprise_number: '0403.170.701' }),
      ),
    ).when(merge(1, 2)).events;
    expect(more).to.deep.equal([]);
    expect(completed!.data['changes']).to.deep.equal({ email: 'a@example.com' });
  });

  it('keeps to ten bank accounts, those of the one that stays first', () => {
    const ibans = (first: number) =>
      Array.from({ length: 8 }, (_, index) => {
        const body = String(100_000_000 + first + index);
        const check = String(Number(`${body}`) % 97 || 97).padStart(2, '0');
        return `BE00${body}0${check}`;
      });
    const [, completed] = given(
      openedEvents,
      history(party(1, { ibans: ibans(50) }), party(2, { ibans: ibans(0) })),
    ).when(merge(1, 2)).events;
    expect((completed!.data['changes'] as JsonRecord)['ibans']).to.deep.equal([...ibans(0), ...ibans(50).slice(0, 2)]);
  });

  it('is refused into itself, into the other type, into nobody, and of nobody', () => {
    const file = [openedEvents, history(party(1), party(2, { type: 'supplier' }), party(3), trash(3))] as const;
    given(...file)
      .when(merge(1, 1))
      .then(refused('merge_into_itself', { field: 'into' }));
    given(...file)
      .when(merge(1, 2))
      .then(refused('merge_types_differ', { field: 'into' }));
    for (const into of [3, 99])
      given(...file)
        .when(merge(1, into))
        .then(refused('third_party_unknown', { field: 'into' }));
    for (const id of [3, 99])
      given(...file)
        .when(merge(id, 1))
        .then(refused('not_found'));
    given(...file)
      .when(merge(1, 2, 7))
      .then(refused('conflict', { facts: { server_version: 1 } }));
  });

  it('leaves nothing to post on', () => {
    given(openedEvents, history(party(1), party(2), merge(1, 2)))
      .when(invoice(1, 1))
      .then(refusedAt(['lines.0.third_party_id', 'third_party_unknown']));
  });

  it('makes the one that stays as used as the one that went', () => {
    const events = history(party(1), party(2), invoice(1, 1), merge(1, 2));
    given(openedEvents, events)
      .when(trash(2))
      .then(refused('in_use', { field: 'id', facts: { used_by: [{ resource: 'entries', count: null }] } }));
    given(openedEvents, events)
      .when({
        type: 'UpdateRecord',
        resource: 'third-parties',
        id: 2,
        changes: { type: 'supplier' },
        baseVersion: null,
      })
      .then(refusedAt(['type', 'not_editable']));
    expect(given(openedEvents, history(party(1), party(2), merge(1, 2))).when(trash(2)).events).to.have.length(1);
  });

  it('makes the rules of the one that went rules of the one that stays', () => {
    const rule = (id: number, thirdPartyId: number) =>
      buildCreateRecord('journal-rules', id, { journal_id: findJournalId('VEN'), third_party_id: thirdPartyId });
    const [fact, redirected] = given(openedEvents, history(party(1), party(2), rule(7, 1), rule(8, 2))).when(
      merge(1, 2),
    ).events;
    expect(fact).to.deep.equal(merged(1, 2));
    expect(redirected).to.deep.equal({
      type: 'RecordsUpdated',
      data: {
        resource: 'journal-rules',
        records: [{ id: 7, version: 2, changes: { third_party_id: 2 }, previous: { third_party_id: 1 } }],
      },
    });
  });

  it('takes along those that were merged before', () => {
    const events = history(party(1), party(2), party(3), party(4), merge(1, 2), merge(2, 3));
    expect(events.at(-1)).to.deep.equal(merged(2, 3, 2, [1]));
    given(openedEvents, events)
      .when(merge(3, 4))
      .then([merged(3, 4, 2, [2, 1])]);
  });
});

describe('restoring a merged third party', () => {
  const unmerged = (id: number, from: number, version = 3, followers: number[] = []): DomainEvent => ({
    type: 'ThirdPartyUnmerged',
    data: { id, version, from_id: from, followers },
  });

  it('undoes the merge, and the other one is as unused as it was', () => {
    const events = history(party(1), party(2), invoice(1, 1), merge(1, 2));
    given(openedEvents, events)
      .when(restore(1))
      .then([unmerged(1, 2)]);
    const after = [...events, unmerged(1, 2)];
    expect(given(openedEvents, after).when(trash(2)).events).to.have.length(1);
    expect(given(openedEvents, after).when(invoice(2, 1)).events).to.have.length(1);
    given(openedEvents, after).when(restore(1)).then(refused('not_found'));
  });

  it('brings back those that went along with it, and no others', () => {
    const events = history(party(1), party(2), party(3), party(4), merge(1, 2), merge(4, 3), merge(2, 3));
    given(openedEvents, events)
      .when(restore(2))
      .then([unmerged(2, 3, 3, [1])]);
    given(openedEvents, events)
      .when(restore(1))
      .then([unmerged(1, 2)]);
  });

  it('is refused while another one has its code', () => {
    given(openedEvents, history(party(1, { code: 'A' }), party(2), merge(1, 2), party(3, { code: 'A' })))
      .when(restore(1))
      .then(refusedAt(['code', 'record_taken']));
  });

  it('works while the one that it went into lies in the recycle bin itself', () => {
    given(openedEvents, history(party(1), party(2), merge(1, 2), trash(2)))
      .when(restore(1))
      .then([unmerged(1, 2)]);
  });
});

describe('any merges and restorations', () => {
  type Step = readonly ['merge', number, number] | readonly ['restore', number] | readonly ['post', number];
  const id = fc.integer({ min: 1, max: 5 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.tuple(fc.constant('merge' as const), id, id),
    fc.tuple(fc.constant('restore' as const), id),
    fc.tuple(fc.constant('post' as const), id),
  );
  const commandOf = (taken: Step, number: number): Command => {
    if (taken[0] === 'merge') return merge(taken[1], taken[2]);
    return taken[0] === 'restore' ? restore(taken[1]) : invoice(number + 1, taken[1]);
  };
  const parties = history(...[1, 2, 3, 4, 5].map((one) => party(one)));

  /** Who counts for whom, as the read tables learn it from the events alone. */
  function countedFor(events: readonly DomainEvent[]): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { type, data } of events) {
      if (type !== 'ThirdPartyMerged' && type !== 'ThirdPartyUnmerged') continue;
      const {
        id: one,
        into_id: into,
        followers,
      } = data as unknown as { id: number; into_id?: number; followers: number[] };
      if (into === undefined) counts.delete(one);
      else counts.set(one, into);
      followers.forEach((follower) => counts.set(follower, into ?? one));
    }
    return counts;
  }

  /** The same from the state: over as many merges as there are. */
  function reached(file: CompanyFile, one: number): number {
    const target = file.records['third-parties']!.byId.get(one)!.data['merged_into_id'];
    return typeof target === 'number' ? reached(file, target) : one;
  }

  it('leave every entry with a third party that lives, and the tables agree with the state', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let file = replay(parties, openedFile);
        const events: DomainEvent[] = [];
        for (const [number, taken] of steps.entries()) {
          const decision = companyFile.decide(commandOf(taken, number), file);
          if (isRefusal(decision)) continue;
          events.push(...decision);
          file = replay(decision, file);
        }
        const counts = countedFor(events);
        for (const one of [1, 2, 3, 4, 5]) {
          const target = reached(file, one);
          expect(findLiveRecord(file.records, thirdParties, target), `party ${one}`).to.not.equal(undefined);
          expect(counts.get(one) ?? one).to.equal(target);
        }
        const revived = companyFile.snapshot.unpack(
          JSON.parse(JSON.stringify(companyFile.snapshot.pack(file))) as JsonRecord,
        );
        for (const one of [1, 2, 3, 4, 5])
          expect(new Set(revived.thirdParties.mergedInto.get(one))).to.deep.equal(
            new Set(file.thirdParties.mergedInto.get(one)),
          );
      }),
    );
  });
});
