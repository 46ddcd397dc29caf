import { expect } from 'chai';
import { findAppliedRate } from '../../../domain/vat-codes/applied-rate.ts';

const ofSale = (base: string, due: string) =>
  findAppliedRate({ base, due, deductible: '0.00', non_deductible: '0.00' });
const ofPurchase = (base: string, deductible: string, non_deductible = '0.00', due = '0.00') =>
  findAppliedRate({ base, due, deductible, non_deductible });

describe('The rate that an entry applied', () => {
  it('follows from its tax, on either side', () => {
    expect(ofSale('1000.00', '210.00')).to.equal('due 21');
    expect(ofSale('-1000.00', '-60.00')).to.equal('due 6');
    expect(ofPurchase('199.99', '11.00')).to.equal('deducted 5.5');
    expect(ofPurchase('1000.00', '105.00', '105.00', '210.00')).to.equal('deducted 21');
    expect(ofSale('100.00', '0.00')).to.equal('due 0');
  });

  it('tolerates a difference of almost one euro', () => {
    expect(ofSale('1000.00', '210.98')).to.equal('due 21');
    expect(ofSale('1000.00', '211.50')).to.equal('unclear');
    expect(ofSale('1000.00', '-210.00')).to.equal('unclear');
    expect(ofSale('0.00', '5.00')).to.equal('unclear');
  });

  it('is of no account where any rate is within a euro', () => {
    expect(ofSale('1.00', '0.21')).to.equal('small');
    expect(ofSale('0.00', '0.00')).to.equal('small');
    expect(ofSale('3.60', '0.00')).to.equal('due 0');
  });
});
