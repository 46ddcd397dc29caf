import { expect } from 'chai';
import { parseOriginalAmount, readExchange } from '../../../domain/bank/exchange.ts';
import { readCamt } from '../../../domain/bank/camt/read-camt.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';
import { buildCamtFile } from '../../support/bank-files.ts';
import { getStatements } from './reading.ts';

async function readMovement(amount: string, amounts: string) {
  const day = '2026-12-05';
  const text = buildCamtFile('02', {
    iban: 'BE68539007547034',
    number: '7',
    opening_date: day,
    closing_date: day,
    opening_balance: '0.00',
    movements: [{ amount, entry_date: day, value_date: day, counterpart_name: 'ACME INC' }],
  }).replace('<RltdPties>', `${amounts}<RltdPties>`);
  const bytes = Buffer.from(text);
  return getStatements(runAllSteps(readCamt(await readXml(bytes), bytes)))[0]!.movements[0]!;
}

describe('the conversion that a bank states on a statement', () => {
  const stated = { foreign: '1000.00', gross: '892.86', rate: '1.12' };

  it('gives the charges: less was received, or more was paid, than was converted', () => {
    expect(readExchange('880.36', stated)).to.deep.equal({ charges: '12.50', exchange_rate: '1.12' });
    expect(readExchange('-905.36', stated)).to.deep.equal({ charges: '12.50', exchange_rate: '1.12' });
    expect(readExchange('892.86', stated)).to.deep.equal({ exchange_rate: '1.12' });
  });

  it('gives the rate in one direction, however the bank quotes it', () => {
    expect(readExchange('892.86', { ...stated, rate: '0.89285714' }).exchange_rate).to.equal('1.12');
    expect(readExchange('892.86', { ...stated, rate: null }).exchange_rate).to.equal('1.11999642');
    expect(readExchange('892.86', { ...stated, rate: '7.5' }).exchange_rate).to.equal('1.11999642');
  });

  it('takes no other difference for charges', () => {
    expect(readExchange('892.86', { ...stated, gross: '5000.00' })).to.deep.equal({ exchange_rate: '1.12' });
    expect(readExchange('893.00', stated).charges).to.equal(undefined);
  });

  it('is read from the amounts of a CAMT entry', async () => {
    const movement = await readMovement(
      '880.36',
      '<AmtDtls><InstdAmt><Amt Ccy="USD">1000.00</Amt></InstdAmt><CntrValAmt><Amt Ccy="EUR">892.86</Amt><CcyXchg>' +
        '<SrcCcy>USD</SrcCcy><TrgtCcy>EUR</TrgtCcy><UnitCcy>EUR</UnitCcy><XchgRate>1.12</XchgRate></CcyXchg></CntrValAmt></AmtDtls>',
    );
    expect(movement).to.include({ original_amount: 'USD 1000.00', charges: '12.50', exchange_rate: '1.12' });
  });

  it('ignores charges in another currency', async () => {
    const charges = '<Chrgs><TtlChrgsAndTaxAmt Ccy="USD">14.00</TtlChrgsAndTaxAmt></Chrgs>';
    expect(await readMovement('880.36', charges)).not.to.have.property('charges');
    expect(await readMovement('880.36', charges.replace('USD', 'EUR'))).to.include({ charges: '14.00' });
  });
});

describe('an original amount', () => {
  it('is a currency and an amount', () => {
    expect(parseOriginalAmount('USD 120.5')).to.deep.equal({ currency: 'USD', amount: '120.50' });
    expect(parseOriginalAmount('JPY 1200')).to.deep.equal({ currency: 'JPY', amount: '1200.00' });
    for (const text of [null, 'USD', 'USD 12.345', '120.50']) expect(parseOriginalAmount(text)).to.equal(null);
  });
});
