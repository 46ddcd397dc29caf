import { expect } from 'chai';
import { eventCatalogue } from '../../domain/event-catalogue.ts';
import { projectedTypes } from '../../projections/engine/events.ts';
import { readTables } from '../../projections/engine/tables.ts';
import { subjects } from '../../projections/index.ts';

describe('the subjects of the read tables', () => {
  it('project every event type of the log, and none that it does not have', () => {
    const known = Object.keys(eventCatalogue);
    expect(
      known.filter((type) => !projectedTypes.has(type)),
      'without a projector',
    ).to.deep.equal([]);
    expect(
      [...projectedTypes].filter((type) => !known.includes(type)),
      'not an event',
    ).to.deep.equal([]);
  });

  it('project each event type once', () => {
    const types = subjects.flatMap(({ project }) => Object.keys(project));
    expect(types.filter((type, index) => types.indexOf(type) !== index)).to.deep.equal([]);
  });

  it('say what an event needs only of events that they project', () => {
    for (const { project, needs } of subjects) expect(Object.keys(project)).to.include.members(Object.keys(needs));
  });

  it('have tables of different names, keyed and added to by columns that they have', () => {
    const names = readTables.map(({ name }) => name);
    expect(names).to.deep.equal([...new Set(names)]);
    for (const { name, columns, key, added = [] } of readTables)
      expect(Object.keys(columns), name).to.include.members([...key, ...added]);
  });
});
