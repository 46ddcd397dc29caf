import { expect } from 'chai';
import fc from 'fast-check';
import { formatCents, parseCents } from '../../console/audit/sums.ts';
import { splitLines, createChainCheck } from '../../console/history/chain.ts';
import { collectHashes, findRevision } from '../../console/history/hashes.ts';
import { formatValue } from '../../console/history/format-value.ts';
import { listLeaves } from '../../console/companies/leaves.ts';
import { getEndOfMonth, filterRecordedBetween, getNextStep } from '../../console/moments/days.ts';
import { spanChange } from '../../console/moments/differences.ts';
import { formatCsv } from '../../console/support/csv.ts';
import { pickLanguage, createSay } from '../../console/support/words.ts';
import { checkPack, isValidPack } from '../../console/verifier/check.ts';
import { createSentences } from '../../console/verifier/sentences.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { computeEventHash, sealEvent } from '../../commands/support/sealed-event.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import { createChainStart } from '../../commands/support/verify-chain.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';

/** Lines of a log as the service writes them, sealed by the service's own code. */
function logOf(count: number): string[] {
  let end: ChainEnd = createChainStart('company-7');
  return Array.from({ length: count }, (_, index) => {
    const fact = { type: 'PeriodLocked', data: { fiscal_year_id: 1, period_id: index + 1, version: 1 } } as DomainEvent;
    const provenance = { companyId: 7, firmId: 1, recordedAt: `2026-01-01T00:00:0${index % 10}.000000Z` };
    const sealed = sealEvent(fact, index, end, createSystemContext('test'), provenance);
    end = sealed.end;
    const { id, type, version, data, metadata } = sealed.event;
    return JSON.stringify({
      id,
      stream: end.stream,
      revision: end.revision,
      position: index + 10,
      type,
      version,
      data,
      metadata,
      recorded_at: metadata.recorded_at,
      previous_hash: metadata.prev_hash,
      hash: metadata.hash,
    });
  });
}

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let place = 0; place < text.length; place += size) yield await Promise.resolve(text.slice(place, place + size));
}

async function checked(lines: readonly string[], size = 1_000) {
  const check = createChainCheck();
  for await (const some of splitLines(inPieces(`${lines.join('\n')}\n`, size), 3)) await check.checkNext(some);
  return check.chain;
}

describe('The chain, recomputed by its reader', () => {
  const log = logOf(8);

  it('is whole as the service wrote it, however it comes in pieces', async () => {
    const hash = (JSON.parse(log.at(-1)!) as { hash: string }).hash;
    for (const size of [1, 7, 100_000])
      expect(await checked(log, size)).to.deep.equal({
        events: 8,
        head: { revision: 7, position: 17, hash },
        problem: null,
        origin: null,
      });
  });

  it('breaks where anything of an event was changed', async () => {
    const changes: readonly (readonly [(line: string) => string, string])[] = [
      [(line) => line.replace('"period_id":4', '"period_id":5'), 'hash_mismatch'],
      [(line) => line.replace('"type":"PeriodLocked"', '"type":"PeriodUnlocked"'), 'hash_mismatch'],
      [(line) => line.replaceAll('company-7', 'company-8'), 'foreign_stream'],
      [(line) => line.replace('"revision":3', '"revision":4'), 'revision_out_of_order'],
      [(line) => line.slice(0, 50), 'unreadable'],
    ];
    for (const [change, reason] of changes) {
      const tampered = log.map((line, index) => (index === 3 ? change(line) : line));
      const { events, problem } = await checked(tampered);
      expect([events, problem?.line, problem?.reason]).to.deep.equal([3, 4, reason]);
    }
  });

  it('breaks where an event was left out, replaced by one of another log, or stands elsewhere', async () => {
    const without = log.filter((_, index) => index !== 2);
    expect((await checked(without)).problem?.reason).to.equal('revision_out_of_order');
    const replaced = log.map((line, index) => (index === 2 ? logOf(3)[2]! : line));
    expect((await checked(replaced)).problem?.reason).to.equal('previous_hash_mismatch');
  });

  it('tells where a log comes from that was written again, and checks it like any other', async () => {
    const origin = { number: 2, revision: 7, previous_hash: 'a'.repeat(64) };
    let previous: string | null = null;
    const renewed = log.map((line, index) => {
      const event = JSON.parse(line) as RecordedEvent;
      const { hash: _old, ...metadata } = event.metadata;
      const covered = {
        ...metadata,
        prev_hash: previous,
        ...(index === 0 && { epoch: { ...origin, signature: '…' } }),
      };
      const hash = computeEventHash({ ...event, metadata: covered });
      const text = { ...event, metadata: { ...covered, hash }, previous_hash: previous, hash };
      previous = hash;
      return JSON.stringify(text);
    });
    expect(await checked(renewed)).to.deep.include({ events: 8, problem: null, origin });
    const forged = renewed.with(0, renewed[0]!.replace(origin.previous_hash, 'b'.repeat(64)));
    expect((await checked(forged)).problem?.reason).to.equal('hash_mismatch');
    const result = await checkPack(inPieces(renewed.join('\n'), 500), null, null);
    expect(createSentences('en').describeResult(result)).to.contain(`7 ${origin.previous_hash}`);
  });

  it('proves an audit pack, and tells what of it is not so', async () => {
    const { revision, hash } = (await checked(log)).head!;
    const head = { stream: 'company-7', revision, hash };
    const pack = (
      of: typeof head | null,
      accounts: readonly { id: number; number: string; debit: string; credit: string }[],
    ) => checkPack(inPieces(log.join('\n'), 500), of, { accounts });
    expect(isValidPack(await pack(head, []))).to.equal(true);
    expect((await pack({ ...head, hash: 'other' }, [])).isHead).to.equal(false);
    const wrong = await pack(head, [{ id: 1, number: '400000', debit: '1.00', credit: '0.00' }]);
    expect([wrong.differing, isValidPack(wrong)]).to.deep.equal([['400000'], false]);
  });
});

