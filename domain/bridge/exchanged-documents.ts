import type { CompanyFile } from '../company-file-state.ts';
import { recordDocument, type DocumentToRecord, type RecordingEvent } from '../documents/recording.ts';
import { isRefusal, refuse, assertUnreachable, type Decision } from '../refusal.ts';
import type { BridgeEvent } from './bridge-events.ts';

/** Documents on both sides. A platform document is imported once; one of ours is sent and cannot be changed afterwards. */
export type ExchangeCommand = TakeExternalDocument | RecordPush | ConfirmLock;

export interface TakeExternalDocument extends DocumentToRecord {
  readonly type: 'TakeExternalDocument';
  readonly externalId: string;
  /** Identifies the content of the document. */
  readonly fingerprint: string;
  /** Document imported earlier under this id. */
  readonly known: { readonly fingerprint: string | null } | null;
}

/** State of a document on the platform. */
export interface ExchangeFacts {
  readonly status: 'taken' | 'requested' | 'pushed' | 'refused';
  readonly external_id: string | null;
  readonly is_locked: boolean;
}

export interface RecordPush {
  readonly type: 'RecordPush';
  readonly documentId: number;
  readonly facts: ExchangeFacts | undefined;
  readonly outcome: PushOutcome;
}

export type PushOutcome =
  | {
      readonly kind: 'accepted';
      readonly externalId: string;
      readonly token: string | null;
      readonly isLocked: boolean;
    }
  | { readonly kind: 'refused'; readonly code: string };

export interface ConfirmLock {
  readonly type: 'ConfirmLock';
  readonly documentId: number;
  readonly externalId: string;
  readonly facts: ExchangeFacts | undefined;
  readonly lockedAt: string;
}

export function decideExchange(command: ExchangeCommand, file: CompanyFile): Decision<RecordingEvent | BridgeEvent> {
  switch (command.type) {
    case 'TakeExternalDocument':
      return decideTaking(command, file);
    case 'RecordPush': {
      const { documentId: id, facts, outcome } = command;
      // Two attempts may have overlapped: the first answer counts.
      if (facts?.status !== 'requested') return [];
      if (outcome.kind === 'refused') return [{ type: 'DocumentPushRefused', data: { id, code: outcome.code } }];
      const { externalId: external_id, token: public_token, isLocked: is_locked } = outcome;
      return [{ type: 'DocumentPushed', data: { id, external_id, public_token, is_locked } }];
    }
    case 'ConfirmLock': {
      const { documentId: id, externalId: external_id, facts, lockedAt: locked_at } = command;
      if (facts?.external_id !== external_id) return refuse('not_found');
      return facts.is_locked ? [] : [{ type: 'DocumentLockConfirmed', data: { id, external_id, locked_at } }];
    }
    default:
      return assertUnreachable(command);
  }
}

function decideTaking(command: TakeExternalDocument, file: CompanyFile): Decision<RecordingEvent | BridgeEvent> {
  const { externalId: external_id, fingerprint, known, documentId: id } = command;
  if (known) return known.fingerprint === fingerprint ? [] : refuse('external_document_differs');
  const recorded = recordDocument(command, file);
  if (isRefusal(recorded)) return recorded;
  return [...recorded, { type: 'ExternalDocumentTaken', data: { id, external_id, fingerprint } }];
}
