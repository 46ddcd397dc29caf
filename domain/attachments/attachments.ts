import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { refuseLocked, findLock, findPlace } from '../ledger/place.ts';
import { refuseInvalid, refuse, assertUnreachable, type Decision, type Problem } from '../refusal.ts';
import type { AttachedFile, AttachmentEvent } from './attachment-events.ts';
import { findVersionConflict } from '../versions.ts';

/**
 * Files attached to entries. Attaching is always allowed, even in a locked period, since it does not change the books.
 * Files of a locked period or closed year cannot be detached.
 */
export type AttachmentCommand = AttachFiles | DetachFile;

export interface AttachFiles {
  readonly type: 'AttachFiles';
  readonly facts: { readonly entryId: number; readonly attached: readonly Pick<AttachedFile, 'sha256'>[] };
  readonly files: readonly AttachedFile[];
}

export interface DetachFile {
  readonly type: 'DetachFile';
  readonly facts: {
    readonly id: number;
    readonly entry_id: number;
    readonly name: string;
    readonly version: number;
    readonly entry_date: PlainDate;
  };
  readonly baseVersion: number | null;
}

export const MAX_FILES_OF_ENTRY = 100;

export function decideAttachment(command: AttachmentCommand, file: CompanyFile): Decision<AttachmentEvent> {
  switch (command.type) {
    case 'AttachFiles':
      return attachFiles(command);
    case 'DetachFile':
      return detachFile(command, file);
    default:
      return assertUnreachable(command);
  }
}

function attachFiles({ facts, files }: AttachFiles): Decision<AttachmentEvent> {
  if (facts.attached.length + files.length > MAX_FILES_OF_ENTRY)
    return refuse('attachments_too_many', { field: 'files', params: { max: MAX_FILES_OF_ENTRY } });
  const known = new Set(facts.attached.map(({ sha256 }) => sha256));
  const problems: Problem[] = [];
  files.forEach(({ sha256 }, index) => {
    if (known.has(sha256)) problems.push({ code: 'file_already_attached', field: `files.${index}` });
    known.add(sha256);
  });
  if (problems.length > 0) return refuseInvalid(problems);
  return [{ type: 'EntryFilesAttached', data: { entry_id: facts.entryId, files } }];
}

function detachFile({ facts, baseVersion }: DetachFile, { fiscalYears }: CompanyFile): Decision<AttachmentEvent> {
  const { entry_date, version, ...file } = facts;
  const conflict = findVersionConflict({ version }, baseVersion);
  if (conflict) return conflict;
  const place = findPlace(fiscalYears, entry_date);
  const lock = place && findLock(place);
  if (lock) return refuseLocked(lock, 'entry_date');
  return [{ type: 'EntryFileDetached', data: { ...file, version: version + 1 } }];
}
