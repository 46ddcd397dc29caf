import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { useDesk } from './support.ts';

/** More than three pages of 200, which is the most that the API gives. */
const LINES = 650;

describe('Long lists of the desk', function () {
  this.timeout(120_000);
  const desk = useDesk();

  before(async () => {
    const { firm, file } = desk;
    const entries = Array.from({ length: LINES }, (_, index) => ({
      journal_id: file.journal('OD'),
      entry_date: '2026-02-03',
      label: `Line ${index + 1} of many`,
      lines: [
        { account: '610000', debit: '1.00' },
        { account: '440000', credit: '1.00' },
      ],
    }));
    for (let start = 0; start < LINES; start += 325)
      await firm.client.created(`${file.path}/entries/batch`, { entries: entries.slice(start, start + 325) });
  });

  const waitForRows = (text: string) => desk.page.waitForSelector(`.table output >> text="${text}"`);

  it('show all lines of an account, find the last one, and write all of them to a file', async () => {
    const { page } = desk;
    await desk.open('view=trial_balance&account=610000');
    await waitForRows(`${LINES} rows`);
    const download = page.waitForEvent('download');
    await page.click('.table >> text=CSV');
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.trim().split('\n')).to.have.length(LINES + 1);
    await page.fill('.table input[type=search]', `Line ${LINES} of`);
    await waitForRows(`1 of ${LINES} rows`);
    await page.waitForSelector(`tr.opens >> text=Line ${LINES} of many`);
  });

  it('show all open items', async () => {
    await desk.open('view=open_items');
    await waitForRows(`${LINES} rows`);
  });
});
