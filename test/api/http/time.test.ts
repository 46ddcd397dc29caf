import { expect } from 'chai';
import { formatTimestamp, parseTimestamp } from '../../../api/http/reply/time.ts';
import { createRouter } from '../../../api/http/routing/router.ts';

describe('timestamps', () => {
  for (const [given, expected] of [
    [new Date('2026-01-05T10:00:00.120Z'), '2026-01-05T10:00:00.120000Z'],
    ['2026-01-05', '2026-01-05T00:00:00.000000Z'],
    ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00.000000Z'],
    ['2026-01-05T10:00:00.123456Z', '2026-01-05T10:00:00.123456Z'],
    ['2026-01-05 10:00:00.5+00', '2026-01-05T10:00:00.500000Z'],
    ['2026-01-05T10:00:00+02:00', '2026-01-05T08:00:00.000000Z'],
  ] as const) {
    it(`show ${String(given)} as ${expected}`, () => expect(formatTimestamp(given)).to.equal(expected));
  }

  for (const text of [
    '2026-01-05T10:00:00Z',
    '2026-01-05T10:00Z',
    '2026-01-05T10:00:00.123456Z',
    '2026-01-05T12:00:00+02:00',
    '2026-01-05T10:00:00',
  ]) {
    it(`are read from ${text}`, () => {
      const seconds = Math.floor((parseTimestamp(text) ?? 0) / 1000);
      expect(seconds).to.equal(Date.parse('2026-01-05T10:00:00Z') / 1000);
    });
  }

  for (const text of [
    '',
    '2026-01-05',
    '10:00',
    '2026-02-29T00:00:00Z',
    '2026-01-05T24:00:00Z',
    '2026-01-05T10:60:00Z',
    'Mon, 05 Jan 2026',
    '2026-01-05T10:00:00+99:99x',
  ]) {
    it(`are not read from "${text}"`, () => expect(parseTimestamp(text)).to.equal(undefined));
  }
});

describe('the router', () => {
  const router = createRouter<string>();
  for (const path of ['/', '/a/{id}', '/a/new', '/a/new/deep', '/a/{id}/b/{other}', '/a/deep/x'])
    router.addRoute('GET', path, path);
  router.addRoute('POST', '/a/new', 'post');
  const target = (path: string, method = 'GET') => {
    const found = router.findRoute(method, path);
    return found === null ? null : 'target' in found ? found.target : found.allowed.join(' ');
  };

  it('prefers fixed segments and falls back to parameters', () => {
    expect(target('/')).to.equal('/');
    expect(target('/a/new')).to.equal('/a/new');
    expect(target('/a/7')).to.equal('/a/{id}');
    expect(target('/a/deep')).to.equal('/a/{id}');
    expect(target('/a/new/b/7')).to.equal('/a/{id}/b/{other}');
    expect(target('/a')).to.equal(null);
    expect(target('/a//b/7')).to.equal(null);
  });

  it('gives parameters decoded and in order', () => {
    expect(router.findRoute('GET', '/a/x%20y/b/z')).to.deep.include({ names: ['id', 'other'], values: ['x y', 'z'] });
  });

  it('tells which methods a path knows', () => expect(target('/a/new', 'PUT')).to.equal('GET HEAD OPTIONS POST'));

  it('refuses rows that clash', () => {
    expect(() => router.addRoute('GET', '/a/{other}', 'x')).to.throw('declared twice');
    expect(() => router.addRoute('GET', '/a/{id}.pdf', 'x')).to.throw('whole path segment');
  });
});
