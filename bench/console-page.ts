import { existsSync } from 'node:fs';

/** The console in a browser of this machine, where there is one. */
export interface ConsolePage {
  /** From each move of the slider to what the view shows of that day in sight, in milliseconds. */
  moveSlider(file: string, view: string, days: readonly string[]): Promise<readonly number[]>;
  /**
   * What the page computes in the frame of each move over days whose answers it has, in milliseconds; infinite where the frame
   * does not show that day yet. The view is the one of the last `moveSlider`, which has read them.
   */
  dragSlider(days: readonly string[]): Promise<readonly number[]>;
  close(): Promise<void>;
}

const PROGRAM = process.env['BROWSER_PROGRAM'] ?? '/usr/bin/chromium';

export async function consoleIn(url: string, token: string): Promise<ConsolePage | null> {
  if (!existsSync(PROGRAM)) return null;
  // For measurements and tests alone: an installed service does not have it.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox'] });
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
  await page.goto(`${url}/console`);
  await page.evaluate(`sessionStorage.setItem('grandlivre-console-token', ${JSON.stringify(token)})`);
  return {
    async moveSlider(file, view, days) {
      await page.goto(`${url}/console#file=${file}&${view}`);
      await page.reload();
      // The one of the settings is in a part that is closed.
      await page.waitForSelector('main table', { state: 'attached' });
      const times: number[] = [];
      for (const day of days) times.push(await page.evaluate<number>(moveTo(day)));
      return times.slice(Math.min(5, times.length - 1));
    },
    async dragSlider(days) {
      const times: number[] = [];
      for (const day of days) times.push((await page.evaluate<number | null>(dragTo(day))) ?? Infinity);
      return times;
    },
    close: () => browser.close(),
  };
}

/** Written down, like what follows: it runs in the page. */
const setSlider = (day: string): string => `
  const slider = document.querySelector('input[type=range]');
  const startedAt = performance.now();
  slider.value = String(Math.floor(Date.parse('${day}T00:00:00Z') / 86400000));
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  const isShown = () =>
    document.querySelector('input[type=date]').value === '${day}' && !document.querySelector('[aria-busy=true]');`;

/** Seen is what the next frame but one shows. */
const moveTo = (day: string): string => `new Promise((seen) => {
  ${setSlider(day)}
  const look = () =>
    isShown()
      ? requestAnimationFrame(() => seen(performance.now() - startedAt))
      : requestAnimationFrame(look);
  requestAnimationFrame(() => requestAnimationFrame(look));
})`;

/** From the beginning of a frame, in which the slider is moved, to its end, when it has been drawn. */
const dragTo = (day: string): string => `new Promise((done) => {
  const ended = new MessageChannel();
  requestAnimationFrame(() => {
    ${setSlider(day)}
    ended.port1.onmessage = () => done(isShown() ? performance.now() - startedAt : null);
    ended.port2.postMessage(null);
  });
})`;
