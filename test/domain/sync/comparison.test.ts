import { expect } from 'chai';
import { compareSides, listPaths, type Sides } from '../../../domain/sync/comparison.ts';

const NOON = '2026-03-15T12:00:00.000Z';
const EVENING = '2026-03-15T20:00:00.000Z';
const sides = (fields: Partial<Sides>): Sides => ({
  client: { name: 'Client' },
  server: { name: 'Server', city: 'Namur' },
  clientAt: EVENING,
  changed: new Map([['name', NOON]]),
  ...fields,
});

describe('Two sides of a record that has moved on', () => {
  it('do not touch one another where they speak of different fields', () => {
    const { overlap, suggested } = compareSides(sides({ client: { city: 'Liège' } }));
    expect(overlap).to.deep.equal([]);
    expect(suggested).to.deep.equal({ resolution: 'keep_client', data: { city: 'Liège' } });
  });

  it('touch one another in a field that both have changed', () => {
    expect(compareSides(sides({})).overlap).to.deep.equal(['name']);
  });

  it('agree where both want the same', () => {
    expect(compareSides(sides({ client: { name: 'Server' } })).overlap).to.deep.equal([]);
  });

  it('are ranked by when they acted: the later one is suggested', () => {
    expect(compareSides(sides({})).suggested).to.deep.equal({ resolution: 'keep_client', data: { name: 'Client' } });
    expect(compareSides(sides({ clientAt: '2026-03-15T08:00:00.000Z' })).suggested).to.deep.equal({
      resolution: 'keep_server',
      data: null,
    });
  });

  it('leave the server what it has when nobody knows when the client acted, or both acted at once', () => {
    for (const clientAt of [null, NOON])
      expect(compareSides(sides({ clientAt })).suggested.resolution).to.equal('keep_server');
  });

  it('are suggested to be merged where each is the later one in some field', () => {
    const changed = new Map([
      ['name', NOON],
      ['email', '2026-03-15T22:00:00.000Z'],
    ]);
    const client = { name: 'Client', email: 'c@example.com', phone: '081' };
    expect(compareSides(sides({ client, changed, server: { name: 'S', email: 's@example.com' } }))).to.deep.equal({
      overlap: ['name', 'email'],
      suggested: { resolution: 'merge', data: { name: 'Client', phone: '081' } },
    });
  });

  it('are compared deep down, and as a whole where one side speaks of the whole', () => {
    const client = { vat: { filer: { name: 'A', phone: '1' } } };
    const changed = new Map([['vat.filer.name', NOON]]);
    const compared = compareSides(sides({ client, changed, server: {}, clientAt: null }));
    expect(compared.overlap).to.deep.equal(['vat.filer.name']);
    expect(compared.suggested).to.deep.equal({ resolution: 'merge', data: { vat: { filer: { phone: '1' } } } });
    expect(compareSides(sides({ client, changed: new Map([['vat', NOON]]) })).overlap).to.deep.equal([
      'vat.filer.name',
      'vat.filer.phone',
    ]);
    expect(compareSides(sides({ client, changed: new Map([['vat.filers', NOON]]) })).overlap).to.deep.equal([]);
  });

  it('take lists and empty objects for one value', () => {
    expect(listPaths({ a: [1, 2], b: {}, c: { d: null } })).to.deep.equal(['a', 'b', 'c.d']);
  });
});
