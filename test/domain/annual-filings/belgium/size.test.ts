import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { belgium } from '../../../../domain/annual-filings/belgium/index.ts';
import { SIZE_THRESHOLDS } from '../../../../domain/annual-filings/belgium/size.ts';
import { buildInputs, LEGAL_FORMS, SETTINGS } from './support.ts';

describe('The Belgian model', () => {
  const choose = (balances: Readonly<Record<string, string>>, company: object = {}) =>
    belgium.chooseForm(buildInputs({ balances, company }));
  /** A turnover and a total of the balance sheet. */
  const sized = (turnover: string, total: string, more: Readonly<Record<string, string>> = {}) => ({
    ...{ '700000': `-${turnover}`, '550000': total, '110000': `-${total}`, '612000': turnover },
    ...more,
  });

  it('follows from the size: one threshold may be exceeded', () => {
    expect(choose(sized('100.00', '100.00'))).to.equal('m87');
    expect(choose(sized('900000.01', '450000.00'))).to.equal('m87');
    expect(choose(sized('900000.01', '450000.01'))).to.equal('m81');
    expect(choose(sized('11250000.01', '6000000.00'))).to.equal('m81');
    expect(choose(sized('11250000.01', '6000000.01'))).to.equal('m82');
  });

  it('counts an unknown number of employees as exceeded, and affiliates as more than micro', () => {
    const staff = { '620200': '10.00', '455000': '-10.00' };
    expect(choose(sized('100.00', '100.00', staff))).to.equal('m87');
    expect(choose(sized('900000.01', '100.00', staff))).to.equal('m81');
    expect(choose(sized('100.00', '100.00', { '2800': '10.00', '440000': '-10.00' }))).to.equal('m81');
  });

  it('follows from the legal form, and from the scheme of the settings before the size', () => {
    expect(choose(sized('100.00', '100.00'), { legal_form_code: LEGAL_FORMS.capital })).to.equal('m07');
    const settings = { ...SETTINGS, 'annual_accounts.scheme': 'abbreviated' };
    expect(choose(sized('100.00', '100.00'), { settings })).to.equal('m81');
    // The thresholds of associations are not known.
    expect(choose(sized('100.00', '100.00'), { legal_form_code: LEGAL_FORMS.association })).to.equal('m05');
    expect(choose(sized('100.00', '100.00'), { legal_form_code: LEGAL_FORMS.association, settings })).to.equal('m04');
  });

  it('is one of three that the legal form offers', () => {
    const offered = Object.values(LEGAL_FORMS).map((legal_form_code) =>
      belgium.listForms({ legal_form_code }, '2025-12-31').map(({ code }) => code),
    );
    expect(offered).to.deep.equal([
      ['m02', 'm01', 'm07'],
      ['m82', 'm81', 'm87'],
      ['m05', 'm04', 'm08'],
    ]);
  });

  it('has thresholds with a year and a source, which the page of the country tells', () => {
    const page = readFileSync(new URL('../../../../docs/countries/be.md', import.meta.url), 'utf8');
    const write = (amount: string) => amount.slice(0, -3).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ' ');
    for (const { scheme, from, employees, turnover, total, source } of SIZE_THRESHOLDS)
      expect(page).to.contain(
        `| ${scheme} | ${from} | ${employees} | ${write(turnover)} | ${write(total)} | ${source} | review: likely |`,
      );
    expect(SIZE_THRESHOLDS.map(({ scheme, from, source }) => [scheme, from, source])).to.deep.equal([
      ['micro', '2024-01-01', 'CSA art. 1:25'],
      ['abbreviated', '2024-01-01', 'CSA art. 1:24'],
    ]);
  });
});
