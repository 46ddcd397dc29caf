import { onFacts, type FactsOfSubject, type UndoFacts } from '../history/undo.ts';
import { attachmentEvents, type AttachmentEvent } from './attachment-events.ts';

export interface KnownAttachment {
  readonly id: number;
  readonly entry_id: number;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
  readonly version: number;
  readonly is_detached: boolean;
  /** True if the content is still available. */
  readonly is_kept: boolean;
}

declare module '../history/undo.ts' {
  interface UndoFacts {
    readonly attachments: ReadonlyMap<number, KnownAttachment>;
  }
  interface UndoNeeds {
    readonly attachments?: readonly number[];
  }
}

export const attachmentUndoFacts = {
  none: { attachments: new Map() },
  evolve: [onFacts(attachmentEvents, evolveAttachments)],
} satisfies FactsOfSubject;

function evolveAttachments(facts: UndoFacts, event: AttachmentEvent): UndoFacts {
  switch (event.type) {
    case 'EntryFilesAttached': {
      const { entry_id, files } = event.data;
      const made = files.map((file) => ({ ...file, entry_id, version: 1, is_detached: false, is_kept: true }));
      return {
        ...facts,
        attachments: new Map([...facts.attachments, ...made.map((file) => [file.id, file] as const)]),
      };
    }
    case 'EntryFileDetached': {
      const { id, version } = event.data;
      const before = facts.attachments.get(id);
      if (!before) return facts;
      return { ...facts, attachments: new Map(facts.attachments).set(id, { ...before, version, is_detached: true }) };
    }
  }
}
