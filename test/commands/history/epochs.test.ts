import { expect } from 'chai';
import { verifyLog, createStreamCheck } from '../../../commands/history/verify-log.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { computeEventHash, sealEvent } from '../../../commands/support/sealed-event.ts';
import { createChainStart } from '../../../commands/support/verify-chain.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { EventLog, RecordedEvent } from '../../../eventlog/port.ts';
import { createEpochSigner } from '../../../stores/history/epoch.ts';
import { createHeadSigner, type SignedHead } from '../../../stores/history/head.ts';
import type { ChainEnd } from '../../../stores/support/chain-end.ts';

const STREAM = 'company-7';
const signer = createHeadSigner('the key of this service, long enough');
const epochs = createEpochSigner('the key of this service, long enough');

function writeLog(count: number): RecordedEvent[] {
  let end: ChainEnd = createChainStart(STREAM);
  return Array.from({ length: count }, (_, index) => {
    const fact = { type: 'PeriodLocked', data: { fiscal_year_id: 1, period_id: index + 1, version: 1 } } as DomainEvent;
    const provenance = { companyId: 7, firmId: 1, recordedAt: `2026-01-01T00:00:0${index}.000000Z` };
    const sealed = sealEvent(fact, index, end, createSystemContext('test'), provenance);
    end = sealed.end;
    const { json: _text, ...event } = sealed.event;
    return { ...event, stream: STREAM, revision: index, position: index };
  });
}

/** The same events with other data, as if they were sealed, chained anew. */
function rewrite(events: readonly RecordedEvent[], first: object, change: object = {}): RecordedEvent[] {
  let previous: string | null = null;
  return events.map((event) => {
    const { hash: _, ...metadata } = event.metadata;
    const covered = { ...metadata, prev_hash: previous, ...(event.revision === 0 && first) };
    const draft = { ...event, data: { ...event.data, ...change }, metadata: covered };
    previous = computeEventHash(draft);
    return { ...draft, metadata: { ...covered, hash: previous } };
  });
}

const toLog = (events: readonly RecordedEvent[]): EventLog =>
  ({
    hasGaplessPositions: true,
    // eslint-disable-next-line @typescript-eslint/require-await
    async *readAll() {
      yield events;
    },
  }) as unknown as EventLog;

const signHead = (event: RecordedEvent, epoch = 1): SignedHead =>
  signer.sign({
    stream: STREAM,
    day: '2026-01-01',
    revision: event.revision,
    position: event.position,
    hash: event.metadata.hash!,
    epoch,
  });

async function verify(events: readonly RecordedEvent[], head: SignedHead): Promise<string> {
  const { isGenuineEpoch } = epochs;
  const result = await verifyLog(toLog(events), new Map([[STREAM, head]]), { isGenuineEpoch });
  const check = createStreamCheck(STREAM, [head], isGenuineEpoch);
  for (const { data, metadata, ...event } of events)
    check.checkNext({ ...event, data: JSON.stringify(data), metadata: JSON.stringify(metadata) });
  const { firstProblem } = check.conclude();
  const reason = result.intact ? 'intact' : result.problems[0]!.reason;
  expect(firstProblem?.reason ?? 'intact', 'the check of one stream').to.equal(reason);
  return reason;
}

describe('A log that was written again as a new epoch', () => {
  const old = writeLog(4);
  const end = { number: 2, revision: 3, previous_hash: old[3]!.metadata.hash!, sealed_at: '2026-02-01T00:00:00Z' };
  const epoch = epochs.signEpoch(STREAM, end);
  const renewed = rewrite(old, { epoch }, { note: 'sealed' });

  it('agrees with the heads of before and of after', async () => {
    expect(renewed[3]!.metadata.hash).not.to.equal(old[3]!.metadata.hash);
    for (const event of old) expect(await verify(renewed, signHead(event))).to.equal('intact');
    for (const event of renewed) expect(await verify(renewed, signHead(event, 2))).to.equal('intact');
  });

  it('is refused if it was changed since, or does not continue the log of before', async () => {
    const changed = rewrite(renewed, {}, { note: 'changed' });
    expect(await verify(changed, signHead(renewed[3]!, 2))).to.equal('head_mismatch');
    const other = signer.sign({ ...signHead(old[3]!), hash: 'f'.repeat(64) });
    expect(await verify(renewed, other)).to.equal('head_mismatch');
    const longer = signer.sign({ ...signHead(old[3]!), revision: 9 });
    expect(await verify(renewed, longer)).to.equal('truncated');
  });

  it('is refused without a signature of this service, however it names the head of before', async () => {
    const unsigned = rewrite(old, { epoch: { ...end, key: epoch.key, signature: '00' } }, { note: 'forged' });
    expect(await verify(unsigned, signHead(old[3]!))).to.equal('head_mismatch');
    const { key, signature } = signHead(old[3]!);
    const withHead = rewrite(old, { epoch: { ...end, key, signature } }, { note: 'forged' });
    expect(await verify(withHead, signHead(old[3]!))).to.equal('head_mismatch');
    const elsewhere = rewrite(old, { epoch: epochs.signEpoch('company-8', end) }, { note: 'forged' });
    expect(await verify(elsewhere, signHead(old[3]!))).to.equal('head_mismatch');
  });

  it('cannot be replaced by the log of before', async () => {
    expect(await verify(old, signHead(renewed[3]!, 2))).to.equal('head_mismatch');
  });

  it('has heads whose epoch is signed too', () => {
    const { epoch: _, ...withoutEpoch } = signHead(renewed[3]!, 2);
    expect(signer.isGenuine(signHead(renewed[3]!, 2))).to.equal(true);
    expect(signer.isGenuine(withoutEpoch)).to.equal(false);
    expect(signHead(old[3]!)).not.to.have.property('epoch');
  });
});
