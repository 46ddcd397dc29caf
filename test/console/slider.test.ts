import { expect } from 'chai';
import type { CDPSession, Route } from 'playwright-core';
import { expectSoon, useDesk } from './support.ts';
import { sample } from '../support/long.ts';

/** Accounts of the file: far more than are in sight. */
const ACCOUNTS = 400;
const DAY_MS = 86_400_000;
const DAYS = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.UTC(2025, 0, 5) + index * 9 * DAY_MS).toISOString().slice(0, 10),
);
const ROUNDS = sample([1, 2, 3, 4, 5, 6], (round) => round <= 3).length;
/**
 * A step costs at most as much as so many times the work below. Milliseconds would say little: the same work takes a
 * processor that others use too several times longer than alone.
 */
const MOST_UNITS = 20;
/** Reads and writes a trial balance of this size as JSON: about a millisecond where nothing else runs. */
const UNIT = (rounds: number): string => `(() => {
  const text = JSON.stringify(${JSON.stringify(buildBalance('2025-01-05'))});
  for (let round = 0; round < ${rounds}; round += 1) JSON.stringify(JSON.parse(text));
})()`;

const getFirstAccount = (day: string): number => ((Date.parse(day) / DAY_MS) % 2 === 0 ? 600_000 : 700_000);

/** A trial balance in which every balance differs from day to day, and the accounts from one day to the next. */
function buildBalance(day: string) {
  const amount = (Date.parse(day) / DAY_MS) % 1_000;
  const first = getFirstAccount(day);
  const rows = Array.from({ length: ACCOUNTS }, (_, index) => ({
    account: { id: first + index, number: String(first + index), label: `Account ${index} of the books` },
    opening_debit: '1234.56',
    opening_credit: '0.00',
    period_debit: `${amount * 1_000 + index}.25`,
    period_credit: '12.00',
    closing_debit: `${amount * 1_000 + index}.25`,
    closing_credit: '0.00',
    balance: `${amount * 1_000 + index}.25`,
  }));
  const totals = { opening_debit: '0.00', opening_credit: '0.00', period_debit: '0.00', period_credit: '0.00' };
  return { rows, totals: { ...totals, closing_debit: '0.00', closing_credit: '0.00' } };
}

/** Moves the slider from day to day, one frame for each. */
const slideOver = (days: readonly string[]): string => `(async () => {
  const slider = document.querySelector('input[type=range]');
  for (const day of ${JSON.stringify(days)}) {
    slider.value = String(Math.floor(Date.parse(day + 'T00:00:00Z') / ${DAY_MS}));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => done()));
  }
})()`;

describe('The slider of the desk', function () {
  this.timeout(120_000);
  const desk = useDesk();
  let asked: string[];
  let session: CDPSession;

  /** As if the file had been opened years ago. */
  async function openLongAgo(route: Route): Promise<void> {
    const response = await route.fetch();
    const file = (await response.json()) as { created_at: string; fiscal_years: { created_at: string }[] };
    const created_at = '2024-01-01T08:00:00Z';
    const fiscal_years = file.fiscal_years.map((year) => ({ ...year, created_at }));
    await route.fulfill({ response, json: { ...file, created_at, fiscal_years } });
  }

  before(async () => {
    const { page, file } = desk;
    asked = [];
    await page.route(`**/v1/companies/${file.token}`, openLongAgo);
    await page.route('**/reports/trial-balance?*', (route) => {
      const day = new URL(route.request().url()).searchParams.get('known_at') ?? '2026-01-01';
      asked.push(day);
      return route.fulfill({ json: buildBalance(day) });
    });
    await page.reload();
    await desk.open('view=trial_balance');
    session = await page.context().newCDPSession(page);
    // What the thread of the page computes, however busy the machine is.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    for (const day of DAYS) await slideTo(day);
  });

  async function slideTo(day: string): Promise<void> {
    await desk.page.evaluate(slideOver([day]));
    const shown = `${(Date.parse(day) / DAY_MS) % 1_000},000.25`;
    await desk.page.waitForSelector(`tr[data-index="0"] >> text=${shown}`);
  }

  async function readTaskMs(): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
  }

  async function measure(script: string): Promise<number> {
    const started = await readTaskMs();
    await desk.page.evaluate(script);
    return (await readTaskMs()) - started;
  }

  it('shows days that are loaded within a frame, and asks for none of them again', async () => {
    const before = asked.length;
    const steps = [...DAYS, ...DAYS.toReversed()];
    let [least, unit] = [Infinity, Infinity];
    for (let round = 0; round < ROUNDS; round += 1) {
      least = Math.min(least, (await measure(slideOver(steps))) / steps.length);
      unit = Math.min(unit, (await measure(UNIT(steps.length))) / steps.length);
    }
    expect(least / unit, `${least} ms, ${unit} ms`).to.be.within(0.1, MOST_UNITS);
    expect(asked.slice(before)).to.deep.equal([]);
    expect(desk.problems).to.deep.equal([]);
  });

  it('draws the rows of another day in place of the earlier ones', async () => {
    const { page } = desk;
    const [one, other] = DAYS as [string, string];
    await slideTo(one);
    await page.evaluate(`document.querySelectorAll('tr[data-index]').forEach((row) => { row.isOfBefore = true; })`);
    await slideTo(other);
    const rows = await page.evaluate<readonly (readonly [string, boolean])[]>(
      `[...document.querySelectorAll('tr[data-index]')].map((row) => [row.cells[0].textContent, row.isOfBefore === true])`,
    );
    expect(rows.length).to.be.greaterThan(10);
    const first = getFirstAccount(other);
    expect(rows).to.deep.equal(rows.map((_row, index) => [String(first + index), true]));
  });

  it('prints the figures of the day, and no control', async () => {
    const { page } = desk;
    await slideTo(DAYS[0]!);
    await page.emulateMedia({ media: 'print' });
    const listVisible = (selector: string): Promise<readonly string[]> =>
      page.evaluate(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 80))`,
      );
    expect(await listVisible('button, input, nav, header')).to.deep.equal([]);
    expect(await listVisible('.moment strong')).to.have.length(1);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.rows')).contain`)).to.equal('none');
    await page.emulateMedia({ media: 'screen' });
  });

  it('leaves the day where it stopped in the address, which changes a few times a second at most', async () => {
    const { page } = desk;
    const changes = await page.evaluate<number>(`(async () => {
      let count = 0;
      const original = history.replaceState;
      history.replaceState = function (...given) { count += 1; return original.apply(this, given); };
      await ${slideOver([...DAYS, ...DAYS.toReversed()])};
      history.replaceState = original;
      return count;
    })()`);
    expect(changes).to.be.within(1, DAYS.length);
    await expectSoon(() => page.evaluate('new URLSearchParams(location.hash.slice(1)).get("at")'), DAYS[0]);
    await page.click('tr[data-index="0"]');
    await page.goBack();
    await expectSoon(() => page.inputValue('input[type=date]'), DAYS[0]);
  });
});
