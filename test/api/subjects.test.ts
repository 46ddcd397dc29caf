import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { z } from 'zod';
import { getOperationId } from '../../api/documentation/operation-ids.ts';
import { loadRecordedExamples } from '../../api/documentation/recorded.ts';
import { route } from '../../api/http/routing/route.ts';
import { api, routes, subjects } from '../../api/routes.ts';
import { assembleApi, subject, type Subject } from '../../api/subject.ts';
import { resources } from '../../domain/records/resources.ts';
import { nameOf, unprepared } from './access/requests.ts';

const folder = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

function sourcesIn(name: string): readonly (readonly [name: string, source: string])[] {
  const names = readdirSync(folder(name), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return names.map((file) => [file, readFileSync(join(folder(name), file), 'utf8')] as const);
}

/** What a new subject could forget, each named by what is missing. */
describe('The subjects of the API', () => {
  const folders = readdirSync(folder('api'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

  it('are the folders with a manifest, and the list has all of them', async () => {
    const missing: string[] = [];
    for (const name of folders.filter((one) => existsSync(join(folder('api'), one, 'index.ts')))) {
      const manifest = (await import(`../../api/${name}/index.ts`)) as Readonly<Record<string, Subject>>;
      const isListed = Object.values(manifest).some((one) => subjects.includes(one));
      if (!isListed) missing.push(`api/${name}/index.ts is not in the list of api/routes.ts`);
    }
    expect(missing).to.deep.equal([]);
    expect(subjects).to.have.length(folders.filter((one) => existsSync(join(folder('api'), one, 'index.ts'))).length);
  });

  it('have all files of routes in their manifest: what is declared is served', () => {
    const served = new Set(routes.map(({ summary }) => summary));
    // Pages are no part of the API: the service adds them to its table.
    const isPage = (name: string): boolean => /^(console|documentation|http)/.test(name);
    const forgotten = sourcesIn('api')
      .filter(([name]) => !isPage(name))
      .flatMap(([name, source]) => [...source.matchAll(/^\s+summary: '([^']+)'/gm)].map(([, own]) => [name, own!]))
      .filter(([, summary]) => !served.has(summary!));
    expect(forgotten).to.deep.equal([]);
  });

  it('bring their messages along where the folder has some', async () => {
    for (const name of folders.filter((one) => existsSync(join(folder('api'), one, 'messages.ts')))) {
      if (!existsSync(join(folder('api'), name, 'index.ts'))) continue;
      const { messages } = (await import(`../../api/${name}/messages.ts`)) as { messages: object };
      expect(
        subjects.some((one) => one.messages === messages),
        `the messages of api/${name} are in its manifest`,
      ).to.equal(true);
    }
  });

  it('say how every resource is shown that the projector announces as changed', () => {
    const announced = sourcesIn('projections').flatMap(([, source]) =>
      [...source.matchAll(/\bresource: '([a-z-]+)'/g)].map(([, name]) => name!),
    );
    expect(announced).to.include.members(['entries', 'lettering']);
    const missing = [...new Set([...announced, ...resources.map(({ name }) => name)])].filter(
      (name) => !api.feed.has(name),
    );
    expect(missing, 'resources without a `feed` in the manifest of their subject').to.deep.equal([]);
  });

  it('say how the records of every declared resource are answered', () => {
    expect(resources.map(({ name }) => name).filter((name) => !api.records.has(name))).to.deep.equal([]);
  });

  it('never say twice how a resource is shown', () => {
    const entries = { entries: { answer: z.object({}), read: () => Promise.resolve([]) } };
    const twice = [subject({ routes: [], feed: entries }), subject({ routes: [], feed: entries })];
    expect(() => assembleApi(twice)).to.throw('Two subjects declare a feed source for entries');
  });
});

describe('The examples of routes', () => {
  it('are there for every route that has parameters or a body', () => {
    expect(unprepared()).to.deep.equal([]);
    const bare = route({
      method: 'post',
      path: '/v1/bare',
      area: 'meta',
      summary: 'Has a body and no example',
      ability: 'write',
      role: 'any',
      demo: 'allowed',
      body: z.object({}),
      replies: { 204: null },
      handle: () => ({ status: 204 }),
    });
    expect(unprepared([bare])).to.deep.equal(['POST /v1/bare declares no example: give it one that succeeds']);
  });

  it('are accepted by the schemas of their routes as the documentation shows them', async () => {
    const examples = await loadRecordedExamples();
    const complaints = routes.flatMap((one) => {
      // A signed link is judged before anybody reads its parts.
      if (one.ability === 'signed') return [];
      const { params, query, body } = examples[getOperationId(one)] ?? {};
      const parts = [
        ['params', one.params, params],
        ['query', one.query, query],
        ['body', one.body, body],
      ] as const;
      return parts.flatMap(([part, schema, value]) => {
        if (value === undefined) return [];
        const parsed = schema?.safeParse(value);
        return parsed?.success ? [] : [`${nameOf(one)}: ${part} ${JSON.stringify(value)} ${parsed?.error?.message}`];
      });
    });
    expect(complaints).to.deep.equal([]);
  });
});
