import { companyFile } from '../../../domain/company-file.ts';
import type { KeepConflict, ResolveConflict } from '../../../domain/sync/conflicts.ts';
import { openedEvents } from '../../support/company-file-samples.ts';
import { givenFor, refused } from '../../support/given.ts';

const given = givenFor(companyFile);

const conflict: KeepConflict['conflict'] = {
  id: 4,
  resource: 'third-parties',
  record_id: 7,
  mutation_id: 'm',
  request_hash: 'h',
  method: 'PATCH',
  path: 'third-parties/7',
  base_version: 1,
  server_version: 2,
  base_data: { name: 'A' },
  client_data: { name: 'B' },
  server_data: { name: 'C' },
  overlap: ['name'],
  suggested: { resolution: 'keep_server', data: null },
};
const keep = (knownId: number | null): KeepConflict => ({ type: 'KeepConflict', facts: { knownId }, conflict });
const resolve = (fields: Partial<ResolveConflict> = {}): ResolveConflict => ({
  type: 'ResolveConflict',
  facts: { id: 4, version: 1, status: 'open' },
  resolution: 'keep_client',
  data: { name: 'B' },
  baseVersion: null,
  ...fields,
});

describe('A conflict of a client that was offline', () => {
  it('is kept', () => {
    given(openedEvents)
      .when(keep(null))
      .then([{ type: 'SyncConflictKept', data: conflict }]);
  });

  it('is kept once, however often the action is sent', () => {
    given(openedEvents).when(keep(3)).then([]);
  });

  it('is resolved with what was written', () => {
    given(openedEvents)
      .when(resolve())
      .then([
        { type: 'SyncConflictResolved', data: { id: 4, version: 2, resolution: 'keep_client', data: { name: 'B' } } },
      ]);
  });

  it('is resolved once', () => {
    given(openedEvents)
      .when(resolve({ facts: { id: 4, version: 2, status: 'resolved' } }))
      .then(refused('conflict_already_resolved', { field: 'resolution' }));
  });

  it('is not resolved on a version that it no longer has', () => {
    given(openedEvents)
      .when(resolve({ baseVersion: 9 }))
      .then(refused('conflict', { facts: { server_version: 1 } }));
  });
});
