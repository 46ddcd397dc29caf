import type { RecordedEvent } from '../../eventlog/port.ts';

/** When and by whom an event was written, from its metadata. */

export const getRecordedAt = ({ metadata }: RecordedEvent): string => metadata.recorded_at!;

/** Provenance of an event of a company file. */
export interface FileProvenance {
  readonly company_id: number;
  readonly recorded_at: string;
  /** Null: the service itself. */
  readonly user_id: number | null;
}

export function getFileProvenance({ metadata }: RecordedEvent): FileProvenance {
  const { company_id, recorded_at, user_id = null } = metadata;
  return { company_id, recorded_at, user_id } as FileProvenance;
}

/** The id at the end of a stream name such as `firm-12`. */
export const getStreamId = ({ stream }: RecordedEvent): number => Number(stream.slice(stream.indexOf('-') + 1));