describe('The parts of the console', () => {
  it('read and write amounts to the cent', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        (cents) => parseCents(formatCents(cents)) === cents,
      ),
    );
    expect([parseCents('-0.05'), formatCents(-5n), parseCents('12')]).to.deep.equal([-5n, '-0.05', 1200n]);
  });

  it('play month by month to the last day', () => {
    const life = { first: '2025-12-10', last: '2026-03-15' };
    const days = ['2025-12-10'];
    while (days.at(-1)! < life.last) days.push(getNextStep(days.at(-1)!, life));
    expect(days).to.deep.equal(['2025-12-10', '2025-12-31', '2026-01-31', '2026-02-28', '2026-03-15']);
    expect(getEndOfMonth('2028-03-31', -1)).to.equal('2028-02-29');
  });

  it('span the month in which something was recorded, also the first and the present one', () => {
    const life = { first: '2025-12-10', last: '2026-03-15' };
    const span = (day: string, until?: string) => spanChange({ day, year: '7' }, life, until);
    expect(span('2026-02-02')).to.deep.equal({ to: '2026-01-31', at: '2026-02-28', year: '7' });
    expect(span('2026-02-02', '2026-03-15')).to.deep.equal({ to: '2026-01-31', at: undefined, year: '7' });
    expect(span('2026-03-15')).to.deep.equal({ to: '2026-02-28', at: undefined, year: '7' });
    // On the day before the file was opened nothing was known.
    expect(span('2025-12-10').to).to.equal('2025-12-09');
  });

  it('tell what was recorded between two days as the books count them, whichever comes first', () => {
    // In summer the day ends at ten in the evening of Greenwich, in winter at eleven.
    const facts = [
      '2026-06-30T21:59:59.999Z',
      '2026-06-30T22:00:00.000Z',
      '2026-12-31T22:59:59Z',
      '2026-12-31T23:00:00Z',
    ];
    const between = (one: string, other: string) =>
      filterRecordedBetween(
        facts.map((recordedAt) => ({ recordedAt })),
        one,
        other,
      ).map(({ recordedAt }) => facts.indexOf(recordedAt));
    expect(between('2026-06-29', '2026-06-30')).to.deep.equal([0]);
    expect(between('2026-12-31', '2026-06-30')).to.deep.equal([1, 2]);
    expect(between('2026-12-31', '2026-12-31')).to.deep.equal([]);
  });

  it('write sheets that no program takes for formulas', () => {
    expect(formatCsv([['a;b', '=1+1', '-12.50', '-x', 'say "so"']])).to.equal(
      '\ufeff"a;b";\'=1+1;-12.50;\'-x;"say ""so"""\r\n',
    );
  });

  it('find a hash again that was noted at any time', () => {
    const hashOf = (number: number): string => number.toString(16).padStart(64, 'a');
    const kept = collectHashes();
    for (let number = 0; number < 3_000; number += 1) kept.add(hashOf(number));
    const hashes = kept.getAll();
    expect([0, 1_700, 2_999].map((number) => findRevision(hashOf(number), hashes))).to.deep.equal([0, 1_700, 2_999]);
    expect(
      [hashOf(3_000), hashOf(1).slice(1), '', 'x'.repeat(64)].map((one) => findRevision(one, hashes)),
    ).to.deep.equal(Array.from({ length: 4 }, () => null));
  });

  it('tell values as a person reads them', () => {
    const reader = { say: createSay('fr'), language: 'fr' } as const;
    const values = [null, [], true, 7, '1234567.80', '2026-02-03', '0477.472.701', ['a', 'b'], { box: '54' }];
    expect(values.map((value) => formatValue(value, reader).replace(/\s/g, ' '))).to.deep.equal([
      '–',
      '–',
      'oui',
      '7',
      '1 234 567,80',
      '3 févr. 2026',
      '0477.472.701',
      'a, b',
      'box: 54',
    ]);
  });

  it('show settings one by one, in the language that the reader prefers', () => {
    expect(listLeaves({ a: { b: 1, c: [2] }, d: null })).to.deep.equal([
      { path: 'a.b', value: 1 },
      { path: 'a.c', value: [2] },
      { path: 'd', value: null },
    ]);
    expect(['nl-BE', 'de_LU.UTF-8', 'xx'].map((one) => pickLanguage([one]))).to.deep.equal(['nl', 'de', 'en']);
  });
});
