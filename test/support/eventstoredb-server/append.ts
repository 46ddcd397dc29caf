/** The two ways of appending that the protocol has: a call for each append, and one long call for all of them. */
import { status } from '@grpc/grpc-js';
import type { sendUnaryData, ServerDuplexStream, ServerReadableStream } from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statusMessages from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import anyMessages from 'google-protobuf/google/protobuf/any_pb.js';
import emptyMessages from 'google-protobuf/google/protobuf/empty_pb.js';
import { takeAppendFault } from './faults.ts';
import type { AppendFault, Faults } from './faults.ts';
import { createFailure, toProposedRecord, toStreamIdentifier, readStreamName, createUnavailable } from './protocol.ts';
import { MAX_APPEND_SIZE } from './store.ts';
import type { AppendOutcome, Expected, ProposedRecord, Store } from './store.ts';

type AppendRequest = InstanceType<typeof streams.AppendReq>;
type AppendResponse = InstanceType<typeof streams.AppendResp>;
type BatchRequest = InstanceType<typeof streams.BatchAppendReq>;
type BatchResponse = InstanceType<typeof streams.BatchAppendResp>;

export function handleAppend(
  store: Store,
  faults: Faults,
  call: ServerReadableStream<AppendRequest, AppendResponse>,
  callback: sendUnaryData<AppendResponse>,
): void {
  let options: ReturnType<AppendRequest['getOptions']>;
  const proposed: ProposedRecord[] = [];
  call.on('data', (request: AppendRequest) => {
    options = request.getOptions() ?? options;
    const message = request.getProposedMessage();
    if (message !== undefined) proposed.push(toProposedRecord(message));
  });
  // A caller who gives up half way ends the call too, and is known to have given up a moment later: then nothing is stored.
  call.on('end', () => setImmediate(() => call.cancelled || conclude()));

  function conclude(): void {
    if (options === undefined)
      return callback(createFailure(status.INVALID_ARGUMENT, 'An append starts with its options'));
    const fault = takeAppendFault(faults);
    if (fault.kind === 'refuse') return callback(createUnavailable());
    const expected = readExpectedRevision(options, options.hasRevision() ? Number(options.getRevision()) : undefined);
    const outcome = store.append(readStreamName(options.getStreamIdentifier()), expected, proposed);
    answer(fault, () =>
      outcome.kind === 'too_large' ? callback(isTooLarge()) : callback(null, buildAppendResponse(outcome, expected)),
    );
  }
}

export function handleBatchAppend(
  store: Store,
  faults: Faults,
  call: ServerDuplexStream<BatchRequest, BatchResponse>,
): void {
  const gathered = new Map<string, { options: ReturnType<BatchRequest['getOptions']>; proposed: ProposedRecord[] }>();
  call.on('data', (request: BatchRequest) => {
    if (faults.silent) return;
    const correlation = request.getCorrelationId()?.getString() ?? '';
    const batch = gathered.get(correlation) ?? { options: request.getOptions(), proposed: [] };
    batch.proposed.push(...request.getProposedMessagesList().map(toProposedRecord));
    gathered.set(correlation, batch);
    if (!request.getIsFinal() || batch.options === undefined) return;

    gathered.delete(correlation);
    const fault = takeAppendFault(faults);
    if (fault.kind === 'refuse') return void call.emit('error', createUnavailable());
    const name = readStreamName(batch.options.getStreamIdentifier());
    const position = batch.options.hasStreamPosition() ? Number(batch.options.getStreamPosition()) : undefined;
    const outcome = store.append(name, readExpectedRevision(batch.options, position), batch.proposed);
    const response = buildBatchResponse(outcome)
      .setCorrelationId(new shared.UUID().setString(correlation))
      .setStreamIdentifier(toStreamIdentifier(name));
    answer(fault, () => void call.write(response));
  });
  call.on('end', () => call.end());
}

function answer(fault: AppendFault, send: () => void): void {
  if (fault.kind === 'lose') return;
  if (fault.kind === 'delay') setTimeout(send, fault.delayMs).unref();
  else send();
}

function readExpectedRevision(
  options: { hasNoStream(): boolean; hasStreamExists(): boolean },
  revision: number | undefined,
): Expected {
  if (revision !== undefined) return revision;
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : 'any';
}

function buildAppendResponse(
  outcome: Exclude<AppendOutcome, { kind: 'too_large' }>,
  expected: Expected,
): AppendResponse {
  if (outcome.kind === 'wrong_revision') {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.current === 'no_stream') wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(outcome.current));
    if (typeof expected === 'number') wrong.setExpectedRevision(String(expected));
    else if (expected === 'no_stream') wrong.setExpectedNoStream(new shared.Empty());
    else wrong.setExpectedStreamExists(new shared.Empty());
    return new streams.AppendResp().setWrongExpectedVersion(wrong);
  }
  const position = new streams.AppendResp.Position()
    .setCommitPosition(String(outcome.position))
    .setPreparePosition(String(outcome.position));
  const success = new streams.AppendResp.Success().setCurrentRevision(String(outcome.revision)).setPosition(position);
  return new streams.AppendResp().setSuccess(success);
}

function buildBatchResponse(outcome: AppendOutcome): BatchResponse {
  if (outcome.kind === 'wrong_revision') {
    const wrong = new shared.WrongExpectedVersion();
    if (outcome.current === 'no_stream') wrong.setCurrentNoStream(new emptyMessages.Empty());
    else wrong.setCurrentStreamRevision(String(outcome.current));
    return buildBatchError(status.FAILED_PRECONDITION, 'WrongExpectedVersion', wrong.serializeBinary());
  }
  if (outcome.kind === 'too_large') {
    const exceeded = new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_SIZE);
    return buildBatchError(status.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', exceeded.serializeBinary());
  }
  const position = new shared.AllStreamPosition()
    .setCommitPosition(String(outcome.position))
    .setPreparePosition(String(outcome.position));
  const success = new streams.BatchAppendResp.Success()
    .setCurrentRevision(String(outcome.revision))
    .setPosition(position);
  return new streams.BatchAppendResp().setSuccess(success);
}

function buildBatchError(code: status, name: string, serialized: Uint8Array): BatchResponse {
  const details = new anyMessages.Any();
  details.pack(serialized, `event_store.client.${name}`);
  const error = new statusMessages.Status()
    .setCode(code as number)
    .setMessage(name)
    .setDetails(details);
  return new streams.BatchAppendResp().setError(error);
}

function isTooLarge(): ReturnType<typeof createFailure> {
  return createFailure(status.INVALID_ARGUMENT, `Maximum append size of ${MAX_APPEND_SIZE} exceeded`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_SIZE),
  });
}
