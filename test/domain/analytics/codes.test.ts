import { expect } from 'chai';
import { MOST_LEVELS } from '../../../domain/analytics/code.ts';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { buildCreateRecord, decided, openedEvents, openedFile, replay } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const code = (id: number, data: JsonRecord = {}) =>
  buildCreateRecord('analytic-codes', id, { axis: 'PROJECT', code: `P${id}`, label: 'Offices', ...data });
const change = (id: number, changes: JsonRecord) =>
  ({ type: 'UpdateRecord', resource: 'analytic-codes', id, changes, baseVersion: null }) as const;
const trash = (id: number) => ({ type: 'TrashRecord', resource: 'analytic-codes', id, baseVersion: null }) as const;

/** Codes one after another, each on what the ones before it leave. */
function made(...codes: readonly ReturnType<typeof code>[]): DomainEvent[] {
  const events: DomainEvent[] = [];
  for (const one of codes) events.push(...decided(one, replay(events, openedFile)));
  return [...openedEvents, ...events];
}

describe('analytic codes', () => {
  it('stand below codes of their own axis, never in a circle', () => {
    const tree = made(code(1), code(2, { parent_id: 1 }), code(3, { parent_id: 2 }), code(4, { axis: 'BRANCH' }));
    given(tree)
      .when(code(5, { parent_id: 4 }))
      .then(refusedAt(['parent_id', 'analytic_parent_of_other_axis']));
    given(tree)
      .when(code(5, { parent_id: 99 }))
      .then(refusedAt(['parent_id', 'reference_unknown']));
    for (const below of [1, 2, 3])
      given(tree)
        .when(change(1, { parent_id: below }))
        .then(refusedAt(['parent_id', 'analytic_parent_below']));
    given(tree)
      .when(change(2, { axis: 'BRANCH' }))
      .then(refusedAt(['axis', 'analytic_parent_of_other_axis']));
    given(tree)
      .when(change(1, { axis: 'BRANCH', code: 'Q1' }))
      .then(refusedAt(['axis', 'analytic_parent_of_other_axis']));
    expect(given(tree).when(change(3, { parent_id: 1 })).events).to.have.length(1);
  });

  it('have so many levels and no more, also where a branch is hung elsewhere', () => {
    const chain = made(
      ...Array.from({ length: MOST_LEVELS }, (_, index) => code(index + 1, index === 0 ? {} : { parent_id: index })),
      code(50),
      code(51, { parent_id: 50 }),
    );
    given(chain)
      .when(code(60, { parent_id: MOST_LEVELS }))
      .then(refusedAt(['parent_id', 'analytic_tree_too_deep']));
    given(chain)
      .when(change(50, { parent_id: MOST_LEVELS - 1 }))
      .then(refusedAt(['parent_id', 'analytic_tree_too_deep']));
    expect(given(chain).when(change(50, { parent_id: MOST_LEVELS - 2 })).events).to.have.length(1);
  });

  it('are valid from a day to one that is not before it, and told by their code alone', () => {
    given(openedEvents)
      .when(code(1, { valid_from: '2026-02-01', valid_until: '2026-01-31' }))
      .then(refusedAt(['valid_until', 'analytic_validity_empty']));
    given(made(code(1)))
      .when(code(2, { axis: 'BRANCH', code: 'P1' }))
      .then(refusedAt(['code', 'record_taken']));
  });

  it('stay as long as others stand below them', () => {
    const tree = made(code(1), code(2, { parent_id: 1 }));
    given(tree)
      .when(trash(1))
      .then(refused('in_use', { field: 'id', facts: { used_by: [{ resource: 'analytic-codes', count: 1 }] } }));
    expect(given(tree).when(trash(2)).events).to.have.length(1);
  });
});
