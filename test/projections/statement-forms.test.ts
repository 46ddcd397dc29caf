import { expect } from 'chai';
import { createStatementForms } from '../../projections/engine/statement-forms.ts';

describe('Forms of projection statements', () => {
  const build = (): string => 'SELECT 1';

  it('have the same name for every pool, and are built once', () => {
    const findForm = createStatementForms({ maxKept: 3, maxPrepared: 3 });
    let built = 0;
    const find = (pool: object) => findForm(pool, 'a form', () => `SELECT ${(built += 1)}`);
    expect(find({})).to.deep.equal({ name: 'project-0', text: 'SELECT 1' });
    expect(find({})).to.deep.equal({ name: 'project-0', text: 'SELECT 1' });
  });

  it('are prepared up to a number for each pool, whatever others have prepared', () => {
    const findForm = createStatementForms({ maxKept: 10, maxPrepared: 2 });
    const [busy, quiet] = [{}, {}];
    const findName = (pool: object, key: string) => findForm(pool, key, build).name;
    expect(['a', 'b', 'c', 'b', 'c'].map((key) => findName(busy, key))).to.deep.equal([
      ...['project-0', 'project-1', undefined, 'project-1', undefined],
    ]);
    expect(['c', 'd', 'a'].map((key) => findName(quiet, key))).to.deep.equal(['project-2', 'project-3', undefined]);
  });

  it('are built on each use beyond the number that is kept', () => {
    const findForm = createStatementForms({ maxKept: 1, maxPrepared: 2 });
    findForm({}, 'a', build);
    let built = 0;
    const find = () => findForm({}, 'b', () => `SELECT ${(built += 1)}`);
    expect([find(), find()]).to.deep.equal([{ text: 'SELECT 1' }, { text: 'SELECT 2' }]);
  });
});
