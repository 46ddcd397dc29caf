import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { STATUSES } from '../../../api/http/reply/errors.ts';
import { catalogue, isMessageKey } from '../../../api/i18n/catalogue.ts';
import { listErrorCodes, explainCode } from '../../../api/meta/reference/error-codes.ts';
import { routes } from '../../../api/routes.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import type { Client } from '../../support/client.ts';
import { useService } from '../../support/service.ts';

interface ErrorCodeAnswer {
  readonly code: string;
  readonly status: number;
  readonly message: string;
}

/** Codes that refusals are spelled with, and where. */
function codesInSources(folder: string): Map<string, string> {
  const root = fileURLToPath(new URL(`../../../${folder}`, import.meta.url));
  const found = new Map<string, string>();
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const source = readFileSync(join(root, name), 'utf8');
    for (const [, code] of source.matchAll(/\b(?:refuse|refusal)\(\s*'([a-z0-9_]+)'/g)) {
      found.set(code!, `${folder}/${name}`);
    }
  }
  return found;
}

/** Codes that problems of fields are spelled with. */
function fieldCodesInSources(folder: string): string[] {
  const root = fileURLToPath(new URL(`../../../${folder}`, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const source = readFileSync(join(root, name), 'utf8');
      const problems = source.matchAll(/\{\s*code: '([a-z0-9_]+)',\s*(?:field|params)\b/g);
      const wrongs = source.matchAll(/(?:new Wrong\(|\bkey: )'([a-z0-9_]+)'/g);
      return [...problems, ...wrongs].map(([, code]) => code!).filter(isMessageKey);
    });
}

describe('Error codes', () => {
  const service = useService();
  let client: Client;
  before(async () => {
    client = (await service.newUser({ locale: 'en' })).client;
  });

  it('are all told, with status and meaning', async () => {
    const body = await client.ok<ErrorCodeAnswer[]>('/v1/reference/error-codes');
    expect(body.map(({ code }) => code)).to.deep.equal(listErrorCodes(routes));
    expect(body.find(({ code }) => code === 'conflict')).to.deep.equal({
      code: 'conflict',
      status: 409,
      message: catalogue.conflict.en,
    });
    for (const { code, status: reported } of body) {
      expect(reported, code).to.equal(Object.hasOwn(STATUSES, code) ? STATUSES[code as keyof typeof STATUSES] : 422);
    }
  });

  it('are those that the sources refuse with', () => {
    const reported = new Set<string>(listErrorCodes(routes));
    for (const folder of ['domain', 'commands', 'api']) {
      const used = codesInSources(folder);
      expect(used.size, folder).to.be.above(3);
      const untold = [...used].filter(([code]) => !reported.has(code));
      expect(untold, 'declare them in `errorCodes` of the route, or as general codes').to.deep.equal([]);
    }
  });

  it('are those with a status and those that routes declare', () => {
    const reported = new Set<string>(listErrorCodes(routes));
    for (const code of Object.keys(STATUSES)) expect(reported.has(code), code).to.equal(true);
    for (const { errorCodes: declared = [], path } of routes) {
      for (const code of declared) {
        expect(isMessageKey(code), `${path} ${code}`).to.equal(true);
        expect(reported.has(code), `${path} ${code}`).to.equal(true);
      }
    }
  });

  it('are also those of fields', () => {
    const reported = new Set<string>(listErrorCodes(routes));
    for (const folder of ['domain', 'api']) {
      const found = fieldCodesInSources(folder);
      expect(found.length, folder).to.be.above(0);
      expect(
        found.filter((code) => !reported.has(code)),
        folder,
      ).to.deep.equal([]);
    }
    for (const key of ['activity_entry_posted', 'more_errors', 'used_by_entries', 'rule_is_active'])
      expect(reported.has(key), key).to.equal(false);
    // Sentences and advice are no codes.
    expect([...reported].filter((code) => /^(told|import_reason)_|_solution$/.test(code))).to.deep.equal([]);
  });

  it('come once each, in order', () => {
    const codes = listErrorCodes(routes);
    expect(codes).to.deep.equal([...new Set(codes)].sort());
  });

  it('are what answers carry', async () => {
    const reported = new Set(
      (await client.get<ErrorCodeAnswer[]>('/v1/reference/error-codes')).body.map(({ code }) => code),
    );
    const json = { 'Content-Type': 'application/json' };
    const answers = [
      await client.request('POST', '/v1/companies', { body: '{', headers: json }),
      await client.post('/v1/ping', {}),
      await service.anonymous.get('/v1/auth/me'),
      await client.get('/v1/nothing'),
      await client.post('/v1/companies', {}),
    ];
    const codes = answers.map(({ body }) => body.code);
    expect(codes).to.deep.equal([
      'invalid_json',
      'method_not_allowed',
      'unauthenticated',
      'not_found',
      'validation_failed',
    ]);
    for (const code of [...codes, 'internal_error']) expect(reported.has(code!), code).to.equal(true);
  });

  it('mean the same in every language, with the names of what differs', () => {
    for (const code of listErrorCodes(routes)) {
      const names = LANGUAGES.map((language) => {
        const meaning = explainCode(code, language);
        expect(meaning, code).to.not.match(/\bplural\b|#(?![0-9a-f]{6}\b)|\{\w+,/);
        return [...meaning.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
      });
      expect(new Set(names.map((list) => [...new Set(list)].join())).size, code).to.equal(1);
    }
    expect(explainCode('text_too_long', 'en')).to.contain('{max}').and.contain('{field}');
    expect(explainCode('text_too_long', 'fr')).to.equal('Le champ « {field} » ne peut dépasser {max} caractères.');
    expect(explainCode('conflict', 'nl')).to.equal(catalogue.conflict.nl);
  });

  it('are told in the language asked for', async () => {
    const { body } = await client.get<ErrorCodeAnswer[]>('/v1/reference/error-codes?lang=de');
    expect(body.find(({ code }) => code === 'demo_mode')!.message).to.equal(catalogue.demo_mode.de);
  });
});

describe('Reference data in the documentation', () => {
  const service = useService();

  it('is described route by route, with parameters and answers', async () => {
    const { body } = await service.anonymous.get<{
      paths: Record<
        string,
        { get?: { parameters?: { name: string }[]; responses: Record<string, { content?: object }> } }
      >;
    }>('/openapi.json');
    const expected: Readonly<Record<string, readonly string[]>> = {
      '/v1/country-packs': [],
      '/v1/country-packs/{code}': ['code', 'lang'],
      '/v1/reference/legal-forms': ['country', 'lang'],
      '/v1/reference/countries': ['lang'],
      '/v1/reference/currencies': ['lang'],
      '/v1/reference/nace-codes': ['classification', 'lang', 'level', 'limit', 'parent', 'q'],
      '/v1/reference/iban/{iban}': ['iban', 'lang'],
      '/v1/reference/error-codes': ['lang'],
    };
    for (const [path, names] of Object.entries(expected)) {
      const { parameters = [], responses } = body.paths[path]!.get!;
      expect(
        parameters.map(({ name }) => name),
        path,
      ).to.include.members([...names]);
      expect(responses['200']!.content, path).to.have.property('application/json');
    }
  });
});
