import { expect } from 'chai';
import { findNearestName } from '../../../api/http/input/nearest-name.ts';

describe('nearestName', () => {
  const known = ['journal_id', 'entry_date', 'due_date', 'label', 'third_party_id', 'vat_code'];
  const cases: readonly (readonly [string, string | null])[] = [
    ['date', 'entry_date'],
    ['entryDate', 'entry_date'],
    ['enty_date', 'entry_date'],
    ['date_due', 'due_date'],
    ['lable', 'label'],
    ['third_party', 'third_party_id'],
    ['journal', 'journal_id'],
    ['vatcode', 'vat_code'],
    ['conditions', null],
    ['x', null],
    ['__proto__', null],
    ['label'.repeat(20), null],
  ];
  for (const [given, meant] of cases)
    it(`finds ${String(meant)} for ${given}`, () => expect(findNearestName(given, known)).to.equal(meant));
});
