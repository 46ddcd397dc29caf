import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { translate } from '../../api/i18n/translate.ts';
import { companyFileEvents, undoRules } from '../../domain/company-file.ts';
import { FINAL_REASONS } from '../../domain/history/final-reasons.ts';
import { LANGUAGES } from '../../domain/language.ts';

const root = new URL('../../', import.meta.url);
const place = new URL('docs/undo.md', root);

/** Event types that can never be undone, by reason. */
function listFinalEvents(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [type, rule] of Object.entries(undoRules))
    if ('never' in rule) found.set(rule.never, [...(found.get(rule.never) ?? []), type]);
  return found;
}

/** Reasons that the rules give for a part of an event. */
function listFinalParts(): ReadonlySet<string> {
  const rules = readdirSync(new URL('domain/', root), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(undo|sent)\.ts$/.test(name),
  );
  const sources = rules.map((name) => readFileSync(new URL(`domain/${name}`, root), 'utf8')).join('\n');
  return new Set([...sources.matchAll(/blockForever\('(\w+)'/g)].map(([, code]) => code!));
}

/** Event types that change nothing by themselves. */
const listEmptyEvents = (): readonly string[] =>
  Object.entries(undoRules).flatMap(([type, rule]) => ('isEmpty' in rule && rule.isEmpty ? [type] : []));

function table(): string {
  const events = new Map([...listFinalEvents(), ['nothing_to_revert', listEmptyEvents()]]);
  const rows = [...FINAL_REASONS, 'nothing_to_revert'].map((code) => {
    const types = events.get(code)?.map((type) => `\`${type}\``) ?? ['part of an event'];
    return `| \`${code}\` | ${types.join(', ')} | ${translate(code, 'en')} |`;
  });
  return ['| reason | events | message |', '|---|---|---|', ...rows, ''].join('\n');
}

describe('The page on undo', () => {
  it('lists everything that cannot be undone, and nothing else', () => {
    const before = readFileSync(place, 'utf8');
    const start = before.indexOf('| reason | events | message |');
    const text = `${(start === -1 ? before : before.slice(0, start)).trimEnd()}\n\n${table()}`;
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(place, text);
    expect(readFileSync(place, 'utf8'), 'UPDATE_DOCS=1 npm run test:file test/docs/undo.test.ts').to.equal(text);
  });

  it('has a reason for each, which the rules give', () => {
    const given = [...listFinalEvents().keys(), ...listFinalParts()];
    expect(given).to.have.members([...FINAL_REASONS]);
    expect(Object.keys(undoRules)).to.have.members(Object.keys(companyFileEvents));
  });

  it('gives each reason its own sentence in every language', () => {
    for (const language of LANGUAGES)
      expect(new Set(FINAL_REASONS.map((code) => translate(code, language))).size).to.equal(FINAL_REASONS.length);
  });
});
