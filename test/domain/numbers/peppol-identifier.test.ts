import { expect } from 'chai';
import { normalisePeppolIdentifier } from '../../../domain/numbers/peppol-identifier.ts';

describe('Peppol identifiers', () => {
  it('are kept in lower case and without the name of their scheme', () => {
    for (const [typed, kept] of [
      ['0208:0477472701', '0208:0477472701'],
      ['9925:BE0477472701', '9925:be0477472701'],
      ['iso6523-actorid-upis::0208:0477472701', '0208:0477472701'],
      [' 0088:5798009882806 ', '0088:5798009882806'],
      ['9957:FR61954506077', '9957:fr61954506077'],
    ] as const)
      expect(normalisePeppolIdentifier(typed), typed).to.equal(kept);
  });

  it('name a register and a number in it, and Belgian numbers hold their check', () => {
    for (const wrong of [
      '',
      '0477472701',
      '208:0477472701',
      '0208:',
      '0208:0477472702',
      '9925:be0477472702',
      '0208:0477 472 701',
      `0088:${'1'.repeat(51)}`,
      `0088:${'1'.repeat(1_000_000)}`,
      '0088:a:b',
    ])
      expect(normalisePeppolIdentifier(wrong), wrong.slice(0, 30)).to.equal(null);
  });
});
