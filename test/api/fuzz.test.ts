import fc from 'fast-check';
import type { Route } from '../../api/http/routing/route.ts';
import { routes } from '../../api/routes.ts';
import type { Answer, AnswerBody } from '../support/client.ts';
import { isLongRun } from '../support/long.ts';
import { readDocument, type Document, type Field } from './access/document.ts';
import { nameOf, pathWith, prepared, send, type Prepared } from './access/requests.ts';
import { fromElsewhere, setScene, useStage, type Scene } from './access/scene.ts';
import { someone, type Subject } from './access/subjects.ts';
import { together } from './access/together.ts';

/**
 * Every route gets bodies, forms and queries in which anything may stand anywhere: it may accept or refuse them, but it
 * never fails, and a refusal always has the form of one. Each run sends others; whatever fails is told to the letter.
 */

/** Sent by each of the tests, shared out among its routes: enough to find what is wrong in a few runs, and quick. */
const REQUESTS = isLongRun ? { bodies: 500, forms: 60, queries: 250 } : { bodies: 250, forms: 30, queries: 125 };
/** Requests that share what was prepared: no more than anyone may send of any kind in a minute. */
const REQUESTS_OF_ONE_PERSON = 8;

/** What people mistype, programs confuse, and attackers try. */
const oddText = fc.constantFrom(
  ...['', ' ', '0', '-1', '1e3', '1,00', '0.005', '-0.00', '999999999999999.99', '١٢', 'NaN', 'null', 'true'],
  ...['2026-01-01', '2026-02-30', '1900-01-01', '2999-12-31', '0000-00-00', '2026-01-01T00:00:00Z', '12:00'],
  ...['BE', 'XX', 'BE0477472701', 'BE68539007547034', '+++090/9337/55493+++', 'admin', 'fr', 'purchase', 'a@b.be'],
  ...[
    '\0',
    '\ud800',
    '\u202e',
    '\ufeff',
    '\u{1f600}',
    'e\u0301',
    'İ',
    'ß',
    '\r\nX-Header: x',
    '\x1b[31m',
    '\\',
    '%00',
    '%',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '../../etc/passwd',
    "'; DROP TABLE users; --",
    '${7*7}',
    '{field}',
    "'{'",
  ],
  ...['=1+1', '<script>', 'javascript:alert(1)', 'https://localhost/', 'AAAAAAAAAAAA', 'x'.repeat(300), '9'.repeat(40)],
);
const oddNumber = fc.constantFrom(0, -0, -1, 1.5, 0.1 + 0.2, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e300, 5e-324);
const oddValue = fc.oneof(
  { weight: 6, arbitrary: oddText },
  { weight: 2, arbitrary: oddNumber },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, {}, [], [[]], [null], [{}], { id: 1 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3, noUnicodeString: false }) },
  { weight: 1, arbitrary: oddText.map((text) => Array.from({ length: 300 }, () => text)) },
);

/** What the documentation of a field promises to take; what is meant as a number of something may be any number. */
function fitting({ forms }: Field): fc.Arbitrary<unknown> {
  const kinds = forms.map(({ type, enum: words, format, minimum = -3, maximum = 3, maxLength = 30 }) => {
    if (words !== undefined) return fc.constantFrom<unknown>(...words);
    if (type === 'boolean') return fc.boolean();
    if (type === 'integer' || type === 'number')
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.max(minimum + 3, maximum)) });
    if (format === 'date') return fc.constantFrom('2025-12-31', '2026-01-01', '2026-02-28', '2026-12-31', '2027-01-01');
    if (type === 'string') return fc.string({ unit: 'grapheme', minLength: 1, maxLength });
    return fc.constant(null);
  });
  return fc.oneof(...kinds);
}

/** What is changed in a body that is fine: where, and to what; undefined takes it out. */
interface Change {
  readonly path: string;
  readonly value: unknown;
}

