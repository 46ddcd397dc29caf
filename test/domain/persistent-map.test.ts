import { expect } from 'chai';
import fc from 'fast-check';
import {
  createDraftMap,
  createEmptyMap,
  toMapOver,
  toPersistentMap,
  type PersistentMap,
} from '../../domain/persistent-map.ts';
import { readCpuTime } from '../support/cpu.ts';

type Step =
  | { readonly keep: readonly [number, string] }
  | { readonly keepAll: readonly (readonly [number, string])[] }
  | { readonly drop: number };

const key = fc.integer({ min: 0, max: 150 });
const entry = fc.tuple(key, fc.string({ maxLength: 3 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: entry.map((keep) => ({ keep })) },
  { weight: 3, arbitrary: key.map((drop) => ({ drop })) },
  { weight: 1, arbitrary: fc.array(entry, { maxLength: 80 }).map((keepAll) => ({ keepAll })) },
);

const apply = (map: PersistentMap<number, string>, taken: Step): PersistentMap<number, string> => {
  if ('keep' in taken) return map.with(...taken.keep);
  return 'drop' in taken ? map.without(taken.drop) : map.withAll(taken.keepAll);
};
const applyToModel = (model: ReadonlyMap<number, string>, taken: Step): ReadonlyMap<number, string> => {
  const next = new Map(model);
  if ('keep' in taken) next.set(...taken.keep);
  else if ('drop' in taken) next.delete(taken.drop);
  else taken.keepAll.forEach(([at, value]) => next.set(at, value));
  return next;
};
const sorted = (entries: Iterable<[number, string]>) => [...entries].sort(([left], [right]) => left - right);

function expectSame(map: PersistentMap<number, string>, model: ReadonlyMap<number, string>): void {
  expect(map.size).to.equal(model.size);
  expect(sorted(map.entries())).to.deep.equal(sorted(model.entries()));
  expect([...map.values()].sort()).to.deep.equal([...model.values()].sort());
  for (let at = 0; at <= 150; at += 1) {
    expect(map.get(at)).to.equal(model.get(at));
    expect(map.has(at)).to.equal(model.has(at));
  }
}

describe('persistent map', () => {
  it('is what a Map is, and every earlier version stays as it was', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 100 }), fc.array(step, { maxLength: 80 }), (initial, steps) => {
        const versions = [{ map: toPersistentMap(initial), model: new Map(initial) as ReadonlyMap<number, string> }];
        for (const taken of steps) {
          const { map, model } = versions.at(-1)!;
          versions.push({ map: apply(map, taken), model: applyToModel(model, taken) });
        }
        for (const { map, model } of versions) expectSame(map, model);
      }),
      { numRuns: 60 },
    );
  });

  it('is what a Map is over entries that it shares, which it counts apart', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { selector: ([at]) => at, maxLength: 100 }),
        fc.array(entry, { maxLength: 40 }),
        fc.array(key, { maxLength: 10 }),
        fc.array(step, { maxLength: 60 }),
        (common, own, dropped, steps) => {
          const sharedMap = new Map(common);
          let map = toMapOver(sharedMap, own, dropped);
          let model: ReadonlyMap<number, string> = new Map(sharedMap);
          for (const drop of dropped) model = applyToModel(model, { drop });
          model = applyToModel(model, { keepAll: own });
          expectSame(map, model);
          for (const taken of steps) {
            map = apply(map, taken);
            model = applyToModel(model, taken);
          }
          expectSame(map, model);
          const changed = [...map.ownEntries()];
          for (const [at, value] of model)
            if (sharedMap.get(at) !== value) expect(changed).to.deep.include([at, value]);
          expect(map.ownSize).to.be.at.least(changed.length);
          expect([...sharedMap]).to.deep.equal(common);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('lets two versions go on from the same one', () => {
    const base = toPersistentMap(Array.from({ length: 100 }, (_, index) => [index, 'base'] as [number, string]));
    const [left, right] = [base.with(1, 'left').without(2), base.with(1, 'right')];
    expect([base.get(1), left.get(1), right.get(1)]).to.deep.equal(['base', 'left', 'right']);
    expect([base.has(2), left.has(2), right.has(2)]).to.deep.equal([true, false, true]);
    expect([base.size, left.size, right.size]).to.deep.equal([100, 99, 100]);
  });

  it('takes many changes one by one without slowing down to a crawl', () => {
    const startedAt = readCpuTime();
    let map = createEmptyMap<number, number>();
    for (let index = 0; index < 20_000; index += 1) map = map.with(index, index);
    expect(map.size).to.equal(20_000);
    expect(map.get(19_999)).to.equal(19_999);
    // Of its own: copied each time, it would be more on any machine, and a busy one does not count.
    expect(readCpuTime() - startedAt).to.be.below(5_000);
  });

  it('takes additions in place in a draft, which leaves the map alone', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), fc.array(entry, { maxLength: 60 }), (before, added) => {
        const map = toPersistentMap(before);
        const draft = createDraftMap(map);
        added.forEach(([at, value]) => draft.put(at, value));
        expectSame(draft, new Map([...before, ...added]));
        expectSame(map, new Map(before));
        expectSame(draft.with(7, 'x').without(8), applyToModel(new Map([...before, ...added, [7, 'x']]), { drop: 8 }));
      }),
    );
  });
});
