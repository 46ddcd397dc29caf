import { expect } from 'chai';
import type { Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import { sample } from '../../support/long.ts';
import { readDocument, type Document, type Field } from './document.ts';
import { nameOf, parametersOf, pathWith, prepared, send, type Prepared } from './requests.ts';
import { setScene, useStage, type Scene } from './scene.ts';
import { ownerOf, type Subject } from './subjects.ts';
import { together } from './together.ts';

/** Parameters of paths that are words rather than ids. */
const WORDS: ReadonlySet<string> = new Set([
  ...['code', 'iban', 'kind', 'name', 'number', 'participant', 'period', 'resource', 'type', 'year'],
]);
/** Its parameter names a company file, which the matrix of access has looked at. */
const RESTORES_FILES = 'POST /v1/trash/companies/{token}/restore';
/** Ids that the client itself gives, and versions: they refer to no record. */
const NO_REFERENCES: ReadonlySet<string> = new Set([
  'mutation_id',
  'device_id',
  'operation_id',
  'expected_server_version',
  // A place in a list, which need not be there any more.
  'after',
  // Chosen by the client, and its own; or given to it by an administration.
  'interface_id',
  // A number in the Peppol network.
  'participant_id',
  'batch_id',
  // Of the external platform, which gives them.
  'external_id',
  'company_external_ids',
]);
const NOBODYS_ID = 999_999_999;
const NO_IDS = [
  '0',
  '-1',
  '1.5',
  'abc',
  '9007199254740993',
  '99999999999999999999',
  '1e3',
  '%00',
  '..%2f1',
  ' 1',
  '１',
];

/** What a field of a body or of a query refers to, by its name. */
const TARGETS: readonly (readonly [RegExp, string])[] = [
  [/^code_id$|^parent_id$|^analytic_code_id$/, 'analytic-codes'],
  [/account_id$/, 'accounts'],
  [/vat_code_id$/, 'vat-codes'],
  [/third_party_id$|^third_party_ids|^supplier_id$|^into$|^merged_into_id$/, 'third-parties'],
  [/journal_id$/, 'journals'],
  [/number_series_id$/, 'number-series'],
  [/fiscal_year_id$/, 'fiscal-years'],
  [/entry_id$/, 'entries'],
  [/coda_file_id$/, 'coda-files'],
  [/^document_id$/, 'documents'],
  [/^budget_id$/, 'budgets'],
  [/^rule_id$/, 'bank-rules'],
  [/declaration_ids/, 'vat-declarations'],
  // A line of a document or of an entry, which no id from elsewhere is.
  [/^id$|^line_id$|^origin_line_id$/, 'accounts'],
  // A record of any kind, of which the resource tells.
  [/^record_id$/, 'third-parties'],
];
/** Says the same as the reference, so that it makes way for it. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  account_id: 'account',
  code_id: 'code',
  vat_code_id: 'vat_code',
};

/** What else a body says for a reference to be the only thing wrong with it. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'credits.0.document_id': { kind: 'credit_note', 'credits.0.number': 'F-1' },
  'deducts.0.document_id': { kind: 'final', 'deducts.0.amount': '1.00' },
};

/** Whoever asks may see both company files and manages both firms: what is refused is refused for its place alone. */
describe('Ids from elsewhere', function () {
  this.timeout(180_000);
  const stage = useStage();
  let here: Scene;
  let there: Scene;
  let asker: Subject;
  let document: Document;

  before(async () => {
    [here, there] = [await setScene(stage), await setScene(stage)];
    await stage.service.join(there.firm, here.firm.admin.id, 'admin');
    asker = ownerOf(here);
    document = await readDocument(stage.service.anonymous);
  });

  const idsIn = (route: Route): string[] =>
    // What stands in a link is no id: whoever has the link may use it.
    // The ids of the other side are its own. A rate is read by its currency, and removed by its id.
    nameOf(route) === RESTORES_FILES || ['public', 'provider', 'bridge'].includes(route.ability)
      ? []
      : parametersOf(route.path).filter((name) => !WORDS.has(name) && !(name === 'rate' && route.method === 'get'));

  /** A link that was signed for other ids is none; anything else is not there. */
  const isKeptFrom = ({ ability }: Route, status: number, text: string): boolean =>
    ability === 'signed'
      ? status === 403 && text.includes('"signature_invalid"')
      : status === 404 && text === '{"message":"Not found.","code":"not_found"}';

  it('are a 404 in a path, like ids that are none', async () => {
    const withIds = routes.filter((route) => idsIn(route).length > 0);
    const complaints = await together(
      withIds.map((route, turn) => ({ route, turn })),
      async ({ route, turn }) => {
        // A short run sends each route some of what is no id, in turns.
        const noIds = sample(NO_IDS, (_id, place) => place === turn % NO_IDS.length);
        const found: string[] = [];
        const [own, foreign] = [await prepared(route, here, asker), await prepared(route, there, ownerOf(there))];
        for (const name of idsIn(route)) {
          for (const value of [foreign.params![name]!, NOBODYS_ID, ...noIds]) {
            // Wrong ids count too, and there are more of them than some routes answer in a minute.
            if (route.perMinute !== undefined) await stage.service.core.pool.query('DELETE FROM ops.rate_counters');
            const path = pathWith(route.path, here, { ...own, params: { ...own.params, [name]: value } });
            const { status, text } = await send(asker.client, route, { ...own, path });
            if (!isKeptFrom(route, status, text))
              found.push(`${nameOf(route)} with {${name}} ${value}: ${status} ${text.slice(0, 200)}`);
          }
        }
        // What was asked for with other ids is there for whoever asks with its own: the requests were good ones.
        const { status, text } = await send(asker.client, route, own);
        if (status >= 300) found.push(`${nameOf(route)} with its own ids: ${status} ${text.slice(0, 200)}`);
        return found;
      },
    );
    expect(complaints.flat()).to.deep.equal([]);
  });

  /** An id and no quantity: a whole number from 1, without an end. */
  const isReference = ({ name, forms }: Field): boolean =>
    !NO_REFERENCES.has(name) &&
    (name.endsWith('_id') ||
      forms.some(({ type, minimum, maximum }) => type === 'integer' && minimum === 1 && !maximum));

  async function foreignId(name: string): Promise<number | undefined> {
    if (name === 'user_id' || name === 'responsible_id') return there.firm.admin.id;
    const target = TARGETS.find(([pattern]) => pattern.test(name))?.[1];
    if (target === undefined) return undefined;
    return target === 'fiscal-years' ? there.file.fiscalYear.id : there.standing(target);
  }

  it('are a 422 on their field in a body, the same as of ids that nobody has', async () => {
    const fields = routes
      .filter(({ path }) => path.includes('{company}'))
      .flatMap((route) =>
        document
          .fieldsOf(route)
          .filter(isReference)
          .map((field) => ({ route, field })),
      );
    expect(fields.map(({ field }) => field.name)).to.include.members([
      'account_id',
      'vat_code_id',
      'journal_id',
      'into',
    ]);
    // All of them are refused, so that what was prepared for a route serves each of its fields.
    const requests = new Map<Route, Promise<Prepared>>();
    const requestFor = (route: Route): Promise<Prepared> => {
      const request = requests.get(route) ?? prepared(route, here, asker);
      requests.set(route, request);
      return request;
    };
    const complaints = await together(fields, async ({ route, field: { path, name, kind } }) => {
      const foreign = await foreignId(name);
      if (foreign === undefined) return [`${nameOf(route)}: say in TARGETS what ${path} refers to`];
      const { kinds, ...one } = await requestFor(route);
      const request = kind === undefined ? one : { ...one, body: kinds![kind] };
      const ask = (id: number) => send(asker.client, route, withReference(request, path, id));
      return refusals(`${nameOf(route)} with ${path}`, path, await ask(foreign), await ask(NOBODYS_ID));
    });
    expect(complaints.flat()).to.deep.equal([]);
  });

  it('are a 422 as tokens of firms and company files in a body', async () => {
    // Someone who does not see the other firm at all.
    const { id, client } = await stage.service.newMember(here.firm, 'admin');
    const member: Subject = { ...asker, client, userId: id };
    const tokens: Readonly<Record<string, readonly [string, string]>> = {
      firm: ['firm', there.firm.token],
      company_tokens: ['company_tokens.0', there.file.token],
    };
    const fields = routes.flatMap((route) =>
      document.fieldsOf(route).flatMap(({ path }) => (tokens[path] ? [{ route, field: path }] : [])),
    );
    expect(fields).to.have.length.of.at.least(3);
    const complaints = await together(fields, async ({ route, field }) => {
      const [path, token] = tokens[field]!;
      const request = await prepared(route, here, member);
      const ask = (value: string) => send(client, route, withReference(request, path, value));
      return refusals(`${nameOf(route)} with ${path}`, path, await ask(token), await ask('AAAAAAAAAAAA'));
    });
    expect(complaints.flat()).to.deep.equal([]);
  });

  it('narrow a list to nothing, as ids do that nobody has', async () => {
    const queries = routes.flatMap((route) =>
      (document.operationOf(route).parameters ?? []).flatMap(({ in: place, name = '' }) =>
        // An operation and a batch are named by a UUID, which no record has.
        place === 'query' && name.endsWith('_id') && !NO_REFERENCES.has(name) ? [{ route, name }] : [],
      ),
    );
    expect(queries).to.have.length.of.at.least(5);
    const complaints = await together(queries, async ({ route, name }) => {
      const foreign = await foreignId(name);
      if (foreign === undefined) return [`${nameOf(route)}: say in TARGETS what ${name} refers to`];
      const request = await prepared(route, here, asker);
      const ask = async (value: number) => {
        const path = pathWith(route.path, here, { ...request, query: `${name}=${value}` });
        const { status, text } = await send(asker.client, route, { ...request, path });
        return `${status} ${text}`;
      };
      const [answer, unknown] = [await ask(foreign), await ask(NOBODYS_ID)];
      if (answer === unknown && /^(200|404|422) /.test(answer)) return [];
      return [`${nameOf(route)}?${name}: ${answer.slice(0, 200)} rather than ${unknown.slice(0, 200)}`];
    });
    expect(complaints.flat()).to.deep.equal([]);
  });
});

interface Reported {
  readonly status: number;
  readonly text: string;
  readonly body: { readonly errors?: object };
}

function refusals(what: string, path: string, foreign: Reported, unknown: Reported): string[] {
  const isOfField = foreign.status === 422 && fieldsAt(path, Object.keys(foreign.body.errors ?? {})).join() === path;
  if (isOfField && foreign.text === unknown.text) return [];
  return [
    `${what}: ${foreign.status} ${foreign.text.slice(0, 300)}; of nobody: ${unknown.status} ${unknown.text.slice(0, 300)}`,
  ];
}

/** What is wrong with the VAT code of a line of an import is told with its account as well. */
const fieldsAt = (path: string, fields: readonly string[]): readonly string[] =>
  path.endsWith('.vat_code_id')
    ? fields.filter((field) => field !== path.replace('vat_code_id', 'account_id'))
    : fields;

/** The request with another value at a dotted path of its body, and with what the reference needs beside it. */
function withReference(request: Prepared, path: string, value: number | string): Prepared {
  const body = structuredClone(request.body ?? {}) as Record<string, unknown>;
  for (const [place, needed] of Object.entries(BESIDE[path] ?? {})) setAt(body, place, needed);
  setAt(body, path, value);
  return { ...request, body };
}

function setAt(body: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop()!;
  let holder = body;
  names.forEach((name, index) => {
    const isList = (names[index + 1] ?? last) === '0';
    holder = (holder[name] ??= isList ? [] : {}) as Record<string, unknown>;
  });
  delete holder[OTHER_WORDS[last] ?? ''];
  holder[last] = value;
}
