import { expect } from 'chai';
import type { CompanyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { DEFAULT_SERIES_COUNT } from '../../../domain/number-series/default-series.ts';
import { numberSeries } from '../../../domain/number-series/series.ts';
import { findIdByKey, findLiveRecord, getRecords } from '../../../domain/records/state.ts';
import { vatCodes } from '../../../domain/vat-codes/vat-code.ts';
import { decided, findAccountId, openedEvents, replay } from '../../support/company-file-samples.ts';

interface Created {
  readonly resource: string;
  readonly records: readonly { readonly id: number; readonly data: Readonly<Record<string, unknown>> }[];
}

/** A file as an earlier version opened it: without series and without the code for renovation. */
const earlierEvents: readonly DomainEvent[] = openedEvents.flatMap((event): readonly DomainEvent[] => {
  if (event.type !== 'RecordsCreated') return [event];
  const { resource, records } = event.data as unknown as Created;
  if (resource === 'number-series') return [];
  const kept = records.filter(({ data }) => data['code'] !== 'S-6-R');
  return [{ ...event, data: { ...event.data, records: kept } } as DomainEvent];
});

const command = {
  type: 'CompleteDefaults',
  seriesIds: Array.from({ length: DEFAULT_SERIES_COUNT }, (_, index) => 700 + index),
  vatCodeIds: [790],
} as const;
const complete = (file: CompanyFile) => replay(decided(command, file), file);
const findCode = (file: CompanyFile) => {
  const id = findIdByKey(file.records, vatCodes, 'code', 'S-6-R');
  return id === undefined ? undefined : findLiveRecord(file.records, vatCodes, id)?.data;
};

describe('A company file of an earlier version', () => {
  it('gets the number series and the VAT code that new files begin with, and only once', () => {
    const file = complete(replay(earlierEvents));
    const opened = replay(openedEvents);
    const listSeries = (one: CompanyFile) =>
      [...getRecords(one.records, numberSeries).byId.values()].map(({ data }) => [data.code, data.journal_id]);
    expect(listSeries(file)).to.deep.equal(listSeries(opened));
    expect(findCode(file)).to.deep.include({ rate: '6.00', mention: 'renovation', boxes: findCode(opened)!.boxes });
    expect(decided(command, file)).to.deep.equal([]);
    expect(decided(command, opened)).to.deep.equal([]);
  });

  it('keeps a code of its own with that name, and gets none whose account is gone', () => {
    const own = { ...findCode(complete(replay(earlierEvents)))!, label: 'Own' };
    const created = { type: 'RecordsCreated', data: { resource: 'vat-codes', records: [{ id: 5, data: own }] } };
    expect(findCode(complete(replay([...earlierEvents, created])))!.label).to.equal('Own');
    const id = findAccountId('451000');
    const renumbered = {
      type: 'RecordUpdated',
      data: {
        resource: 'accounts',
        id,
        version: 2,
        changes: { number: '451999' },
        previous: { number: '451000' },
      },
    };
    const file = complete(replay([...earlierEvents, renumbered]));
    expect(getRecords(file.records, numberSeries).byId.size).to.equal(DEFAULT_SERIES_COUNT);
    expect(findCode(file)).to.equal(undefined);
  });
});
