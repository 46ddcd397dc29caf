import { expect } from 'chai';
import fc from 'fast-check';
import { toCanonicalJson, isLasting, markLasting, isSameJson, type Json } from '../../domain/json.ts';

/** Numbers by their bits, from the samples of RFC 8785, appendix B. */
const NUMBERS: readonly (readonly [bits: string, text: string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

describe('canonical JSON (RFC 8785)', () => {
  for (const [bits, text] of NUMBERS) {
    it(`writes the number ${bits} as ${text}`, () => {
      expect(toCanonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).to.equal(text);
    });
  }

  it('sorts members by UTF-16 code units, so that an astral character comes before a private one', () => {
    const members = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(toCanonicalJson(members)).to.equal(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    );
  });

  it('sorts at every depth and leaves lists in their order', () => {
    expect(toCanonicalJson({ b: [3, { z: 1, a: null }], a: { d: true, c: 'x' }, 10: 0, 9: 0 })).to.equal(
      '{"10":0,"9":0,"a":{"c":"x","d":true},"b":[3,{"a":null,"z":1}]}',
    );
  });

  it('escapes only what must be escaped', () => {
    expect(toCanonicalJson('\u20ac$\u000f\nA\'B"\\"/\b\t\f\r')).to.equal(
      '"\u20ac$\\u000f\\nA\'B\\"\\\\\\"/\\b\\t\\f\\r"',
    );
  });

  it('knows no members without a value', () => {
    expect(toCanonicalJson({ a: undefined, b: 1, c: undefined })).to.equal('{"b":1}');
    expect(toCanonicalJson({ a: undefined })).to.equal('{}');
  });

  it('is the same after a journey through any JSON store', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = toCanonicalJson(value);
        expect(toCanonicalJson(JSON.parse(JSON.stringify(value)) as Json)).to.equal(text);
        expect(toCanonicalJson(JSON.parse(text) as Json)).to.equal(text);
      }),
    );
  });
});

describe('sameJson', () => {
  it('compares by content, whatever the order of members', () => {
    expect(isSameJson({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).to.equal(true);
    expect(isSameJson([1, 2], [2, 1])).to.equal(false);
    expect(isSameJson({ a: 1, b: undefined }, { a: 1 })).to.equal(true);
  });

  it('tells values of different kinds apart', () => {
    const values: (Json | undefined)[] = [null, undefined, 0, '', false, [], {}, '0', 1, '1', true];
    for (const [i, left] of values.entries())
      for (const [j, right] of values.entries()) expect(isSameJson(left, right)).to.equal(i === j);
  });
});

describe('a lasting value', () => {
  it('gives the same text every time, alone and inside another', () => {
    const account = () => ({
      number: '400000',
      labels: { nl: 'Klanten', fr: 'Clients' },
      codes: ['b', { z: 1, a: 2 }],
    });
    const known = markLasting(account());
    for (let time = 0; time < 2; time += 1) {
      expect(toCanonicalJson(known)).to.equal(toCanonicalJson(account()));
      expect(toCanonicalJson([{ data: known }])).to.equal(toCanonicalJson([{ data: account() }]));
      expect(toCanonicalJson({ ...known, number: '1' })).to.equal(toCanonicalJson({ ...account(), number: '1' }));
    }
  });

  it('cannot be changed, and nothing within it', () => {
    const known = markLasting({ labels: { fr: 'Clients' } });
    expect(() => (known.labels.fr = 'Autres')).to.throw(TypeError);
    expect([isLasting(known), isLasting(known.labels), isLasting({ ...known })]).to.deep.equal([true, true, false]);
    expect(markLasting(known)).to.equal(known);
  });
});
