import { expect } from 'chai';
import { createHash } from 'node:crypto';
import type { CommandContext } from '../../commands/support/context.ts';
import { createEventId, computeEventHash, sealEvent } from '../../commands/support/sealed-event.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import { verifyChain } from '../../commands/support/verify-chain.ts';
import { toCanonicalJson } from '../../domain/json.ts';
import { NO_STREAM, type JsonObject, type RecordedEvent } from '../../eventlog/port.ts';
import { decided, openedEvents, openedFile, buildPostEntry } from '../support/company-file-samples.ts';

const context: CommandContext = {
  userId: 7,
  tokenKind: 'session',
  operationId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  clientMutationId: 'mutation-1',
  deviceId: null,
  deviceName: 'Caisse 1',
  origin: 'api',
  occurredAt: null,
};
const provenance = { companyId: 1, firmId: 2, recordedAt: '2026-05-01T10:00:00.000000Z' };
const beginning: ChainEnd = { stream: 'company-1', revision: NO_STREAM, hash: null };
const facts = [...openedEvents, ...decided(buildPostEntry(), openedFile)];

function chain(): RecordedEvent[] {
  let end = beginning;
  return facts.map((fact, index) => {
    const sealed = sealEvent(fact, index, end, context, provenance);
    end = sealed.end;
    return { ...sealed.event, stream: end.stream, revision: end.revision, position: index + 1 };
  });
}

/** The event as it comes back from a store of JSON. */
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('sealing an event', () => {
  it('adds who, where and when, and leaves out what is not known', () => {
    const { hash, ...metadata } = chain()[0]!.metadata;
    expect(hash).to.match(/^[0-9a-f]{64}$/);
    expect(metadata).to.deep.equal({
      company_id: 1,
      firm_id: 2,
      user_id: 7,
      token_kind: 'session',
      device_name: 'Caisse 1',
      origin: 'api',
      operation_id: context.operationId,
      client_mutation_id: 'mutation-1',
      recorded_at: provenance.recordedAt,
      prev_hash: null,
    });
  });

  it('chains each event to the one before it', () => {
    const events = chain();
    for (const [index, { metadata }] of events.entries())
      expect(metadata['prev_hash']).to.equal(events[index - 1]?.metadata['hash'] ?? null);
  });

  it('gives a hash that anyone can recompute from the stored event', () => {
    for (const event of stored(chain())) {
      const { hash, ...metadata } = event.metadata;
      const { id, stream, revision, type, version, data } = event;
      const text = toCanonicalJson({ id, stream, revision, type, version, data, metadata });
      expect(createHash('sha256').update(text, 'utf8').digest('hex')).to.equal(hash);
      expect(computeEventHash(event)).to.equal(hash);
    }
  });

  it('does not depend on the order in which a store gives members back', () => {
    const [event] = chain();
    const reversed = (value: JsonObject): JsonObject => Object.fromEntries(Object.entries(value).reverse());
    expect(computeEventHash({ ...event!, data: reversed(event!.data), metadata: reversed(event!.metadata) })).to.equal(
      event!.metadata['hash'],
    );
  });

  it('measures in bytes, which is what the log limits', () => {
    const label = '日本語'.repeat(50);
    const [fact] = decided(buildPostEntry({ label }), openedFile);
    const ascii = sealEvent(
      decided(buildPostEntry({ label: 'a'.repeat(150) }), openedFile)[0]!,
      0,
      beginning,
      context,
      provenance,
    ).size;
    expect(sealEvent(fact!, 0, beginning, context, provenance).size).to.equal(ascii + 300);
  });

  it('refuses an event that is not of its declared shape or type', () => {
    const [fact] = decided(buildPostEntry(), openedFile);
    expect(() =>
      sealEvent({ ...fact!, data: { ...fact!.data, total: 100 } }, 0, beginning, context, provenance),
    ).to.throw(/EntryPosted does not match its schema/);
    expect(() =>
      sealEvent({ ...fact!, data: { ...fact!.data, colour: 'red' } }, 0, beginning, context, provenance),
    ).to.throw(/EntryPosted does not match its schema/);
    expect(() => sealEvent({ type: 'Unheard', data: {} }, 0, beginning, context, provenance)).to.throw(
      /not in the catalogue/,
    );
  });
});

