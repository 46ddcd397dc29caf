import { expect } from 'chai';
import { getFrameTitle } from '../../../api/vat-filing/words.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { getFormByCode } from '../../../domain/vat-declarations/form.ts';

describe('The headings of a printed return', () => {
  for (const form of ['TVA_DECM', 'TVA_DECA'])
    it(`name each frame of the Luxembourg form ${form} by its own words`, () => {
      const frames = [...new Set(getFormByCode('LU', form).boxes.map(({ frame }) => frame))];
      for (const language of LANGUAGES) {
        const titles = frames.map((frame) => getFrameTitle('LU', frame, language).split(' – ')[1]);
        expect(titles).to.not.include(undefined);
        expect(new Set(titles).size).to.equal(frames.length);
      }
      expect(['I.A', 'I.B', 'I.C'].map((frame) => getFrameTitle('LU', frame, 'en'))).to.deep.equal([
        'Frame I.A – Overall turnover',
        'Frame I.B – Exemptions and deductible amounts',
        'Frame I.C – Taxable turnover',
      ]);
    });
});
