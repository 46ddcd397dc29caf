import { join } from 'node:path';
import { openBucketStore } from './bucket.ts';
import { openFolderStore } from './folder.ts';
import { createFile, type OpenForWriting } from './incoming.ts';
import { openObjects, type BucketSettings } from './objects.ts';
import type { FileStore } from './store.ts';

export type { OpenForWriting } from './incoming.ts';
export type { FileArea, FileStore, OpenedFile, ReceivedFile, Referred } from './store.ts';

export interface FileStoreOptions {
  readonly folder: string;
  /** Bucket that stores the files; the folder then only receives them. Null: stored in the folder. */
  readonly bucket?: BucketSettings | null;
  readonly openForWriting?: OpenForWriting;
}

export function openFileStore({ folder, bucket = null, openForWriting = createFile }: FileStoreOptions): FileStore {
  return bucket === null
    ? openFolderStore({ folder, openForWriting })
    : openBucketStore({ objects: openObjects(bucket), incoming: join(folder, 'incoming'), openForWriting });
}
