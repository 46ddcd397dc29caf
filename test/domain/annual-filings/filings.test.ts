import { expect } from 'chai';
import { decideAnnualFiling, type AnnualFilingCommand } from '../../../domain/annual-filings/filings.ts';
import type { AnnualFilingEvent } from '../../../domain/annual-filings/filing-events.ts';
import { evolveAnnualFilings, initialAnnualFilings } from '../../../domain/annual-filings/state.ts';
import { annualFilingUndo } from '../../../domain/annual-filings/undo.ts';
import { moveDirectorsNote } from '../../../domain/companies/directors-note.ts';
import { formatDirectors } from '../../../domain/companies/directors.ts';
import type { CompanyFile } from '../../../domain/company-file-state.ts';
import { isBlocked, type Undoing } from '../../../domain/history/undo.ts';
import { isRefusal } from '../../../domain/refusal.ts';

const YEAR = 7;

const after = (...events: readonly AnnualFilingEvent[]): CompanyFile =>
  ({
    identity: { country_pack: 'BE', legal_form_code: null, settings: {} },
    fiscalYears: [{ id: YEAR, code: '2025', starts_on: '2025-01-01', ends_on: '2025-12-31' }],
    annualFilings: events.reduce(evolveAnnualFilings, initialAnnualFilings),
  }) as unknown as CompanyFile;

const change = (changes: object, baseVersion: number | null = null): AnnualFilingCommand => ({
  type: 'ChangeAnnualFiling',
  fiscal_year_id: YEAR,
  changes,
  usualForm: 'm02',
  baseVersion,
});

const content = {
  form: 'm02',
  reference: 'NBB-1',
  boxes: [],
  fingerprint: 'f',
  computed_position: 12,
  files: [],
};
const filing = (filed_on = '2026-06-20'): AnnualFilingCommand => ({
  type: 'FileAnnualAccounts',
  fiscal_year_id: YEAR,
  filed: { ...content, filed_on },
  today: '2026-06-30',
  baseVersion: null,
});

const problemsOf = (command: AnnualFilingCommand, file: CompanyFile) => {
  const decided = decideAnnualFiling(command, file);
  return isRefusal(decided) ? decided.problems.map(({ code, field }) => [code, field]) : [];
};
const changed = (version: number, changes: object, previous: object): AnnualFilingEvent => ({
  type: 'AnnualFilingChanged',
  data: { fiscal_year_id: YEAR, version, changes, previous },
});
const filed: AnnualFilingEvent = {
  type: 'AnnualFilingFiled',
  data: { fiscal_year_id: YEAR, version: 1, ...content, filed_on: '2026-06-20' },
};
const stock = { code: '22', amount: '5.00', text: null, reason: 'Counted' };
const entered = changed(1, { form: 'm01', manual: [stock] }, { form: null, manual: [] });

describe('Annual accounts that are filed', () => {
  it('take a form and amounts with a reason, and nothing twice', () => {
    const given = { form: 'm01', manual: { '22': { amount: '5.00', reason: 'Counted' } } };
    expect(decideAnnualFiling(change(given), after())).to.deep.equal([entered]);
    expect(decideAnnualFiling(change(given), after(entered))).to.deep.equal([]);
    const removal = change({ manual: { '22': null } });
    expect(decideAnnualFiling(removal, after(entered))).to.deep.equal([
      changed(2, { manual: [] }, { manual: [stock] }),
    ]);
  });

  it('refuse totals, unknown boxes and forms, and a text for an amount', () => {
    const manual = {
      '20/58': { amount: '1.00', reason: 'x' },
      ZZ: { amount: '1.00', reason: 'x' },
      '22': { text: 'one', reason: 'x' },
    };
    expect(problemsOf(change({ manual }), after())).to.have.deep.members([
      ['filing_box_is_total', 'manual.20/58'],
      ['filing_box_unknown', 'manual.ZZ'],
      ['filing_box_takes_amount', 'manual.22.amount'],
    ]);
    expect(problemsOf(change({ form: 'CA_BILAN' }), after())).to.deep.equal([['filing_form_unknown', 'form']]);
    expect(problemsOf(change({ form: 'm01' }, 0), after(entered))).to.deep.equal([['conflict', undefined]]);
  });

  it('are filed once, after the year and not in the future', () => {
    expect(decideAnnualFiling(filing(), after())).to.deep.equal([filed]);
    expect(problemsOf(filing('2025-12-31'), after())).to.deep.equal([['filed_before_end', 'filed_on']]);
    expect(problemsOf(filing('2026-07-01'), after())).to.deep.equal([['date_in_future', 'filed_on']]);
    expect(problemsOf(filing(), after(filed))).to.deep.equal([['filing_filed', 'status']]);
    expect(problemsOf(change({ form: 'm01' }), after(filed))).to.deep.equal([['filing_filed', 'status']]);
  });

  describe('when something is undone', () => {
    const undo = (event: AnnualFilingEvent, file: CompanyFile, earlier: readonly AnnualFilingEvent[] = []) => {
      const undoing = { file, earlier: new Map([[`annual-filings ${YEAR}`, earlier]]) } as unknown as Undoing;
      const { revert } = annualFilingUndo[event.type] as { revert: (data: object, undoing: Undoing) => object };
      return revert(event.data, undoing) as readonly AnnualFilingEvent[];
    };

    it('return to what was entered before, unless it was entered again or filed', () => {
      expect(undo(entered, after(entered))).to.deep.equal([
        changed(2, { form: null, manual: [] }, { form: 'm01', manual: [stock] }),
      ]);
      const again = changed(2, { form: 'm07' }, { form: 'm01' });
      expect(isBlocked(undo(entered, after(entered, again)))).to.equal(true);
      const filedNow: AnnualFilingEvent = { ...filed, data: { ...filed.data, version: 2 } };
      expect(isBlocked(undo(entered, after(entered, filedNow)))).to.equal(true);
    });

    it('are a draft again, and filed again with the same files', () => {
      const reopened: AnnualFilingEvent = { type: 'AnnualFilingReopened', data: { fiscal_year_id: YEAR, version: 2 } };
      expect(undo(filed, after(filed))).to.deep.equal([reopened]);
      expect(undo(reopened, after(filed, reopened), [filed])).to.deep.equal([
        { ...filed, data: { ...filed.data, version: 3 } },
      ]);
      expect(isBlocked(undo(filed, after(filed, reopened)))).to.equal(true);
    });
  });
});

describe('Directors in the settings', () => {
  it('were a text, which becomes a note', () => {
    const data = {
      version: 2,
      changes: { 'annual_accounts.directors': 'Alice', 'annual_accounts.scheme': 'micro' },
      previous: { 'annual_accounts.directors': null },
    };
    const moved = moveDirectorsNote(data);
    expect(moved).to.deep.equal({
      version: 2,
      changes: { 'annual_accounts.directors_note': 'Alice', 'annual_accounts.scheme': 'micro' },
      previous: { 'annual_accounts.directors_note': null },
    });
    expect(formatDirectors(moved['changes'] as Record<string, string>)).to.equal('Alice');
  });
});