describe('event ids', () => {
  it('follow from the mutation id, so that a repeated command gives the same', () => {
    const ids = chain().map(({ id }) => id);
    expect(chain().map(({ id }) => id)).to.deep.equal(ids);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const id of ids) expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('differ for another stream, place, user or mutation', () => {
    const ids = [
      createEventId('company-1', 0, context),
      createEventId('company-2', 0, context),
      createEventId('company-1', 1, context),
      createEventId('company-1', 0, { ...context, userId: 8 }),
      createEventId('company-1', 0, { ...context, userId: null }),
      createEventId('company-1', 0, { ...context, clientMutationId: 'mutation-2' }),
    ];
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('name the scope where the stream does not tell it, and are what they were elsewhere', () => {
    const inFile = { companyId: 1, requestHash: 'a' };
    const ofUser = { companyId: null, requestHash: 'a' };
    const idIn = (stream: string, claimed: NonNullable<CommandContext['claimed']>) =>
      createEventId(stream, 0, { ...context, claimed });
    for (const stream of ['company-1', 'firm-1', 'user-1']) {
      const before = createEventId(stream, 0, context);
      const isOfFile = stream === 'company-1';
      expect(idIn(stream, inFile) === before, `${stream}, in the file`).to.equal(isOfFile);
      expect(idIn(stream, ofUser) === before, `${stream}, of the user`).to.equal(!isOfFile);
      expect(idIn(stream, inFile)).not.to.equal(idIn(stream, ofUser));
    }
    expect(idIn('company-1', { ...inFile, isApart: true })).not.to.equal(idIn('company-1', inFile));
    expect(idIn('company-1', { ...inFile, requestHash: 'b' })).to.equal(idIn('company-1', inFile));
  });

  it('are random without a mutation id', () => {
    const anonymous = { ...context, clientMutationId: null };
    expect(createEventId('company-1', 0, anonymous)).not.to.equal(createEventId('company-1', 0, anonymous));
  });
});

describe('hash chain', () => {
  const events = stored(chain());
  const last = events.length - 1;
  const changed = (revision: number, change: (event: RecordedEvent) => RecordedEvent) =>
    events.map((event) => (event.revision === revision ? change(event) : event));
  const rehashed = (event: RecordedEvent): RecordedEvent => ({
    ...event,
    metadata: { ...event.metadata, hash: computeEventHash(event) },
  });

  it('that nobody touched is intact', () => {
    expect(verifyChain(events)).to.deep.equal({ intact: true, events: events.length });
    expect(verifyChain([])).to.deep.equal({ intact: true, events: 0 });
  });

  it('shows an event whose data were edited', () => {
    const edited = changed(last, (event) => ({ ...event, data: { ...event.data, label: 'Autre chose' } }));
    expect(verifyChain(edited)).to.deep.equal({ intact: false, revision: last, reason: 'hash_mismatch' });
  });

  for (const name of ['id', 'type', 'version'] as const) {
    it(`shows an event whose ${name} was edited`, () => {
      const edited = changed(2, (event) => ({ ...event, [name]: name === 'version' ? 2 : 'other' }));
      expect(verifyChain(edited)).to.deep.equal({ intact: false, revision: 2, reason: 'hash_mismatch' });
    });
  }

  it('shows an event whose metadata were edited', () => {
    const edited = changed(0, (event) => ({ ...event, metadata: { ...event.metadata, user_id: 8 } }));
    expect(verifyChain(edited)).to.deep.equal({ intact: false, revision: 0, reason: 'hash_mismatch' });
  });

  it('shows the next event when one was edited and given a new hash', () => {
    const edited = changed(2, (event) => rehashed({ ...event, metadata: { ...event.metadata, user_id: 8 } }));
    expect(verifyChain(edited)).to.deep.equal({ intact: false, revision: 3, reason: 'previous_hash_mismatch' });
  });

  it('shows where an event was dropped, also when the rest was renumbered', () => {
    const dropped = events.filter(({ revision }) => revision !== 2);
    expect(verifyChain(dropped)).to.deep.equal({ intact: false, revision: 3, reason: 'revision_out_of_order' });
    expect(verifyChain(events.slice(1))).to.deep.equal({ intact: false, revision: 1, reason: 'revision_out_of_order' });
    const renumbered = dropped.map((event, revision) => ({ ...event, revision }));
    expect(verifyChain(renumbered)).to.deep.equal({ intact: false, revision: 2, reason: 'hash_mismatch' });
    expect(verifyChain(renumbered.map((event) => (event.revision === 2 ? rehashed(event) : event)))).to.deep.equal({
      intact: false,
      revision: 2,
      reason: 'previous_hash_mismatch',
    });
  });

  it('shows two events that were swapped', () => {
    const swapped = events.map((event, index) => (index === 1 ? events[2]! : index === 2 ? events[1]! : event));
    expect(verifyChain(swapped)).to.deep.equal({ intact: false, revision: 2, reason: 'revision_out_of_order' });
    const renumbered = swapped.map((event, revision) => ({ ...event, revision }));
    expect(verifyChain(renumbered)).to.deep.equal({ intact: false, revision: 1, reason: 'hash_mismatch' });
  });

  it('shows an event of another stream', () => {
    const foreign = changed(3, (event) => ({ ...event, stream: 'company-2' }));
    expect(verifyChain(foreign)).to.deep.equal({ intact: false, revision: 3, reason: 'foreign_stream' });
  });

  it('shows an event without a hash', () => {
    const bare = changed(1, ({ metadata: { hash: _removed, ...metadata }, ...event }) => ({ ...event, metadata }));
    expect(verifyChain(bare)).to.deep.equal({ intact: false, revision: 1, reason: 'hash_mismatch' });
  });
});
