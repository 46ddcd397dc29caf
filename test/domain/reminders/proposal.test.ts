import { expect } from 'chai';
import { addDays } from '../../../domain/dates.ts';
import {
  buildReminders,
  type Reminder,
  type RemindableLine,
  type RemindedParty,
} from '../../../domain/reminders/proposal.ts';
import { buildReminderRules, USUAL_LEVELS } from '../../../domain/reminders/settings.ts';

const TODAY = '2026-03-31';

describe('Reminders', () => {
  const party = (changes: Partial<RemindedParty> = {}): RemindedParty => ({
    id: 1,
    code: 'C1',
    name: 'Client',
    email: 'c@example.com',
    language: null,
    is_business: true,
    reminders: 'normal',
    ...changes,
  });
  let lastLine = 0;
  const line = (open: string, daysLate: number, changes: Partial<RemindableLine> = {}): RemindableLine => ({
    description: null,
    line_id: (lastLine += 1),
    entry_id: lastLine,
    line_number: 1,
    account_id: 400,
    third_party_id: 1,
    entry_date: '2026-01-01',
    due_date: addDays(TODAY, -daysLate),
    open,
    references: ['F1'],
    labels: [],
    reminded_level: 0,
    first_reminded_on: null,
    last_reminded_on: null,
    ...changes,
  });
  const rules = (settings: object = {}) => buildReminderRules({ ...settings }, 'BE');
  const reminded = (
    lines: readonly RemindableLine[],
    { who = party(), settings = {}, level }: { who?: RemindedParty; settings?: object; level?: number } = {},
  ): Reminder | undefined =>
    buildReminders({ lines, parties: new Map([[who.id, who]]) }, rules(settings), TODAY, level)[0];

  it('reach a level by the days that the oldest item is late', () => {
    expect(reminded([line('100.00', 7)])).to.deep.include({ level: 1, hold: 'not_reached' });
    expect(reminded([line('100.00', 8)])).to.deep.include({ level: 1, hold: null });
    const heard = { reminded_level: 1, first_reminded_on: '2026-03-01', last_reminded_on: '2026-03-01' };
    expect(reminded([line('100.00', 22, heard)])).to.deep.include({ level: 1, hold: 'already_reminded' });
    expect(reminded([line('100.00', 23, heard)])).to.deep.include({ level: 2, hold: null });
    expect(reminded([line('100.00', 60, heard)])).to.deep.include({ level: 2, hold: null });
  });

  it('begin at the first level, however late something is', () => {
    expect(reminded([line('100.00', 300)])).to.deep.include({ level: 1, interest: '0.00', lump_sum: '0.00' });
  });

  it('reach a level only from its amount on', () => {
    const settings = { 'reminders.levels': [{ days: 1, minimum: '50.00', interest: false, lump_sum: false }] };
    expect(reminded([line('49.99', 10)], { settings })).to.deep.include({ hold: 'not_reached' });
    expect(reminded([line('30.00', 10), line('20.00', 10)], { settings })).to.deep.include({ hold: null });
  });

  it('ask for what the law gives on levels that do so', () => {
    const late = line('1000.00', 60, {
      reminded_level: 2,
      first_reminded_on: '2026-02-15',
      last_reminded_on: '2026-03-01',
    });
    const found = reminded([late])!;
    // 60 days at 10.50 %.
    expect(found).to.deep.include({ level: 3, interest: '17.26', lump_sum: '40.00', total: '1057.26' });
    const consumer = reminded([late], { who: party({ is_business: false }) })!;
    // Thirty days from the end of the fourteen that are free.
    expect(consumer).to.deep.include({ interest: '8.63', lump_sum: '90.00' });
  });

  it('are free for a consumer who hears of it for the first time', () => {
    const settings = { 'reminders.levels': [{ days: 1, minimum: '0.00', interest: true, lump_sum: true }] };
    const consumer = reminded([line('1000.00', 60)], { settings, who: party({ is_business: false }) })!;
    expect(consumer).to.deep.include({ level: 1, interest: '0.00', lump_sum: '0.00', pay_by: '2026-04-14' });
  });

  it('take off what the customer is owed, and leave out what is disputed or not yet due', () => {
    const lines = [line('100.00', 30), line('-40.00', -5), line('70.00', 30, { is_disputed: true }), line('9.00', -3)];
    const found = reminded(lines)!;
    expect(found.total_due).to.equal('60.00');
    expect(found.items.map(({ amount }) => amount)).to.deep.equal(['100.00', '-40.00']);
    expect(reminded([line('40.00', 30), line('-40.00', 30)])).to.equal(undefined);
    expect(reminded([line('40.00', -1)])).to.equal(undefined);
  });

  it('leave alone whoever is never reminded, is on hold, was reminded today, or has no address', () => {
    const lines = [line('100.00', 30)];
    const holds = [{ reminders: 'never' }, { reminders: TODAY }, { email: null }, { reminders: '2026-03-30' }];
    expect(holds.map((who) => reminded(lines, { who: party(who) })!.hold)).to.deep.equal([
      'never',
      'on_hold',
      'no_address',
      null,
    ]);
    const heard = { reminded_level: 1, first_reminded_on: TODAY, last_reminded_on: TODAY };
    expect(reminded([line('1.00', 30, heard)], { level: 3 })!.hold).to.equal('reminded_today');
  });

  it('have the level that somebody wants, of those that there are', () => {
    expect(reminded([line('100.00', 1)], { level: 3 })).to.deep.include({ level: 3, hold: null });
    expect(reminded([line('100.00', 1)], { level: 9 })).to.deep.include({ level: USUAL_LEVELS.length });
  });

  it('follow the settings on who they come from and what they bring along', () => {
    const settings = {
      'reminders.from': 'a@b.be',
      'reminders.reply_to': 'c@d.be',
      'reminders.attach_statement': false,
    };
    expect(rules(settings)).to.deep.include({ from: 'a@b.be', reply_to: 'c@d.be', attachesStatement: false });
    expect(rules()).to.deep.include({ from: null, reply_to: null, attachesStatement: true });
  });
});
