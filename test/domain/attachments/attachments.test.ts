import type { AttachedFile } from '../../../domain/attachments/attachment-events.ts';
import { MAX_FILES_OF_ENTRY, type AttachFiles, type DetachFile } from '../../../domain/attachments/attachments.ts';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { MARCH, openedEvents, buildPeriodLocked, yearClosed } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);

const hash = (letter: string) => letter.repeat(64);
const file = (id: number, sha256: string): AttachedFile => ({
  id,
  name: `Ticket ${id}.pdf`,
  mime: 'application/pdf',
  size: 1_200,
  sha256,
});
const attach = (files: AttachFiles['files'], attached: AttachFiles['facts']['attached'] = []): AttachFiles => ({
  type: 'AttachFiles',
  facts: { entryId: 7, attached },
  files,
});
const detach = (baseVersion: number | null = null): DetachFile => ({
  type: 'DetachFile',
  facts: { id: 3, entry_id: 7, name: 'Ticket.pdf', version: 1, entry_date: '2026-03-15' },
  baseVersion,
});

describe('files of an entry', () => {
  const attached = (...files: AttachedFile[]): DomainEvent[] => [
    { type: 'EntryFilesAttached', data: { entry_id: 7, files } },
  ];

  it('are attached together', () => {
    const files = [file(1, hash('a')), file(2, hash('b'))];
    given(openedEvents)
      .when(attach(files, [{ sha256: hash('c') }]))
      .then(attached(...files));
  });

  it('are refused when the entry has them, or when they come twice', () => {
    given(openedEvents)
      .when(attach([file(1, hash('a')), file(2, hash('b')), file(3, hash('b'))], [{ sha256: hash('a') }]))
      .then(refusedAt(['files.0', 'file_already_attached'], ['files.2', 'file_already_attached']));
  });

  it('are a hundred at most', () => {
    const ninetyNine = Array.from({ length: MAX_FILES_OF_ENTRY - 1 }, () => ({ sha256: hash('c') }));
    given(openedEvents)
      .when(attach([file(1, hash('a'))], ninetyNine))
      .then(attached(file(1, hash('a'))));
    given(openedEvents)
      .when(attach([file(1, hash('a')), file(2, hash('b'))], ninetyNine))
      .then(refused('attachments_too_many', { field: 'files' }));
  });

  it('are taken also when the books are locked or yearClosed, since a proof may come late', () => {
    for (const lock of [buildPeriodLocked(MARCH), yearClosed])
      given(openedEvents, lock)
        .when(attach([file(1, hash('a'))]))
        .then(attached(file(1, hash('a'))));
  });

  it('are taken off while the period is open, at the version that was seen', () => {
    const gone: DomainEvent[] = [
      { type: 'EntryFileDetached', data: { id: 3, entry_id: 7, name: 'Ticket.pdf', version: 2 } },
    ];
    given(openedEvents).when(detach()).then(gone);
    given(openedEvents).when(detach(1)).then(gone);
    given(openedEvents)
      .when(detach(2))
      .then(refused('conflict', { facts: { server_version: 1 } }));
  });

  it('stay when the period is locked or the year closed', () => {
    const stays = (reason: string) => ({
      ...refused('period_locked', { facts: { reason } }),
      problems: [{ code: reason, field: 'entry_date' }],
    });
    given(openedEvents, buildPeriodLocked(MARCH)).when(detach()).then(stays('period_locked'));
    given(openedEvents, yearClosed).when(detach()).then(stays('fiscal_year_closed'));
  });
});
