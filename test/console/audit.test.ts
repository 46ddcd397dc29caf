import { expect } from 'chai';
import { shop } from '../../domain/demo/companies.ts';
import { refreshDemo } from '../../service/demo/keeper.ts';
import { QUESTIONS } from '../../console/audit/questions.ts';
import { createClient, type AnswerBody, type Client } from '../support/client.ts';
import { useDesk } from './support.ts';
import { describeLong } from '../support/long.ts';

/** The audit as an auditor does it, in the smallest company file of the demo: its past has many days. */
describeLong('The audit in the desk', function () {
  this.timeout(180_000);
  const desk = useDesk();
  let client: Client;
  let token: string;
  let path: string;

  before(async () => {
    const { service } = desk;
    await refreshDemo(service.demo!, { now: new Date(), companies: [shop] });
    const { body } = await service.anonymous.post('/v1/auth/demo', { locale: 'en' });
    const session = body as unknown as { token: string; demo: { companies: readonly { public_token: string }[] } };
    token = session.demo.companies[0]!.public_token;
    path = `/v1/companies/${token}`;
    client = createClient(service.url, session.token);
    await desk.signIn(session.token);
  });

  /** The last `file` of an address counts. */
  const open = (place: string) => desk.open(`${place}&file=${token}`);
  const getPlace = async (): Promise<URLSearchParams> =>
    new URLSearchParams((await desk.page.evaluate<string>('location.hash')).slice(1));

  it('shows how many findings each question has, and only those', async () => {
    const { page } = desk;
    await open('view=questions');
    await page.waitForSelector('.questions .badge');
    const counts = await page.$$eval('.questions .badge [aria-hidden]', (all) => all.map((one) => one.textContent));
    expect(counts).to.have.length(Object.keys(QUESTIONS).length);
    for (const count of counts) expect(Number(count)).to.be.within(1, 25);
    await page.click('.questions >> text=at night');
    await page.waitForSelector('h3 >> text=at night');
    await page.waitForSelector('.table output >> text="1 row"');
    await desk.expectAccessible(`view=questions&question=odd_hours&file=${token}`);
  });

  it('opens a finding: the entry once, as on paper, and what happened to it as sentences', async () => {
    const { page } = desk;
    await open('view=questions&question=odd_hours');
    await page.click('tr.opens >> nth=0');
    await page.waitForSelector('.entry-paper >> text=615200');
    await page.waitForSelector('.events .told >> text=/Pieter Maes posted the entry OD/');
    expect(await page.$$('.posted-lines')).to.have.length(1);
    // What the reversal changed is folded.
    expect(await page.isVisible('.events table')).to.equal(false);
    // The other side of the reversal.
    await page.click('.entry-paper .facts a');
    await page.waitForSelector('.events .told >> text=/Claire Dumont/');
    const entry = (await getPlace()).get('entry')!;
    await desk.expectAccessible(`view=questions&entry=${entry}&file=${token}`);
  });

  it('keeps the values that changed in a fold', async () => {
    const { page } = desk;
    const { data } = (await client.get(`${path}/entries?per_page=1`)).body as unknown as { data: AnswerBody[] };
    const id = data[0]!.id;
    await client.expect(200).patch(`${path}/entries/${id}`, { label: 'Written more clearly' });
    await open(`view=trial_balance&entry=${id}`);
    await page.waitForSelector('.events details:not([open])');
    expect(await page.isVisible('.events .fields')).to.equal(false);
    await page.focus('.events summary');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.events .fields >> text=Written more clearly');
    const heads = await page.$$eval('.events .fields thead th', (all) => all.map((one) => one.textContent));
    expect(heads).to.deep.equal(['Field', 'Before', 'After']);
    // The operation has the same fold, and leads back.
    await page.click('.events >> text=Everything this operation changed');
    await page.waitForSelector('h2 >> text=Everything this operation changed');
    await page.waitForSelector('.events details:not([open])');
  });

  it('compares two moments where something differs, and goes from difference to difference by key', async () => {
    const { page } = desk;
    await open('view=compare');
    await page.waitForSelector('.compare-steps >> text=/The books as known on .* entr(y|ies) w/');
    await page.waitForSelector('tr.opens');
    const first = (await getPlace()).get('to')!;
    expect(first).to.match(/^\d{4}-\d\d-\d\d$/);
    await page.waitForSelector('.compare-steps button[aria-keyshortcuts=p]:enabled');
    await page.keyboard.press('p');
    await page.waitForFunction(`!location.hash.includes('to=${first}')`);
    const earlier = await getPlace();
    expect(earlier.get('to')! < first).to.equal(true);
    expect(earlier.get('at')! <= first).to.equal(true);
    await page.waitForSelector('tr.opens');
    await page.waitForSelector('.compare-steps button[aria-keyshortcuts=n]:enabled');
    await page.keyboard.press('n');
    await page.waitForFunction(`location.hash.includes('to=${first}')`);
    await page.waitForSelector('tr.opens');
    await desk.expectAccessible(`view=compare&file=${token}`);
  });

  it('says in a file without entries that there is nothing to compare yet', async () => {
    const { page, firm } = desk;
    await desk.signIn(firm.client.token);
    await desk.open('view=compare');
    await page.waitForSelector('.empty >> text=Nothing has been recorded yet');
    expect(desk.problems).to.deep.equal([]);
  });
});
