import { expect } from 'chai';
import { closeFiscalYear } from '../../../commands/fiscal-years/close-fiscal-year.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import type { Toolbox } from '../../../commands/support/toolbox.ts';
import { AppendTooLarge } from '../../../eventlog/port.ts';
import { refused } from '../../support/given.ts';

describe('closing a fiscal year with more accounts than an event holds', () => {
  const failing = (error: Error) => ({ commands: { execute: () => Promise.reject(error) } }) as unknown as Toolbox;
  const requested = { id: 1, journalId: null, today: '2027-01-01', baseVersion: null };

  it('is refused, and any other failure is one', async () => {
    const close = (error: Error) => closeFiscalYear(failing(error), 1, requested, createSystemContext('test'));
    expect(await close(new AppendTooLarge('company-1', 2_000_000))).to.deep.equal(
      refused('closing_too_large', { field: 'id' }),
    );
    const broken = new Error('broken');
    expect(await close(broken).catch((error: unknown) => error)).to.equal(broken);
  });
});
