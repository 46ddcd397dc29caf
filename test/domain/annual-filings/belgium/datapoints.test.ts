import { expect } from 'chai';
import { listDatapoints } from '../../../../domain/annual-filings/belgium/datapoints.ts';
import { getForm } from './support.ts';

const MODELS = ['m02', 'm01', 'm07', 'm82', 'm81', 'm87', 'm05', 'm04', 'm08'];

describe('The facts of the Belgian taxonomy', () => {
  for (const model of MODELS)
    describe(model, () => {
      const datapoints = listDatapoints(model);

      it('never has two meanings for a fact, nor two facts for a code', () => {
        const keys = datapoints.flatMap(({ metric, members, period, previous }) =>
          [period, ...(previous === null ? [] : [previous])].map((one) =>
            [metric, ...members, one ?? ''].toSorted().join(' '),
          ),
        );
        expect(keys.filter((key, index) => keys.indexOf(key) !== index)).to.deep.equal([]);
        const codes = datapoints.map(({ code }) => code);
        expect(codes.filter((code, index) => codes.indexOf(code) !== index)).to.deep.equal([]);
      });

      it('names every box without a fact as left out', () => {
        const form = getForm(model);
        const known = new Set([...datapoints, ...form.leftOut].map(({ code }) => code));
        const forgotten = form.boxes
          .filter(({ code, kind }) => kind === 'amount' && !known.has(code) && !code.startsWith('('))
          .map(({ code }) => code);
        expect(forgotten).to.deep.equal([]);
        const boxes = new Set(form.boxes.map(({ code }) => code));
        expect(datapoints.filter(({ code }) => !boxes.has(code))).to.deep.equal([]);
      });
    });

  it('are those of the table', () => {
    const find = (model: string, wanted: string) => listDatapoints(model).find(({ code }) => code === wanted);
    const income = { metric: 'am1', members: ['bas:m52', 'ntr:m3', 'part:m4', 'typ:m8'] };
    expect(find('m87', '75')).to.deep.include({ ...income, period: 'prd:m1', previous: 'prd:m2' });
    // The value at the beginning of the year is a fact of the previous year.
    expect(find('m87', '8059P')).to.deep.include({ period: 'prd:m2', previous: null });
    expect(find('m87', '649')).to.include({ metric: 'am3' });
    expect(find('m87', '1003')).to.include({ metric: 'dec1', period: 'prd:m1' });
    expect(find('m87', '1003P')).to.include({ metric: 'dec1', period: 'prd:m2' });
    // Training is reported without a year, for men and women.
    expect(find('m87', '5811')).to.deep.include({
      ...{ metric: 'int3', period: null },
      members: ['bas:m73', 'cvt:m1', 'gdr:m3', 'part:m8', 'wkr:m1'],
    });
  });

  it('of models without capital are those of their twins, with the equity of m87', () => {
    for (const [model, twin] of [
      ['m81', 'm01'],
      ['m82', 'm02'],
    ] as const) {
      const codes = listDatapoints(model).map(({ code }) => code);
      expect(codes).to.include.members(['110', '111', '10/11', '20/58', '9905']);
      expect(codes).to.not.include.members(['100']);
      expect(listDatapoints(model).find(({ code }) => code === '20/58')).to.deep.equal(
        listDatapoints(twin).find(({ code }) => code === '20/58'),
      );
      expect(getForm(model).isDraft).to.equal(true);
    }
    expect(MODELS.filter((model) => getForm(model).isDraft)).to.deep.equal(['m02', 'm82', 'm81', 'm05', 'm08']);
  });
});
