/**
 * One long-lived call carries all appends of a connection, each with its own answer: a call per append costs three times
 * as much. The official client does the same, but keeps the promises of all connections in one place, where a broken
 * connection rejects promises without a handler and ends the process. Here each append holds its own promise.
 */
import { randomUUID } from 'node:crypto';
import type { ClientDuplexStream, Metadata } from '@grpc/grpc-js';
import {
  AccessDeniedError,
  convertToCommandError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type statusMessages from '@eventstore/db-client/generated/status_pb.js';
import type streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { NO_STREAM } from '../port.ts';
import { AnswerTimeout } from './failures.ts';
import type { Proposal } from './records.ts';

type Request = InstanceType<typeof streams.BatchAppendReq>;
type Response = InstanceType<typeof streams.BatchAppendResp>;
type Call = ClientDuplexStream<Request, Response>;

export interface AppendCall {
  /** Position of the last event, if the server returns it. @throws errors of the client, or AnswerTimeout */
  append(append: ProposedAppend, timeoutMs: number): Promise<bigint | undefined>;
  /** Accepts no more appends; pending ones may still be answered. */
  close(): void;
}

export interface ProposedAppend {
  /** Name of the stream in the store. */
  readonly stream: string;
  readonly expectedRevision: number;
  readonly proposals: readonly Proposal[];
}

interface Pending {
  readonly settle: (response: Response) => void;
  readonly fail: (error: Error) => void;
}

export function createAppendCall(
  client: InstanceType<typeof streamsService.StreamsClient>,
  metadata: () => Metadata,
): AppendCall {
  let open: { readonly call: Call; readonly pending: Map<string, Pending> } | null = null;
  let isClosed = false;

  function ensureOpen(): NonNullable<typeof open> {
    if (open !== null) return open;
    const pending = new Map<string, Pending>();
    const call: Call = client.batchAppend(metadata(), { deadline: Infinity });
    const own = (open = { call, pending });
    const end = (error: Error): void => {
      if (open === own) open = null;
      const lost = [...pending.values()];
      pending.clear();
      for (const { fail } of lost) fail(error);
    };
    call.on('data', (response: Response) => {
      const id = response.getCorrelationId()?.getString() ?? '';
      // Appends that timed out have already been removed.
      const found = pending.get(id);
      pending.delete(id);
      found?.settle(response);
    });
    call.on('error', (error: Error) => end(convertToCommandError(error)));
    call.on('end', () => end(new UnavailableError(undefined, 'The server ended the call')));
    return own;
  }

  return {
    append(append, timeoutMs) {
      if (isClosed) return Promise.reject(new UnavailableError(undefined, 'The connection was closed'));
      return new Promise((resolve, reject) => {
        const id = randomUUID();
        const { call, pending } = ensureOpen();
        const timer = setTimeout(() => {
          pending.delete(id);
          reject(new AnswerTimeout(timeoutMs));
        }, timeoutMs);
        pending.set(id, {
          settle(response) {
            clearTimeout(timer);
            const error = response.getError();
            if (error !== undefined) return reject(toClientError(error, append.stream));
            const position = response.getSuccess()?.getPosition()?.getCommitPosition();
            resolve(position === undefined ? undefined : BigInt(position));
          },
          fail(error) {
            clearTimeout(timer);
            reject(error);
          },
        });
        call.write(buildRequest(id, append, timeoutMs));
      });
    },
    close() {
      isClosed = true;
      open?.call.end();
    },
  };
}

function buildRequest(id: string, { stream, expectedRevision, proposals }: ProposedAppend, timeoutMs: number): Request {
  const options = new streams.BatchAppendReq.Options()
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(encodeText(stream)))
    .setDeadline(timestamps.Timestamp.fromDate(new Date(Date.now() + timeoutMs)));
  if (expectedRevision === NO_STREAM) options.setNoStream(new empty.Empty());
  else options.setStreamPosition(String(expectedRevision));
  const request = new streams.BatchAppendReq()
    .setOptions(options)
    .setCorrelationId(new shared.UUID().setString(id))
    .setIsFinal(true);
  for (const proposal of proposals) {
    const message = new streams.BatchAppendReq.ProposedMessage()
      .setId(new shared.UUID().setString(proposal.id))
      .setData(proposal.data)
      .setCustomMetadata(proposal.metadata);
    message.getMetadataMap().set('type', proposal.type);
    message.getMetadataMap().set('content-type', 'application/json');
    request.addProposedMessages(message);
  }
  return request;
}

const encodeText = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf8'));

function toClientError(error: InstanceType<typeof statusMessages.Status>, stream: string): Error {
  const details = error.getDetails();
  switch (details?.getTypeName()) {
    case 'event_store.client.WrongExpectedVersion': {
      const wrong = details.unpack(shared.WrongExpectedVersion.deserializeBinary, details.getTypeName());
      if (wrong !== null) return WrongExpectedVersionError.fromWrongExpectedVersion(wrong, stream);
      break;
    }
    case 'event_store.client.StreamDeleted':
      return StreamDeletedError.fromStreamName(stream);
    case 'event_store.client.AccessDenied':
      return new AccessDeniedError();
    case 'event_store.client.Timeout':
      return new DeadlineExceededError();
    case 'event_store.client.MaximumAppendSizeExceeded':
      return MaxAppendSizeExceededError.fromMaxAppendSize(0);
    default:
  }
  return new UnknownError(undefined, `The event store refused an append: ${error.getMessage()}`);
}
