import type { RecordedEvent } from '../../eventlog/port.ts';

/** When and by whom an event was written, as the command path has put it into its metadata. */

export const recordedAt = ({ metadata }: RecordedEvent): string => metadata.recorded_at!;

/** Of an event of a company file. */
export interface FileProvenance {
  readonly company_id: number;
  readonly recorded_at: string;
  /** Null: the service itself. */
  readonly user_id: number | null;
}

export function fileProvenance({ metadata }: RecordedEvent): FileProvenance {
  const { company_id, recorded_at, user_id = null } = metadata;
  return { company_id, recorded_at, user_id } as FileProvenance;
}

/** The id that the name of a stream such as `firm-12` ends with. */
export const streamId = ({ stream }: RecordedEvent): number => Number(stream.slice(stream.indexOf('-') + 1));
