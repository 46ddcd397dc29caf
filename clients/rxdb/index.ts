/** The public surface of `@grandlivre/rxdb`. */
export { openLiveChanges, type LiveChanges, type LiveOptions } from './live.ts';
export { createLocalRecord, localRecordSchema, type LocalRecord } from './records.ts';
export { replicateResource, type Checkpoint, type ReplicationOptions } from './replication.ts';
