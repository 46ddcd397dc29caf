import { expect } from 'chai';
import { companyFile, type CompanyFile, type CompanyFileCommand } from '../../../domain/company-file.ts';
import { countNeededIds } from '../../../domain/companies/company.ts';
import { countryPacks } from '../../../domain/country-packs/index.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { toCanonicalJson, type JsonRecord } from '../../../domain/json.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { withoutNulls } from '../../../domain/records/packing.ts';
import { decided, details, findAccountId, openCompany, replay } from '../../support/company-file-samples.ts';

/** Events as a reader of the log gets them: no object is shared with the country pack. */
const readBack = (events: readonly DomainEvent[]) => JSON.parse(JSON.stringify(events)) as readonly DomainEvent[];
const packText = (file: CompanyFile): string => JSON.stringify(companyFile.snapshot.pack(file));
const unpack = (text: string) => companyFile.snapshot.unpack(JSON.parse(text) as JsonRecord) as CompanyFile;

const show = (file: CompanyFile): string =>
  toCanonicalJson(
    Object.fromEntries(
      Object.entries(file.records).map(([name, { byId, byKey }]) => [
        name,
        {
          records: [...byId.entries()]
            .sort(([one], [other]) => one - other)
            .map(([id, record]) => [id, { ...record, data: withoutNulls(record.data) }]),
          keys: [...byKey.entries()].sort(([one], [other]) => (one < other ? -1 : 1)),
          sizes: [byId.size, byKey.size],
        },
      ]),
    ),
  );

/** The same events, in a file whose records are all its own. */
const replayUnshared = (events: readonly DomainEvent[]): CompanyFile => {
  const [opened, ...rest] = events as [DomainEvent, ...DomainEvent[]];
  const elsewhere = { ...opened, data: { ...opened.data, country_pack: 'XX' } };
  return replay([elsewhere, ...rest]);
};

const listNumbers = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

describe('records that every company file of a country has', () => {
  const events = decided(openCompany(), companyFile.initialState);
  const file = replay(readBack(events));
  const change = (command: CompanyFileCommand, before: CompanyFile) => replay(decided(command, before), before);

  for (const pack of countryPacks)
    for (const [number, { variant }] of pack.charts.entries())
      it(`are not repeated in the snapshot of a file of ${pack.code} with the chart ${variant}`, () => {
        for (const [index, locale] of [LANGUAGES[number]!, 'de' as const].entries()) {
          const legalForm = pack.legalForms.find(({ chart }) => chart === variant)!;
          const banks = [{ code: 'BNK', label: 'Bank', iban: null }].slice(0, index);
          const identity = { ...details, country_pack: pack.code, legal_form_code: legalForm.code, locale };
          const needed = countNeededIds(pack, { details: identity, fiscalYear: openCompany().fiscalYear, banks });
          const ids = {
            ...openCompany().ids,
            accounts: listNumbers(50_000, needed.accounts),
            vatCodes: listNumbers(70_000, needed.vatCodes),
            journals: listNumbers(90_000, needed.journals),
          };
          const made = decided(
            openCompany({ details: { ...identity, legal_form: legalForm.labels.fr }, banks, ids }),
            companyFile.initialState,
          );
          const opened = replay(readBack(made));
          const text = packText(opened);
          expect(text.length).to.be.lessThan(10_000);
          expect(show(unpack(text))).to.equal(show(opened));
          expect(show(opened)).to.equal(show(replayUnshared(made)));
        }
      });

  it('are in memory once for all files', () => {
    const other = replay(readBack(decided(openCompany({ companyId: 2 }), companyFile.initialState)));
    for (const shown of [other, unpack(packText(other))]) {
      const [one, another] = [file, shown].map((each) =>
        each.records['accounts']!.byId.get(findAccountId('612400', each)),
      );
      expect(another).to.equal(one);
    }
    expect(other.records['accounts']!.byId.ownSize).to.equal(0);
  });

  it('come back changed, trashed and renumbered from a snapshot', () => {
    const id = findAccountId('612400', file);
    const unused = findAccountId('612500', file);
    let changed = change(
      { type: 'UpdateRecord', resource: 'accounts', id, changes: { number: '612499', label: 'x' }, baseVersion: null },
      file,
    );
    changed = change({ type: 'TrashRecord', resource: 'accounts', id: unused, baseVersion: null }, changed);
    for (let number = 0; number < 200; number += 1)
      changed = change(
        {
          type: 'CreateRecords',
          resource: 'accounts',
          records: [{ id: 900_000 + number, data: { number: `6124${String(number).padStart(4, '0')}`, label: 'y' } }],
        },
        changed,
      );
    const revived = unpack(packText(changed));
    expect(show(revived)).to.equal(show(changed));
    const { byId, byKey } = revived.records['accounts']!;
    expect([byKey.get('number=612400'), byKey.get('number=612499'), byKey.get('number=612500')]).to.deep.equal([
      undefined,
      id,
      undefined,
    ]);
    expect([byId.get(id)?.version, byId.get(unused)?.isTrashed]).to.deep.equal([2, true]);
    expect(byId.ownSize).to.equal(202);
  });

  it('are shared as far as they are the same in a chart of an earlier version', () => {
    const [first, ...rest] = readBack(events);
    const earlier = [first!, ...rest].map((event) => {
      if (event.data['resource'] !== 'accounts') return event;
      const records = event.data['records'] as { id: number; data: JsonRecord }[];
      const kept = records.flatMap((record, index) => {
        if (index === 5) return [];
        return [index === 9 ? { ...record, data: { ...record.data, label: 'as it was called' } } : record];
      });
      return {
        ...event,
        data: { ...event.data, records: kept.map((record, index) => ({ ...record, id: 1 + index })) },
      };
    });
    const opened = replay(earlier);
    expect(show(opened)).to.equal(show(replayUnshared(earlier)));
    expect(show(unpack(packText(opened)))).to.equal(show(opened));
    expect(opened.records['accounts']!.byId.ownSize).to.equal(1);
  });

  it('are not taken from another version than the one that took the snapshot', () => {
    const packed = JSON.parse(packText(file)) as { records: { accounts: { shared: { digest: string } } } };
    packed.records.accounts.shared.digest += 'x';
    expect(() => unpack(JSON.stringify(packed))).to.throw('another version');
  });
});
