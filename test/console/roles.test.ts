import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Request, Route as Intercepted } from 'playwright-core';
import type { Route } from '../../api/http/routing/route.ts';
import { routes } from '../../api/routes.ts';
import { sample } from '../support/long.ts';
import { useDesk } from './support.ts';

const ROLES = ['reviewer', 'encoder', 'manager', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** Buttons that only change what is shown, or write a file for the reader. */
const READING = 'thead *, .table .tools *, .downloads *, .moment *, .back';

/** Everything that the API declares is what a button may ask for. */
const findRoute = (request: Request): Route | undefined => {
  const path = new URL(request.url()).pathname;
  return routes.find(
    (route) =>
      route.method === request.method().toLowerCase() &&
      new RegExp(`^${route.path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
};

describe('Each role at the desk', function () {
  this.timeout(300_000);
  const desk = useDesk();
  /** Names of the buttons of each place, as the roles so far have seen them. */
  const seen = new Map<string, readonly string[]>();
  const tried: string[] = [];
  let places: readonly string[];
  let written: Request[] = [];
  let refused: string[] = [];

  before(async () => {
    const { firm, file, page } = desk;
    const entry = await firm.client.created(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-01-15',
      label: 'Sale',
      lines: [
        { account: '550000', debit: '1000.00' },
        { account: '700000', credit: '1000.00', vat_code: 'S-0' },
      ],
    });
    const bank = { code: 'LUX', label: 'Bank', type: 'bank', iban: 'LU280019400644750000' };
    await firm.client.created(`${file.path}/journals`, { ...bank, control_account_id: file.account('550000') });
    const content = readFileSync(new URL('../fixtures/bank/batch.camt053.xml', import.meta.url));
    const statement = { field: 'files[]', name: 'a.xml', content, type: 'application/xml' };
    await firm.client.expect(201).upload('POST', `${file.path}/coda-files`, [statement]);
    const declare = (period: number) =>
      firm.client.created(`${file.path}/vat-declarations`, { period_type: 'quarterly', year: 2026, period });
    const declaration = await declare(1);
    await desk.open('view=vat');
    const links = await page.locator('nav#views a').evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
    const names = links.map((link) => new URLSearchParams(link.slice(1)).get('view')!);
    expect(names).to.include.members(['bank', 'vat', 'settings']);
    places = [
      ...names.map((name) => `view=${name}`),
      `view=entries&entry=${entry.id}`,
      `view=vat&item=${declaration.id}`,
    ];
    // Nothing changes: what a button asks for is written down instead.
    await page.route('**/v1/**', async (route: Intercepted) => {
      if (['GET', 'HEAD', 'OPTIONS'].includes(route.request().method())) return route.continue();
      written.push(route.request());
      return route.abort();
    });
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
    });
  });

  /** Names without figures: what differs only by its number or its object is the same button. */
  const listButtons = (): Promise<readonly string[]> =>
    desk.page
      .locator('main button:visible:enabled')
      .evaluateAll(
        (buttons, reading) => [
          ...new Set(
            buttons
              .filter((button) => !button.matches(reading))
              .map((button) => button.textContent.trim().split(/[\s\d]/)[0]!),
          ),
        ],
        READING,
      );

  /** What a button asks for, and the dialog or form that it opens, as they are. */
  async function tryButton(name: string): Promise<void> {
    const { page } = desk;
    const button = page.locator('main button:visible:enabled', { hasText: new RegExp(`^\\s*${escape(name)}`) }).first();
    await button.click();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))');
    const [confirm] = await page.locator('dialog[open] button.primary:enabled').all();
    if (confirm) {
      await confirm.click();
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))');
    }
  }

  /** Away and back, so that nothing stays open. */
  async function openAnew(place: string): Promise<void> {
    await desk.open(place.startsWith('view=proof') ? 'view=trial_balance' : 'view=proof');
    await desk.open(place);
  }

  // A short run tries what encoders see, which has the buttons of reviewers too, in every third view.
  const asked = sample(ROLES, (one) => one === 'encoder');
  for (const role of asked)
    it(`shows every view to ${role}s, and only buttons that they may use`, async () => {
      const { page, service, firm } = desk;
      const person = await service.newMember(firm, role);
      await desk.signIn(person.client.token);
      refused = [];
      for (const place of sample(places, (_place, turn) => turn % 3 === 0)) {
        await desk.open(place);
        const problems = await page.locator('main [role=alert]:not(:empty)').allTextContents();
        expect(problems, `${role}, ${place}`).to.deep.equal([]);
        const known = seen.get(place) ?? [];
        const buttons = await listButtons();
        seen.set(place, [...new Set([...known, ...buttons])]);
        // A button is tried by the least role that sees it.
        for (const [index, name] of buttons.filter((one) => !known.includes(one)).entries()) {
          if (index > 0) await openAnew(place);
          written = [];
          await tryButton(name);
          const beyond = written.filter((request) => !mayAsk(role, request)).map(describeRequest);
          expect(beyond, `${name} of ${place} for ${role}s`).to.deep.equal([]);
          tried.push(...written.map((request) => `${role}: ${describeRequest(request)}`));
        }
      }
      expect(refused, 'refused by the service').to.deep.equal([]);
    });

  it('was tried with buttons that change something', () => {
    expect(tried.filter((one) => one.startsWith('reviewer'))).to.deep.equal([]);
    for (const role of asked.filter((one) => one === 'encoder' || one === 'manager'))
      expect(
        tried.some((one) => one.startsWith(role)),
        role,
      ).to.equal(true);
  });
});

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const describeRequest = (request: Request): string => {
  const route = findRoute(request);
  return route === undefined ? `${request.method()} ${request.url()}` : `${route.method} ${route.path}, ${route.role}`;
};

/** By the declaration of the route, which the tests of access hold the service to. */
const mayAsk = (role: Role, request: Request): boolean => {
  const route = findRoute(request);
  if (route === undefined || route.role === 'platform') return false;
  if (role === 'reviewer') return route.ability === 'read' && (route.role === 'any' || route.role === 'reviewer');
  return route.role === 'any' || ROLES.indexOf(role) >= ROLES.indexOf(route.role);
};
