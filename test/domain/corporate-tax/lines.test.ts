import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { CompanyFile } from '../../../domain/company-file-state.ts';
import {
  decideCorporateTaxLines,
  refuseUntaxed,
  type ChangedLine,
  type SetCorporateTaxLines,
} from '../../../domain/corporate-tax/set-lines.ts';
import type { TaxEvent } from '../../../domain/corporate-tax/tax-events.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { openedFile } from '../../support/company-file-samples.ts';

const YEAR = 10_000;
const line = (code: string, amount: string | null = '100.00', reason: string | null = 'Known'): ChangedLine => ({
  code,
  amount,
  reason,
});
const set = (lines: readonly ChangedLine[], more: Partial<SetCorporateTaxLines> = {}): SetCorporateTaxLines => ({
  type: 'SetCorporateTaxLines',
  fiscalYearId: YEAR,
  lines,
  baseVersion: null,
  ...more,
});

function decided(command: SetCorporateTaxLines, file: CompanyFile = openedFile): readonly TaxEvent[] {
  const events = decideCorporateTaxLines(command, file);
  if (isRefusal(events)) throw new Error(JSON.stringify(events));
  return events;
}
const after = (events: readonly TaxEvent[], file: CompanyFile = openedFile): CompanyFile =>
  events.reduce((state, event) => companyFile.evolve(state, event), file);
const problemOf = (command: SetCorporateTaxLines) => {
  const refusal = decideCorporateTaxLines(command, openedFile);
  if (!isRefusal(refusal) || !('problems' in refusal)) throw new Error(JSON.stringify(refusal));
  return refusal.problems.map(({ code, field }) => [code, field]);
};

describe('Manual lines of the corporate tax', () => {
  it('are kept until someone removes them, with what was said before', () => {
    const [first] = decided(set([line('additions'), line('disallowed_6152', '5.00')]));
    expect(first!.data).to.include({ fiscal_year_id: YEAR, version: 1 });
    const known = after([first!]);
    expect(decided(set([line('additions')]), known)).to.deep.equal([]);
    const [second] = decided(set([line('additions', null, null), line('deductions')]), known);
    expect(second!.data.version).to.equal(2);
    expect(second!.data.lines.map(({ code }) => code)).to.deep.equal(['deductions', 'disallowed_6152']);
    expect(second!.data.previous).to.deep.equal(first!.data.lines);
  });

  it('are refused for computed lines, unknown ones, twice the same, and without a reason', () => {
    expect(problemOf(set([line('result')]))).to.deep.equal([['corporate_tax_line_computed', 'lines.0.code']]);
    expect(problemOf(set([line('corporate_tax')]))).to.deep.equal([['corporate_tax_line_computed', 'lines.0.code']]);
    expect(problemOf(set([line('disallowed_7')]))).to.deep.equal([['corporate_tax_line_unknown', 'lines.0.code']]);
    expect(problemOf(set([line('additions'), line('additions')]))).to.deep.equal([
      ['corporate_tax_line_repeated', 'lines.1.code'],
    ]);
    expect(problemOf(set([line('additions', '1.00', null)]))).to.deep.equal([['required', 'lines.0.reason']]);
  });

  it('belong to a year of the file, at the version that the client saw', () => {
    expect(decideCorporateTaxLines(set([], { fiscalYearId: 77 }), openedFile)).to.include({ code: 'not_found' });
    expect(decideCorporateTaxLines(set([line('additions')], { baseVersion: 3 }), openedFile)).to.include({
      code: 'conflict',
    });
  });

  it('are not those of associations and sole traders', () => {
    const refused = { code: 'corporate_tax_not_applicable' };
    expect(refuseUntaxed({ country_pack: 'BE', legal_form_code: '017' })).to.include(refused);
    expect(refuseUntaxed({ country_pack: 'FR', legal_form_code: '1000' })).to.include(refused);
    expect(refuseUntaxed({ country_pack: 'BE', legal_form_code: '610' })).to.equal(null);
    expect(refuseUntaxed({ country_pack: 'LU', legal_form_code: null })).to.equal(null);
  });
});
