import { expect } from 'chai';
import type { Route } from '../../../api/http/routing/route.ts';
import { listErrorCodes } from '../../../api/meta/reference/error-codes.ts';
import { routes } from '../../../api/routes.ts';
import type { Answer, AnswerBody, Client } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

const UNKNOWN = 'unknownToken';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const AT_ONCE = 20;

/** What one request of the test was answered with. */
interface Told {
  readonly name: string;
  readonly status: number;
  readonly code: unknown;
}

describe('Every error', () => {
  const service = useService({ from: 'books' });
  const known = new Set<string>(listErrorCodes(routes));
  let firm: TestFirm;
  let file: TestCompany;
  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  const pathOf = ({ path }: Pick<Route, 'path'>, company: string, ofFirm: string): string =>
    path
      .replace('{company}', company)
      .replace('{firm}', ofFirm)
      .replace(/\{\w+\}/g, '1');
  const ownPath = (route: Pick<Route, 'path'>): string => pathOf(route, file.token, firm.token);

  /** Sends a request for each route, a few at a time, and expects a known code on every answer. */
  async function askAll(
    asked: readonly Route[],
    send: (route: Route) => Promise<Answer<AnswerBody>>,
  ): Promise<readonly Told[]> {
    const told: Told[] = [];
    for (let index = 0; index < asked.length; index += AT_ONCE) {
      const some = asked.slice(index, index + AT_ONCE);
      const answers = await Promise.all(some.map(send));
      answers.forEach(({ status, body }, place) => {
        const { method, path } = some[place]!;
        told.push({ name: `${method} ${path}`, status, code: body?.code });
      });
    }
    const without = told.filter(({ code }) => typeof code !== 'string' || !known.has(code));
    expect(without).to.deep.equal([]);
    return told;
  }
  const expectAll = (told: readonly Told[], status: number, code?: string): void => {
    const others = told.filter((one) => one.status !== status || (code !== undefined && one.code !== code));
    expect(others).to.deep.equal([]);
  };
  const sendTo = (client: Client, { method }: Route, path: string) => client.request(method.toUpperCase(), path);

  it('of a request without a token has a code', async () => {
    const closed = routes.filter(({ ability }) => ['read', 'write', 'sync', 'session'].includes(ability));
    expect(closed).to.have.length.above(300);
    expectAll(
      await askAll(closed, (route) => sendTo(service.anonymous, route, ownPath(route))),
      401,
      'unauthenticated',
    );
  });

  it('about what the caller cannot see has the code of what does not exist', async () => {
    const inFiles = routes.filter(({ path, ability }) => /\{(company|firm)\}/.test(path) && ability !== 'signed');
    const tokens = inFiles.filter(({ ability }) => ['read', 'write', 'sync', 'session'].includes(ability));
    expectAll(
      await askAll(tokens, (route) => sendTo(firm.client, route, pathOf(route, UNKNOWN, UNKNOWN))),
      404,
      'not_found',
    );
    const stranger = (await service.newFirm()).client;
    const [none, hidden] = [await stranger.get(`/v1/companies/${UNKNOWN}`), await stranger.get(file.path)];
    expect([hidden.status, hidden.text]).to.deep.equal([404, none.text]);
    expect(hidden.body).to.deep.equal({ message: 'Not found.', code: 'not_found' });
  });

  it('of a method that a path does not have has a code', async () => {
    const byPath = new Map<string, Route[]>();
    for (const route of routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
    const paths = [...byPath.values()].map(([route]) => route!);
    const told = await askAll(paths, (route) => {
      const taken = routes.filter(({ path }) => isSamePath(path, route.path)).map(({ method }) => method.toUpperCase());
      const method = METHODS.find((one) => !taken.includes(one)) ?? 'PROPFIND';
      return firm.client.request(method, ownPath(route));
    });
    expectAll(told, 405, 'method_not_allowed');
  });

  it('of a body of another kind has a code', async () => {
    const told = await askAll(
      routes.filter(({ body, ability }) => body !== undefined && isOpenToAdmin(ability)),
      (route) =>
        firm.client.request(route.method.toUpperCase(), ownPath(route), {
          body: 'a text',
          headers: { 'Content-Type': 'text/plain' },
        }),
    );
    expect(told.filter(({ status }) => status === 415)).to.have.length.above(100);
    expect(told.filter(({ status }) => status < 400)).to.deep.equal([]);
  });

  it('of a body that is not valid has a code', async () => {
    const told = await askAll(
      routes.filter(({ body, ability }) => body !== undefined && isOpenToAdmin(ability)),
      (route) =>
        firm.client.request(route.method.toUpperCase(), ownPath(route), {
          body: '["not an object"]',
          headers: { 'Content-Type': 'application/json' },
        }),
    );
    const invalid = told.filter(({ code }) => code === 'validation_failed');
    expect(invalid).to.have.length.above(100);
    expectAll(invalid, 422);
    expect(told.filter(({ status }) => status < 400)).to.deep.equal([]);
  });
});

const isOpenToAdmin = (ability: Route['ability']): boolean => ['write', 'sync', 'session', 'public'].includes(ability);

/** Whether a request to the one may reach the other: parameters stand for any part. */
function isSamePath(one: string, other: string): boolean {
  const [parts, others] = [one.split('/'), other.split('/')];
  return (
    parts.length === others.length &&
    parts.every((part, index) => part === others[index] || part.startsWith('{') || others[index]!.startsWith('{'))
  );
}