function changesOf(fields: readonly Field[]): fc.Arbitrary<readonly Change[]> {
  const unknownField = fc.record<Change>({ path: fc.constantFrom('unknown', 'id', 'version'), value: oddValue });
  const change = (field: Field) =>
    fc.record<Change>({
      path: fc.constant(field.path),
      value: fc.oneof(
        { weight: 4, arbitrary: oddValue },
        { weight: 4, arbitrary: fitting(field) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
    });
  return fc.array(fc.oneof(unknownField, ...fields.map(change)), { minLength: 1, maxLength: 3 });
}

/** A firm that requires a second factor shuts out whoever prepares the requests, and has tests of its own. */
const isHarmless = ({ path }: Field): boolean => path !== 'requires_second_factor';

const wholeBody = fc.oneof(
  oddValue.map((value) => JSON.stringify(value)),
  fc.constantFrom('', '{', '[', '"', '{"a":1,"a":{"b":[]}}', '[1e400]', '{"__proto__":{"x":1}}', '\ufeff{}', 'nul'),
);

describe('Whatever is sent to the service', function () {
  this.timeout(60_000);
  const stage = useStage();
  let scene: Scene;
  let document: Document;
  let admin: Subject;

  before(async () => {
    scene = await setScene(stage);
    // A year with an entry keeps its dates, whatever is sent: other requests post in it.
    await scene.standing('entries');
    document = await readDocument(stage.service.anonymous);
    // Sees everything and may do everything: gets furthest.
    const { id } = await stage.service.newUser({ isPlatformAdmin: true });
    admin = await someone(stage.service, 'platform admin', id);
  });

  /** Someone who may call the route; of the own account, someone new each time. */
  async function asker({ area }: Route): Promise<Subject> {
    if (area !== 'auth') return admin;
    return someone(stage.service, 'user', (await stage.service.newUser()).id);
  }

  /** Sends as many requests to each of the routes as come to its share, each made from one that is fine. */
  async function bombard<T>(
    targets: readonly Route[],
    requests: number,
    arbitraryOf: (route: Route) => fc.Arbitrary<T>,
    made: (request: Prepared, given: T, route: Route) => Prepared,
  ): Promise<string[]> {
    const share = Math.ceil(requests / targets.length);
    const turns = targets.flatMap((route) =>
      Array.from({ length: Math.ceil(share / REQUESTS_OF_ONE_PERSON) }, () => route),
    );
    const complaints = await together(turns, async (route) => {
      const who = await asker(route);
      const request = await prepared(route, scene, who);
      const found: string[] = [];
      for (const given of fc.sample(arbitraryOf(route), Math.min(share, REQUESTS_OF_ONE_PERSON))) {
        const odd = made(request, given, route);
        const answer = await send(who.client, route, { ...odd, headers: { ...odd.headers, ...fromElsewhere() } });
        found.push(...complaint(route, odd, answer));
      }
      return found;
    });
    return complaints.flat();
  }

  it('in a body is taken or refused', async () => {
    const targets = routes.filter(({ body, upload }) => body !== undefined && (upload === undefined || upload.orJson));
    const sent = (route: Route) =>
      fc.oneof(
        { weight: 12, arbitrary: changesOf(document.fieldsOf(route).filter(isHarmless)) },
        { weight: 1, arbitrary: wholeBody },
      );
    const complaints = await bombard(targets, REQUESTS.bodies, sent, (request, given) => ({
      ...request,
      body: typeof given === 'string' ? given : JSON.stringify(changed(request.body, given)),
    }));
    expectNone(complaints);
  });

  it('in a form is taken or refused', async () => {
    const targets = routes.filter(({ upload }) => upload !== undefined);
    const content = fc.oneof(fc.uint8Array({ maxLength: 200 }), oddText, fc.constantFrom('\x89PNG\r\n\x1a\n', '<svg'));
    const file = fc.record({ content, name: oddText, type: fc.constantFrom('image/png', 'text/csv', '', 'x') });
    const form = fc.record({
      // The form that is fine, with a file of its own kind in it, or another file.
      file: fc.option(file),
      fields: fc.array(fc.record({ name: fc.nat(), value: oddText }), { maxLength: 3 }),
    });
    const complaints = await bombard(
      targets,
      REQUESTS.forms,
      () => form,
      (request, given, route) => {
        const names = [...document.fieldsOf(route).map(({ path }) => path), 'other', '__proto__', 'a[]', ''];
        const body = new FormData();
        if (given.file === null) {
          if (request.body instanceof FormData) for (const [name, part] of request.body) body.append(name, part);
        } else {
          const { content: bytes, name, type } = given.file;
          body.append(route.upload!.field, new Blob([bytes], { type }), name);
        }
        for (const { name, value } of given.fields) body.append(names[name % names.length]!, value);
        return { ...request, body };
      },
    );
    expectNone(complaints);
  });

  it('in a query is taken or refused', async () => {
    const queried = routes.filter(({ query, ability }) => query !== undefined && ability !== 'signed');
    const names = (route: Route): string[] =>
      (document.operationOf(route).parameters ?? []).flatMap(({ in: place, name }) =>
        place === 'query' && name !== undefined ? [name, `${name}[]`] : [],
      );
    const requested = fc.array(fc.tuple(fc.nat(), oddText), { minLength: 1, maxLength: 3 });
    const complaints = await bombard(
      queried,
      REQUESTS.queries,
      () => requested,
      (request, given, route) => {
        const known = [...names(route), 'lang'];
        const query = given
          .map(
            ([name, value]) =>
              `${known[name % known.length]!}=${encodeURIComponent(value.replace(/\p{Surrogate}/gu, ''))}`,
          )
          .join('&');
        return { ...request, path: pathWith(route.path, scene, { ...request, query }) };
      },
    );
    expectNone(complaints);
  });
});

/** The body with other values at some of its places. */
function changed(body: unknown, changes: readonly Change[]): unknown {
  const copy = structuredClone(body ?? {}) as Record<string, unknown>;
  for (const { path, value } of changes) {
    const names = path.split('.');
    const last = names.pop()!;
    let holder: Record<string, unknown> = copy;
    for (const [index, name] of names.entries()) {
      const inner = holder[name];
      const isHolder = typeof inner === 'object' && inner !== null;
      holder = (isHolder ? inner : (holder[name] = (names[index + 1] ?? last) === '0' ? [] : {})) as typeof copy;
    }
    if (value === undefined) delete holder[last];
    else holder[last] = structuredClone(value);
  }
  return copy;
}

/** What is wrong with an answer, together with what it answers. */
function complaint(route: Route, { path, body: sent }: Prepared, answer: Answer<AnswerBody>): string[] {
  if (answer.status < 400 || (answer.status < 500 && isRefusal(answer))) return [];
  const reported =
    sent instanceof FormData ? JSON.stringify([...sent].map(([name, part]) => [name, part])) : String(sent);
  return [`${nameOf(route)} ${path} with ${reported.slice(0, 1_000)}: ${answer.status} ${answer.text.slice(0, 500)}`];
}

/** `{message, code, errors?}`, in words. */
function isRefusal({ status, body }: Answer<AnswerBody>): boolean {
  if (typeof body?.message !== 'string' || body.message === '') return false;
  if (typeof body.code !== 'string' || !/^[a-z0-9_]+$/.test(body.code)) return false;
  if (status !== 422) return true;
  return Object.values(body.errors).every(
    (messages) => messages.length > 0 && messages.every((message) => typeof message === 'string' && message !== ''),
  );
}

/** All of them in full: they are not found again by running the test again. */
function expectNone(complaints: readonly string[]): void {
  if (complaints.length > 0) throw new Error(complaints.slice(0, 20).join('\n\n'));
}
