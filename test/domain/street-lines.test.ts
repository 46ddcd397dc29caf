import { expect } from 'chai';
import { formatStreetLine } from '../../domain/street-lines.ts';

describe('The line of a street', () => {
  const address = { street: 'rue Haute', house_number: '12', box: '3' };

  it('has the number behind the street in Belgium, and before it in France and Luxembourg', () => {
    expect(formatStreetLine(address, 'BE')).to.equal('rue Haute 12 / 3');
    expect(formatStreetLine(address, null)).to.equal('rue Haute 12 / 3');
    expect(formatStreetLine(address, 'FR')).to.equal('12 rue Haute / 3');
    expect(formatStreetLine(address, 'LU')).to.equal('12, rue Haute / 3');
  });

  it('leaves out what is unknown', () => {
    expect(formatStreetLine({ ...address, house_number: null, box: null }, 'LU')).to.equal('rue Haute');
    expect(formatStreetLine({ street: null, house_number: null }, 'FR')).to.equal('');
  });
});
